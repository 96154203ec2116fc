/* The static evaluation: material, squares, mobility, attacks, pawns, the king.
 * Internal to analysis/.
 *
 * It knows no variant by name: what things are worth is data (analysis/engine/weights.h), where pieces go
 * comes from the variant's piece rows. It is symmetric: a position mirrored (ranks turned over, colours
 * changed) has the negated evaluation.
 */
#ifndef GR_ANALYSIS_EVALUATE_H
#define GR_ANALYSIS_EVALUATE_H

#include "notation/score.h"
#include "rules/position.h"

typedef struct GrEvaluator GrEvaluator;
struct GrWeights; /* weights.h */

/* An evaluator for positions of one variant, NULL when memory runs out. Threads may
 * share it. Free with gr_evaluator_free (NULL is fine). */
GrEvaluator *gr_evaluator_new(const GrRules *rules);
void gr_evaluator_free(GrEvaluator *eval);

/* Gives an evaluator other weights, before any thread uses it; and those that it has. */
void gr_evaluator_set(GrEvaluator *eval, const struct GrWeights *weights);
const struct GrWeights *gr_evaluator_weights(const GrEvaluator *eval);

/* The evaluation in centipawns from the view of the side to move, within GR_EVAL_LIMIT. The
 * position is of the evaluator's variant. */
GrScore gr_evaluate(const GrEvaluator *eval, const GrPosition *pos);

/* The midgame value of a piece type, for ordering captures and the like; 0 for no type. */
int gr_value_of(const GrEvaluator *eval, int type);

#endif
