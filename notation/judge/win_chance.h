/* From scores to chances: how often the side that is ahead by so much wins.
 *
 * The chance of White, in percent, is
 *
 *     100 / (1 + exp(-slope * centipawns))
 *
 * which is the same as 50 + 50 * (2 / (1 + exp(-slope * centipawns)) - 1), the form in which
 * lichess publishes its curve for chess, with the slope 0.00368208
 * (https://lichess.org/page/accuracy). A forced mate is 100 or 0. Other variants have slopes of
 * their own, fitted to games as tests/fit/win_chance.c says.
 */
#ifndef GR_NOTATION_WIN_CHANCE_H
#define GR_NOTATION_WIN_CHANCE_H

#include "notation/score.h"
#include "rules/decls.h"
#include "rules/variant.h"

GR_BEGIN_DECLS

/* The curve of a variant. */
typedef struct GrWinCurve {
    const char *variant; /* short name */
    double slope;        /* for each centipawn */
    double error;        /* standard error of the slope; 0: it was not fitted by us */
    unsigned games;      /* that it was fitted to; 0: none */
} GrWinCurve;

/* The curve of these rules; that of chess for a variant without one of its own. */
const GrWinCurve *gr_win_curve(const GrRules *rules);

/* White's chance, 0 to 100, by a score from White's view. */
double gr_win_chance(const GrWinCurve *curve, GrScore white);

/* A score as lichess's accuracy and average loss take it: within 10 pawns, which a mate counts as.
 */
enum { GR_SCORE_CEILING = 1000 };
GrScore gr_score_within_ceiling(GrScore score);

GR_END_DECLS

#endif
