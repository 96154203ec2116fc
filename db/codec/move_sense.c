/* What from and to mean. */
#include "db/codec/move_sense.h"

#include <stdlib.h>

static bool has_other_file(const GrMoveCode *code, unsigned from, unsigned to) {
    return from % code->files != to % code->files;
}

static GrSense pawn_sense(const GrMoveCode *code, const GrPosition *pos, unsigned from, unsigned to, GrMove *move) {
    if (code->last[pos->turn][to])
        return GR_SENSE_BECOMES;
    if (!gr_set_has(pos->ep, (int)to) || !has_other_file(code, from, to))
        return GR_SENSE_PLAIN;
    *move = gr_move_make(GR_EN_PASSANT, (int)from, (int)to, 0, 0);
    return GR_SENSE_ONE;
}

static GrSense king_sense(const GrMoveCode *code, const GrPosition *pos, unsigned from, unsigned to, GrMove *move) {
    const GrVariant *variant = gr_variant(pos->rules);
    int files = abs((int)(to % code->files) - (int)(from % code->files));
    int ranks = abs((int)(to / code->files) - (int)(from / code->files));
    if (files < 2 && ranks < 2 && !variant->moving_castlings)
        return GR_SENSE_PLAIN;
    for (int right = 0; right < variant->castlings; right++) {
        GrCastling castling;
        if (!gr_castling(pos, right, &castling) || castling.king_from != from || castling.king_to != to)
            continue;
        *move = gr_move_make(GR_CASTLE, (int)from, (int)to, 0, 0);
        return GR_SENSE_ONE;
    }
    return GR_SENSE_PLAIN;
}

/* Of a move to where a plain one could go. */
static GrSense manner_sense(const GrMoveCode *code, const GrPosition *pos, unsigned from, unsigned to, GrMove *move) {
    unsigned manner = code->manner[pos->board[from] % GR_PIECES];
    bool takes = pos->board[to] != GR_EMPTY;
    GrSense sense = GR_SENSE_PLAIN;
    if (manner & GR_MANNER_DROPS || (manner & GR_MANNER_SHOOTS && takes))
        return GR_SENSE_LISTED;
    if (manner & GR_MANNER_PAWN)
        sense = pawn_sense(code, pos, from, to, move);
    else if (manner & GR_MANNER_CASTLES)
        sense = king_sense(code, pos, from, to, move);
    return sense == GR_SENSE_PLAIN && manner & GR_MANNER_EXPLODES && takes ? GR_SENSE_ONE : sense;
}

GrSense gr_move_sense(const GrMoveCode *code, const GrPosition *pos, unsigned from, unsigned to, GrMove *move) {
    bool castles = code->manner[pos->board[from] % GR_PIECES] & GR_MANNER_CASTLES;
    *move = (GrMove)(from | to << 7);
    if (pos->pending)
        return GR_SENSE_LISTED;
    if (code->barred[pos->turn] >> pos->board[to] % GR_PIECES & 1) {
        bool one = castles && king_sense(code, pos, from, to, move) == GR_SENSE_ONE; /* onto its rook */
        return one ? GR_SENSE_ONE : GR_SENSE_LISTED;
    }
    return manner_sense(code, pos, from, to, move);
}

void gr_move_order_follow(GrMoveOrder *order, const GrMoveCode *code, const GrPosition *pos) {
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        GrSet gone = order->set[side] & ~pos->side[side], come = pos->side[side] & ~order->set[side];
        order->took |= side == pos->turn && gone;
        while (gone)
            gr_move_order_remove(order, code, side, (unsigned)gr_set_pop(&gone));
        while (come)
            gr_move_order_add(order, code, side, (unsigned)gr_set_pop(&come));
        order->set[side] = pos->side[side];
    }
}

size_t gr_move_choices(const GrPosition *pos, unsigned from, unsigned to, GrMove move[GR_MAX_MOVES]) {
    const unsigned others = gr_kinds(GR_SPELLS | GR_ENTERS);
    const GrSet all = gr_set_below(gr_squares(gr_variant(pos->rules)));
    bool piece = from != GR_NO_SQUARE;
    GrPattern pattern = {.kinds = piece ? ~others & 0x7FFF : others, .from = piece ? gr_set_of((int)from) : all,
                         .to = piece ? gr_set_of((int)to) : all, .piece = -1, .third = -1};
    size_t count = gr_match(pos, &pattern, move, GR_MAX_MOVES);
    return count < GR_MAX_MOVES ? count : GR_MAX_MOVES;
}
