/* The words that all reasons are made of, and what would attack the king. */
#include "notation/move/explain.h"
#include "notation/move/walls.h"

#include <stdlib.h>
#include <string.h>

const char *explain_side(int side) {
    return side == GR_WHITE ? "White" : "Black";
}

const char *explain_type(const Explain *e, int type) {
    return e->v->piece[type].name;
}

const char *explain_article(const Explain *e, int type) {
    const char *name = e->v->piece[type].name;
    return strchr("AEIOU", name[0]) || !strncmp(name, "LP", 2) ? "an" : "a";
}

ExplainSquare explain_square(const Explain *e, int sq) {
    ExplainSquare name;
    gr_square_name(e->v, sq, name.text);
    return name;
}

bool explain_shoots(const Explain *e, int type) {
    return e->v->piece[type].flags & GR_SHOOTS;
}

void explain_put_types(const Explain *e, unsigned types) {
    bool first = true;
    for (int type = 1; type <= e->v->types; type++) {
        if (!(types >> type & 1))
            continue;
        types &= ~(1u << type);
        if (first)
            gr_buffer_printf(e->out, "%s %s", explain_article(e, type), explain_type(e, type));
        else
            gr_buffer_printf(e->out, "%s%s", types ? ", " : " or ", explain_type(e, type));
        first = false;
    }
}

static const char *hole_name(const Explain *e) {
    const char *name = e->v->walls ? gr_wall_name(e->pos->rules) : "hole";
    return *name == 'd' ? "the duck" : *name == 'a' ? "an arrow" : *name == 'w' ? "a wall" : "a hole";
}

void explain_put_owner(const Explain *e, int sq) {
    int piece = e->pos->board[sq];
    if (piece == GR_HOLE)
        gr_buffer_puts(e->out, hole_name(e));
    else
        gr_buffer_printf(e->out, "%s's %s", explain_side(gr_side_of(piece)),
                         explain_type(e, gr_type_of(piece)));
}

void explain_put_occupied(const Explain *e, int sq) {
    gr_buffer_printf(e->out, e->pos->board[sq] == GR_HOLE ? "%s is " : "%s is occupied by ",
                     SQUARE(sq));
    explain_put_owner(e, sq);
}

/* ---- check ---- */

void explain_lift(GrPosition *pos, int sq) {
    int piece = pos->board[sq];
    if (piece == GR_EMPTY)
        return;
    if (piece != GR_HOLE)
        pos->side[gr_side_of(piece)] &= ~gr_set_of(sq);
    pos->type[piece == GR_HOLE ? 0 : gr_type_of(piece)] &= ~gr_set_of(sq);
    pos->board[sq] = GR_EMPTY;
}

void explain_put(GrPosition *pos, int sq, int piece) {
    if (piece == GR_EMPTY)
        return;
    if (piece != GR_HOLE)
        pos->side[gr_side_of(piece)] |= gr_set_of(sq);
    pos->type[piece == GR_HOLE ? 0 : gr_type_of(piece)] |= gr_set_of(sq);
    pos->board[sq] = (uint8_t)piece;
}

/* Are they further than one step apart? */
static bool apart(const Explain *e, int a, int b) {
    int files = e->v->files;
    return abs(a % files - b % files) > 1 || abs(a / files - b / files) > 1;
}

bool explain_attacked(const Explain *e, const GrPosition *after, const char *lead) {
    GrPosition then = *after;
    then.turn = (uint8_t)e->side;
    if (!gr_in_check(&then)) /* an attack is not all everywhere */
        return false;
    GrSet kings = after->side[e->side] & after->type[GR_KING];
    GrSet attackers = kings ? gr_attackers(after, gr_set_first(kings), !e->side) : 0;
    if (!attackers)
        return false;
    int king = gr_set_first(kings), by = gr_set_first(attackers);
    int type = gr_type_of(after->board[by]);
    const char *royal = explain_type(e, GR_KING);
    gr_buffer_printf(e->out, "%s%s's %s on %s ", lead, explain_side(e->side), royal, SQUARE(king));
    if (type == GR_KING && apart(e, king, by))
        gr_buffer_printf(e->out, "facing the other %s, on %s, along an open line", royal,
                         SQUARE(by));
    else
        gr_buffer_printf(e->out, "attacked by the %s on %s", explain_type(e, type), SQUARE(by));
    return true;
}
