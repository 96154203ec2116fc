/* The static evaluation: material, mobility, and a little of what makes positions good.
 * Internal to analysis/.
 *
 * It knows no variant by name: what things are worth comes from analysis/engine/values.c, where pieces go
 * from the variant's piece rows. It is symmetric: a position mirrored (ranks turned over, colours
 * changed) has the negated evaluation.
 */
#ifndef GR_ANALYSIS_EVALUATE_H
#define GR_ANALYSIS_EVALUATE_H

#include "notation/score.h"
#include "rules/position.h"

typedef struct GrEvaluator GrEvaluator;

/* An evaluator for positions of one variant, NULL when memory runs out. It never changes once made:
 * threads may share it. Free with gr_evaluator_free (NULL is fine). */
GrEvaluator *gr_evaluator_new(const GrRules *rules);
void gr_evaluator_free(GrEvaluator *eval);

/* The evaluation in centipawns from the view of the side to move, within GR_EVAL_LIMIT. The
 * position is of the evaluator's variant. */
GrScore gr_evaluate(const GrEvaluator *eval, const GrPosition *pos);

/* The midgame value of a piece type, for ordering captures and the like; 0 for no type and for
 * GR_HOLE. */
int gr_value_of(const GrEvaluator *eval, int type);

#endif
