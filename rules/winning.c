/* Moves that win at once by a rule of the variant's own, such as a king's step onto the hill. */
#include "rules/hooks.h"
#include "rules/tables.h"

enum { WAYS = 16 }; /* moves to the squares that a side aims at which are looked at */

static const GrHooks *hooks_of(const GrPosition *pos) {
    return pos->rules->variant->hooks;
}

static bool wins(const GrPosition *pos, GrMove move) {
    GrPosition next;
    int winner;
    gr_position_copy(&next, pos);
    gr_play(&next, move);
    return hooks_of(pos)->over(&next, &winner) && winner == pos->turn;
}

static GrMove winning_arrival(const GrPosition *pos, const GrAim *aim) {
    GrSet from = 0;
    for (unsigned left = aim->types; left; left &= left - 1)
        from |= pos->type[__builtin_ctz(left)];
    GrPattern pattern = {.kinds = ~0u, .types = aim->types, .from = from & pos->side[pos->turn],
                         .to = aim->to, .piece = -1, .third = -1};
    GrMove found[WAYS];
    size_t count = pattern.from ? gr_match(pos, &pattern, found, WAYS) : 0;
    for (size_t i = 0; i < count && i < WAYS; i++)
        if (wins(pos, found[i]))
            return found[i];
    return GR_NO_MOVE;
}

static GrMove winning_check(const GrPosition *pos) {
    GrMoveList list;
    GrChecks checks;
    bool known = gr_checks(pos, &checks);
    gr_moves(pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        if ((!known || gr_may_check(&checks, pos, list.move[i])) && wins(pos, list.move[i]))
            return list.move[i];
    return GR_NO_MOVE;
}

GrMove gr_winning_move(const GrPosition *pos) {
    GrAim aim = {0};
    if (!hooks_of(pos)->aim || pos->pending || !hooks_of(pos)->aim(pos, pos->turn, &aim))
        return GR_NO_MOVE;
    GrMove move = aim.to ? winning_arrival(pos, &aim) : GR_NO_MOVE;
    return move == GR_NO_MOVE && aim.check ? winning_check(pos) : move;
}

bool gr_wins_next(const GrPosition *pos) {
    GrAim aim = {0};
    if (!hooks_of(pos)->aim || pos->pending || !hooks_of(pos)->aim(pos, !pos->turn, &aim) || gr_in_check(pos))
        return false;
    GrPosition passed;
    gr_position_copy(&passed, pos);
    gr_play(&passed, gr_move_make(GR_PASS, 0, 0, 0, 0));
    return gr_winning_move(&passed) != GR_NO_MOVE;
}
