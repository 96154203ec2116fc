/* What is known of tests before they are asked: when a game begins, and of what can still come. */
#include "db/query/query_compile.h"
#include "db/query/query_matcher.h"

/* ---- when a game begins ---- */

static Chance chance_of(bool value) {
    return value ? YES : NO;
}

static Chance chance_of_ply(const GrMatcher *m, const Test *test) {
    int64_t last = (int64_t)m->plies - 1;
    if (test->number.low > last || test->number.high < 0)
        return NO;
    return test->number.low <= 0 && test->number.high >= last ? YES : MAYBE;
}

static Chance chance_of_joint(const GrMatcher *m, const Test *test) {
    Chance absorbing = test->op == TEST_AND ? NO : YES, all = test->op == TEST_AND ? YES : NO;
    for (unsigned i = 0; i < test->parts; i++) {
        Chance chance = query_chance(m, test->part[i]);
        if (chance == absorbing)
            return absorbing;
        if (chance == MAYBE)
            all = MAYBE;
    }
    return all;
}

static bool asks_for_evals(const SumTest *sum) {
    for (unsigned i = 0; i < sum->terms; i++)
        if (sum->term[i].value == QUERY_EVAL)
            return true;
    return false;
}

/* Is it only said in texts? A sum with an evaluation is false where there is none. */
static bool is_of_texts(const Test *test) {
    return test->op == TEST_COMMENT || test->op == TEST_NAG || test->op == TEST_JUDGED ||
           (test->op == TEST_STATE && test->state.what == QUERY_IN_VARIATION) ||
           (test->op == TEST_SUM && asks_for_evals(&test->sum));
}

Chance query_chance(const GrMatcher *m, const Test *test) {
    switch (test->op) {
    case TEST_FALSE:
    case TEST_TRUE:
        return chance_of(test->op == TEST_TRUE);
    case TEST_AND:
    case TEST_OR:
        return chance_of_joint(m, test);
    case TEST_NOT:
        return (Chance)(YES - query_chance(m, test->part[0]));
    case TEST_FACT:
        return chance_of(m->fact[test->fact]);
    case TEST_PLY:
        return chance_of_ply(m, test);
    default:
        return m->bare && is_of_texts(test) ? NO : MAYBE;
    }
}

/* ---- what can still come ---- */

/* Do such pieces only become fewer? Pawns do, unless they come back from a hand, and all of a side together where none
 * comes onto the board. */
static bool only_leave(const GrPlan *plan, const Plane *plane) {
    const unsigned all = (2u << plan->variant->types) - 2, leaving = plan->variant->hands ? 0 : plan->pawns;
    bool leave = !plane->empty && !plane->holes;
    for (int side = 0; side < 2; side++)
        leave &= !(plane->types[side] & ~leaving) || (plan->shrinks && plane->types[side] == all);
    return leave;
}

/* Can it ever be said of the test that it holds no more? */
static bool can_be_past(const GrPlan *plan, const Test *test) {
    bool can = test->op == TEST_FALSE || test->op == TEST_FACT || test->op == TEST_PLY || test->op == TEST_OR;
    if (test->op == TEST_SOME)
        can = only_leave(plan, &test->set.plane);
    if (test->op == TEST_COUNT)
        can = only_leave(plan, &test->count.set.plane);
    for (unsigned i = 0; i < test->parts && test->op == TEST_AND; i++)
        can |= can_be_past(plan, test->part[i]);
    for (unsigned i = 0; i < test->parts && test->op == TEST_OR; i++)
        can &= can_be_past(plan, test->part[i]);
    return can;
}

void query_know_end(GrPlan *plan) {
    plan->closes = plan->variant;
    for (unsigned i = 0; i < plan->tests && plan->closes; i++)
        plan->closes = can_be_past(plan, plan->test[i].test);
}

static bool are_too_few(const GrMatcher *m, const SetTest *set, int low, const GrPosition *pos) {
    return only_leave(m->plan, &set->plane) && gr_set_count(query_plane(&set->plane, pos)) < low;
}

static bool is_past(const GrMatcher *m, const Test *test, const GrPosition *pos) {
    bool past = test->op == TEST_OR;
    switch (test->op) {
    case TEST_FACT:
        return !m->fact[test->fact];
    case TEST_PLY:
        return m->ply >= test->number.high;
    case TEST_SOME:
        return are_too_few(m, &test->set, 1, pos);
    case TEST_COUNT:
        return are_too_few(m, &test->count.set, test->count.low, pos);
    case TEST_AND:
        for (unsigned i = 0; i < test->parts && !past; i++)
            past = is_past(m, test->part[i], pos);
        return past;
    case TEST_OR:
        for (unsigned i = 0; i < test->parts && past; i++)
            past = is_past(m, test->part[i], pos);
        return past;
    default:
        return test->op == TEST_FALSE;
    }
}

bool query_all_are_past(const GrMatcher *m, const GrPosition *pos) {
    bool past = m->plan->closes;
    for (const unsigned *i = m->open, *end = i + m->opens; i < end && past; i++)
        past = is_past(m, m->plan->test[*i].test, pos);
    return past;
}
