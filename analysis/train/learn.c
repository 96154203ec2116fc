/* Training: epochs, threads, and the state that is kept between them. */
#include "analysis/train/learn.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/engine/nets.h"
#include "analysis/study/places.h"
#include "analysis/train/learn_local.h"
#include "rules/random.h"

typedef struct Course {
    const GrLearn *job;
    GrDataset dataset;
    GrFloatNet float_net;
    GrNet *start;    /* the network to begin with; NULL: none */
    uint32_t *order; /* of the examples to learn from, then of those to test on */
    size_t learnt;   /* how many there are to learn from */
    GrLearnState *state;
    double errors;   /* of the epoch */
    GrError *error;
} Course;

/* ---- a batch, by all threads ---- */

typedef struct Batch {
    Course *course;
    const uint32_t *which;
    size_t count;
    bool learn;
    double errors[GR_LEARN_SLICES];
    pthread_mutex_t lock;
    int next;
} Batch;

static int take_slice(Batch *batch) {
    pthread_mutex_lock(&batch->lock);
    int slice = batch->next < GR_LEARN_SLICES ? batch->next++ : -1;
    pthread_mutex_unlock(&batch->lock);
    return slice;
}

static void *work(void *given) {
    Batch *batch = given;
    for (int slice; (slice = take_slice(batch)) >= 0;) {
        size_t from = batch->count * (size_t)slice / GR_LEARN_SLICES;
        size_t to = batch->count * ((size_t)slice + 1) / GR_LEARN_SLICES;
        batch->errors[slice] = gr_float_net_learn(&batch->course->float_net, &batch->course->dataset,
                                              batch->which + from, to - from, batch->learn ? slice : -1);
    }
    return NULL;
}

enum { MOST_THREADS = GR_LEARN_SLICES };

/* The errors of examples, and their gradients if they are to be learnt from. */
static double run_batch(Course *c, const uint32_t *which, size_t count, bool learn) {
    Batch batch = {.course = c, .which = which, .count = count, .learn = learn};
    pthread_t thread[MOST_THREADS];
    bool started[MOST_THREADS] = {false};
    double errors = 0;
    int threads = c->job->threads < MOST_THREADS ? c->job->threads : MOST_THREADS;
    int places = c->job->places ? c->job->places(c->job->user) : threads;
    threads = threads < places ? threads : places; /* the caller's is one in any case */
    pthread_mutex_init(&batch.lock, NULL);
    for (int i = 1; i < threads; i++)
        started[i] = pthread_create(&thread[i], NULL, work, &batch) == 0;
    work(&batch);
    for (int i = 1; i < threads; i++)
        if (started[i])
            pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&batch.lock);
    for (int i = 0; i < GR_LEARN_SLICES; i++)
        errors += batch.errors[i];
    return errors;
}

/* ---- the state between runs ---- */

/* What must be the same for a run to go on. */
typedef struct Kept {
    char mark[8];
    uint64_t seed, examples, numbers, steps;
    double rate, decay, blend, lambda, unit;
    int32_t width, zones, epochs, epoch;
    uint32_t start;  /* the network to begin with, by its id */
    uint32_t danger; /* 0 or 1 */
} Kept;

static Kept kept_of(const Course *c) {
    Kept kept = {.seed = c->job->seed, .examples = c->dataset.count, .numbers = c->float_net.count,
                 .steps = c->float_net.steps, .rate = c->job->rate, .decay = c->job->decay, .blend = c->job->blend,
                 .lambda = c->job->lambda, .unit = c->job->unit, .width = c->job->width, .zones = c->job->zones,
                 .danger = c->job->danger, .epochs = c->job->epochs, .epoch = c->state->epoch};
    kept.start = c->start ? (uint32_t)strtoul(c->start->id, NULL, 16) : 0;
    memcpy(kept.mark, "GRTRAIN6", sizeof kept.mark);
    return kept;
}

static bool keep_all(const Course *c, FILE *file) {
    Kept kept = kept_of(c);
    size_t n = gr_float_net_parts(&c->float_net);
    return fwrite(&kept, sizeof kept, 1, file) == 1 && fwrite(c->float_net.part, sizeof(float), n, file) == n &&
           fwrite(c->float_net.mean, sizeof(float), n, file) == n &&
           fwrite(c->float_net.square, sizeof(float), n, file) == n;
}

/* Writes it beside the file and then in its place, so that one of them is always whole. */
static int keep(const Course *c) {
    const char *path = c->job->resume;
    char *beside = path ? malloc(strlen(path) + 5) : NULL;
    if (!path)
        return 0;
    if (!beside)
        return gr_no_memory(c->error);
    sprintf(beside, "%s.new", path);
    FILE *file = fopen(beside, "wb");
    bool good = file && keep_all(c, file);
    good = file && fclose(file) == 0 && good;
    good = good && rename(beside, path) == 0;
    int why = errno;
    if (!good)
        remove(beside);
    free(beside);
    return good ? 0 : gr_fail(c->error, GR_ERR_IO, "cannot write '%s': %s", path, strerror(why));
}

/* Goes on where a run with the same settings stopped; anything else in the file does not count. */
static void go_on_from(Course *c) {
    FILE *file = c->job->resume ? fopen(c->job->resume, "rb") : NULL;
    Kept kept, ours = kept_of(c);
    size_t n = gr_float_net_parts(&c->float_net);
    if (!file)
        return;
    bool good = fread(&kept, sizeof kept, 1, file) == 1;
    ours.steps = kept.steps;
    ours.epoch = kept.epoch;
    good = good && memcmp(&kept, &ours, sizeof kept) == 0;
    float *numbers = good ? malloc(3 * n * sizeof *numbers) : NULL;
    if (numbers && fread(numbers, sizeof *numbers, 3 * n, file) == 3 * n) {
        memcpy(c->float_net.part, numbers, n * sizeof *numbers);
        memcpy(c->float_net.mean, numbers + n, n * sizeof *numbers);
        memcpy(c->float_net.square, numbers + 2 * n, n * sizeof *numbers);
        gr_float_net_sum_up(&c->float_net);
        c->float_net.steps = kept.steps;
        c->state->epoch = kept.epoch;
    }
    free(numbers);
    fclose(file);
}

/* ---- the network to begin with ---- */

static int read_start(const GrLearn *job, GrNet **net, GrError *error) {
    void *bytes = NULL;
    size_t size = 0;
    if (strcmp(job->start, GR_LEARN_BUILTIN) == 0) {
        int code = gr_nets_nearest(job->rules, net);
        return code ? gr_fail(error, code, "no network for %s, or for its board and pieces, is built in",
                              gr_variant(job->rules)->name) : 0;
    }
    int code = gr_net_load(job->start, &bytes, &size, error);
    if (code == 0)
        code = gr_net_parse_kin(bytes, size, job->rules, net, error);
    free(bytes);
    return code;
}

static int take_start(const GrLearn *job, GrNet **net, GrError *error) {
    *net = NULL;
    int code = job->start ? read_start(job, net, error) : 0;
    bool has_danger = code == 0 && *net && gr_features_have_danger(&(*net)->features);
    if (code != 0 || !*net ||
        ((*net)->width <= job->width && (*net)->features.zones <= job->zones && has_danger <= job->danger))
        return code;
    if ((*net)->width > job->width)
        code = gr_fail(error, GR_ERR_FOREIGN, "the network to begin with has width %d, which is more than %d",
                       (*net)->width, job->width);
    else
        code = gr_fail(error, GR_ERR_FOREIGN, "the network to begin with has %s, unlike the new one",
                       (*net)->features.zones > job->zones ? "zones" : "pieces in danger");
    gr_net_free(*net);
    *net = NULL;
    return code;
}

int gr_learn_settle(GrLearn *job, GrError *error) {
    GrNet *net = NULL;
    int code = job->start ? read_start(job, &net, error) : 0;
    if (code == 0 && net) {
        job->width = job->width < net->width ? net->width : job->width;
        job->zones = job->zones < net->features.zones ? net->features.zones : job->zones;
        job->danger |= gr_features_have_danger(&net->features);
    }
    gr_net_free(net);
    return code;
}

/* ---- epochs ---- */

double gr_learn_rate(const GrLearn *job, double share) {
    const double pi = 3.14159265358979323846;
    return job->rate * (0.01 + 0.99 * (1 + cos(pi * share)) / 2);
}

static double test(Course *c) {
    return run_batch(c, c->order + c->learnt, c->dataset.tests, false) / (double)c->dataset.tests;
}

/* Lessons are shuffled from their first order, so that an epoch does not depend on those before. */
static int run_epoch(Course *c) {
    const GrLearn *job = c->job;
    GrLearnState *state = c->state;
    double errors = 0;
    for (size_t i = 0; i < c->learnt; i++)
        c->order[i] = (uint32_t)i;
    uint64_t random = job->seed * 1000003 + (uint64_t)state->epoch;
    gr_shuffle(c->order, c->learnt, &random);
    for (size_t at = 0; at < c->learnt; at += GR_LEARN_BATCH) {
        size_t count = c->learnt - at < GR_LEARN_BATCH ? c->learnt - at : GR_LEARN_BATCH;
        double done = (double)state->epoch + (double)at / (double)c->learnt;
        if (!gr_place_wait(&(GrPlaces){job->places, job->stop, job->user}, 0))
            return gr_fail(c->error, GR_ERR_STOPPED, "stopped");
        errors += run_batch(c, c->order + at, count, true);
        gr_float_net_step(&c->float_net, gr_learn_rate(job, done / job->epochs), job->decay, count);
        if (job->learning)
            job->learning(job->user, (uint64_t)state->epoch * c->learnt + at + count,
                          (uint64_t)job->epochs * c->learnt);
    }
    state->epoch++;
    state->loss = errors / (double)c->learnt;
    state->test_loss = test(c);
    if (job->epoch)
        job->epoch(job->user, state);
    return keep(c);
}

/* What the scores alone would have for an error: the target differs from them by the results. */
static double error_of_scores(const Course *c) {
    double sum = 0;
    for (size_t i = c->learnt; i < c->dataset.count; i++) {
        const GrExample *example = &c->dataset.example[i];
        double error = 1 / (1 + exp(-example->score / c->dataset.scale)) -
                       (double)example->target;
        sum += error * error;
    }
    return sum / (double)c->dataset.tests;
}

/* A network whose file would be too large to be read again is not worth learning. With zones, or with pieces in
 * danger, it is packed to less than half of its size. */
static int check_size(const Course *c) {
    enum { HEAD = 10000 }; /* the recipe and the like, at most */
    size_t weights = sizeof(int16_t) * gr_net_weights_for(&c->dataset.features, c->job->width);
    size_t size = HEAD + (c->job->zones > 1 || c->job->danger ? weights * 43 / 100 : weights);
    if (size <= GR_NET_BYTES)
        return 0;
    return gr_fail(c->error, GR_ERR_LIMIT, "a network of width %d%s would be too large for %s: %zu bytes of at most %d",
                   c->job->width, c->job->zones > 1 ? " with zones" : "", gr_variant(c->job->rules)->name, size,
                   GR_NET_BYTES);
}

static int start(Course *c) {
    const GrLearn *job = c->job;
    GrDataset *l = &c->dataset;
    int code = gr_dataset_read(l);
    if (code == 0)
        code = check_size(c);
    if (code != 0)
        return code;
    if (l->tests == 0 || l->tests == l->count)
        return gr_fail(c->error, GR_ERR_NOT_FOUND, "too few games to learn from and to test on");
    c->learnt = l->count - l->tests;
    c->order = malloc(l->count * sizeof *c->order);
    if (!c->order || gr_float_net_make(&c->float_net, &l->features, job->width, job->seed))
        return gr_no_memory(c->error);
    if (l->start)
        gr_float_net_load(&c->float_net, &l->features, l->start, l->scale, job->seed);
    for (size_t i = 0; i < l->count; i++)
        c->order[i] = (uint32_t)i;
    *c->state = (GrLearnState){.epochs = job->epochs, .samples = c->learnt, .tests = l->tests,
                               .scale = l->scale};
    c->state->score_loss = error_of_scores(c);
    c->state->first_test_loss = test(c);
    go_on_from(c);
    return 0;
}

static int finish(Course *c, GrNet **net) {
    *net = gr_net_new(c->job->rules, c->dataset.blocks, c->job->zones, c->job->width);
    if (!*net)
        return gr_no_memory(c->error);
    memcpy((*net)->features.lesser, c->dataset.features.lesser, sizeof (*net)->features.lesser);
    gr_float_net_round(&c->float_net, c->dataset.scale * c->job->times, *net);
    if (c->job->resume)
        remove(c->job->resume);
    return 0;
}

int gr_learn(const GrLearn *job, GrNet **net, GrLearnState *state, GrError *error) {
    GrError own;
    Course c = {.job = job, .state = state, .error = error ? error : &own};
    c.dataset.job = job;
    c.dataset.error = c.error;
    *net = NULL;
    *state = (GrLearnState){.epochs = job->epochs};
    int code = take_start(job, &c.start, c.error);
    c.dataset.start = c.start;
    if (code == 0)
        code = start(&c);
    while (code == 0 && state->epoch < job->epochs)
        code = run_epoch(&c);
    if (code == 0)
        code = finish(&c, net);
    gr_float_net_free(&c.float_net);
    gr_dataset_free(&c.dataset);
    gr_net_free(c.start);
    free(c.order);
    return code;
}
