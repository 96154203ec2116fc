/* The models of move codec 1: which moves of a variant are likely. Internal to db/.
 *
 * Each legal move has a score, the sum of a few numbers (variant_view.h) that were fitted to games.
 * Eight more double its likelihood; but no move is less likely than a 65th of what it would be if
 * all were equally likely, so that a surprise costs six bits and not more. Tables and arithmetic
 * are of whole numbers and frozen.
 */
#ifndef GR_DB_VARIANT_MODEL_H
#define GR_DB_VARIANT_MODEL_H

#include "db/codec/range.h"
#include "db/codec/variant_view.h"

/* The model of a variant; NULL if it has none. */
const GrVariantModel *gr_variant_model_of(const GrVariant *variant);

/* Codes a move that is no null move. False, and nothing done, if it is not legal at `place`, which
 * has a model. */
bool gr_variant_put(GrRangeWriter *range, GrVariantScorer *scorer, const GrPlace *place,
                    GrMove move);

/* Codes the null move. */
void gr_variant_put_pass(GrRangeWriter *range, GrVariantScorer *scorer, const GrPlace *place);

/* Reads a move: a legal one, or GR_PASS. */
GrMove gr_variant_get(GrRangeReader *range, GrVariantScorer *scorer, const GrPlace *place);

#endif
