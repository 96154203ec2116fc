/* Games with their judgement. */
#include "db/evals/judged.h"

#include <string.h>

#include "notation/judge/decorate.h"

int gr_judging_begin(GrDb *db, const char *wanted, const GrThresholds *thresholds,
                     GrJudging *judging, GrError *error) {
    *judging = (GrJudging){.thresholds = GR_USUAL_THRESHOLDS};
    if (thresholds)
        judging->thresholds = *thresholds;
    if (wanted && !strcmp(wanted, "none"))
        return 0;
    return gr_judge_families(db, wanted, &judging->family, &judging->families, error);
}

void gr_judging_free(GrJudging *judging) {
    gr_families_free(judging->family, judging->families);
    judging->family = NULL;
    judging->families = 0;
}

/* ---- a game ---- */

/* Looks up the positions of the main line, and puts the verdicts into the judgement if it is to `take`
 * them. How many are known, or a code. */
static int look_up(GrDb *db, const GrJudges *judges, bool take, GrJudgement *judgement,
                   const GrGame *game, GrError *error) {
    GrPosition pos = game->start;
    GrVerdict verdict;
    uint64_t limit;
    uint32_t at = 0;
    int known = 0;
    for (uint32_t ply = 0;; ply++) {
        GrPlyView *view = &judgement->view[ply];
        int got = view->over ? 0
                  : take     ? gr_evals_find_limit(db, judges, game->rules, pos.key, &verdict, &limit, error)
                             : gr_evals_has(db, judges, game->rules, pos.key, error);
        if (got < 0)
            return got;
        if (got && take) {
            gr_view_take(view, &pos, &verdict);
            view->limit = limit;
        }
        known += got > 0;
        if (ply == judgement->plies)
            return known;
        at = game->nodes[at].next;
        gr_play(&pos, game->nodes[at].move);
    }
}

/* The family that knows most of the game's positions, of equal ones the earliest; *best is its place. */
static int choose_family(GrDb *db, const GrJudging *judging, GrJudgement *judgement,
                         const GrGame *game, size_t *best, GrError *error) {
    int most = 0;
    *best = 0;
    for (size_t i = 0; judging->families > 1 && i < judging->families; i++) {
        int known = look_up(db, &judging->family[i].judges, false, judgement, game, error);
        if (known < 0)
            return known;
        if (known > most) {
            most = known;
            *best = i;
        }
    }
    return 0;
}

int gr_judge_game(GrDb *db, const GrJudging *judging, GrJudgement *judgement, GrGame *game,
                  GrError *error) {
    game->judgement = NULL;
    if (!gr_judging_any(judging) || !game->rules || !game->node_count)
        return 0;
    if (gr_judgement_begin(judgement, game))
        return gr_no_memory(error);
    size_t best;
    int known = choose_family(db, judging, judgement, game, &best, error);
    if (!known)
        known = look_up(db, &judging->family[best].judges, true, judgement, game, error);
    if (known <= 0)
        return known;
    judgement->by = judging->family[best].by;
    gr_judgement_end(judgement, game, &judging->thresholds);
    return gr_game_decorate(game, judgement) ? gr_no_memory(error) : 0;
}
