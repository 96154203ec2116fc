/* Where a variant's weights come from. */
#include "analysis/engine/weights.h"

#include <string.h>

#include "analysis/engine/values.h"

GrOwnTerms gr_own_terms(const GrVariant *variant) {
    static const struct {
        const char *variant;
        GrOwnTerms own;
    } table[] = {
        {"magician", GR_OWN_SPELLS}, {"royal", GR_OWN_RESERVES}, {"wizard", GR_OWN_QUESTS}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].variant, variant->name) == 0)
            return table[i].own;
    return GR_OWN_NONE;
}

void gr_weights_guess(const GrVariant *variant, const GrGeometry *geometry, GrWeights *weights) {
    GrValues values;
    gr_values_guess(variant, geometry, &values);
    gr_values_spread(variant, &values, weights);
}
