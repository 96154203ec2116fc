/* What is known of tests before they are asked: when a game begins, and of what can still come. */
#include "db/query/plan/compile.h"
#include "db/query/run/matcher.h"
#include "db/query/run/sets.h"

/* ---- when a game begins ---- */

static Chance chance_of(bool value) {
    return value ? YES : NO;
}

static Chance chance_of_ply(const GrMatcher *m, const Test *test) {
    int64_t last = m->lines_follow ? UINT32_MAX : (int64_t)m->plies - 1;
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

static bool are_too_few(const GrMatcher *m, const SetTest *set, int low, const GrPosition *pos) {
    return query_only_leave(m->plan, &set->plane) && gr_set_count(query_plane(&set->plane, pos)) < low;
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
