/* What can never hold together: all requirements, and states of a position. */
#include "db/query/plan/never.h"

void query_require(Requirements *all, const Test *test, bool not) {
    if (test->op == TEST_NOT) {
        query_require(all, test->part[0], !not);
    } else if (test->op == (not ? TEST_OR : TEST_AND)) {
        for (unsigned i = 0; i < test->parts; i++)
            query_require(all, test->part[i], not);
    } else if (test->op != TEST_AND && test->op != TEST_OR && all->count < NEVER_MOST) {
        all->list[all->count++] = (Required){test, not};
    }
}

/* ---- states ---- */

enum { IN_CHECK = 1, STUCK = 2, ENDED = 4 };

/* What is certain where a state holds, and what is certainly not so. */
static unsigned implied(QueryState what, unsigned *not) {
    *not = what == QUERY_STALEMATE ? IN_CHECK : what == QUERY_MAY_MATE ? STUCK : 0;
    return what == QUERY_CHECK       ? IN_CHECK
           : what == QUERY_CHECKMATE ? IN_CHECK | STUCK | ENDED
           : what == QUERY_STALEMATE ? STUCK
           : what == QUERY_FINAL     ? ENDED
                                     : 0;
}

/* States that say nothing but one of these. */
static unsigned same_as(QueryState what) {
    return what == QUERY_CHECK ? IN_CHECK : what == QUERY_FINAL ? ENDED : 0;
}

/* `b` is denied where `a` holds. */
static bool state_denies(const Required *a, const Required *b) {
    unsigned x = a->test->state.sides, y = b->test->state.sides, not_a, not_b;
    unsigned is = implied(a->test->state.what, &not_a);
    if (a->not)
        return false;
    if (b->not)
        return !(x & ~y) && (b->test->state.what == QUERY_TO_MOVE || b->test->state.what == a->test->state.what ||
                             (is & same_as(b->test->state.what)));
    return !(x & y) || (is & (implied(b->test->state.what, &not_b), not_b)) ||
           (implied(b->test->state.what, &not_b) & not_a);
}

static bool states_exclude(const Requirements *all, Never *why) {
    for (unsigned i = 0; i < all->count; i++)
        for (unsigned j = 0; j < all->count; j++) {
            const Required *a = &all->list[i], *b = &all->list[j];
            if (i != j && a->test->op == TEST_STATE && b->test->op == TEST_STATE && state_denies(a, b))
                return query_exclude(why, a->test, b->test);
        }
    return false;
}

bool query_excluded(const Requirements *all, Never *why) {
    return query_facts_exclude(all, why) || query_numbers_exclude(all, why) || states_exclude(all, why) ||
           (all->plan->variant && query_sets_exclude(all, false, why));
}

bool query_excluded_from_start(const Requirements *all, Never *why) {
    return all->plan->variant && query_sets_exclude(all, true, why);
}
