/* Explaining how a plan will run. */
#include "db/query/plan/compile.h"
#include "db/query/plan/phase.h"
#include "rules/plural.h"

typedef struct Printer {
    const GrPlan *plan;
    GrBuffer *out;
} Printer;

static void indent(const Printer *t, unsigned depth) {
    gr_buffer_printf(t->out, "%*s", (int)(2 * depth), "");
}

/* The part of the query's text that a node was made from, on one line. */
static void source(const Printer *t, const QueryNode *node, unsigned turn) {
    query_write_node(t->plan->query, node, t->out);
    if (turn & FLIP)
        gr_buffer_puts(t->out, " (flipped)");
    if (turn & MIRROR)
        gr_buffer_puts(t->out, " (mirrored)");
}

/* ---- tests ---- */

/* How a condition is asked, where the text does not show it. */
static const char *traits(const Test *test) {
    switch (test->op) {
    case TEST_FACT:
        return "known from the header";
    case TEST_SOME:
    case TEST_NONE:
    case TEST_COUNT:
        return test->cost > 100 ? "attacks are looked up" : "one set";
    case TEST_BOARD:
        return "sets compared";
    case TEST_SHIFTED:
        return "all places at once";
    case TEST_POSITION:
        return "by key";
    case TEST_SUM:
        return test->cost > 100 ? "attacks or moves are looked up" : "a sum";
    case TEST_SACRIFICE:
        return "by the moves that follow";
    case TEST_STATE:
        return test->state.what == QUERY_CHECKMATE ? "only at the end of the game" : NULL;
    default:
        return NULL;
    }
}

static void print_test(const Printer *t, const Test *test, unsigned depth) {
    indent(t, depth);
    if (test->op == TEST_AND || test->op == TEST_OR || test->op == TEST_NOT) {
        gr_buffer_puts(t->out, test->op == TEST_AND   ? "all of, in this order:\n"
                               : test->op == TEST_OR ? "one of, in this order:\n"
                                                      : "not:\n");
        for (unsigned i = 0; i < test->parts; i++)
            print_test(t, test->part[i], depth + 1);
        return;
    }
    source(t, test->node, test->turn);
    const char *how = traits(test);
    if (test->op == TEST_FALSE || test->op == TEST_TRUE)
        how = test->op == TEST_TRUE ? "always true here" : "never true here";
    gr_buffer_printf(t->out, how ? "  [%s]\n" : "\n", how);
}

static void print_tests(const Printer *t, QueryScope scope, const char *heading) {
    bool first = true;
    for (unsigned i = 0; i < t->plan->tests; i++) {
        if (t->plan->test[i].scope != scope)
            continue;
        gr_buffer_puts(t->out, first ? heading : "");
        first = false;
        gr_buffer_printf(t->out, "    test %u:\n", i + 1);
        print_test(t, t->plan->test[i].test, 3);
    }
}

/* ---- phrases and facts ---- */

static void print_phrases(const Printer *t) {
    for (const QueryPhrase *phrase = t->plan->query->phrases; phrase; phrase = phrase->next)
        gr_buffer_printf(t->out, "  '%s' stands for: %s\n", phrase->name, phrase->text);
}

static void print_facts(const Printer *t) {
    if (t->plan->facts)
        gr_buffer_puts(t->out, "  from the header of a game:\n");
    for (unsigned i = 0; i < t->plan->facts; i++) {
        gr_buffer_puts(t->out, "    ");
        source(t, t->plan->fact[i].node, t->plan->fact[i].flip ? FLIP : 0);
        gr_buffer_putc(t->out, '\n');
    }
}

/* ---- times ---- */

static void print_time(const Printer *t, const Time *time, unsigned depth);

static void print_parts(const Printer *t, const Time *time, const char *heading, unsigned depth) {
    gr_buffer_printf(t->out, "%s\n", heading);
    print_time(t, time->left, depth + 1);
    if (time->right)
        print_time(t, time->right, depth + 1);
}

static void print_then(const Printer *t, const Time *time, unsigned depth) {
    gr_buffer_puts(t->out, "one after the other");
    if (time->high != UINT32_MAX)
        gr_buffer_printf(t->out, ", at most %u %s apart", time->high,
                         gr_plural(time->high, "ply", "plies"));
    if (time->low > 1)
        gr_buffer_printf(t->out, ", at least %u plies apart", time->low);
    print_parts(t, time, ":", depth);
}

static void print_times(const Printer *t, const Time *time, unsigned depth) {
    if (time->high == 0)
        gr_buffer_puts(t->out, "never in the game");
    else if (time->high == UINT32_MAX)
        gr_buffer_printf(t->out, "at least %u %s in the game", time->low,
                         gr_plural(time->low, "time", "times"));
    else
        gr_buffer_printf(t->out, "%u to %u %s in the game", time->low, time->high,
                         gr_plural(time->high, "time", "times"));
    print_parts(t, time, ":", depth);
}

static void print_time(const Printer *t, const Time *time, unsigned depth) {
    indent(t, depth);
    switch (time->op) {
    case TIME_TEST:
        gr_buffer_printf(t->out, "test %u\n", time->test + 1);
        break;
    case TIME_AND:
        print_parts(t, time, "both:", depth);
        break;
    case TIME_OR:
        print_parts(t, time, "either:", depth);
        break;
    case TIME_NOT:
        print_parts(t, time, "not:", depth);
        break;
    case TIME_THEN:
        print_then(t, time, depth);
        break;
    case TIME_FOR:
        gr_buffer_printf(t->out, "for %u %s", time->low, gr_plural(time->low, "ply", "plies"));
        print_parts(t, time, ":", depth);
        break;
    case TIME_TIMES:
        print_times(t, time, depth);
        break;
    case TIME_ALWAYS:
        print_parts(t, time, "at every ply:", depth);
        break;
    }
}

void gr_plan_explain(const GrPlan *plan, GrBuffer *out) {
    Printer t = {plan, out};
    gr_buffer_printf(out, "%s\n",
                     plan->variant ? plan->variant->name : "games of no known variant");
    print_phrases(&t);
    if (plan->needs & GR_PLAN_NOTHING) {
        gr_buffer_puts(out, "  cannot match; no game is looked at\n");
        return;
    }
    if (gr_plan_position(plan))
        gr_buffer_puts(out, "  only games are looked at that have the position, by the index of "
                            "positions if there is one\n");
    if (gr_plan_has_phases(plan))
        gr_buffer_puts(out, "  only games are looked at that may have the pieces, the end or the rare moves, by their "
                            "signatures\n");
    print_facts(&t);
    print_tests(&t, QUERY_OF_GAME, "  asked once a game:\n");
    print_tests(&t, QUERY_OF_PLY, "  asked of each position:\n");
    if (plan->root->op != TIME_TEST) {
        gr_buffer_puts(out, "  when the game is over:\n");
        print_time(&t, plan->root, 2);
    }
    if (!(plan->needs & GR_PLAN_MOVES))
        gr_buffer_puts(out, "  no game is played through\n");
    if (plan->query->variations && (plan->needs & GR_PLAN_TEXTS))
        gr_buffer_puts(out, "  texts are read, of games that have any, and each variation is asked as "
                            "a game that goes on with it\n");
    else if (plan->needs & GR_PLAN_TEXTS)
        gr_buffer_puts(out, "  comments and evaluations are read, of games that have any\n");
}
