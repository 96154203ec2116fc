/* Moves among bits. */
#include "db/codec/bits_move.h"

#include "db/codec/move_code.h"
#include "rules/kinds.h"

void gr_bits_put_move(GrBitWriter *w, GrMove move, unsigned square_bits) {
    bool plain = !(move >> 14);
    gr_bits_put(w, !plain, 1);
    gr_bits_put(w, (unsigned)gr_move_from(move), square_bits);
    gr_bits_put(w, (unsigned)gr_move_to(move), square_bits);
    if (plain)
        return;
    gr_bits_put(w, gr_kind_code(move), 4);
    gr_bits_put(w, (unsigned)gr_move_piece(move), GR_MOVE_TYPE_BITS);
    if (gr_has_third(move))
        gr_bits_put(w, (unsigned)gr_move_third(move), square_bits);
}

GrMove gr_bits_get_move(GrBitReader *r, unsigned square_bits) {
    bool plain = !gr_bits_get(r, 1);
    int from = (int)gr_bits_get(r, square_bits), to = (int)gr_bits_get(r, square_bits);
    if (plain)
        return gr_move_make(GR_NORMAL, from, to, 0, 0);
    unsigned code = (unsigned)gr_bits_get(r, 4);
    int piece = (int)gr_bits_get(r, GR_MOVE_TYPE_BITS);
    GrMoveKind kind = gr_kind_of_code(code, from, to, piece);
    int third = gr_kind_does(kind, GR_PUTS | GR_WALLS) ? (int)gr_bits_get(r, square_bits) : 0;
    return gr_move_make(kind, from, to, piece, third);
}

void gr_bits_skip_move(GrBitReader *r, unsigned square_bits) {
    bool plain = !gr_bits_get(r, 1);
    gr_bits_skip(r, 2 * square_bits);
    if (plain)
        return;
    unsigned code = (unsigned)gr_bits_get(r, 4);
    int piece = (int)gr_bits_get(r, GR_MOVE_TYPE_BITS);
    if (gr_kind_does(gr_kind_of_code(code, 0, 1, piece), GR_PUTS | GR_WALLS))
        gr_bits_skip(r, square_bits);
}
