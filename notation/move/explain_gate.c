/* Reasons why a move cannot put the piece that its text has onto a square that it leaves. */
#include "notation/move/explain.h"

#include <string.h>

#include "notation/move/resolve.h"
#include "rules/definition.h"

/* The squares that the move leaves: of the piece, of a castling those of king and rook. */
static GrSet left_by(const Explain *e, GrMove move) {
    GrCastling c;
    GrSet from = gr_set_of(gr_move_from(move));
    if (gr_is_castling(move) && gr_castling(e->pos, gr_castling_right(e->pos, move), &c))
        return gr_set_of(c.king_from) | gr_set_of(c.rook_from);
    return from;
}

static void put_squares(const Explain *e, GrSet squares) {
    for (const char *lead = ""; squares; lead = " or ")
        gr_buffer_printf(e->out, "%s%s", lead, SQUARE(gr_set_pop(&squares)));
}

/* The text has something on `sq` that may not come there; `move` is legal without it. */
static void explain_square_of(const Explain *e, GrMove move, int sq) {
    GrPosition after = *e->pos;
    GrSet left = left_by(e, move);
    gr_play(&after, move);
    int there = after.board[sq];
    if (!gr_set_has(left, sq)) {
        gr_buffer_puts(e->out, "a piece in hand comes where one was, on ");
        put_squares(e, left);
    } else if (there != GR_EMPTY) {
        gr_buffer_printf(e->out, "on %s stands %s's %s then", SQUARE(sq), explain_side(gr_side_of(there)),
                         explain_type(e, gr_type_of(there)));
    } else if (!gr_set_has(e->pos->extra[GR_FRESH], sq)) {
        gr_buffer_printf(e->out, "nothing may be put on %s any more, only where a piece leaves %s first rank for the "
                                 "first time", SQUARE(sq), e->side == GR_WHITE ? "White's" : "Black's");
    } else {
        gr_buffer_printf(e->out, "%s %s may not be put on %s", explain_article(e, e->syntax->drop),
                         explain_type(e, e->syntax->drop), SQUARE(sq));
    }
}

bool explain_gate(const Explain *e) {
    GrSyntax without = *e->syntax;
    GrMove move;
    int type = without.drop ? without.drop : without.becomes;
    bool castles = without.form == GR_FORM_CASTLE;
    if (!e->v->gates || !type || (!castles && without.form != GR_FORM_MOVE))
        return false;
    int sq = without.drop && without.third < GR_MAX_SQUARES ? without.third : GR_NO_SQUARE;
    without.drop = without.becomes = 0;
    if (gr_resolve(e->lexicon, e->pos, &without, &move, NULL) != 1 || gr_move_becomes(move))
        return false;
    Explain of_type = *e;
    without.drop = (uint8_t)type;
    of_type.syntax = &without;
    if (!gr_in_hand(e->pos, e->side, type))
        gr_buffer_printf(e->out, "%s has no %s in hand", explain_side(e->side), explain_type(e, type));
    else
        explain_square_of(&of_type, move, sq == GR_NO_SQUARE ? gr_move_from(move) : sq);
    return true;
}
