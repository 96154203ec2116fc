/* Which positions lie at a swing of the chances, by what is known of them already. */
#include "analysis/study/annotate_local.h"

#include <math.h>

#include "notation/judge/win_chance.h"

/* White's chance where the game is over. */
static double chance_at_end(const GrPosition *pos, GrState state) {
    int winner = gr_winner(pos, state);
    return winner < 0 ? 50 : winner == GR_WHITE ? 100 : 0;
}

/* White's chance by what the judge has said, or by the rules. 1, 0 if it has not said anything, or a code. */
static int find_chance(const GrRun *run, const GrPosition *pos, double *chance) {
    GrVerdict verdict;
    GrState state = gr_state(pos);
    if (state != GR_OPEN) {
        *chance = chance_at_end(pos, state);
        return 1;
    }
    if (!run->family.count)
        return 0;
    int found = gr_evals_find(run->job->db, &run->family, pos->rules, pos->key, &verdict, run->error);
    if (found > 0 && verdict.lines)
        *chance = gr_win_chance(gr_win_curve(pos->rules), verdict.line[0].score);
    return found > 0 && !verdict.lines ? 0 : found;
}

static bool is_swing(const GrRun *run, const GrVisited *before, const GrVisited *now) {
    return before->known && now->known && before->game == now->game && before->ply + 1 == now->ply &&
           fabs(now->chance - before->chance) >= run->job->swing;
}

static bool is_of_shard(const GrAnnotateJob *job, const GrPosition *pos) {
    return job->shards <= 1 || gr_shard_of(pos->key, job->shards) == job->shard;
}

static int take(GrRun *run, const GrScanGame *game, const GrVisited *place) {
    return is_of_shard(run->job, &place->pos) ? run->take(run, game, place->ply, &place->pos, place->mark) : 1;
}

int gr_run_visit_swings(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                        uint64_t mark) {
    GrRun *run = context;
    GrVisited now = {.game = game->id, .ply = ply, .pos = *pos, .mark = mark};
    int before = 1, code = find_chance(run, pos, &now.chance);
    if (code < 0)
        return code;
    now.known = code > 0;
    code = 1;
    if (is_swing(run, &run->before, &now)) {
        before = take(run, game, &run->before);
        code = before < 0 ? before : take(run, game, &now);
    }
    run->before = now;
    return code < 0 || before > 0 ? code : 0;
}
