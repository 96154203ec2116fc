/* Where a variant's weights come from. */
#include "analysis/engine/weights.h"

#include <string.h>

#include "analysis/engine/values.h"

GrOwnTerms gr_own_terms(const GrVariant *variant) {
    static const struct {
        const char *variant;
        GrOwnTerms own;
    } table[] = {
        {"magician", GR_OWN_SPELLS}, {"royal", GR_OWN_RESERVES}, {"wizard", GR_OWN_QUESTS},
        {"crazyhouse", GR_OWN_HANDS}, {"threecheck", GR_OWN_CHECKS}, {"racingkings", GR_OWN_RACE},
        {"kingofthehill", GR_OWN_HILL}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].variant, variant->name) == 0)
            return table[i].own;
    return variant->hands ? GR_OWN_HANDS : GR_OWN_NONE;
}

static void set(GrWeight *weight, int midgame, int endgame) {
    weight->phase[GR_MIDGAME] = (int16_t)midgame;
    weight->phase[GR_ENDGAME] = (int16_t)endgame;
}

/* What is in hand is worth as much as on the board, and something for the choice of squares. */
static void start_hands(const GrVariant *variant, GrWeights *weights) {
    enum { CHOICE = 15 };
    for (int type = GR_KING + 1; type <= variant->types; type++) {
        const GrWeight *value = &weights->weight[GR_W_VALUE + type];
        set(&weights->weight[GR_W_HELD + type], value->phase[GR_MIDGAME] + CHOICE,
            value->phase[GR_ENDGAME] + CHOICE);
    }
}

/* Numbers set by hand for what only some variants have, where no table has them. */
static void start_own(const GrVariant *variant, GrWeights *weights) {
    static const int16_t checks[GR_WEIGHT_CHECKS] = {0, 130, 420};
    enum { RANK = 130, STEP = 70 };
    GrWeight *weight = weights->weight;
    switch (gr_own_terms(variant)) {
    case GR_OWN_HANDS:
        start_hands(variant, weights);
        break;
    case GR_OWN_CHECKS:
        for (int given = 0; given < GR_WEIGHT_CHECKS; given++)
            set(&weight[GR_W_CHECKS + given], checks[given], checks[given]);
        break;
    case GR_OWN_RACE:
        for (int rank = 0; rank < variant->ranks; rank++)
            set(&weight[GR_W_RACE + rank], RANK * rank, RANK * rank);
        break;
    case GR_OWN_HILL: /* once few pieces can stop it */
        for (int near = 0; near < GR_WEIGHT_HILL; near++)
            set(&weight[GR_W_HILL + near], STEP * near / 4, STEP * near);
        break;
    default:
        break;
    }
}

void gr_weights_guess(const GrVariant *variant, const GrGeometry *geometry, GrWeights *weights) {
    GrValues values;
    const GrValues *row = gr_values_of(variant->name);
    if (!row)
        gr_values_guess(variant, geometry, &values);
    gr_values_spread(variant, row ? row : &values, weights);
    start_own(variant, weights);
}
