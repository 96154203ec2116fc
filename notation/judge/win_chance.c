/* Chances to win. */
#include "notation/judge/win_chance.h"

#include <math.h>
#include <string.h>

/* That of chess comes first and serves variants without a row. Recipe: tests/fit/win_chance.c. */
static const GrWinCurve CURVES[] = {
    {.variant = "chess", .slope = 0.00368208},
    {.variant = "magi", .slope = 0.004045, .error = 0.000088, .games = 5365},
    {.variant = "magician", .slope = 0.002940, .error = 0.000084, .games = 3072},
    {.variant = "royal", .slope = 0.003401, .error = 0.000080, .games = 5476},
    {.variant = "wizard", .slope = 0.001336, .error = 0.000074, .games = 1280},
    {.variant = "capablanca", .slope = 0.003782, .error = 0.000086, .games = 5169},
};

enum { COUNT = sizeof CURVES / sizeof *CURVES };

const GrWinCurve *gr_win_curve(const GrRules *rules) {
    const char *name = gr_variant(rules)->name;
    for (size_t i = 0; i < COUNT; i++)
        if (!strcmp(CURVES[i].variant, name))
            return &CURVES[i];
    return &CURVES[0];
}

double gr_win_chance(const GrWinCurve *curve, GrScore white) {
    if (gr_score_is_mate(white))
        return white > 0 ? 100.0 : 0.0;
    return 100.0 / (1.0 + exp(-curve->slope * white));
}

GrScore gr_score_within_ceiling(GrScore score) {
    return score > GR_SCORE_CEILING    ? GR_SCORE_CEILING
           : score < -GR_SCORE_CEILING ? -GR_SCORE_CEILING
                                       : score;
}
