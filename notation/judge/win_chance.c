/* Chances to win. */
#include "notation/judge/win_chance.h"

#include <math.h>
#include <string.h>

/* That of chess comes first and serves variants without a row. Recipe: tests/fit/win_chance.c. */
static const GrWinCurve CURVES[] = {
    {.variant = "chess", .slope = 0.00368208},
    {.variant = "magi", .slope = 0.003436, .error = 0.000044, .games = 15616},
    {.variant = "magician", .slope = 0.002619, .error = 0.000150, .games = 1024},
    {.variant = "royal", .slope = 0.002788, .error = 0.000113, .games = 1792},
    {.variant = "wizard", .slope = 0.001210, .error = 0.000109, .games = 512},
    {.variant = "capablanca", .slope = 0.003684, .error = 0.000034, .games = 35072},
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
