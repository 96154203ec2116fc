/* Which of the edits that would do is the likeliest, and what the others are. */
#include <stdlib.h>
#include <string.h>

#include "notation/repair/repair_local.h"

enum {
    LOOK_AT = 60,   /* as much dearer a solution may be and still be the likelier one */
    MOST_LOOKS = 48,
    CLOSE = 15,     /* closer than that to the best, an edit is about as likely */
    FAR_FETCHED = 80 /* what costs this much more than the best is not reported if it is elsewhere */
};

/* ---- which is best ---- */

/* What is played around the edit of a node. */
static Around find_around(Search *s, const Node *n, State *after) {
    Around around = {GR_NO_MOVE, GR_NO_MOVE, GR_NO_MOVE};
    if (n->place > 0)
        around.last = repair_own_move(s, &s->line[n->place - 1]);
    if (after->next < s->count) {
        around.reply = repair_own_move(s, after);
        if (repair_step(s, after) && after->next < s->count)
            around.next = repair_own_move(s, after);
    }
    return around;
}

/* How little likely a solution is apart from its cost. */
static int unlikely(Search *s, Likely *likely, uint32_t node) {
    const Node *n = &s->node[node];
    State before, after;
    if (n->edit != EDIT_REPLACE && n->edit != EDIT_INSERT)
        return UNLIKELY_NEUTRAL;
    repair_around(s, node, &before, &after);
    Around around = find_around(s, n, &after);
    return repair_unlikely(likely, &before.pos, n->move, &around);
}

static int compare(const void *a, const void *b) {
    const Solution *x = a, *y = b;
    if (x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

void repair_weigh(Search *s, Likely *likely) {
    int most = s->solution[0].cost + LOOK_AT;
    for (uint32_t i = 0; i < s->solutions; i++) {
        Solution *solution = &s->solution[i];
        bool looked_at = i < MOST_LOOKS && solution->cost <= most;
        solution->cost += looked_at ? unlikely(s, likely, solution->node) : UNLIKELY_MOST;
    }
    qsort(s->solution, s->solutions, sizeof *s->solution, compare);
}

/* ---- what else there is ---- */

/* Does a solution make the same game as one before it? */
static bool is_known(const Search *s, uint32_t i) {
    uint64_t line = s->node[s->solution[i].node].line;
    while (i-- > 0)
        if (s->node[s->solution[i].node].line == line)
            return true;
    return false;
}

/* What a solution costs but for the edit itself: what the game then disagrees with. */
static int rest_cost(const Search *s, const Node *n) {
    int slips = n->slips - s->node[n->parent].slips;
    switch ((Edit)n->edit) {
    case EDIT_REPLACE:
        return n->cost - (slips == 0 ? COST_AMBIGUOUS : COST_EDIT + slips);
    case EDIT_INSERT:
        return n->cost - COST_INSERT;
    case EDIT_DROP:
        return n->cost - repair_drop_cost(s, n->place);
    case EDIT_SWAP:
        return n->cost - COST_SWAP - n->reach;
    default:
        return n->cost;
    }
}

GrEditKind repair_kind(Edit edit) {
    switch (edit) {
    case EDIT_INSERT:
        return GR_INSERTED;
    case EDIT_DROP:
        return GR_DROPPED;
    case EDIT_SWAP:
        return GR_SWAPPED;
    default:
        return GR_REPLACED;
    }
}

uint32_t repair_token(const Search *s, uint32_t item) {
    for (; item < s->count; item++)
        if (s->item[item].place)
            return (uint32_t)(s->item[item].place - s->script->token);
    return (uint32_t)s->script->count;
}

/* Plies that the row has before the item. */
static uint32_t plies_before(const Search *s, uint32_t item) {
    uint32_t plies = 0;
    for (uint32_t i = 0; i < item; i++)
        plies += s->item[i].edit != EDIT_DROP;
    return plies;
}

static void name_other(Search *s, uint32_t node, GrRepair *edit) {
    const Node *n = &s->node[node];
    State before, after;
    repair_around(s, node, &before, &after);
    edit->other[edit->named++] = (GrRepairOther){
        .kind = repair_kind((Edit)n->edit), .move = n->move, .before = before.pos,
        .token = repair_token(s, n->place), .reach = n->reach,
        .ply = plies_before(s, n->place) + (n->edit != EDIT_DROP)};
}

void repair_find_others(Search *s, GrRepair *edit) {
    const Solution *best = s->solution;
    const Node *mine = &s->node[best->node];
    int most = rest_cost(s, mine);
    for (uint32_t i = 1; i < s->solutions; i++) {
        const Solution *other = &s->solution[i];
        const Node *n = &s->node[other->node];
        bool here = n->place == mine->place && n->edit == mine->edit;
        if (n->edit == EDIT_NONE || rest_cost(s, n) > most ||
            (!here && other->cost > best->cost + FAR_FETCHED) || is_known(s, i))
            continue;
        edit->others += here;
        edit->elsewhere += !here;
        edit->close += other->cost < best->cost + CLOSE;
        if (edit->named < GR_REPAIR_OTHERS)
            name_other(s, other->node, edit);
    }
    edit->forced = edit->others + edit->elsewhere == 0;
}
