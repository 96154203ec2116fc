/* What from and to mean: which move of a position that is. Internal to move_read.c and move_write.c. */
#ifndef GR_DB_CODEC_MOVE_MEANING_H
#define GR_DB_CODEC_MOVE_MEANING_H

#include "db/codec/bits.h"
#include "db/codec/move_order.h"

typedef enum GrMoveMeaning {
    GR_MEANS_PLAIN,
    GR_MEANS_ONE,     /* a known move, still to be checked against the rules */
    GR_MEANS_BECOMES, /* what the pawn becomes follows */
    GR_MEANS_LISTED   /* one of the legal moves, whose number follows */
} GrMoveMeaning;

/* The meaning of a move that is not marked, of a piece of the side to move. *move is set to a plain or known one. */
GrMoveMeaning gr_move_meaning(const GrMoveCode *code, const GrPosition *pos, unsigned from, unsigned to, GrMove *move);

/* Makes the order that of *pos, whatever happened since it was the one before. */
void gr_move_order_follow(GrMoveOrder *order, const GrMoveCode *code, const GrPosition *pos);

/* Puts a plain move into the order. */
static inline void gr_move_order_play(GrMoveOrder *order, const GrMoveCode *code, int side, const GrReadPly *ply) {
    GrSet to = gr_set_of((int)ply->to);
    gr_move_order_front(order, code, side, ply->place, ply->to);
    order->set[side] ^= gr_set_of((int)ply->from) | to;
    order->last = (uint8_t)ply->to;
    order->seen = true;
    order->took = ply->taken != GR_EMPTY;
    if (order->took) {
        gr_move_order_remove(order, code, !side, ply->to);
        order->set[!side] ^= to;
    }
}

/* Notes any other one; gr_move_order_follow does the rest when it was played. */
static inline void gr_move_order_note(GrMoveOrder *order, GrMove move) {
    order->last = (uint8_t)gr_move_to(move);
    order->seen = gr_move_kind(move) != GR_PASS;
    order->took = false;
}

/* The legal moves of the piece on `from` to a square (or those that no piece makes, if `from` is GR_NO_SQUARE); as many
 * as there are. */
size_t gr_move_choices(const GrPosition *pos, unsigned from, unsigned to, GrMove move[GR_MAX_MOVES]);

#endif
