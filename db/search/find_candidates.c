/* Asking the index and the signatures which games may have what is looked for, before any is read: what is asked in
 * a moment and leaves few first, and of what that leaves the others. */
#include <stdlib.h>

#include "db/search/find_local.h"
#include "db/index/signatures.h"
#include "db/store/internal.h"

/* A search, and what is known of it. */
typedef struct Ask {
    FindCandidates *to;
    GrDb *db;
    const GrFind *find;
    const FindPlans *plans;
    GrError *error;
} Ask;

/* Makes the set of games those that may have a position of which the plan says that they must; all, if
 * there is none. `first` is the first one that is asked about. */
static int ask_about(Ask *a, const GrPosition *pos, bool first) {
    GrGameSet set = {.word = NULL};
    int code = pos ? gr_games_with(a->db, pos, &set, a->error) : 0;
    if (pos && !code)
        code = gr_signatures_narrow(a->db, pos, &set, a->error);
    if (first) {
        a->to->only = set;
        return code;
    }
    gr_game_set_join(&a->to->only, &set);
    gr_game_set_free(&set);
    return code;
}

/* Hits may lie in variations, of whose positions nothing is known beforehand. */
static bool wants_variations(const FindPlans *plans) {
    return plans->query && !plans->of_game && gr_query_variations(plans->query);
}

/* Is there a position without which no game is found? */
static bool wants_position(const GrFind *find, const FindPlans *plans) {
    bool wants = find->target;
    if (wants_variations(plans))
        return false;
    for (size_t i = 0; i < plans->plans && plans->query; i++)
        wants |= gr_plan_position(plans->plan[i]) != NULL;
    return wants;
}

/* Do signatures rule out many games, by what they have of the query? */
static bool has_phases(const FindPlans *plans) {
    for (size_t i = 0; i < plans->plans && plans->query; i++)
        if (gr_plan_has_phases(plans->plan[i]))
            return true;
    return false;
}

bool find_is_askable(const GrFind *find, const FindPlans *plans) {
    return wants_position(find, plans) || has_phases(plans) || gr_conditions_any(plans->conditions);
}

/* Does the search only count the games that have the target? */
static bool wants_numbers(const Ask *a) {
    const GrFind *find = a->find;
    return !find->show && !find->limit && !a->plans->conditions->steps &&
           gr_position_implies(find->selection, find->target);
}

/* Asks which games have the target; without a query, the index alone may know the answer. */
static int ask_for_target(Ask *a) {
    const GrTarget *target = a->find->target;
    FindCandidates *to = a->to;
    if (a->plans->query)
        return ask_about(a, &target->pos, true);
    int code = wants_numbers(a) ? gr_position_count(a->db, target, &to->counted, &to->only, a->error)
                                : gr_position_hits(a->db, target, &to->position, &to->only, a->error);
    return code ? code : gr_signatures_narrow(a->db, &target->pos, &to->only, a->error);
}

static int ask_for_position(Ask *a) {
    const FindPlans *plans = a->plans;
    bool first = true;
    int code = 0;
    if (!wants_position(a->find, plans))
        return 0;
    if (a->find->target)
        return ask_for_target(a);
    for (size_t i = 0; i < plans->plans && plans->query && !code; i++)
        if (!(gr_plan_needs(plans->plan[i]) & GR_PLAN_NOTHING)) {
            code = ask_about(a, gr_plan_position(plans->plan[i]), first);
            first = false;
        }
    return code;
}

/* Does the search only count the games that pass the filter? */
static bool counts_selected(const Ask *a) {
    const GrFind *find = a->find;
    return !find->query && !find->target && !find->show && !find->limit && gr_conditions_any(a->plans->conditions);
}

/* Takes out the games that are known not to pass; or, if nothing else is asked, those that do. */
static int ask_for_selected(Ask *a) {
    bool counts = counts_selected(a);
    GrFiltered *filtered = &a->to->filtered;
    bool few = a->find->limit && !a->find->query && !a->find->target; /* the first ones are found without all heads */
    int code = gr_filtered_open(a->db, a->plans->conditions, !few, filtered, a->error);
    if (code)
        return code;
    a->to->counted.games += counts ? filtered->certain : 0;
    return gr_filtered_narrow(filtered, counts, &a->to->only) ? 0 : gr_no_memory(a->error);
}

/* Can the query be found in no variant of the database? */
static bool matches_no_variant(const Ask *a) {
    for (size_t n = 0; n < gr_db_variants(a->db); n++) {
        const GrRules *rules = gr_db_variant(a->db, n);
        const GrPlan *plan = a->plans->plan[find_place(a->plans, rules)];
        if (!rules || !(gr_plan_needs(plan) & GR_PLAN_NOTHING))
            return false;
    }
    return true;
}

/* Makes the set an empty one. */
static int ask_for_none(Ask *a) {
    int64_t last = gr_db_last(a->db, a->error);
    if (last < 0)
        return (int)last;
    a->to->only = (GrGameSet){.groups = last, .word = calloc((size_t)last / 64 + 1, sizeof(uint64_t))};
    return a->to->only.word ? 0 : gr_no_memory(a->error);
}

bool find_asks_signatures(const GrFind *find, const FindPlans *plans) {
    return !wants_position(find, plans) && has_phases(plans);
}

int find_candidates(FindCandidates *candidates, const FindHandles *handles, const GrFind *find, const FindPlans *plans,
             GrError *error) {
    GrDb *db = handles->db[0];
    Ask a = {candidates, db, find, plans, error};
    int code = gr_db_refresh(db, error);
    if (code || (candidates->any && candidates->version == db->version))
        return code;
    find_free_candidates(candidates);
    candidates->version = db->version;
    candidates->any = true;
    if (plans->query && matches_no_variant(&a))
        return ask_for_none(&a);
    code = ask_for_position(&a);
    if (!code)
        code = ask_for_selected(&a);
    if (!code && plans->query)
        code = find_match_signatures(handles, plans, &candidates->only, &candidates->settled, error);
    if (find->target)
        gr_settled_free(&candidates->settled); /* the position is looked for, too */
    return code;
}

void find_free_candidates(FindCandidates *candidates) {
    gr_game_set_free(&candidates->only);
    gr_position_hits_free(&candidates->position);
    gr_settled_free(&candidates->settled);
    gr_filtered_close(&candidates->filtered);
    *candidates = (FindCandidates){.any = false};
}

/* ---- how many games may be found ---- */

uint64_t find_most(const FindCandidates *candidates, int64_t last) {
    const GrFiltered *filtered = &candidates->filtered;
    uint64_t most = 0;
    for (int64_t id = 1; id <= last && (id = gr_game_set_next(&candidates->only, id)) != 0 && id <= last;) {
        id = gr_filtered_next(filtered, id);
        if (id <= last && gr_game_set_next(&candidates->only, id) == id) {
            most++;
            id++;
        }
    }
    return candidates->counted.games + most;
}

bool find_keep_certain(FindCandidates *candidates, int64_t last) {
    GrGameSet certain = {.groups = last, .word = calloc((size_t)last / 64 + 1, sizeof *certain.word)};
    if (!certain.word)
        return false;
    for (size_t i = 0; i < candidates->settled.games; i++)
        if (gr_game_set_next(&candidates->only, candidates->settled.game[i].id) == candidates->settled.game[i].id)
            gr_game_set_add(&certain, candidates->settled.game[i].id);
    for (size_t i = 0; i < candidates->position.games; i++)
        gr_game_set_add(&certain, candidates->position.game[i].id);
    gr_game_set_free(&candidates->only);
    candidates->only = certain;
    return true;
}
