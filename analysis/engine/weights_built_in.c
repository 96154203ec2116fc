/* Weights that are built in, by variant. */
#include "analysis/engine/weights_built_in.h"

#include <string.h>

#include "analysis/engine/weights_text.h"

int gr_weights_built_in(const GrVariant *variant, const GrGeometry *geometry, GrWeights *weights,
                        GrError *error) {
    const GrBuiltInWeights *row = gr_built_in_weights;
    GrWeightsReader reader;
    int code = 0;
    while (row->variant && strcmp(row->variant, variant->name) != 0)
        row++;
    if (!row->variant)
        return gr_fail(error, GR_ERR_NOT_FOUND, "no evaluation of %s is built in", variant->name);
    gr_weights_reader_start(&reader, variant, geometry, variant->name, weights);
    for (size_t i = 0; code == 0 && row->line[i]; i++)
        code = gr_weights_read_line(&reader, row->line[i], error);
    return code ? code : gr_weights_read_end(&reader, error);
}

void gr_weights_start(const GrVariant *variant, const GrGeometry *geometry, GrWeights *weights) {
    gr_weights_guess(variant, geometry, weights);
    gr_weights_built_in(variant, geometry, weights, NULL);
}
