/* Tests asked of phases: whether they may hold at some position, and whether they may fail at some.
 *
 * A test that is not looked into may do both. That is always a sound answer, so the functions below
 * say more only of what counts pieces, ends a game, or is one of the rare moves that a phase knows of.
 */
#include "db/query/plan/phase.h"

#include <limits.h>

#include "db/query/plan/compiled.h"

enum { HOLDS = 1, FAILS = 2, OPEN = HOLDS | FAILS, MOST_TESTS = 64 };

/* How many there are of something: at least and at most. */
typedef struct Range {
    int low, high;
} Range;

static unsigned outcomes_in(Range range, int low, int high) {
    return (range.high >= low && range.low <= high ? HOLDS : 0u) |
           (range.low < low || range.high > high ? FAILS : 0u);
}

static Range count_royal(const GrVariant *v, int side) {
    int most = v->royals != GR_ROYALS_NONE && (side == GR_BLACK || v->royals != GR_ROYALS_BLACK);
    return (Range){v->royals == GR_ROYALS_FALL ? 0 : most, most};
}

static Range count_of(const GrPlan *plan, const GrPhase *phase, int side, int type) {
    if (type == GR_KING)
        return count_royal(plan->variant, side);
    int at = 2 * (type - 2) + side;
    return (Range){phase->low[at], phase->high[at]};
}

static Range count_types(const GrPlan *plan, const GrPhase *phase, int side, unsigned types) {
    Range sum = {0, 0};
    for (; types; types &= types - 1) {
        Range one = count_of(plan, phase, side, __builtin_ctz(types));
        sum.low += one.low;
        sum.high += one.high;
    }
    return sum;
}

static Range count_plane(const Plane *plane, const GrPlan *plan, const GrPhase *phase) {
    Range white = count_types(plan, phase, GR_WHITE, plane->types[GR_WHITE]);
    Range black = count_types(plan, phase, GR_BLACK, plane->types[GR_BLACK]);
    Range range = {white.low + black.low, white.high + black.high};
    unsigned all = (2u << plan->variant->types) - 2;
    if (plane->empty || plane->holes)
        return (Range){0, GR_MAX_SQUARES};
    if (plane->types[GR_WHITE] == all && plane->types[GR_BLACK] == all &&
        range.low < (int)phase->least)
        range.low = (int)phase->least;
    return range;
}

/* Pieces that are more than counted need others, which must be there. */
static Range count_set(const SetTest *set, const GrPlan *plan, const GrPhase *phase) {
    Range range = count_plane(&set->plane, plan, phase);
    if (set->area != plan->board || set->adjectives || set->not_adjectives || set->relations)
        range.low = 0;
    for (unsigned i = 0; i < set->relations && range.high; i++)
        if (set->relation[i].set && !count_set(set->relation[i].set, plan, phase).high)
            range.high = 0;
    return range;
}

static unsigned ask_count(const SetTest *set, int low, int high, const GrPlan *plan,
                          const GrPhase *phase) {
    return outcomes_in(count_set(set, plan, phase), low, high);
}

/* Do the terms count everything that White has and everything that Black has, by the same factor? */
static int64_t factor_of_all(const SumTest *sum, const GrPlan *plan) {
    unsigned all = (2u << plan->variant->types) - 2;
    int64_t factor[2] = {0, 0};
    for (unsigned i = 0; i < sum->terms; i++) {
        const SetTest *set = &sum->term[i].set;
        bool plain = set->area == plan->board && !set->adjectives && !set->not_adjectives && !set->relations;
        for (int side = 0; side < 2; side++)
            if (plain && set->plane.types[side] == all && !set->plane.types[!side])
                factor[side] = sum->term[i].factor;
    }
    return factor[0] == factor[1] ? factor[0] : 0;
}

static unsigned ask_sum(const SumTest *sum, const GrPlan *plan, const GrPhase *phase) {
    int64_t low = 0, high = 0;
    for (unsigned i = 0; i < sum->terms; i++) {
        const SumTerm *term = &sum->term[i];
        if (term->value != QUERY_COUNT || term->is_pocket)
            return OPEN;
        Range range = count_set(&term->set, plan, phase);
        low += term->factor * (term->factor < 0 ? range.high : range.low);
        high += term->factor * (term->factor < 0 ? range.low : range.high);
    }
    int64_t all = sum->terms == 2 ? factor_of_all(sum, plan) : 0;
    if (all > 0 && low < all * (int64_t)phase->least)
        low = all * (int64_t)phase->least;
    bool in = high >= sum->low && low <= sum->high, out = low < sum->low || high > sum->high;
    return sum->differs ? (out ? HOLDS : 0u) | (in ? FAILS : 0u)
                        : (in ? HOLDS : 0u) | (out ? FAILS : 0u);
}

/* A pattern needs a piece of its class for each of its squares. */
static unsigned ask_board(const Test *test, const GrPlan *plan, const GrPhase *phase) {
    const BoardTest *board = &test->board;
    for (unsigned i = 0; i < board->classes; i++) {
        const Plane *plane = &board->class[i].plane;
        int wanted = test->op == TEST_BOARD ? gr_set_count(board->class[i].squares) : 0;
        for (unsigned n = 0; n < board->cells && test->op == TEST_SHIFTED; n++)
            wanted += board->cell[n].plane == i;
        if (count_plane(plane, plan, phase).high < wanted)
            return FAILS;
    }
    return OPEN;
}

/* Has White what is left and Black what is right (or, swapped, the other way round)? */
static unsigned ask_sides(const MaterialTest *m, bool swapped, const GrPlan *plan, const GrPhase *phase) {
    unsigned holds = HOLDS, fails = 0;
    for (unsigned types = m->types; types && holds; types &= types - 1) {
        int type = __builtin_ctz(types), left = m->left[type], right = m->right[type];
        Range a = count_of(plan, phase, swapped ? GR_BLACK : GR_WHITE, type);
        Range b = count_of(plan, phase, swapped ? GR_WHITE : GR_BLACK, type);
        unsigned found = outcomes_in((Range){a.low - b.high, a.high - b.low}, left - right, left - right);
        if (m->exact) {
            unsigned one = outcomes_in(a, left, left);
            unsigned other = m->one_sided ? HOLDS : outcomes_in(b, right, right);
            found = (one & other & HOLDS) | ((one | other) & FAILS);
        }
        holds &= found;
        fails |= found & FAILS;
    }
    return holds | fails;
}

static unsigned ask_material(const MaterialTest *m, const GrPlan *plan, const GrPhase *phase) {
    if (m->exact && (m->pieces > phase->most || (m->whole && m->pieces < phase->least)))
        return FAILS;
    unsigned straight = m->either_way || !m->swapped ? ask_sides(m, false, plan, phase) : FAILS;
    unsigned swapped = m->either_way || m->swapped ? ask_sides(m, true, plan, phase) : FAILS;
    return ((straight | swapped) & HOLDS) | (straight & swapped & FAILS);
}

/* What may hold in the last position alone, if the sides are right. */
static unsigned ask_end(unsigned sides, const GrPhase *phase) {
    if (phase->part == GR_PHASE_BEFORE || !sides)
        return FAILS;
    return phase->part == GR_PHASE_LAST ? HOLDS : OPEN;
}

static unsigned ask_state(const Test *test, const GrPhase *phase) {
    unsigned sides = test->state.sides;
    switch (test->state.what) {
    case QUERY_CHECKMATE:
        return ask_end(sides & phase->mated, phase);
    case QUERY_STALEMATE: /* or before a null move */
        return phase->passes ? OPEN : ask_end(sides & phase->stalemated, phase);
    case QUERY_FINAL:
        return sides == QUERY_EITHER || !sides ? ask_end(QUERY_EITHER, phase) : OPEN;
    default:
        return OPEN;
    }
}

/* What a phase does not know of is where that is, and from what. */
static unsigned ask_promotion(const EventTest *test, const GrPhase *phase) {
    bool fits = false;
    for (int side = 0; side < 2; side++)
        fits |= test->sides >> side & 1 && phase->promoted[side] & (test->object ? test->object : UINT32_MAX) &&
                (!test->object || test->object_sides >> side & 1);
    bool open = !phase->promotes || test->subject || test->has_from || test->has_to || test->has_on;
    return !fits ? FAILS : open ? OPEN : HOLDS;
}

static unsigned ask_event(const EventTest *test, const GrPhase *phase) {
    QueryVerb verb = test->verb;
    if (verb == QUERY_PROMOTES)
        return ask_promotion(test, phase);
    if (verb == QUERY_EN_PASSANT)
        return FAILS | (phase->en_passant ? HOLDS : 0u);
    return verb == QUERY_PASSES && !phase->passes ? FAILS : OPEN;
}

static unsigned ask(const Test *test, const GrPlan *plan, const GrPhase *phase);

static unsigned ask_joint(const Test *test, const GrPlan *plan, const GrPhase *phase) {
    unsigned all = test->op == TEST_AND ? HOLDS : FAILS, any = OPEN - all;
    unsigned found = all;
    for (unsigned i = 0; i < test->parts && (found & all); i++) {
        unsigned part = ask(test->part[i], plan, phase);
        found = (found & part & all) | ((found | part) & any);
    }
    return found;
}

static unsigned ask(const Test *test, const GrPlan *plan, const GrPhase *phase) {
    unsigned inner;
    switch (test->op) {
    case TEST_TRUE:
        return HOLDS;
    case TEST_FALSE:
        return FAILS;
    case TEST_AND:
    case TEST_OR:
        return ask_joint(test, plan, phase);
    case TEST_NOT:
        inner = ask(test->part[0], plan, phase);
        return inner == OPEN ? OPEN : OPEN - inner;
    case TEST_SOME:
        return ask_count(&test->set, 1, GR_MAX_SQUARES, plan, phase);
    case TEST_NONE:
        return ask_count(&test->set, 0, 0, plan, phase);
    case TEST_COUNT:
        return ask_count(&test->count.set, test->count.low, test->count.high, plan, phase);
    case TEST_SUM:
        return ask_sum(&test->sum, plan, phase);
    case TEST_BOARD:
    case TEST_SHIFTED:
        return ask_board(test, plan, phase);
    case TEST_MATERIAL:
        return ask_material(&test->material, plan, phase);
    case TEST_STATE:
        return ask_state(test, phase);
    case TEST_EVENT:
        return ask_event(&test->event, phase);
    default:
        return OPEN;
    }
}

GrPhases gr_plan_ask_phase(const GrPlan *plan, const GrPhase *phase) {
    GrPhases all = {0, 0};
    for (unsigned i = 0; i < plan->tests; i++) {
        unsigned found = ask(plan->test[i].test, plan, phase);
        all.holds |= (uint64_t)(found & HOLDS ? 1 : 0) << i;
        all.fails |= (uint64_t)(found & FAILS ? 1 : 0) << i;
    }
    return all;
}

bool gr_plan_may_match(const GrPlan *plan, const GrPhases *seen) {
    Chance chance[MOST_TESTS];
    for (unsigned i = 0; i < plan->tests; i++)
        chance[i] = !(seen->holds >> i & 1) ? NO : seen->fails >> i & 1 ? MAYBE : YES;
    return query_time_chance(plan->root, chance) != NO;
}

/* Nearly all games have a phase with all that there is at the start, so a query that may be found there
 * rules out next to none. */
bool gr_plan_has_phases(const GrPlan *plan) {
    uint8_t count[2 * GR_MAX_TYPES] = {0};
    GrPosition start;
    if (!plan->variant || plan->query->variations || plan->tests > MOST_TESTS)
        return false;
    gr_start(plan->rules, &start);
    for (int at = 0; at < 2 * (plan->variant->types - 1); at++)
        count[at] = (uint8_t)gr_set_count(start.type[2 + at / 2] & start.side[at % 2]);
    GrPhases seen = gr_plan_ask_phase(plan, &(GrPhase){.low = count, .high = count, .most = UINT_MAX});
    return !gr_plan_may_match(plan, &seen);
}

/* Headers and texts are not known by phases. */
bool gr_plan_is_of_phases(const GrPlan *plan) {
    return gr_plan_has_phases(plan) && !plan->facts && !plan->numbers && !(plan->needs & GR_PLAN_TEXTS);
}

static bool is_end(const Test *test) {
    return test->op == TEST_STATE && (test->state.what == QUERY_CHECKMATE ||
                                      test->state.what == QUERY_STALEMATE || test->state.what == QUERY_FINAL);
}

static bool is_promotion(const Test *test) {
    return test->op == TEST_EVENT && test->event.verb == QUERY_PROMOTES;
}

static bool is_count(const Test *test) {
    return test->op == TEST_SOME || test->op == TEST_NONE || test->op == TEST_COUNT || test->op == TEST_SUM ||
           test->op == TEST_BOARD || test->op == TEST_SHIFTED || test->op == TEST_MATERIAL;
}

/* Is the test, or one below it, of the kind? */
static bool has(const Test *test, bool (*kind)(const Test *)) {
    bool any = kind(test);
    for (unsigned i = 0; i < test->parts && !any; i++)
        any = has(test->part[i], kind);
    return any;
}

static bool any_has(const GrPlan *plan, bool (*kind)(const Test *)) {
    bool any = false;
    for (unsigned i = 0; i < plan->tests && !any; i++)
        any = has(plan->test[i].test, kind);
    return any;
}

bool gr_plan_counts_pieces(const GrPlan *plan) {
    return any_has(plan, is_count);
}

bool gr_plan_asks_for_promotions(const GrPlan *plan) {
    return any_has(plan, is_promotion);
}

bool gr_plan_asks_for_ends(const GrPlan *plan) {
    return any_has(plan, is_end);
}
