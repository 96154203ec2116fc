/* Loss and gradient of a batch of samples, by several threads. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/train/tune_local.h"

/* A batch is cut into this many parts, whatever the number of threads, so that sums are the same. */
enum { PARTS = 8, MOST_THREADS = PARTS };

typedef struct Work {
    const GrTuneBatch *batch;
    float *gradient[PARTS]; /* or NULL */
    double loss[PARTS];
    atomic_int next;
} Work;

double gr_tune_chance(double eval, double scale) {
    return 1 / (1 + exp(-eval / scale));
}

static double evaluate(const GrTuneBatch *batch, const GrTuneSample *sample) {
    const GrTuneTerm *term = &batch->tuner->term[sample->first];
    const float *weight = batch->state->weight;
    float mid = 0, end = 0;
    for (int i = 0; i < sample->count; i++) {
        mid += weight[2 * term[i].index] * term[i].times;
        end += weight[2 * term[i].index + 1] * term[i].times;
    }
    return mid * sample->mid + end * (1 - sample->mid);
}

static double entropy(double target, double chance) {
    double least = 1e-12;
    chance = chance < least ? least : chance > 1 - least ? 1 - least : chance;
    return -target * log(chance) - (1 - target) * log(1 - chance);
}

static void add_sample(const GrTuneBatch *batch, const GrTuneSample *sample, float *gradient,
                       double *loss) {
    const GrTuneTerm *term = &batch->tuner->term[sample->first];
    double chance = gr_tune_chance(evaluate(batch, sample), batch->scale);
    *loss += entropy(sample->target, chance);
    if (!gradient)
        return;
    float slope = (float)((chance - sample->target) / batch->scale);
    float mid = slope * sample->mid, end = slope * (1 - sample->mid);
    for (int i = 0; i < sample->count; i++) {
        gradient[2 * term[i].index] += mid * term[i].times;
        gradient[2 * term[i].index + 1] += end * term[i].times;
    }
}

static void *work_on(void *data) {
    Work *work = data;
    const GrTuneBatch *batch = work->batch;
    for (int part; (part = atomic_fetch_add(&work->next, 1)) < PARTS;) {
        size_t from = batch->count * (size_t)part / PARTS;
        size_t to = batch->count * (size_t)(part + 1) / PARTS;
        double loss = 0;
        for (size_t i = from; i < to; i++)
            add_sample(batch, &batch->tuner->sample[batch->order[i]], work->gradient[part], &loss);
        work->loss[part] = loss;
    }
    return NULL;
}

/* Helpers that cannot be started are done without. */
static void work_together(Work *work, int threads) {
    pthread_t helper[MOST_THREADS];
    int started = 0;
    while (started < threads - 1 && started < MOST_THREADS - 1 &&
           pthread_create(&helper[started], NULL, work_on, work) == 0)
        started++;
    work_on(work);
    for (int i = 0; i < started; i++)
        pthread_join(helper[i], NULL);
}

int gr_tune_batch(const GrTuneBatch *batch, float *gradient, double *loss, GrError *error) {
    Work work = {.batch = batch};
    float *sums = NULL;
    if (gradient) {
        sums = calloc(PARTS, GR_TUNE_WEIGHTS * sizeof *sums);
        if (!sums)
            return gr_no_memory(error);
        memset(gradient, 0, GR_TUNE_WEIGHTS * sizeof *gradient);
        for (int part = 0; part < PARTS; part++)
            work.gradient[part] = sums + (size_t)part * GR_TUNE_WEIGHTS;
    }
    work_together(&work, batch->threads);
    for (int part = 0; part < PARTS; part++) {
        *loss += work.loss[part];
        for (int i = 0; gradient && i < GR_TUNE_WEIGHTS; i++)
            gradient[i] += work.gradient[part][i];
    }
    free(sums);
    return 0;
}
