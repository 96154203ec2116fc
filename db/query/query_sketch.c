/* Which plans look at nothing of a position but its pieces and whose turn it is, and at which pieces. */
#include "db/codec/sketch.h"
#include "db/query/query_compile.h"
#include "db/query/query_phase.h"

/* ---- pieces of some types, wherever they stand ---- */

/* All pieces; and positions even if no piece has moved. */
#define ALL UINT32_MAX

static uint32_t pieces_in_set(const SetTest *set);

/* Of leapers it is known whom they attack, whatever is between. */
static uint32_t pieces_in_relation(const SetRelation *relation) {
    bool leaps = relation->near && relation->leaps && !relation->squares;
    return !leaps ? ALL : relation->set ? pieces_in_set(relation->set) : 0;
}

static uint32_t pieces_in_plane(const Plane *plane) {
    return plane->empty || plane->holes ? ALL : query_codes(plane->types[0], plane->types[1]);
}

static uint32_t pieces_in_set(const SetTest *set) {
    bool of_pawns = !((set->adjectives | set->not_adjectives) & ~(unsigned)QUERY_OF_PAWNS);
    uint32_t pieces = of_pawns ? pieces_in_plane(&set->plane) : ALL;
    if (set->adjectives | set->not_adjectives)
        pieces |= query_codes(set->pawns, set->pawns);
    for (unsigned i = 0; i < set->relations; i++)
        pieces |= pieces_in_relation(&set->relation[i]);
    return pieces;
}

static uint32_t pieces_in_sum(const SumTest *sum) {
    uint32_t pieces = 0;
    for (unsigned i = 0; i < sum->terms; i++)
        pieces |= sum->term[i].value == QUERY_PLY    ? ALL
                 : sum->term[i].value == QUERY_COUNT ? pieces_in_set(&sum->term[i].set)
                                                     : 0;
    return pieces;
}

static uint32_t pieces_in_board(const BoardTest *board) {
    uint32_t pieces = 0;
    for (unsigned i = 0; i < board->classes; i++)
        pieces |= pieces_in_plane(&board->class[i].plane);
    return pieces;
}

static uint32_t pieces_in(const Test *test) {
    uint32_t pieces = 0;
    for (unsigned i = 0; i < test->parts; i++)
        pieces |= pieces_in(test->part[i]);
    switch (test->op) {
    case TEST_FALSE:
    case TEST_TRUE:
    case TEST_AND:
    case TEST_OR:
    case TEST_NOT:
    case TEST_FACT:
        return pieces;
    case TEST_SOME:
    case TEST_NONE:
        return pieces_in_set(&test->set);
    case TEST_COUNT:
        return pieces_in_set(&test->count.set);
    case TEST_SUM:
        return pieces_in_sum(&test->sum);
    case TEST_BOARD:
    case TEST_SHIFTED:
        return pieces_in_board(&test->board);
    case TEST_MATERIAL:
        return query_codes(test->material.types, test->material.types);
    default:
        return ALL;
    }
}

/* ---- nothing but pieces ---- */

static bool is_sum_of_pieces(const SumTest *sum) {
    for (unsigned i = 0; i < sum->terms; i++) {
        QueryValue value = sum->term[i].value;
        if ((value != QUERY_COUNT && value != QUERY_PLY && value < QUERY_RATING) || sum->term[i].is_pocket)
            return false;
    }
    return true;
}

/* Of states, those that need no legal move. */
static bool is_state_of_pieces(QueryState what) {
    return what == QUERY_TO_MOVE || what == QUERY_CHECK || what == QUERY_DISCOVERED_CHECK || what == QUERY_FINAL;
}

static bool is_of_pieces(const Test *test) {
    for (unsigned i = 0; i < test->parts; i++)
        if (!is_of_pieces(test->part[i]))
            return false;
    switch (test->op) {
    case TEST_POSITION:
    case TEST_RIGHTS_ALL:
    case TEST_RIGHTS_ANY:
    case TEST_RIGHTS_EXACT:
    case TEST_COMMENT:
    case TEST_NAG:
    case TEST_JUDGED:
        return false;
    case TEST_SUM:
        return is_sum_of_pieces(&test->sum);
    case TEST_STATE:
        return is_state_of_pieces(test->state.what);
    default:
        return true;
    }
}

/* Moves that are asked for are to be seen, and so is the position after them, once. */
void query_know_sketches(GrPlan *plan) {
    bool sketches = plan->variant && gr_sketch_knows(plan->variant) && !plan->repeats &&
                    !plan->query->variations;
    uint32_t pieces = plan->events ? ALL : 0;
    for (unsigned i = 0; i < plan->tests; i++) {
        sketches &= is_of_pieces(plan->test[i].test);
        pieces |= pieces_in(plan->test[i].test);
        for (unsigned w = 0; w < plan->test[i].ways; w++)
            pieces |= plan->test[i].way[w].screen != SCREEN_NONE ? ALL : 0;
    }
    plan->of_pieces = sketches ? pieces : 0;
}

bool gr_plan_awaits(const GrPlan *plan) {
    return plan->awaits;
}

uint32_t gr_plan_of_pieces(const GrPlan *plan) {
    return plan->of_pieces;
}
