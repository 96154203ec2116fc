/* The inside of the tuner. Internal to analysis/. */
#ifndef GR_ANALYSIS_TUNE_LOCAL_H
#define GR_ANALYSIS_TUNE_LOCAL_H

#include "analysis/engine/trace.h"
#include "analysis/train/tune.h"

/* A weight that applies to a sample, and how often. */
typedef struct GrTuneTerm {
    uint16_t index;
    int16_t times;
} GrTuneTerm;

typedef struct GrTuneSample {
    size_t first;     /* of its terms */
    uint16_t count;
    int8_t points;    /* White's: 0 to 2, -1 unknown */
    bool test;
    float mid;        /* share of the midgame */
    float score;      /* White's view */
    float target;     /* White's chance, to be learnt */
} GrTuneSample;

struct GrTuner {
    const GrEvaluator *eval;
    GrTrace *trace;
    GrTuneSample *sample;
    GrTuneTerm *term;
    size_t samples, sample_cap, terms, term_cap, learnt; /* learnt: in front, once sorted */
};

enum { GR_TUNE_WEIGHTS = 2 * GR_WEIGHTS }; /* index * 2 + phase */

/* A weight as it is learnt, for Adam. */
typedef struct GrTuneState {
    float weight[GR_TUNE_WEIGHTS], start[GR_TUNE_WEIGHTS];
    float mean[GR_TUNE_WEIGHTS], square[GR_TUNE_WEIGHTS]; /* of the gradient, running */
    bool known[GR_TUNE_WEIGHTS]; /* some sample has it */
    uint64_t steps;
} GrTuneState;

/* White's chance by an evaluation. */
double gr_tune_chance(double eval, double scale);

/* The gradient over samples order[0 .. count - 1], added up from fixed parts by several threads; the sum of
 * losses is added to *loss. The gradient may be NULL. Returns 0 or GR_ERR_MEMORY. */
typedef struct GrTuneBatch {
    const GrTuner *tuner;
    const GrTuneState *state;
    double scale;
    int threads;
    const uint32_t *order;
    size_t count;
} GrTuneBatch;
int gr_tune_batch(const GrTuneBatch *batch, float *gradient, double *loss, GrError *error);

/* Makes the fitted weights whole numbers. */
int gr_tune_finish(const GrTuner *tuner, GrTuneState *state, GrWeights *weights, GrError *error);

#endif
