/* Games with their judgement. */
#include "db/evals/judged.h"

#include <stdlib.h>
#include <string.h>

#include "notation/judge/decorate.h"

/* The name of the family: that of its member with the largest amount, which comes last. */
static int name_judge(GrDb *db, GrJudging *judging, GrError *error) {
    GrJudgeCount *all;
    size_t count;
    char name[GR_JUDGE_NAME];
    int code = gr_evals_judges(db, &all, &count, error);
    if (code)
        return code;
    for (size_t i = 0; i < count; i++)
        for (size_t n = 0; n < judging->judges.count; n++)
            if (all[i].id == judging->judges.id[n])
                gr_judge_name(&all[i].judge, name);
    free(all);
    judging->name = malloc(GR_JUDGE_NAME);
    if (!judging->name)
        return gr_no_memory(error);
    memcpy(judging->name, name, GR_JUDGE_NAME);
    return 0;
}

int gr_judging_begin(GrDb *db, const char *wanted, const GrThresholds *thresholds,
                     GrJudging *judging, GrError *error) {
    *judging = (GrJudging){.thresholds = GR_USUAL_THRESHOLDS};
    if (thresholds)
        judging->thresholds = *thresholds;
    if (wanted && !strcmp(wanted, "none"))
        return 0;
    int code = gr_judges_named(db, wanted, &judging->judges, error);
    return code || !judging->judges.count ? code : name_judge(db, judging, error);
}

void gr_judging_free(GrJudging *judging) {
    gr_judges_free(&judging->judges);
    free(judging->name);
    judging->name = NULL;
}

/* Looks up the positions of the main line; 1 if any is known, 0 if none is, or a code. */
static int look_up(GrDb *db, const GrJudging *judging, GrJudgement *judgement, const GrGame *game,
                   GrError *error) {
    GrPosition pos = game->start;
    GrVerdict verdict;
    uint32_t at = 0;
    bool any = false;
    for (uint32_t ply = 0;; ply++) {
        int got = judgement->view[ply].over
                      ? 0
                      : gr_evals_find(db, &judging->judges, game->rules, pos.key, &verdict, error);
        if (got < 0)
            return got;
        if (got)
            gr_view_take(&judgement->view[ply], &pos, &verdict);
        any |= got > 0;
        if (ply == judgement->plies)
            return any;
        at = game->nodes[at].next;
        gr_play(&pos, game->nodes[at].move);
    }
}

/* Sets judgement->judge. */
static int copy_name(GrJudgement *judgement, const char *name, GrError *error) {
    if (judgement->judge && name && !strcmp(judgement->judge, name))
        return 0;
    free(judgement->judge);
    judgement->judge = name ? malloc(strlen(name) + 1) : NULL;
    if (name && !judgement->judge)
        return gr_no_memory(error);
    if (name)
        memcpy(judgement->judge, name, strlen(name) + 1);
    return 0;
}

int gr_judge_game(GrDb *db, const GrJudging *judging, GrJudgement *judgement, GrGame *game,
                  GrError *error) {
    game->judgement = NULL;
    if (!gr_judging_any(judging) || !game->rules || !game->node_count)
        return 0;
    if (gr_judgement_begin(judgement, game))
        return gr_no_memory(error);
    int any = look_up(db, judging, judgement, game, error);
    if (any <= 0)
        return any;
    if (copy_name(judgement, judging->name, error))
        return GR_ERR_MEMORY;
    gr_judgement_end(judgement, game, &judging->thresholds);
    return gr_game_decorate(game, judgement) ? gr_no_memory(error) : 0;
}
