/* From expressions without times to tests of single plies.
 *
 * What is certain for the variant is decided here. The parts of a joint are put in order, cheap
 * ones first, since most of them fail and the rest is then not asked.
 */
#include <stdlib.h>

#include "db/query/plan/compile.h"
#include "db/query/plan/never.h"
#include "rules/fen.h"

enum {
    COST_FACT = 1,
    COST_STATE = 2,
    COST_SET = 4,
    COST_EVENT = 6,
    COST_BOARD = 8,
    COST_MATERIAL = 12,
    COST_SHIFTED = 30,
    COST_CHECK = 40,
    COST_TEXT = 60,
    COST_RELATION = 150,
    COST_MOVES = 300
};

static Test *new_test(GrPlan *plan, TestOp op, unsigned cost, const QueryNode *node) {
    Test *test = query_alloc(&plan->arena, sizeof *test);
    if (!test)
        return NULL;
    test->op = op;
    test->cost = cost;
    test->node = node;
    return test;
}

static Test *constant(GrPlan *plan, bool value, const QueryNode *node) {
    return new_test(plan, value ? TEST_TRUE : TEST_FALSE, 0, node);
}

/* ---- numbers ---- */

static bool is_plain(const SetTest *set) {
    return !set->adjectives && !set->not_adjectives && !set->relations;
}

static unsigned term_cost(GrPlan *plan, const SumTerm *term) {
    switch (term->value) {
    case QUERY_COUNT:
        return term->is_pocket || is_plain(&term->set) ? COST_SET : COST_RELATION;
    case QUERY_CHOICES:
        return COST_MOVES;
    case QUERY_CHECKERS:
        return COST_CHECK;
    case QUERY_OCCURRENCE:
        plan->repeats = true;
        return COST_TEXT;
    case QUERY_EVAL:
        plan->needs |= GR_PLAN_TEXTS;
        return COST_TEXT;
    default:
        return COST_STATE;
    }
}

static int64_t round_up(int64_t value, int64_t by) {
    return value >= 0 ? (value + by - 1) / by : -(-value / by);
}

static int64_t round_down(int64_t value, int64_t by) {
    return -round_up(-value, by);
}

/* Bounds on the number itself, where one term with a factor above 0 is all there is. */
static void own_bounds(const SumTest *sum, int64_t *low, int64_t *high) {
    int64_t by = sum->term[0].factor * (sum->term[0].value == QUERY_COUNT ? 1 : 100);
    *low = round_up(sum->low, by);
    *high = round_down(sum->high, by);
}

/* Has the variant nothing that could be in the set, or the board none of its squares? */
static bool is_void(const GrPlan *plan, const SetTest *set) {
    return !set->area || query_is_void(plan, &set->plane);
}

/* A comparison with a single count or with the ply alone is asked often and made simple. */
static void simplify(const GrPlan *plan, Test *test) {
    SumTest sum = test->sum;
    int64_t low, high;
    if (sum.terms != 1 || sum.differs || sum.term[0].factor <= 0)
        return;
    own_bounds(&sum, &low, &high);
    const SumTerm *term = &sum.term[0];
    if (term->value == QUERY_PLY || term->value == QUERY_CHECKERS) {
        test->op = term->value == QUERY_PLY ? TEST_PLY : TEST_CHECKERS;
        test->number.low = low;
        test->number.high = high;
    } else if (term->value == QUERY_COUNT && !term->is_pocket && is_void(plan, &term->set)) {
        test->op = low <= 0 && high >= 0 ? TEST_TRUE : TEST_FALSE;
    } else if (term->value == QUERY_COUNT && !term->is_pocket) {
        bool open = high > GR_MAX_SQUARES;
        test->op = low == 1 && open ? TEST_SOME : low <= 0 && high == 0 ? TEST_NONE : TEST_COUNT;
        SetTest set = term->set;
        if (test->op == TEST_COUNT) {
            test->count.set = set;
            test->count.low = low < 0 ? 0 : low > 1000 ? 1000 : (int)low;
            test->count.high = open ? 1000 : high < 0 ? -1 : (int)high;
        } else {
            test->set = set;
        }
    }
}

static bool asks_for_evals(const QueryCompare *compare) {
    for (const QueryTerm *term = compare->terms; term; term = term->next)
        if (term->value == QUERY_EVAL)
            return true;
    return false;
}

static Test *compare(GrPlan *plan, const QueryNode *node, unsigned turn) {
    if (plan->outline && asks_for_evals(&node->compare))
        return constant(plan, query_outlined(plan), node);
    Test *test = new_test(plan, TEST_SUM, 0, node);
    if (!test)
        return NULL;
    query_compile_sum(plan, &node->compare, turn, &test->sum);
    for (unsigned i = 0; i < test->sum.terms; i++)
        test->cost += term_cost(plan, &test->sum.term[i]);
    if (!plan->arena.failed)
        simplify(plan, test);
    return test;
}

/* ---- other conditions ---- */

static Test *fact(GrPlan *plan, const QueryNode *node, unsigned turn) {
    if (node->op == QUERY_VARIANT)
        return constant(plan, plan->variant && plan->variant->name == node->variant, node);
    if (node->op == QUERY_SIZE)
        return constant(plan, plan->variant && plan->variant->files == node->size.files &&
                                  plan->variant->ranks == node->size.ranks, node);
    Test *test = new_test(plan, TEST_FACT, COST_FACT, node);
    if (!test)
        return NULL;
    test->fact = plan->facts++;
    Fact *made = &plan->fact[test->fact];
    *made = (Fact){.node = node, .flip = turn & FLIP};
    if (node->op == QUERY_COMPARE)
        query_compile_sum(plan, &node->compare, turn, &made->sum);
    return test;
}

static Test *position(GrPlan *plan, const QueryNode *node) {
    GrPosition *pos = query_alloc(&plan->arena, sizeof *pos);
    Test *test = new_test(plan, TEST_POSITION, COST_STATE, node);
    GrFaults faults;
    if (!pos || !test)
        return NULL;
    if (gr_fen_read(plan->rules, node->fen, pos, &faults) || faults.count)
        return constant(plan, false, node);
    test->position = pos;
    return test;
}

static Test *state(GrPlan *plan, const QueryNode *node, unsigned turn) {
    QueryState what = node->state.what;
    bool cheap = what == QUERY_TO_MOVE || what == QUERY_FINAL || what == QUERY_IN_VARIATION ||
                 what == QUERY_EN_PASSANT_LEGAL || what == QUERY_CHECKMATE;
    Test *test = new_test(plan, TEST_STATE,
                          cheap                     ? COST_STATE
                          : what == QUERY_STALEMATE ? COST_MOVES
                          : what == QUERY_MAY_MATE  ? 10 * COST_MOVES
                                                    : COST_CHECK,
                          node);
    if (!test)
        return NULL;
    plan->events |= what == QUERY_DISCOVERED_CHECK;
    test->state.what = what;
    test->state.sides = query_turn_sides(node->state.sides, turn);
    return test;
}

static Test *text(GrPlan *plan, const QueryNode *node) {
    if (plan->outline)
        return constant(plan, query_outlined(plan), node);
    Test *test = new_test(plan, node->op == QUERY_NAG ? TEST_NAG : TEST_COMMENT, COST_TEXT, node);
    plan->needs |= GR_PLAN_TEXTS;
    if (!test)
        return NULL;
    if (node->op == QUERY_NAG)
        test->nag = node->nag;
    else
        test->comment = node->comment;
    return test;
}

static Test *judged(GrPlan *plan, const QueryNode *node, unsigned turn) {
    if (plan->outline)
        return constant(plan, query_outlined(plan), node);
    Test *test = new_test(plan, TEST_JUDGED, COST_TEXT, node);
    plan->needs |= GR_PLAN_TEXTS;
    if (!test)
        return NULL;
    plan->events = true; /* to know who moved */
    test->judged.what = node->judged.what;
    test->judged.sides = query_turn_sides(node->judged.sides, turn);
    return test;
}

/* Those whose making says whether anything can fit. */
static Test *board_condition(GrPlan *plan, const QueryNode *node, unsigned turn) {
    Test *test = new_test(plan, TEST_FALSE, COST_STATE, node);
    bool fits;
    if (!test)
        return NULL;
    switch (node->op) {
    case QUERY_BOARD:
        fits = query_compile_board(plan, &node->board, turn, test);
        test->cost = test->op == TEST_SHIFTED ? COST_SHIFTED : COST_BOARD;
        break;
    case QUERY_MATERIAL:
        test->op = TEST_MATERIAL;
        test->cost = COST_MATERIAL;
        fits = query_compile_material(plan, &node->material, turn, &test->material);
        break;
    case QUERY_RIGHTS:
        fits = query_compile_rights(plan, &node->rights, turn, test);
        break;
    default:
        test->op = query_looks_ahead(node) ? TEST_SACRIFICE : TEST_EVENT;
        test->cost = COST_EVENT;
        plan->events = true;
        if (query_looks_ahead(node))
            query_make_worths(plan);
        fits = query_compile_event(plan, &node->event, turn, &test->event);
    }
    return fits ? test : constant(plan, false, node);
}

/* ---- what never holds ---- */

static Test *never(GrPlan *plan, const Never *why) {
    Test *test = constant(plan, false, why->node);
    if (test)
        test->with = why->with;
    return test;
}

/* The test, or one that is false if what it requires excludes each other. */
static Test *possible(GrPlan *plan, Test *test) {
    Requirements all = {.plan = plan};
    Never why;
    query_require(&all, test, false);
    if (query_excluded(&all, &why))
        return never(plan, &why);
    if (query_excluded_from_start(&all, &why)) {
        test->rare = why.node;
        test->rare_with = why.with;
    }
    return test;
}

static Test *condition_as_written(GrPlan *plan, const QueryNode *node, unsigned turn) {
    if (node->scope == QUERY_OF_GAME)
        return fact(plan, node, turn);
    if (!plan->variant)
        return constant(plan, false, node);
    switch (node->op) {
    case QUERY_COMPARE:
        return compare(plan, node, turn);
    case QUERY_FEN:
        return position(plan, node);
    case QUERY_STATE:
        return state(plan, node, turn);
    case QUERY_COMMENT:
    case QUERY_NAG:
        return text(plan, node);
    case QUERY_JUDGED:
        return judged(plan, node, turn);
    default:
        return board_condition(plan, node, turn);
    }
}

static Test *condition(GrPlan *plan, const QueryNode *node, unsigned turn) {
    Test *test = condition_as_written(plan, node, turn);
    return test && !plan->arena.failed ? possible(plan, test) : test;
}

/* ---- joints ---- */

static int by_cost(const void *a, const void *b) {
    const Test *x = *(Test *const *)a, *y = *(Test *const *)b;
    if (x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    if (x->node->place != y->node->place)
        return x->node->place < y->node->place ? -1 : 1;
    if (x->node->start != y->node->start)
        return x->node->start < y->node->start ? -1 : 1;
    return (x->turn > y->turn) - (x->turn < y->turn);
}

/* Joins parts, of which those that decide nothing have been left out; one of `absorbing` decides
 * all. */
static Test *joint(GrPlan *plan, TestOp op, Test **part, unsigned parts, const QueryNode *node) {
    TestOp absorbing = op == TEST_AND ? TEST_FALSE : TEST_TRUE;
    unsigned cost = 0;
    for (unsigned i = 0; i < parts; i++) {
        cost += part[i]->cost;
        if (part[i]->op == absorbing)
            return part[i];
    }
    if (parts < 2)
        return parts ? part[0] : constant(plan, op == TEST_AND, node);
    Test *test = new_test(plan, op, cost, node);
    if (!test)
        return NULL;
    qsort(part, parts, sizeof *part, by_cost);
    test->part = part;
    test->parts = parts;
    for (unsigned i = 0; i < parts && (i == 0 || op == TEST_AND || test->rare); i++)
        if (op == TEST_OR || part[i]->rare) {
            test->rare = part[i]->rare;
            test->rare_with = part[i]->rare_with;
        }
    return op == TEST_AND ? possible(plan, test) : test;
}

/* `then` and a condition on the whole game is no more than `and`. */
static TestOp joint_op(const QueryNode *node) {
    if (node->op == QUERY_AND || node->op == QUERY_THEN)
        return TEST_AND;
    return node->op == QUERY_OR ? TEST_OR : TEST_TRUE;
}

/* A chain of the same joint, whichever way it is put in parentheses, becomes one with many
 * parts. */
static unsigned count_parts(const QueryNode *node, TestOp op) {
    unsigned count = 1;
    for (; joint_op(node) == op; node = node->left)
        count += count_parts(node->right, op);
    return count;
}

static void collect(GrPlan *plan, const QueryNode *node, unsigned turn, TestOp op, Test **part,
                    unsigned *parts) {
    const QueryNode *at = node;
    for (; joint_op(at) == op; at = at->left)
        collect(plan, at->right, turn, op, part, parts);
    Test *test = query_compile_test(plan, at, turn);
    TestOp neutral = op == TEST_AND ? TEST_TRUE : TEST_FALSE;
    if (test && test->op != neutral)
        part[(*parts)++] = test;
}

static Test *chain(GrPlan *plan, const QueryNode *node, unsigned turn) {
    TestOp op = joint_op(node);
    unsigned parts = 0;
    Test **part = query_alloc(&plan->arena, sizeof *part * count_parts(node, op));
    if (!part)
        return NULL;
    collect(plan, node, turn, op, part, &parts);
    return plan->arena.failed ? NULL : joint(plan, op, part, parts, node);
}

static Test *either_turn(GrPlan *plan, const QueryNode *node, unsigned turn) {
    unsigned other = turn ^ (node->op == QUERY_FLIP ? FLIP : MIRROR);
    Test **part = query_alloc(&plan->arena, sizeof *part * 2);
    if (!part || !(part[0] = query_compile_test(plan, node->left, turn)) ||
        !(part[1] = query_compile_test(plan, node->left, other)))
        return NULL;
    if (part[0]->op == TEST_FALSE)
        return part[1];
    return part[1]->op == TEST_FALSE ? part[0] : joint(plan, TEST_OR, part, 2, node);
}

static Test *negative(GrPlan *plan, const QueryNode *node, unsigned turn) {
    Test **part = query_alloc(&plan->arena, sizeof *part);
    plan->negated = !plan->negated;
    if (part)
        part[0] = query_compile_test(plan, node->left, turn);
    plan->negated = !plan->negated;
    if (!part || !part[0])
        return NULL;
    if (part[0]->op == TEST_TRUE || part[0]->op == TEST_FALSE)
        return constant(plan, part[0]->op == TEST_FALSE, node);
    if (part[0]->op == TEST_SOME || part[0]->op == TEST_NONE) {
        part[0]->op = part[0]->op == TEST_SOME ? TEST_NONE : TEST_SOME;
        part[0]->node = node;
        part[0]->rare = NULL;
        return possible(plan, part[0]);
    }
    Test *test = new_test(plan, TEST_NOT, part[0]->cost, node);
    if (!test)
        return NULL;
    test->part = part;
    test->parts = 1;
    return possible(plan, test);
}

static Test *compile(GrPlan *plan, const QueryNode *node, unsigned turn) {
    switch (node->op) {
    case QUERY_AND:
    case QUERY_OR:
    case QUERY_THEN:
        return chain(plan, node, turn);
    case QUERY_FLIP:
    case QUERY_MIRROR:
        return either_turn(plan, node, turn);
    case QUERY_NOT:
        return negative(plan, node, turn);
    default:
        return condition(plan, node, turn);
    }
}

Test *query_compile_test(GrPlan *plan, const QueryNode *node, unsigned turn) {
    Test *test = compile(plan, node, turn);
    if (test && test->node == node)
        test->turn = turn;
    return test;
}
