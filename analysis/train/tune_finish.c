/* Fitted weights as whole numbers, each in its place. */
#include <math.h>
#include <stdlib.h>

#include "analysis/engine/evaluate_local.h"
#include "analysis/train/tune_local.h"

/* How often each weight applied, to either side, weighed by phase. */
static void count_terms(const GrTuner *tuner, double *often) {
    for (size_t i = 0; i < tuner->samples; i++) {
        const GrTuneSample *s = &tuner->sample[i];
        for (int n = 0; n < s->count; n++) {
            const GrTuneTerm *term = &tuner->term[s->first + (size_t)n];
            often[2 * term->index] += (double)abs(term->times) * s->mid;
            often[2 * term->index + 1] += (double)abs(term->times) * (1 - s->mid);
        }
    }
}

enum { NOTHING = -1 };

/* Each piece has exactly one weight of its table: what they have in common belongs to the value of the
 * piece. A king is worth nothing where there is always one on both sides. */
static void move_mean(GrTuneState *state, const double *often, int value, int base, int count) {
    for (int phase = 0; phase < GR_PHASES; phase++) {
        double sum = 0, all = 0;
        for (int i = 0; i < count; i++) {
            sum += often[2 * (base + i) + phase] * state->weight[2 * (base + i) + phase];
            all += often[2 * (base + i) + phase];
        }
        float mean = all > 0 ? (float)(sum / all) : 0;
        for (int i = 0; i < count; i++)
            state->weight[2 * (base + i) + phase] -= mean;
        if (value != NOTHING)
            state->weight[2 * value + phase] += mean;
    }
}

static int16_t whole(float weight) {
    long number = lroundf(weight);
    return (int16_t)(number > 9999 ? 9999 : number < -9999 ? -9999 : number);
}

int gr_tune_finish(const GrTuner *tuner, GrTuneState *state, GrWeights *weights, GrError *error) {
    const GrVariant *v = tuner->eval->variant;
    double *often = calloc(GR_TUNE_WEIGHTS, sizeof *often);
    if (!often)
        return gr_no_memory(error);
    count_terms(tuner, often);
    const GrWeight *king = &tuner->eval->weights.weight[GR_W_VALUE + GR_KING];
    for (int type = 1; type <= v->types; type++) {
        bool always = type == GR_KING && !king->phase[GR_MIDGAME] && !king->phase[GR_ENDGAME];
        int value = always ? NOTHING : GR_W_VALUE + type;
        move_mean(state, often, value, GR_W_SQUARE + type * GR_MAX_SQUARES,
                  gr_squares(v));
        move_mean(state, often, value, GR_W_MOBILITY + type * GR_WEIGHT_REACH,
                  GR_WEIGHT_REACH);
    }
    move_mean(state, often, NOTHING, GR_W_DANGER, GR_WEIGHT_DANGER);
    *weights = tuner->eval->weights;
    for (int i = 0; i < GR_WEIGHTS; i++)
        for (int phase = 0; phase < GR_PHASES; phase++)
            weights->weight[i].phase[phase] = whole(state->weight[2 * i + phase]);
    free(often);
    return 0;
}
