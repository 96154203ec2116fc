/* What can still come: tests that cannot hold in the rest of a game need not be asked there, and a
 * game in which a query needs such a test need not be played through.
 *
 * This builds on three things: the number of the ply only grows; pawns only become fewer, unless they
 * come back from a hand; and where no piece can be dropped, placed or brought back, so does the number
 * of all pieces of a side. So
 * what is counted now is a bound from above for what comes, and what stands on the board at the
 * end, where that is known, one from below. Everything else is taken for possible.
 */
#include "db/query/query_outlook.h"

static Chance chance_of(bool value) {
    return value ? YES : NO;
}

/* Types of which no piece ever comes onto the board. */
static unsigned only_leaving(const GrPlan *plan) {
    return plan->variant->hands ? 0 : plan->pawns;
}

/* Does the number of these pieces never grow? Where a plane is of several types that is so if they
 * are pawns, or all there are. */
static bool only_shrinks(const GrPlan *plan, const Plane *plane) {
    unsigned all = (2u << plan->variant->types) - 2;
    if (plane->empty || plane->holes)
        return false;
    for (int side = 0; side < 2; side++)
        if ((plane->types[side] & ~only_leaving(plan)) && !(plan->shrinks && plane->types[side] == all))
            return false;
    return true;
}

static int final_count(const Plane *plane, const GrFinalCounts *final) {
    int count = 0;
    for (int side = 0; side < 2; side++)
        for (unsigned types = plane->types[side]; types; types &= types - 1)
            count += final->count[side][__builtin_ctz(types)];
    return count;
}

/* The answer depends on whether `left` of the `now` pieces remain. */
static void depend_on(const Outlook *o, int now, int left) {
    if (o->slack && now >= left && now - left + 1 < o->slack->pieces)
        o->slack->pieces = now - left + 1;
}

static void depend_on_ply(const Outlook *o, int64_t ply) {
    if (o->slack && ply > o->from && ply <= o->slack->ply)
        o->slack->ply = (uint32_t)ply - 1; /* before it, the outlook on it is made */
}

/* How many squares of the set there may be: at most, and at least. */
typedef struct Range {
    int low, high;
} Range;

static Range range_of(const SetTest *set, const Outlook *o) {
    Range range = {0, GR_MAX_SQUARES};
    bool plain = !set->adjectives && !set->not_adjectives && !set->relations;
    if (!only_shrinks(o->plan, &set->plane))
        return range;
    if (o->pos)
        range.high = gr_set_count(query_plane(&set->plane, o->pos));
    if (o->final && plain && set->area == o->plan->board)
        range.low = final_count(&set->plane, o->final);
    return range;
}

static Chance chance_of_count(const SetTest *set, int low, int high, const Outlook *o) {
    Range range = range_of(set, o);
    depend_on(o, range.high, low);
    depend_on(o, range.high, high + 1);
    if (range.high < low || range.low > high)
        return NO;
    return range.low >= low && range.high <= high ? YES : MAYBE;
}

static Chance chance_of_ply(const Test *test, const Outlook *o) {
    depend_on_ply(o, test->number.low);
    depend_on_ply(o, test->number.high < UINT32_MAX ? test->number.high + 1 : UINT32_MAX);
    if (o->from > test->number.high || o->to < test->number.low)
        return NO;
    return o->from >= test->number.low && o->to <= test->number.high ? YES : MAYBE;
}

/* A pattern needs a piece of its class on each of its squares. */
static Chance chance_of_board(const BoardTest *board, const Outlook *o) {
    for (unsigned i = 0; o->pos && i < board->classes; i++) {
        const BoardClass *class = &board->class[i];
        int wanted = gr_set_count(class->squares);
        if (!only_shrinks(o->plan, &class->plane))
            continue;
        int now = gr_set_count(query_plane(&class->plane, o->pos));
        depend_on(o, now, wanted);
        if (now < wanted)
            return NO;
    }
    return MAYBE;
}

/* Can the side come to have just these pieces of some types, which only become fewer together? */
static bool can_come_to(const Outlook *o, int side, unsigned types, const int8_t *want) {
    int now = 0, at_last = 0, wanted = 0;
    for (; types; types &= types - 1) {
        int type = __builtin_ctz(types);
        now += o->pos ? gr_set_count(o->pos->side[side] & o->pos->type[type]) : GR_MAX_SQUARES;
        at_last += o->final ? o->final->count[side][type] : 0;
        wanted += want[type];
    }
    depend_on(o, now, wanted);
    return now >= wanted && at_last <= wanted;
}

/* Can White have left and Black right (or, swapped, the other way round)? */
static bool can_have(const MaterialTest *m, const Outlook *o, bool swapped) {
    unsigned all = (2u << o->plan->variant->types) - 2 - (1u << GR_KING);
    for (int side = 0; side < 2; side++) {
        bool left = (side == GR_WHITE) != swapped;
        const int8_t *want = left ? m->left : m->right;
        if (m->one_sided && !left)
            continue;
        for (unsigned types = m->types & only_leaving(o->plan); types; types &= types - 1)
            if (!can_come_to(o, side, types & -types, want))
                return false;
        if (o->plan->shrinks && m->types == all && !can_come_to(o, side, all, want))
            return false;
    }
    return true;
}

static Chance chance_of_material(const MaterialTest *m, const Outlook *o) {
    bool straight = m->either_way || !m->swapped, swapped = m->either_way || m->swapped;
    if (!m->exact)
        return MAYBE;
    return (straight && can_have(m, o, false)) || (swapped && can_have(m, o, true)) ? MAYBE : NO;
}

/* A sum with an evaluation is false where there is none. */
static Chance chance_of_sum(const SumTest *sum, const Outlook *o) {
    for (unsigned i = 0; i < sum->terms && o->bare; i++)
        if (sum->term[i].value == QUERY_EVAL)
            return NO;
    return MAYBE;
}

static Chance chance_of_joint(const Test *test, const Outlook *o) {
    Chance absorbing = test->op == TEST_AND ? NO : YES;
    Chance all = test->op == TEST_AND ? YES : NO;
    for (unsigned i = 0; i < test->parts; i++) {
        Chance chance = query_chance(test->part[i], o);
        if (chance == absorbing)
            return absorbing;
        if (chance == MAYBE)
            all = MAYBE;
    }
    return all;
}

Chance query_chance(const Test *test, const Outlook *o) {
    switch (test->op) {
    case TEST_FALSE:
    case TEST_TRUE:
        return chance_of(test->op == TEST_TRUE);
    case TEST_AND:
    case TEST_OR:
        return chance_of_joint(test, o);
    case TEST_NOT:
        return (Chance)(YES - query_chance(test->part[0], o));
    case TEST_FACT:
        return chance_of(o->fact[test->fact]);
    case TEST_SOME:
        return chance_of_count(&test->set, 1, GR_MAX_SQUARES, o);
    case TEST_NONE:
        return chance_of_count(&test->set, 0, 0, o);
    case TEST_COUNT:
        return chance_of_count(&test->count.set, test->count.low, test->count.high, o);
    case TEST_PLY:
        return chance_of_ply(test, o);
    case TEST_BOARD:
        return chance_of_board(&test->board, o);
    case TEST_MATERIAL:
        return chance_of_material(&test->material, o);
    case TEST_SUM:
        return chance_of_sum(&test->sum, o);
    case TEST_STATE:
        return o->bare && test->state.what == QUERY_IN_VARIATION ? NO : MAYBE;
    case TEST_COMMENT:
    case TEST_NAG:
    case TEST_JUDGED:
        return o->bare ? NO : MAYBE;
    default:
        return MAYBE;
    }
}

/* Is there something below the test that can make its chance smaller as a game goes on? */
bool query_fades(const GrPlan *plan, const Test *test) {
    switch (test->op) {
    case TEST_SOME:
    case TEST_NONE:
        return only_shrinks(plan, &test->set.plane);
    case TEST_COUNT:
        return only_shrinks(plan, &test->count.set.plane);
    case TEST_PLY:
        return true;
    case TEST_MATERIAL:
        return test->material.exact && (plan->shrinks || (test->material.types & only_leaving(plan)));
    case TEST_BOARD:
        for (unsigned i = 0; i < test->board.classes; i++)
            if (only_shrinks(plan, &test->board.class[i].plane))
                return true;
        return false;
    default:
        for (unsigned i = 0; i < test->parts; i++)
            if (query_fades(plan, test->part[i]))
                return true;
        return false;
    }
}
