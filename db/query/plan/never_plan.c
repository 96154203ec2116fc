/* What can never hold together: whether that decides a query, and which of its conditions are named as the reason. */
#include <stdio.h>

#include "db/query/parse/grammar.h"
#include "db/query/plan/never.h"

Chance query_plan_chance(GrPlan *plan, bool from_start) {
    Chance *chance = query_alloc(&plan->arena, sizeof *chance * (plan->tests + 1));
    if (!chance)
        return MAYBE;
    for (unsigned i = 0; i < plan->tests; i++) {
        const Test *test = plan->test[i].test;
        chance[i] = test->op == TEST_FALSE || (from_start && test->rare) ? NO : test->op == TEST_TRUE ? YES : MAYBE;
    }
    return query_time_chance(plan->root, chance);
}

/* Conditions on games as wholes may stand anywhere between others that must hold. */
static void require_of_games(Requirements *all, const Time *time) {
    if (time->op == TIME_AND) {
        require_of_games(all, time->left);
        require_of_games(all, time->right);
    } else if (time->op == TIME_TEST && time->scope == QUERY_OF_GAME) {
        query_require(all, all->plan->test[time->test].test, false);
    }
}

bool query_games_exclude(GrPlan *plan) {
    Requirements all = {.plan = plan};
    Never why;
    if (plan->root->op != TIME_AND)
        return false;
    require_of_games(&all, plan->root);
    if (!query_excluded(&all, &why))
        return false;
    plan->never = why.node;
    plan->never_with = why.with;
    return true;
}

/* ---- the reason ---- */

typedef struct Reason {
    const GrPlan *plan;
    bool from_start;
    Never why;
} Reason;

/* Does the test decide this part of the query? Then *why says by what. */
static bool decides(Reason *r, const Time *time) {
    const Test *test;
    switch (time->op) {
    case TIME_TEST:
        test = r->plan->test[time->test].test;
        if (test->op == TEST_FALSE)
            r->why = (Never){test->node, test->with};
        else
            r->why = (Never){r->from_start ? test->rare : NULL, test->rare_with};
        return r->why.node;
    case TIME_AND:
    case TIME_THEN:
        return decides(r, time->left) || decides(r, time->right);
    case TIME_OR:
        return decides(r, time->left) && decides(r, time->right);
    case TIME_FOR:
        return decides(r, time->left);
    case TIME_TIMES:
        return time->low > 0 && decides(r, time->left);
    default:
        return false;
    }
}

static void say(const GrPlan *plan, const Never *why, bool warning, GrQueryNote *note) {
    GrBuffer with;
    const char *text = plan->query->text;
    gr_buffer_init(&with);
    if (why->with)
        query_write_node(plan->query, why->with, &with);
    *note = (GrQueryNote){.column = query_column(text, text + why->node->place), .warning = warning};
    snprintf(note->text, sizeof note->text, "%s %s this never holds%s%.200s%s",
             warning ? "in games of" : "in games from the start position of",
             plan->variant ? plan->variant->title : "an unknown variant", with.len ? " together with '" : "",
             with.len ? with.data : "", with.len ? "'" : "");
    gr_buffer_free(&with);
}

bool gr_plan_never(const GrPlan *plan, GrQueryNote *note) {
    bool nothing = plan->needs & GR_PLAN_NOTHING;
    Reason r = {.plan = plan, .from_start = !nothing, .why = {plan->never, plan->never_with}};
    if (!nothing && !plan->rare)
        return false;
    if (!r.why.node && !decides(&r, plan->root))
        r.why = (Never){plan->query->root, NULL};
    say(plan, &r.why, nothing, note);
    return true;
}
