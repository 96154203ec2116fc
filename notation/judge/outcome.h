/* From scores to outcomes: how often a side that is ahead by so much wins, draws and loses.
 *
 * For the side whose view the score is, in centipawns, the chances are those of an ordered logistic
 * model,
 *
 *     win   1 / (1 + exp(width - slope * score))
 *     loss  1 / (1 + exp(width + slope * score))
 *     draw  what is left
 *
 * so that `width` says how likely draws are and `slope` how much an advantage is worth. They are fitted
 * for each variant to games of the engine as tests/fit/win_chance.c says. A forced mate is certain.
 */
#ifndef GR_NOTATION_OUTCOME_H
#define GR_NOTATION_OUTCOME_H

#include "notation/score.h"
#include "rules/decls.h"
#include "rules/variant.h"

GR_BEGIN_DECLS

/* Chances in thousandths; their sum is 1000. */
typedef struct GrOutcome {
    int win, draw, loss;
} GrOutcome;

/* Of the side whose score it is; variants without a curve of their own have that of chess. */
GrOutcome gr_outcome(const GrRules *rules, GrScore score);

GR_END_DECLS

#endif
