/* A query made ready for the variants of the database. The program knows many more, and a plan needs the
 * tables of its variant. */
#include <stdlib.h>
#include <string.h>

#include "db/search/find_local.h"

/* Adds the tags of a plan to the list, which has room for those of all plans. */
static void add_tags(FindPlans *plans, const GrPlan *plan) {
    for (const char *const *tag = gr_plan_tags(plan); *tag; tag++) {
        const char **at = plans->tags;
        while (*at && strcmp(*at, *tag) != 0)
            at++;
        *at = *tag;
    }
}

static int list_tags(FindPlans *plans, GrError *error) {
    size_t count = 1;
    for (size_t i = 0; i < plans->plans; i++)
        for (const char *const *tag = gr_plan_tags(plans->plan[i]); *tag; tag++)
            count++;
    plans->tags = calloc(count, sizeof *plans->tags);
    if (!plans->tags)
        return gr_no_memory(error);
    for (size_t i = 0; i < plans->plans; i++)
        add_tags(plans, plans->plan[i]);
    return 0;
}

/* A position to be found has ways of its own to rule games out. */
static int make_outline(FindPlans *plans, size_t i, const GrFind *find) {
    if (find->target || !(gr_plan_needs(plans->plan[i]) & GR_PLAN_TEXTS))
        return 0;
    return gr_plan_outline(find->query, plans->rules[i], &plans->outline[i]);
}

/* Are the plans those for all variants that the database has now? */
static bool are_made(const FindPlans *plans, GrDb *db) {
    size_t i = 0;
    for (size_t n = 0; n < gr_db_variants(db); n++) {
        const GrRules *rules = gr_db_variant(db, n);
        if (rules && (i >= plans->plans || plans->rules[i++] != rules))
            return false;
    }
    return i + 1 == plans->plans;
}

static int allot(FindPlans *plans, GrDb *db, GrError *error) {
    size_t most = gr_db_variants(db) + 1;
    plans->rules = calloc(most, sizeof *plans->rules);
    plans->plan = calloc(most, sizeof *plans->plan);
    plans->outline = calloc(most, sizeof *plans->outline);
    if (!plans->rules || !plans->plan || !plans->outline)
        return gr_no_memory(error);
    for (size_t n = 0; n + 1 < most; n++) {
        plans->rules[plans->plans] = gr_db_variant(db, n);
        plans->plans += plans->rules[plans->plans] != NULL;
    }
    plans->rules[plans->plans++] = NULL;
    return 0;
}

int find_make_plans(FindPlans *plans, const GrFind *find, GrDb *db, GrError *error) {
    if (plans->plan && are_made(plans, db))
        return 0;
    find_free_plans(plans);
    *plans = (FindPlans){.conditions = plans->conditions, .query = find->query, .of_game = true};
    if (!find->query)
        return 0;
    plans->of_game = gr_query_of_game(find->query);
    int code = allot(plans, db, error);
    for (size_t i = 0; i < plans->plans && !code; i++) {
        plans->plan[i] = gr_plan_make(find->query, plans->rules[i]);
        if (!plans->plan[i] || make_outline(plans, i, find))
            code = gr_no_memory(error);
        else if (!(gr_plan_needs(plans->plan[i]) & GR_PLAN_NOTHING))
            plans->needs |= gr_plan_needs(plans->plan[i]);
    }
    return code ? code : list_tags(plans, error);
}

void find_free_plans(FindPlans *plans) {
    for (size_t i = 0; plans->plan && i < plans->plans; i++)
        gr_plan_free(plans->plan[i]);
    for (size_t i = 0; plans->outline && i < plans->plans; i++)
        gr_plan_free(plans->outline[i]);
    free(plans->rules);
    free(plans->outline);
    free(plans->plan);
    free(plans->tags);
}

size_t find_place(const FindPlans *plans, const GrRules *rules) {
    size_t i = 0;
    while (i + 1 < plans->plans && plans->rules[i] != rules)
        i++;
    return i;
}
