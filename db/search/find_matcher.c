/* The matchers of a thread; and games of which signatures say all that a query asks, which are matched
 * without being read. */
#include "db/search/find_local.h"

#include "db/query/query_reel.h"

int find_matcher(FindWorker *w, const GrRules *rules, GrMatcher **matcher) {
    size_t i = find_place(w->plans, rules);
    if (gr_plan_needs(w->plans->plan[i]) & GR_PLAN_NOTHING)
        return 0;
    if (!w->matcher[i])
        w->matcher[i] = gr_matcher_new(w->plans->plan[i]);
    *matcher = w->matcher[i];
    return *matcher ? 1 : gr_no_memory(&w->slot->error);
}

static void show_reel(void *context, const GrReel *reel) {
    FindWorker *w = context;
    gr_matcher_reel(w->matching, reel);
}

int find_how_to_see(FindWorker *w, const GrRules *rules) {
    const GrPlan *plan = w->plans->plan[find_place(w->plans, rules)];
    w->sight = (GrScanSight){w->find->target ? 0 : gr_plan_of_pieces(plan), gr_matcher_grounds(w->matching),
                             gr_plan_awaits(plan), gr_plan_reels(plan) ? show_reel : NULL, gr_plan_films(plan)};
    return w->sight.pieces || (gr_plan_reels(plan) && !w->find->target) ? GR_SCAN_PIECES : 1;
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
    const GrSettledGame *game = gr_settled_find(&w->asked->settled, id);
    GrMatcher *matcher;
    int code = game ? find_matcher(w, game->rules, &matcher) : 0;
    if (code <= 0)
        return code;
    *rules = game->rules;
    if (gr_matcher_runs(matcher, game->plies, w->asked->settled.run + game->run, game->runs))
        return gr_no_memory(&w->slot->error);
    gr_matcher_end(matcher, &w->hit, &w->hits);
    return 1;
}
