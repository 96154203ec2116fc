/* Games with their judgement: what the stored verdicts say about a game is computed when it is read.
 *
 *     GrJudging judging;
 *     gr_judging_begin(db, NULL, NULL, &judging, &error);
 *     if (gr_judging_any(&judging))
 *         gr_judge_game(db, &judging, &judgement, &game, &error);
 *
 * The result depends on the game and the verdicts alone, not on numbers or order of either.
 */
#ifndef GR_DB_JUDGED_H
#define GR_DB_JUDGED_H

#include "db/evals/evals.h"
#include "notation/judge/judgement.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Whose verdicts count, and what is called a blunder. Once begun it may be used by several threads,
 * each with its own handle of the same database. */
typedef struct GrJudging {
    GrJudgeFamily *family; /* of each game that counts which knows most of its positions, of equal
                              ones the earliest */
    size_t families;       /* one at most if a judge was named */
    GrThresholds thresholds;
} GrJudging;

/* Chooses the judge: `wanted` as gr_judges_named takes it, which fails as that does; "none"; or NULL or
 * "" for all, so that games of each variant have the judge that knows them. `thresholds` NULL: the
 * usual ones. gr_judging_free undoes it, even if it failed. */
int gr_judging_begin(GrDb *db, const char *wanted, const GrThresholds *thresholds,
                     GrJudging *judging, GrError *error);
void gr_judging_free(GrJudging *judging);

/* Are there any verdicts that may count? If not, games need not be asked about. */
static inline bool gr_judging_any(const GrJudging *judging) {
    return judging->families > 0;
}

/* Judges a game that was read from the database, and writes that into it
 * (notation/judge/decorate.h); game->judgement then points to *judgement, which must stay as long.
 * A game without any verdict stays as it was, with game->judgement NULL. 0 or a code; after a
 * failure *game is to be thrown away. */
int gr_judge_game(GrDb *db, const GrJudging *judging, GrJudgement *judgement, GrGame *game,
                  GrError *error);

GR_END_DECLS

#endif
