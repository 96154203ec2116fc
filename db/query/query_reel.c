/* Which plans can be asked about many positions at once, and asking them. */
#include "db/query/query_reel.h"

#include "db/query/query_compile.h"
#include "db/query/query_matcher.h"
#include "db/query/query_reel_local.h"

/* ---- plans ---- */

static bool is_of_pieces(const Plane *plane) {
    return !plane->empty && !plane->holes;
}

static bool reels_set(const SetTest *set) {
    const unsigned known = QUERY_ATTACKED | QUERY_DEFENDED | QUERY_HANGING | QUERY_PINNED | QUERY_OF_PAWNS;
    unsigned adjectives = set->adjectives | set->not_adjectives;
    if (set->plane.holes || (adjectives && !is_of_pieces(&set->plane)) || adjectives & ~known)
        return false;
    for (unsigned i = 0; i < set->relations; i++) {
        const SetRelation *r = &set->relation[i];
        bool passive = r->kind == QUERY_ATTACKED_BY || r->kind == QUERY_DEFENDED_BY;
        if (r->least > 1 || (passive ? !r->set || !is_of_pieces(&r->set->plane) : !is_of_pieces(&set->plane)))
            return false;
        if ((r->squares && r->kind == QUERY_DEFENDS) || (r->set && !reels_set(r->set)))
            return false;
    }
    return true;
}

static bool reels_sum(const SumTest *sum) {
    for (unsigned i = 0; i < sum->terms; i++) {
        const SumTerm *term = &sum->term[i];
        if (term->is_pocket || (term->value != QUERY_COUNT && term->value != QUERY_PLY) ||
            (term->value == QUERY_COUNT && !reels_set(&term->set)))
            return false;
    }
    return true;
}

static bool reels(const GrPlan *plan, const Test *test) {
    for (unsigned i = 0; i < test->parts; i++)
        if (!reels(plan, test->part[i]))
            return false;
    switch (test->op) {
    case TEST_FALSE:
    case TEST_TRUE:
    case TEST_AND:
    case TEST_OR:
    case TEST_NOT:
    case TEST_FACT:
        return true;
    case TEST_SOME:
    case TEST_NONE:
        return reels_set(&test->set);
    case TEST_COUNT:
        return reels_set(&test->count.set);
    case TEST_SUM:
        return reels_sum(&test->sum);
    case TEST_STATE:
        return test->state.what == QUERY_TO_MOVE ||
               (test->state.what == QUERY_CHECK && query_checks_as_chess(plan));
    default:
        return false;
    }
}

static bool set_asks_for_attacks(const SetTest *set) {
    return set->relations || set->adjectives || set->not_adjectives;
}

/* Where pieces only stand matters, most moves are known not to; and sketches are faster. */
static bool asks_for_attacks(const Test *test) {
    bool asks = test->op == TEST_STATE && test->state.what == QUERY_CHECK;
    if (test->op == TEST_SOME || test->op == TEST_NONE)
        asks = set_asks_for_attacks(&test->set);
    if (test->op == TEST_COUNT)
        asks = set_asks_for_attacks(&test->count.set);
    for (unsigned i = 0; i < test->parts; i++)
        asks |= asks_for_attacks(test->part[i]);
    for (unsigned i = 0; test->op == TEST_SUM && i < test->sum.terms; i++)
        asks |= test->sum.term[i].value == QUERY_COUNT && set_asks_for_attacks(&test->sum.term[i].set);
    return asks;
}

void query_know_reels(GrPlan *plan) {
    bool fits = plan->of_pieces && !plan->events && gr_sketch_films(plan->variant), asks = false;
    for (unsigned i = 0; i < plan->tests && fits; i++) {
        fits = reels(plan, plan->test[i].test);
        asks |= asks_for_attacks(plan->test[i].test);
    }
    if (!fits || !asks)
        return;
    query_make_aims(plan);
    plan->reel = query_make_maps(plan);
    if (plan->reel && plan->reel->steps & ~(plan->reel->knights | plan->reel->kings))
        plan->reel = NULL;
    if (plan->reel && !(plan->reel_kings = reel_learn_kings(plan)))
        plan->reel = NULL;
}

bool gr_plan_reels(const GrPlan *plan) {
    return plan->reel;
}

/* ---- tests ---- */

/* What a test is asked of. */
typedef struct Asked {
    Reel reel;
    const GrReel *of;
    const GrMatcher *m;
} Asked;

static uint64_t some(const Reel *r, const ReelSet *set) {
    QueryLanes none = {0}, bit = {1, 2, 4, 8};
    for (unsigned i = 0; i < r->fours; i++, bit <<= 4)
        none |= bit & (QueryLanes)(set->at[i] == 0);
    return r->plies & ~(none[0] | none[1] | none[2] | none[3]);
}

static void count(const Reel *r, const ReelSet *set, uint8_t count[GR_REEL_PLIES]) {
    for (unsigned i = 0; i < r->fours; i++)
        for (unsigned n = 0; n < 4; n++)
            count[4 * i + n] = (uint8_t)__builtin_popcountll(set->at[i][n]);
}

static uint64_t has_count(Asked *a, const Test *test) {
    uint8_t counts[GR_REEL_PLIES] = {0};
    uint64_t plies = 0;
    ReelSet set;
    reel_find(&a->reel, &test->count.set, &set);
    count(&a->reel, &set, counts);
    for (uint32_t i = 0; i < a->of->count; i++)
        plies |= (uint64_t)(counts[i] >= test->count.low && counts[i] <= test->count.high) << i;
    return plies;
}

static uint64_t has_sum(Asked *a, const SumTest *sum) {
    int64_t total[GR_REEL_PLIES] = {0};
    uint64_t plies = 0;
    for (unsigned n = 0; n < sum->terms; n++) {
        const SumTerm *term = &sum->term[n];
        uint8_t counts[GR_REEL_PLIES] = {0};
        ReelSet set;
        if (term->value == QUERY_COUNT) {
            reel_find(&a->reel, &term->set, &set);
            count(&a->reel, &set, counts);
        }
        for (uint32_t i = 0; i < a->of->count; i++)
            total[i] += term->factor * (term->value == QUERY_COUNT ? counts[i] : 100 * (int64_t)(a->of->first + i));
    }
    for (uint32_t i = 0; i < a->of->count; i++)
        plies |= (uint64_t)((total[i] >= sum->low && total[i] <= sum->high) != sum->differs) << i;
    return plies;
}

/* Plies at which one of these sides is to move. */
static uint64_t moves(const Asked *a, unsigned sides) {
    uint64_t first = 0x5555555555555555;
    return (sides >> a->of->turn & 1 ? first : 0) | (sides >> !a->of->turn & 1 ? ~first : 0);
}

static uint64_t has(Asked *a, const Test *test, uint64_t plies);

static uint64_t has_some(Asked *a, const SetTest *test) {
    ReelSet set;
    return reel_find(&a->reel, test, &set) ? some(&a->reel, &set) : 0;
}

static uint64_t has_joint(Asked *a, const Test *test, uint64_t plies) {
    uint64_t open = plies;
    for (unsigned i = 0; i < test->parts && open; i++)
        open &= test->op == TEST_AND ? has(a, test->part[i], open) : ~has(a, test->part[i], open);
    return test->op == TEST_AND ? open : plies & ~open;
}

/* At which of these plies does the test hold? */
static uint64_t has(Asked *a, const Test *test, uint64_t plies) {
    switch (test->op) {
    case TEST_TRUE:
        return plies;
    case TEST_AND:
    case TEST_OR:
        return has_joint(a, test, plies);
    case TEST_NOT:
        return plies & ~has(a, test->part[0], plies);
    case TEST_FACT:
        return a->m->fact[test->fact] ? plies : 0;
    case TEST_SOME:
        return plies & has_some(a, &test->set);
    case TEST_NONE:
        return plies & ~has_some(a, &test->set);
    case TEST_COUNT:
        return plies & has_count(a, test);
    case TEST_SUM:
        return plies & has_sum(a, &test->sum);
    case TEST_STATE:
        return plies & (test->state.what == QUERY_CHECK ? reel_checks(&a->reel, a->of->turn, test->state.sides)
                                                        : moves(a, test->state.sides));
    default:
        return 0;
    }
}

void gr_matcher_reel(GrMatcher *m, const GrReel *reel) {
    Asked a; /* most of which is written when it is needed */
    if (!reel->count || reel->first >= m->plies)
        return;
    a.of = reel;
    a.m = m;
    reel_load(&a.reel, m->plan, reel);
    for (const unsigned *i = m->open, *end = i + m->opens; i < end; i++) {
        uint64_t plies = has(&a, m->plan->test[*i].test, a.reel.plies);
        m->test[*i][reel->first / 64] |= plies;
        m->seen[*i] |= plies != 0;
    }
    m->ply = reel->first + reel->count;
    m->over = m->ply >= m->plies;
}
