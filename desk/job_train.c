/* A job: a network for a variant, from games against itself that go into the database, and from all scores there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/train/learn.h"
#include "analysis/train/selfplay.h"
#include "db/db.h"
#include "desk/jobs.h"
#include "desk/state.h"
#include "rules/version.h"

enum { NODES = 200, RANDOM = 8, EPOCHS = 12, WIDTH = 64 };

static const double RATE = 0.002, DECAY = 0.3, BLEND = 0.5, LAMBDA = 0.8; /* as grimoire train has them */

static bool read_train(DeskCall *call, DeskJob *job) {
    DeskJobTask *task = &job->task;
    int64_t nodes = NODES;
    task->random = RANDOM;
    task->epochs = EPOCHS;
    task->width = WIDTH;
    task->seed = 1;
    if (!desk_job_variant(call, job, true) || !desk_job_threads(call, job) ||
        !desk_job_number(call, "positions", 0, INT64_C(1) << 40, &task->positions) ||
        !desk_job_number(call, "nodes", 1, 1000000000, &nodes) ||
        !desk_job_number(call, "random", 0, 100, &task->random) ||
        !desk_job_number(call, "epochs", 1, 10000, &task->epochs) ||
        !desk_job_number(call, "width", GR_NET_STEP, GR_NET_WIDTH, &task->width) ||
        !desk_job_number(call, "seed", 0, INT64_C(1) << 53, &task->seed) ||
        !desk_job_flag(call, "builtin", &task->builtin))
        return false;
    task->limits.nodes = (uint64_t)nodes;
    if (task->width % GR_NET_STEP)
        desk_refuse(call, 400, "the member \"width\" is no multiple of %d", GR_NET_STEP);
    else if (!desk_state_make(call->desk))
        desk_refuse(call, 409, "a network takes hours, and there is no folder of yours in which it could be kept");
    else
        return true;
    return false;
}

/* ---- games ---- */

static void on_played(void *context, uint64_t games, uint64_t positions) {
    DeskJob *job = context;
    desk_job_figure(job, "games", (double)games, 0);
    desk_job_progress(job, "positions", positions, (uint64_t)job->task.positions);
}

static int play(DeskJob *job, GrDb *db, GrError *error) {
    const DeskJobTask *task = &job->task;
    const GrSelfplay play = {.db = db, .rules = task->rules, .positions = (uint64_t)task->positions,
                             .nodes = task->limits.nodes, .random_plies = (unsigned)task->random,
                             .seed = (uint64_t)task->seed, .threads = task->threads, .stop = desk_job_stops,
                             .places = desk_job_places, .progress = on_played, .user = job};
    if (!task->positions)
        return 0;
    desk_job_progress(job, "positions", 0, (uint64_t)task->positions);
    return gr_selfplay(&play, error);
}

/* ---- learning ---- */

static void on_reading(void *context, uint64_t games, uint64_t total) {
    desk_job_progress(context, "games read", games, total);
}

static void on_learning(void *context, uint64_t positions, uint64_t total) {
    desk_job_progress(context, "positions learnt from", positions, total);
}

static void on_epoch(void *context, const GrLearnState *state) {
    desk_job_figure(context, "epochs", state->epoch, 0);
    desk_job_figure(context, "error", state->loss, 6);
    desk_job_figure(context, "test", state->test_loss, 6);
}

static char *make_recipe(const DeskJob *job, const GrLearnState *state) {
    GrBuffer text;
    const DeskJobTask *task = &job->task;
    gr_buffer_init(&text);
    gr_buffer_printf(&text, "grimoire-desk %s: %s\n", GR_VERSION, gr_variant(task->rules)->name);
    gr_buffer_printf(&text, "learnt from %llu positions, tested on %llu of other games; width %lld, %lld epochs, seed "
                     "%lld, rate %g, decay %g, blend %g, lambda %g\nerror %.6f, of the test %.6f\n",
                     (unsigned long long)state->samples, (unsigned long long)state->tests, (long long)task->width,
                     (long long)task->epochs, (long long)task->seed, RATE, DECAY, BLEND, LAMBDA, state->loss,
                     state->test_loss);
    return gr_buffer_take(&text);
}

/* Keeps the network: as a file in the user's folder, and to be fetched. */
static int keep_net(DeskJob *job, GrNet *net, const GrLearnState *state, GrError *error) {
    void *bytes;
    size_t size;
    char name[JOB_NAME], path[DESK_STATE_PATH], *recipe = make_recipe(job, state);
    if (!recipe)
        return gr_no_memory(error);
    free(net->recipe);
    net->recipe = recipe;
    int code = gr_net_write(net, &bytes, &size, error);
    if (code)
        return code;
    code = desk_job_keep_result(job, bytes, size, error);
    pthread_mutex_lock(&job->lock);
    gr_buffer_clear(&job->result);
    gr_buffer_add(&job->result, bytes, size);
    snprintf(job->result_name, sizeof job->result_name, "%.50s.net", gr_variant(job->task.rules)->name);
    pthread_mutex_unlock(&job->lock);
    free(bytes);
    desk_job_file(job, job->kind->ending, name);
    if (!code && desk_state_path(job->desk, name, path, sizeof path))
        desk_job_say(job, "network %s: %.250s", net->id, path);
    return code;
}

static int learn(DeskJob *job, GrDb *db, GrError *error) {
    GrNet *net;
    GrLearnState state;
    char name[JOB_NAME], path[DESK_STATE_PATH];
    const DeskJobTask *task = &job->task;
    desk_job_file(job, "part", name);
    const char *part = desk_state_path(job->desk, name, path, sizeof path) ? path : NULL;
    GrLearn run = {.db = db, .rules = task->rules, .width = (int)task->width, .zones = 1, .epochs = (int)task->epochs,
                   .rate = RATE, .decay = DECAY, .blend = BLEND, .lambda = LAMBDA, .times = 1,
                   .start = task->builtin ? GR_LEARN_BUILTIN : NULL, .seed = (uint64_t)task->seed,
                   .threads = task->threads, .resume = part, .stop = desk_job_stops, .places = desk_job_places,
                   .reading = on_reading, .learning = on_learning, .epoch = on_epoch, .user = job};
    int code = gr_learn_settle(&run, error);
    if (!code)
        code = gr_learn(&run, &net, &state, error);
    if (code)
        return code;
    code = keep_net(job, net, &state, error);
    gr_net_free(net);
    return code;
}

static int train(DeskJob *job, GrDb *db, GrError *error) {
    int code = play(job, db, error);
    return code ? code : learn(job, db, error);
}

static void drop(DeskJob *job) {
    char name[JOB_NAME];
    desk_job_file(job, "part", name);
    desk_state_remove(job->desk, name);
}

const DeskJobKind desk_job_train = {.name = "train", .writes = true, .read = read_train, .work = train, .drop = drop,
                                    .type = "application/octet-stream", .ending = "net", .stays = true};
