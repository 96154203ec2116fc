/* From a database's games to an evaluation as text. */
#include "analysis/train/classical.h"

#include <inttypes.h>
#include <stdio.h>

#include "analysis/engine/evaluate_local.h"
#include "analysis/engine/weights_text.h"
#include "analysis/train/samples.h"
#include "analysis/train/tune.h"

typedef struct Training {
    const GrClassical *job;
    GrTuner *tuner;
    GrError *error;
} Training;

static int take(void *user, const GrSample *sample) {
    Training *t = user;
    return gr_tuner_add(t->tuner, sample->pos, sample->score, sample->points, sample->game,
                        t->error);
}

static void write_result(const GrEvaluator *eval, const GrWeights *weights,
                         const GrClassicalResult *r, GrBuffer *out) {
    char comment[200];
    snprintf(comment, sizeof comment,
             "Fitted to %" PRIu64 " positions of games; scale %.0f centipawns;\n"
             "mean loss of %" PRIu64 " other positions %.5f, before that %.5f.",
             r->positions, r->scale, r->tests, r->after, r->before);
    gr_weights_write(eval->variant, &eval->geometry, weights, comment, out);
}

static bool is_stopped(void *user) {
    const GrClassical *job = ((Training *)user)->job;
    return job->stop && job->stop(job->user);
}

static void report(void *user, uint64_t games, uint64_t total) {
    const GrClassical *job = ((Training *)user)->job;
    if (job->reading)
        job->reading(job->user, games, total);
}

static int read_samples(Training *t) {
    GrSampling sampling = {.db = t->job->db,
                           .rules = t->job->rules,
                           .take = take,
                           .stop = is_stopped,
                           .progress = report,
                           .user = t};
    return gr_samples_each(&sampling, t->error);
}

static int fit(Training *t, const GrEvaluator *eval, GrClassicalResult *result, GrBuffer *out) {
    const GrClassical *job = t->job;
    GrTuning tuning = {.results = job->results, .spread = job->spread, .epochs = job->epochs,
                       .seed = job->seed, .threads = job->threads, .stop = job->stop,
                       .progress = job->learning, .user = job->user};
    GrWeights weights;
    GrTuned tuned;
    int code = gr_tuner_fit(t->tuner, &tuning, &weights, &tuned, t->error);
    if (code != 0)
        return code;
    *result = (GrClassicalResult){tuned.samples, tuned.tests, tuned.scale, tuned.before,
                                  tuned.after};
    write_result(eval, &weights, result, out);
    return out->failed ? gr_no_memory(t->error) : 0;
}

/* The evaluation to begin with; NULL after an error. */
static GrEvaluator *make_start(const GrClassical *job, int *code, GrError *error) {
    GrEvaluator *eval = gr_evaluator_new(job->rules);
    *code = eval ? 0 : gr_no_memory(error);
    if (!eval || !job->start)
        return eval;
    GrWeights weights = eval->weights;
    *code = gr_weights_load(eval->variant, &eval->geometry, job->start, &weights, error);
    if (*code == 0) {
        gr_evaluator_set(eval, &weights);
        return eval;
    }
    gr_evaluator_free(eval);
    return NULL;
}

int gr_classical_check(const GrClassical *job, GrError *error) {
    int code;
    gr_evaluator_free(make_start(job, &code, error));
    return code;
}

int gr_train_classical(const GrClassical *job, GrClassicalResult *result, GrBuffer *out,
                       GrError *error) {
    int code;
    GrEvaluator *eval = make_start(job, &code, error);
    Training t = {.job = job, .error = error};
    if (code == 0 && !(t.tuner = gr_tuner_new(eval)))
        code = gr_no_memory(error);
    if (code == 0)
        code = read_samples(&t);
    if (code == 0)
        code = fit(&t, eval, result, out);
    gr_tuner_free(t.tuner);
    gr_evaluator_free(eval);
    return code;
}
