/* Weights that are built into the library: the files of analysis/engine/tables, one for each variant, line
 * by line. Internal to analysis/. */
#ifndef GR_ANALYSIS_WEIGHTS_BUILT_IN_H
#define GR_ANALYSIS_WEIGHTS_BUILT_IN_H

#include "analysis/engine/weights.h"

typedef struct GrBuiltInWeights {
    const char *variant;
    const char *const *line; /* a NULL ends them */
} GrBuiltInWeights;

/* A row without a variant ends the table, which the build makes of those files. */
extern const GrBuiltInWeights gr_built_in_weights[];

/* The weights that are built in, where the variant has some, over a guess. */
void gr_weights_start(const GrVariant *variant, const GrGeometry *geometry, GrWeights *weights);

/* Only what is built in. GR_ERR_NOT_FOUND if the variant has none; `weights` is then as it was. */
int gr_weights_built_in(const GrVariant *variant, const GrGeometry *geometry, GrWeights *weights,
                        GrError *error);

#endif
