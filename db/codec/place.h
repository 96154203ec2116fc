/* What the models of moves go by: a place in a game, and the order of the moves there. Internal to
 * db/codec/, but for GrPlace. */
#ifndef GR_DB_PLACE_H
#define GR_DB_PLACE_H

#include "rules/position.h"

/* The pieces of a chess position, as White and as Black sees the board: square s of White is square
 * s ^ 56 of Black. Classes are those of db/codec/chess_view.h. */
typedef struct GrChessMen {
    uint64_t set[2][6][2]; /* by the side that looks, class and side */
    uint8_t on[2][64];     /* by the side that looks and square: 16 times the class of what stands there */
} GrChessMen;

/* A place in a game at which a move may be coded: the position and the moves that led there. */
typedef struct GrPlace {
    GrPosition pos;
    GrChessMen men; /* chess: the pieces of pos */
    GrMove last[2]; /* the move played before, and the one before that; GR_NO_MOVE at the start */
    bool took;      /* a piece stood where the last move went to */
    bool chess;
    unsigned book;  /* chess: node of the opening book, 0: none */
    const struct GrVariantModel *model; /* of the other variants that have one, else NULL */
} GrPlace;

/* The number by which codecs identify and order the moves of a position. It is made
 * of squares, kind and letters alone and does not change with the order of generation or the
 * packing of GrMove. */
static inline uint32_t gr_move_order(const GrVariant *variant, GrMove move) {
    int piece = gr_move_piece(move);
    uint32_t letter = piece ? (unsigned char)variant->piece[piece].letter & 127u : 0;
    return (uint32_t)gr_move_from(move) << 25 | (uint32_t)gr_move_to(move) << 18 |
           (uint32_t)gr_move_kind(move) << 14 | letter << 7 | (uint32_t)gr_move_third(move);
}

#endif
