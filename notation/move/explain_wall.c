/* Reasons why a wall cannot come where the text of a move has it. */
#include "notation/move/explain.h"

#include "notation/move/resolve.h"
#include "notation/move/san.h"
#include "notation/move/walls.h"
#include "rules/definition.h"

/* The wall that a text does not have. */
static void missing(const Explain *e, GrMove move) {
    char san[GR_SAN_SIZE];
    gr_san_write(e->pos, move, san);
    gr_buffer_printf(e->out, "it does not say where the %s goes, as in %s", gr_wall_name(e->pos->rules), san);
}

/* What the kind of wall asks for, of a square that is empty. */
static void put_rule(const Explain *e, GrMove move, int wall) {
    const GrDefinition *def = gr_definition_of(e->pos->rules);
    const char *name = gr_wall_name(e->pos->rules);
    if (!gr_set_has(def->wall_region[e->side], wall))
        gr_buffer_printf(e->out, "%s may put no %s on %s", explain_side(e->side), name, SQUARE(wall));
    else if (def->walls == GR_WALLS_ARROW)
        gr_buffer_printf(e->out, "from %s the %s does not reach %s with its arrow", SQUARE(gr_move_to(move)),
                         explain_type(e, gr_type_of(e->pos->board[gr_move_from(move)])), SQUARE(wall));
    else if (def->walls == GR_WALLS_PAST)
        gr_buffer_printf(e->out, "the wall comes where the piece was, on %s", SQUARE(gr_move_from(move)));
    else if (def->walls == GR_WALLS_EDGE)
        gr_buffer_puts(e->out, "a wall comes on the edge of the board or beside another");
    else
        gr_buffer_printf(e->out, "with the %s on %s the move is not allowed", name, SQUARE(wall));
}

/* `move` is legal with another wall. */
static void misplaced(const Explain *e, GrMove move, int wall) {
    const char *name = gr_wall_name(e->pos->rules);
    GrPosition after = *e->pos;
    gr_play(&after, move);
    if (e->pos->board[wall] == GR_HOLE && gr_definition_of(e->pos->rules)->walls == GR_WALLS_DUCK)
        gr_buffer_printf(e->out, "the duck stands on %s already, and has to move", SQUARE(wall));
    else if (e->pos->board[wall] == GR_HOLE)
        gr_buffer_printf(e->out, "on %s there is %s already", SQUARE(wall), *name == 'a' ? "an arrow" : "a wall");
    else if (after.board[wall] != GR_EMPTY && after.board[wall] != GR_HOLE) {
        int piece = after.board[wall];
        gr_buffer_printf(e->out, "the %s cannot go to %s, where %s's %s stands%s", name, SQUARE(wall),
                         explain_side(gr_side_of(piece)), explain_type(e, gr_type_of(piece)),
                         piece != e->pos->board[wall] ? " then" : "");
    } else {
        put_rule(e, move, wall);
    }
}

bool explain_wall(const Explain *e) {
    GrPattern want;
    GrMove move = GR_NO_MOVE;
    if (!e->v->walls || e->syntax->form == GR_FORM_PASS)
        return false;
    gr_resolve_pattern(e->lexicon, e->pos, e->syntax, &want);
    int wall = want.third;
    want.third = -1;
    size_t all = gr_match(e->pos, &want, &move, 1);
    if (!all)
        return false;
    want.from = gr_set_of(gr_move_from(move));
    want.to = gr_set_of(gr_move_to(move));
    want.piece = gr_move_piece(move);
    if (gr_match(e->pos, &want, NULL, 0) < all) /* more pieces could be meant */
        return false;
    if (wall < 0)
        missing(e, move);
    else
        misplaced(e, move, wall);
    return true;
}

void explain_lone_wall(const Explain *e) {
    int to = e->syntax->to;
    if (e->pos->board[to] != GR_EMPTY)
        explain_put_occupied(e, to);
    else if (!explain_attacked(e, e->pos, "a wall does not end "))
        put_rule(e, GR_NO_MOVE, to);
}
