/* Games that are decided by what both engines think of them. */
#include <stdio.h>
#include <string.h>

#include "analysis/study/match_local.h"

void gr_match_decide(GrMatchGame *game, int winner, const char *how, const char *reason, int side) {
    const char *name = side == GR_WHITE ? "White" : "Black";
    const char *gap = strstr(reason, "%s");
    int before = gap ? (int)(gap - reason) : (int)strlen(reason);
    snprintf(game->reason, sizeof game->reason, "%.*s%s%s", before, reason, gap ? name : "",
             gap ? gap + 2 : "");
    game->end = how;
    game->game.result = winner < 0             ? GR_DRAW
                        : winner == GR_WHITE ? GR_WHITE_WINS
                                             : GR_BLACK_WINS;
}

static void count(uint32_t *plies, bool goes_on) {
    *plies = goes_on ? *plies + 1 : 0;
}

void gr_match_adjudicate(const GrMatchJob *job, GrMatchScores *scores, int side, uint32_t number,
                         const GrAnswer *answer, GrMatchGame *game) {
    const GrAdjudication *a = &job->adjudicate;
    GrScore score = answer->line.score;
    count(&scores->level, answer->scored && score <= a->draw_score && score >= -a->draw_score);
    count(&scores->lost[side], answer->scored && score <= -a->resign_score);
    count(&scores->lost[!side], answer->scored && score >= a->resign_score);
    if (game->end)
        return;
    for (int loser = 0; loser < 2 && a->resign_moves; loser++)
        if (scores->lost[loser] / 2 >= a->resign_moves) {
            gr_match_decide(game, !loser, "adjudication", "%s is lost by both engines' scores", loser);
            return;
        }
    if (a->draw_moves && number >= a->draw_from && scores->level / 2 >= a->draw_moves)
        gr_match_decide(game, -1, "adjudication", "level by both engines' scores", side);
}
