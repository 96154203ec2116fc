/* From a query to a plan: the tree of times, at whose leaves are tests of single plies. */
#include <stdlib.h>
#include <string.h>

#include "db/query/parse/worth.h"
#include "db/query/plan/compile.h"
#include "db/query/plan/never.h"

static bool joins_game(const QueryNode *node) {
    return node->left->scope == QUERY_OF_GAME || node->right->scope == QUERY_OF_GAME;
}

/* Does it take more than one ply to say whether the expression holds? */
static bool is_timed(const QueryNode *node) {
    for (; node; node = node->left) {
        if (query_looks_ahead(node) || node->op == QUERY_FOR || node->op == QUERY_TIMES || node->op == QUERY_ALWAYS ||
            (node->op == QUERY_THEN && !joins_game(node)))
            return true;
        if (node->right && is_timed(node->right))
            return true;
    }
    return false;
}

static Time *new_time(GrPlan *plan, TimeOp op, const QueryNode *node) {
    Time *time = query_alloc(&plan->arena, sizeof *time);
    if (!time)
        return NULL;
    *time = (Time){.op = op, .scope = node->scope, .node = node, .low = node->low,
                   .high = node->high, .index = plan->times++};
    return time;
}

static Time *leaf(GrPlan *plan, const QueryNode *node, unsigned turn) {
    Time *time = new_time(plan, TIME_TEST, node);
    Test *test = query_compile_test(plan, node, turn);
    if (!time || !test)
        return NULL;
    time->test = plan->tests;
    plan->test[plan->tests++] = (PlanTest){.test = test, .scope = node->scope};
    return time;
}

static TimeOp time_op(const QueryNode *node) {
    switch (node->op) {
    case QUERY_AND:
        return TIME_AND;
    case QUERY_THEN:
        return joins_game(node) ? TIME_AND : TIME_THEN;
    case QUERY_FOR:
        return TIME_FOR;
    case QUERY_TIMES:
        return TIME_TIMES;
    case QUERY_ALWAYS:
        return TIME_ALWAYS;
    case QUERY_NOT:
        return TIME_NOT;
    default: /* or; flip and mirror: either way round */
        return TIME_OR;
    }
}

static Time *compile(GrPlan *plan, const QueryNode *node, unsigned turn);

/* What the node is made from, with what it says of an outline. */
static Time *compile_left(GrPlan *plan, const QueryNode *node, unsigned turn) {
    bool counts = node->op == QUERY_TIMES && (node->low != 1 || node->high != UINT32_MAX);
    plan->counted += counts;
    plan->negated ^= node->op == QUERY_NOT;
    Time *left = compile(plan, node->left, turn);
    plan->negated ^= node->op == QUERY_NOT;
    plan->counted -= counts;
    return left;
}

static Time *compile(GrPlan *plan, const QueryNode *node, unsigned turn) {
    if (!is_timed(node) || query_looks_ahead(node))
        return leaf(plan, node, turn);
    Time *time = new_time(plan, time_op(node), node);
    if (!time || !(time->left = compile_left(plan, node, turn)))
        return NULL;
    if (node->op == QUERY_FLIP || node->op == QUERY_MIRROR)
        time->right = compile(plan, node->left, turn ^ (node->op == QUERY_FLIP ? FLIP : MIRROR));
    else if (node->right)
        time->right = compile(plan, node->right, turn);
    else
        return time;
    return time->right ? time : NULL;
}

/* How often each thing stands in the tree, turned ones counted for each way they are turned. */
typedef struct Sizes {
    unsigned nodes, terms;
} Sizes;

static void measure(const QueryNode *node, unsigned ways, Sizes *sizes) {
    for (; node; node = node->left) {
        if (node->op == QUERY_FLIP || node->op == QUERY_MIRROR)
            ways *= 2;
        sizes->nodes += ways;
        if (node->op == QUERY_COMPARE)
            for (const QueryTerm *t = node->compare.terms; t; t = t->next)
                sizes->terms += ways;
        if (node->right)
            measure(node->right, ways, sizes);
    }
}

/* Where nothing waits beside the board, no side ever has more pieces than before. */
static void know_variant(GrPlan *plan) {
    const GrVariant *v = plan->variant;
    if (!v)
        return;
    plan->board = gr_set_below(gr_squares(v));
    plan->shrinks = gr_only_shrinks(v);
    plan->returns = !plan->shrinks || v->holes; /* pieces are placed again, pawns carried back */
    for (int type = 1; type <= v->types; type++)
        if (query_is_pawn(v, type))
            plan->pawns |= 1u << type;
}

static bool only_facts(const Test *test) {
    for (unsigned i = 0; i < test->parts; i++)
        if (!only_facts(test->part[i]))
            return false;
    return test->parts || test->op == TEST_FACT || test->op == TEST_TRUE ||
           test->op == TEST_FALSE;
}

/* Lists the tags that something looks at. */
static bool list_tags(GrPlan *plan) {
    const char **tag = query_alloc(&plan->arena,
                                   sizeof *tag * (2 * plan->facts + plan->numbers + 1));
    plan->tags = tag;
    if (!tag)
        return false;
    for (unsigned i = 0; i < plan->facts; i++)
        tag += query_fact_tags(&plan->fact[i], tag);
    for (unsigned i = 0; i < plan->numbers; i++)
        tag += query_number_tag(&plan->number[i], tag);
    plan->needs |= tag > plan->tags ? GR_PLAN_HEADERS : 0;
    return true;
}

/* What is certain at every ply is found at those of each variation, too. */
static bool asks_plies(const GrPlan *plan) {
    for (unsigned i = 0; i < plan->tests && plan->variant; i++)
        if (plan->test[i].scope != QUERY_OF_GAME)
            return true;
    return false;
}

static bool know_needs(GrPlan *plan) {
    Chance chance = query_plan_chance(plan, false);
    plan->rare = query_plan_chance(plan, true) == NO;
    for (unsigned i = 0; i < plan->tests; i++)
        if (!only_facts(plan->test[i].test))
            plan->needs |= GR_PLAN_MOVES;
    if (plan->arena.failed || !list_tags(plan))
        return false;
    query_know_columns(plan);
    query_know_end(plan);
    if (plan->query->variations && asks_plies(plan))
        plan->needs |= GR_PLAN_MOVES | GR_PLAN_TEXTS;
    if (chance == NO || query_games_exclude(plan))
        plan->needs = GR_PLAN_NOTHING;
    return true;
}

static GrPlan *make(const GrQuery *query, const GrRules *rules, bool outline) {
    GrPlan *plan = calloc(1, sizeof *plan);
    Sizes sizes = {0, 0};
    if (!plan)
        return NULL;
    plan->query = query;
    plan->outline = outline;
    plan->rules = rules;
    plan->variant = rules ? gr_variant(rules) : NULL;
    know_variant(plan);
    measure(query->root, 1, &sizes);
    plan->test = query_alloc(&plan->arena, sizeof *plan->test * sizes.nodes);
    plan->fact = query_alloc(&plan->arena, sizeof *plan->fact * sizes.nodes);
    plan->number = query_alloc(&plan->arena, sizeof *plan->number * (sizes.terms + 1));
    if (plan->arena.failed || !(plan->root = compile(plan, query->root, 0)) ||
        plan->arena.failed || !know_needs(plan)) {
        gr_plan_free(plan);
        return NULL;
    }
    return plan;
}

GrPlan *gr_plan_make(const GrQuery *query, const GrRules *rules) {
    return make(query, rules, false);
}

int gr_plan_outline(const GrQuery *query, const GrRules *rules, GrPlan **plan) {
    *plan = NULL;
    if (query->variations)
        return 0;
    GrPlan *made = make(query, rules, true);
    if (!made)
        return GR_ERR_MEMORY;
    if (made->opaque || (made->needs & (GR_PLAN_TEXTS | GR_PLAN_NOTHING)) ||
        !(made->needs & GR_PLAN_MOVES))
        gr_plan_free(made);
    else
        *plan = made;
    return 0;
}

void gr_plan_free(GrPlan *plan) {
    if (!plan)
        return;
    query_arena_free(&plan->arena);
    free(plan);
}

unsigned gr_plan_needs(const GrPlan *plan) {
    return plan->needs;
}

const char *const *gr_plan_tags(const GrPlan *plan) {
    return plan->tags;
}

/* ---- positions without which nothing matches ---- */

static const GrPosition *position_of_test(const Test *test) {
    const GrPosition *found = NULL;
    if (test->op == TEST_POSITION)
        return test->position;
    for (unsigned i = 0; i < test->parts && test->op == TEST_AND && !found; i++)
        found = position_of_test(test->part[i]);
    return found;
}

static const GrPosition *position_of(const GrPlan *plan, const Time *time) {
    const GrPosition *left;
    switch (time->op) {
    case TIME_TEST:
        return position_of_test(plan->test[time->test].test);
    case TIME_AND:
    case TIME_THEN:
        left = position_of(plan, time->left);
        return left ? left : position_of(plan, time->right);
    case TIME_FOR:
        return position_of(plan, time->left);
    case TIME_TIMES:
        return time->low ? position_of(plan, time->left) : NULL;
    default:
        return NULL;
    }
}

/* What is known of positions is known of the games as played. */
const GrPosition *gr_plan_position(const GrPlan *plan) {
    if (plan->query->variations)
        return NULL;
    return position_of(plan, plan->root);
}
