/* Fitting the weights of the evaluation: samples, epochs, and weights as whole numbers again. */
#include "analysis/train/tune.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/engine/evaluate_local.h"
#include "analysis/train/tune_local.h"
#include "rules/random.h"

enum {
    TEST_EVERY = 10,  /* one game in this many is kept for testing */
    BATCH = 16384,    /* samples at most, */
    STEPS = 16,       /* fewest batches in an epoch */
    DECIDED = 800,    /* centipawns: a side so far ahead wins, if it knows how to */
    ALIKE = 10        /* samples of a game that say as much as a single one */
};
static const double RATE = 2.0; /* centipawns in a step, at first */

/* ---- samples ---- */

GrTuner *gr_tuner_new(const GrEvaluator *eval) {
    GrTuner *tuner = calloc(1, sizeof *tuner);
    GrTrace *trace = calloc(1, sizeof *trace);
    if (!tuner || !trace) {
        free(tuner);
        free(trace);
        return NULL;
    }
    tuner->eval = eval;
    tuner->trace = trace;
    return tuner;
}

void gr_tuner_free(GrTuner *tuner) {
    if (!tuner)
        return;
    free(tuner->trace);
    free(tuner->sample);
    free(tuner->term);
    free(tuner);
}

/* Makes room for one more sample and for `terms` terms. */
static int make_room(GrTuner *t, size_t terms, GrError *error) {
    if (t->samples == t->sample_cap) {
        size_t cap = t->sample_cap ? 2 * t->sample_cap : 1024;
        GrTuneSample *grown = cap < UINT32_MAX ? realloc(t->sample, cap * sizeof *grown) : NULL;
        if (!grown)
            return gr_no_memory(error);
        t->sample = grown;
        t->sample_cap = cap;
    }
    if (t->term_cap - t->terms < terms) {
        size_t cap = 3 * (t->term_cap / 2) + 65536;
        GrTuneTerm *grown = realloc(t->term, cap * sizeof *grown);
        if (!grown)
            return gr_no_memory(error);
        t->term = grown;
        t->term_cap = cap;
    }
    return 0;
}

/* Such a position is won or dead drawn, and its weights only show the way. */
static bool has_lone_king(const GrTrace *trace) {
    for (int n = 0; n < GR_WEIGHT_CORNER; n++)
        if (trace->used[GR_W_CORNER + n])
            return true;
    return false;
}

int gr_tuner_add(GrTuner *tuner, const GrPosition *pos, GrScore score, int points, int64_t game,
                 GrError *error) {
    GrTrace *trace = tuner->trace;
    bool white = pos->turn == GR_WHITE;
    if (score > DECIDED || score < -DECIDED)
        return 0;
    gr_trace(tuner->eval, pos, trace);
    if (has_lone_king(trace))
        return 0;
    int code = make_room(tuner, (size_t)trace->count, error);
    if (code != 0)
        return code;
    GrTuneSample *sample = &tuner->sample[tuner->samples++];
    *sample = (GrTuneSample){
        .first = tuner->terms,
        .points = (int8_t)(points < 0 || white ? points : 2 - points),
        .test = ((uint64_t)game * UINT64_C(0x9E3779B97F4A7C15) >> 32) % TEST_EVERY == 0,
        .mid = trace->full ? (float)trace->left / (float)trace->full : 0,
        .score = (float)(white ? score : -score)};
    for (int i = 0; i < trace->count; i++)
        if (trace->times[trace->index[i]] != 0)
            tuner->term[tuner->terms++] =
                (GrTuneTerm){trace->index[i], trace->times[trace->index[i]]};
    sample->count = (uint16_t)(tuner->terms - sample->first);
    return 0;
}

/* ---- the scale ---- */

/* Derivative, by 1 / K, of the loss of scores as forecasts of results. */
static double slope_at(const GrTuner *tuner, double inverse) {
    double sum = 0;
    for (size_t i = 0; i < tuner->samples; i++) {
        const GrTuneSample *s = &tuner->sample[i];
        if (s->points >= 0)
            sum += (gr_tune_chance(s->score * inverse, 1) - s->points / 2.0) * s->score;
    }
    return sum;
}

static double find_scale(const GrTuner *tuner) {
    double low = 1.0 / 1000, high = 1.0 / 50; /* of 1 / K; the loss is convex in it */
    if (slope_at(tuner, low) >= 0)
        return slope_at(tuner, high) > 0 ? 1 / low : 200; /* no results: zero everywhere */
    for (int i = 0; i < 30; i++) {
        double middle = (low + high) / 2;
        if (slope_at(tuner, middle) < 0)
            low = middle;
        else
            high = middle;
    }
    return 2 / (low + high);
}

/* ---- learning ---- */

static void set_targets(GrTuner *tuner, double results, double scale) {
    for (size_t i = 0; i < tuner->samples; i++) {
        GrTuneSample *s = &tuner->sample[i];
        double by_score = gr_tune_chance(s->score, scale), share = s->points < 0 ? 0 : results;
        s->target = (float)(share * s->points / 2.0 + (1 - share) * by_score);
    }
}

/* Numbers of the samples, those to learn from first. */
static uint32_t *make_order(GrTuner *tuner) {
    uint32_t *order = malloc((tuner->samples + 1) * sizeof *order);
    size_t count = 0;
    for (int test = 0; order && test <= 1; test++) {
        for (size_t i = 0; i < tuner->samples; i++)
            if (tuner->sample[i].test == test)
                order[count++] = (uint32_t)i;
        if (!test)
            tuner->learnt = count;
    }
    return order;
}

static void start_state(GrTuneState *state, const GrTuner *tuner) {
    for (int i = 0; i < GR_WEIGHTS; i++)
        for (int phase = 0; phase < GR_PHASES; phase++)
            state->weight[2 * i + phase] = state->start[2 * i + phase] =
                tuner->eval->weights.weight[i].phase[phase];
    for (size_t i = 0; i < tuner->terms; i++)
        state->known[2 * tuner->term[i].index] = state->known[2 * tuner->term[i].index + 1] = true;
}

/* A step of Adam, against the gradient of the mean loss and of the penalty. */
static void step(GrTuneState *s, const float *gradient, size_t count, double penalty, double rate) {
    double first = 1 - pow(0.9, (double)++s->steps), second = 1 - pow(0.999, (double)s->steps);
    for (int i = 0; i < GR_TUNE_WEIGHTS; i++) {
        if (!s->known[i])
            continue;
        double g = gradient[i] / (double)count + penalty * (s->weight[i] - s->start[i]);
        s->mean[i] = (float)(0.9 * s->mean[i] + 0.1 * g);
        s->square[i] = (float)(0.999 * s->square[i] + 0.001 * g * g);
        s->weight[i] -= (float)(rate * (s->mean[i] / first) / (sqrt(s->square[i] / second) + 1e-10));
    }
}

typedef struct Fit {
    GrTuner *tuner;
    const GrTuning *job;
    GrTuneState state;
    GrTuned *tuned;
    uint32_t *order;
    float gradient[GR_TUNE_WEIGHTS];
} Fit;

static GrTuneBatch batch_of(const Fit *fit, size_t first, size_t count) {
    return (GrTuneBatch){fit->tuner, &fit->state, fit->tuned->scale, fit->job->threads,
                         fit->order + first, count};
}

/* The mean loss of the tests. */
static int test(const Fit *fit, double *loss, GrError *error) {
    size_t first = fit->tuner->learnt, count = fit->tuner->samples - first;
    GrTuneBatch batch = batch_of(fit, first, count);
    *loss = 0;
    int code = gr_tune_batch(&batch, NULL, loss, error);
    *loss /= (double)count;
    return code;
}

static int learn_epoch(Fit *fit, unsigned epoch, double *loss, GrError *error) {
    size_t learnt = fit->tuner->learnt, steps = (learnt + BATCH - 1) / BATCH;
    steps = steps > STEPS ? steps : learnt < STEPS ? learnt : STEPS;
    double penalty = ALIKE / (fit->job->spread * fit->job->spread * (double)learnt);
    *loss = 0;
    for (size_t n = 0; n < steps; n++) {
        size_t first = learnt * n / steps, count = learnt * (n + 1) / steps - first;
        double done = (epoch + (double)n / (double)steps) / fit->job->epochs;
        GrTuneBatch batch = batch_of(fit, first, count);
        int code = gr_tune_batch(&batch, fit->gradient, loss, error);
        if (code != 0)
            return code;
        step(&fit->state, fit->gradient, count, penalty, RATE * (1 + cos(done * acos(-1))) / 2);
    }
    *loss /= (double)learnt;
    return 0;
}

static int learn(Fit *fit, GrError *error) {
    const GrTuning *job = fit->job;
    uint64_t random = job->seed;
    double loss;
    int code = test(fit, &fit->tuned->before, error);
    fit->tuned->after = fit->tuned->before;
    for (unsigned epoch = 0; epoch < job->epochs && code == 0; epoch++) {
        gr_shuffle(fit->order, fit->tuner->learnt, &random);
        code = learn_epoch(fit, epoch, &loss, error);
        if (code == 0)
            code = test(fit, &fit->tuned->after, error);
        if (code == 0 && job->progress)
            job->progress(job->user, epoch + 1, loss, fit->tuned->after);
        if (code == 0 && job->stop && job->stop(job->user))
            code = gr_fail(error, GR_ERR_STOPPED, "stopped");
    }
    return code;
}

int gr_tuner_fit(GrTuner *tuner, const GrTuning *job, GrWeights *weights, GrTuned *tuned,
                 GrError *error) {
    Fit *fit = calloc(1, sizeof *fit);
    uint32_t *order = make_order(tuner);
    int code = 0;
    *tuned = (GrTuned){.samples = tuner->learnt, .tests = tuner->samples - tuner->learnt};
    if (!fit || !order)
        code = gr_no_memory(error);
    else if (!tuned->samples || !tuned->tests)
        code = gr_fail(error, GR_ERR_NOT_FOUND, "too few games with scores to learn from");
    if (code == 0) {
        fit->tuner = tuner;
        fit->job = job;
        fit->tuned = tuned;
        fit->order = order;
        tuned->scale = find_scale(tuner);
        set_targets(tuner, job->results, tuned->scale);
        start_state(&fit->state, tuner);
        code = learn(fit, error);
    }
    if (code == 0)
        code = gr_tune_finish(tuner, &fit->state, weights, error);
    free(order);
    free(fit);
    return code;
}
