/* The matchers of a thread; and games of which signatures say all that a query asks, which are matched
 * without being read. */
#include "db/search/find_local.h"

int find_matcher(FindWorker *w, const GrRules *rules, GrMatcher **matcher) {
    size_t i = find_place(w->plans, rules);
    if (gr_plan_needs(w->plans->plan[i]) & GR_PLAN_NOTHING)
        return 0;
    if (!w->matcher[i])
        w->matcher[i] = gr_matcher_new(w->plans->plan[i]);
    *matcher = w->matcher[i];
    return *matcher ? 1 : gr_no_memory(&w->slot->error);
}

int find_outline(FindWorker *w, const GrRules *rules, GrMatcher **matcher) {
    size_t i = find_place(w->plans, rules), at = w->plans->plans + i;
    if (!w->plans->outline[i])
        return 0;
    if (!w->matcher[at])
        w->matcher[at] = gr_matcher_new(w->plans->outline[i]);
    *matcher = w->matcher[at];
    return *matcher ? 1 : gr_no_memory(&w->slot->error);
}

int find_match_settled(FindWorker *w, int64_t id, const GrRules **rules) {
    const GrSettledGame *game = gr_settled_find(&w->candidates->settled, id);
    GrMatcher *matcher;
    int code = game ? find_matcher(w, game->rules, &matcher) : 0;
    if (code <= 0)
        return code;
    *rules = game->rules;
    if (gr_matcher_runs(matcher, game->plies, w->candidates->settled.run + game->run, game->runs))
        return gr_no_memory(&w->slot->error);
    gr_matcher_end(matcher, &w->hit, &w->hits);
    return 1;
}
