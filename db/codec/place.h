/* What the models of moves go by: a place in a game, and the order of the moves there. Internal to
 * db/codec/, but for GrPlace. */
#ifndef GR_DB_PLACE_H
#define GR_DB_PLACE_H

#include "db/codec/chess_men.h"

/* A place in a game at which a move may be coded: the position and the moves that led there. */
typedef struct GrPlace {
    GrPosition pos;
    GrChessMen men; /* chess: the pieces of pos */
    bool light;     /* chess: pos is behind, and only men is kept up; see gr_place_lighten */
    GrMove last[2]; /* not of chess: the move played before, and the one before that; GR_NO_MOVE at the start */
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
    if (move >> 14 == 0) /* as nearly all: nothing but two squares */
        return (uint32_t)gr_move_from(move) << 25 | (uint32_t)gr_move_to(move) << 18;
    uint32_t letter = piece ? (unsigned char)variant->piece[piece].letter & 127u : 0;
    return (uint32_t)gr_move_from(move) << 25 | (uint32_t)gr_move_to(move) << 18 |
           (uint32_t)gr_move_kind(move) << 14 | letter << 7 | (uint32_t)gr_move_third(move);
}

#endif
