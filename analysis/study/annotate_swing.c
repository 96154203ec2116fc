/* Which positions lie at a swing of the chances, by what is known of them already. */
#include "analysis/study/annotate_local.h"

#include <math.h>

#include "notation/judge/win_chance.h"

/* The score from White's view where the game is over. */
static GrScore score_at_end(const GrPosition *pos, GrState state) {
    int winner = gr_winner(pos, state);
    return winner < 0 ? 0 : winner == GR_WHITE ? GR_MATE : -GR_MATE;
}

/* The score by what the judge has said, or by the rules. 1, 0 if it has not said anything, or a code. */
static int find_score(const GrRun *run, const GrPosition *pos, GrScore *score) {
    GrVerdict verdict;
    int found = gr_evals_find(run->job->db, &run->family, pos->rules, pos->key, &verdict, run->error);
    if (found < 0)
        return found;
    if (found && verdict.lines) {
        *score = verdict.line[0].score;
        return 1;
    }
    GrState state = gr_state(pos);
    if (state == GR_OPEN)
        return 0;
    *score = score_at_end(pos, state);
    return 1;
}

static bool is_swing(const GrRun *run, const GrVisited *before, const GrVisited *now) {
    return before->known && now->known && before->game == now->game && before->ply + 1 == now->ply &&
           fabs(now->chance - before->chance) >= run->job->swing;
}

/* The walk visits all shards, see annotate_list.c. */
static int take(GrRun *run, const GrScanGame *game, const GrVisited *place) {
    if (!gr_is_of_shard(place->pos.key, run->job->shard, run->job->shards))
        return 1;
    return run->take(run, game, place->ply, &place->pos, place->mark);
}

int gr_run_visit_swings(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                        uint64_t mark) {
    GrRun *run = context;
    GrVisited now = {.game = game->id, .ply = ply, .pos = *pos, .mark = mark};
    GrScore score;
    int first = 1, second = 1, found = find_score(run, pos, &score);
    if (found < 0)
        return found;
    now.known = found > 0;
    now.chance = now.known ? gr_win_chance(gr_win_curve(pos->rules), score) : 0;
    if (is_swing(run, &run->before, &now)) {
        first = take(run, game, &run->before);
        second = first < 0 ? first : take(run, game, &now);
    }
    run->before = now;
    return second < 0 ? second : first && second;
}
