/* Self-play for a report. */
#include "analysis/report/play.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/report/play_local.h"
#include "analysis/report/report_local.h"
#include "analysis/study/engine_threads.h"
#include "rules/version.h"

enum { BATCH = 32, HASH = 4, MOST_THREADS = 256 };

/* Games that are played at the same time. */
typedef struct Batch {
    GrGame game[BATCH];
    GrPlayOpening opening[BATCH];
    int count;
} Batch;

typedef struct Run {
    const GrReportPlay *job;
    Batch batch;
    GrSearch **search; /* one for each thread */
    GrKeySet had;     /* keys of positions that games began in */
    uint32_t number;  /* games that are done */
    GrError *error;
} Run;

/* ---- a batch ---- */

static int play_one(void *user, GrSearch *search, int at) {
    Run *run = user;
    return gr_play_game(run->job, search, &run->batch.opening[at], &run->batch.game[at]);
}

/* Notes how far the last opening, where no better one was found, is not what it should be. 0 or a code. */
static int make_do(Run *run, const GrPosition *end, GrPlayOpening *opening) {
    int even = gr_state(end) == GR_OPEN ? gr_play_is_even(run->job, run->search[0], end) : 0;
    opening->again = gr_keyset_has(&run->had, end->key);
    opening->uneven = even == 0;
    return even < 0 ? even : gr_keyset_add(&run->had, end->key);
}

/* An opening for game `number`: in vain after GR_PLAY_DRAWS, when the last one has to do. */
static int choose_opening(Run *run, uint32_t number, GrPlayOpening *opening) {
    int found = 0;
    GrPosition end;
    for (uint64_t attempt = 0; attempt < GR_PLAY_DRAWS && !found; attempt++) {
        uint64_t random = gr_report_mix(gr_report_mix(run->job->seed, number), attempt);
        gr_play_opening(run->job, random, opening, &end);
        if (gr_state(&end) != GR_OPEN || gr_keyset_has(&run->had, end.key))
            continue;
        found = gr_play_is_even(run->job, run->search[0], &end);
        if (found > 0)
            found = gr_keyset_add(&run->had, end.key);
    }
    if (!found)
        found = make_do(run, &end, opening);
    return found < 0 ? found : 0;
}

static int start_batch(Run *run) {
    uint32_t left = run->job->games - run->number;
    Batch *batch = &run->batch;
    batch->count = left < BATCH ? (int)left : BATCH;
    for (int i = 0; i < batch->count; i++) {
        int code = choose_opening(run, run->number + (uint32_t)i + 1, &batch->opening[i]);
        if (code)
            return code;
    }
    return 0;
}

static int set_tags(const GrReportPlay *job, uint32_t number, GrGame *game) {
    char round[16], site[96];
    snprintf(round, sizeof round, "%" PRIu32, number);
    snprintf(site, sizeof site, "seed %" PRIu64, job->seed);
    const char *const tag[][2] = {
        {"Event", "Self-play"}, {"Site", site}, {"Date", "????.??.??"}, {"Round", round},
        {"White", "Grimoire " GR_VERSION}, {"Black", "Grimoire " GR_VERSION},
        {"Termination", game->result == GR_RESULT_NONE ? "unterminated" : "normal"},
    };
    for (size_t i = 0; i < sizeof tag / sizeof *tag; i++)
        if (gr_game_set_tag(game, tag[i][0], tag[i][1]))
            return GR_ERR_MEMORY;
    return 0;
}

static int hand_over(Run *run) {
    const GrReportPlay *job = run->job;
    for (int i = 0; i < run->batch.count; i++) {
        GrGame *game = &run->batch.game[i];
        if (set_tags(job, run->number + 1, game))
            return gr_no_memory(run->error);
        if (job->starts) {
            job->starts->again += run->batch.opening[i].again;
            job->starts->uneven += run->batch.opening[i].uneven;
        }
        int code = job->played(job->user, ++run->number, game, run->error);
        if (code)
            return code;
    }
    return 0;
}

static int go_on(Run *run) {
    const GrReportPlay *job = run->job;
    while (run->number < job->games) {
        int code = start_batch(run);
        const GrPlaces places = {job->places, job->stop, job->user};
        if (!code)
            code = gr_engine_threads_run(run->search, job->threads, run->batch.count, &places, play_one, run);
        if (code == GR_ERR_STOPPED)
            return gr_fail(run->error, GR_ERR_STOPPED, "stopped");
        code = code ? gr_no_memory(run->error) : hand_over(run);
        if (code)
            return code;
    }
    return 0;
}

/* ---- the run ---- */

static int start(Run *run, int threads) {
    run->search = calloc((size_t)threads, sizeof *run->search);
    for (int i = 0; run->search && i < threads; i++) {
        if (!(run->search[i] = gr_search_new(run->job->hash ? run->job->hash : HASH)))
            return gr_no_memory(run->error);
        gr_search_on_wait(run->search[i], run->job->stop, run->job->user);
        int code = run->job->net ? gr_search_set_net(run->search[i], run->job->net, run->error) : 0;
        if (code)
            return code;
    }
    return run->search ? 0 : gr_no_memory(run->error);
}

int gr_report_play(const GrReportPlay *job, GrError *error) {
    GrError own;
    GrReportPlay bounded = *job;
    Run *run = calloc(1, sizeof *run);
    if (!run)
        return gr_no_memory(error);
    if (job->starts)
        *job->starts = (GrPlayStarts){0};
    bounded.threads = job->threads < MOST_THREADS ? job->threads : MOST_THREADS;
    *run = (Run){.job = &bounded, .error = error ? error : &own};
    for (int i = 0; i < BATCH; i++)
        gr_game_init(&run->batch.game[i]);
    int code = start(run, bounded.threads);
    if (!code)
        code = go_on(run);
    for (int i = 0; run->search && i < bounded.threads; i++)
        gr_search_free(run->search[i]);
    for (int i = 0; i < BATCH; i++)
        gr_game_free(&run->batch.game[i]);
    gr_keyset_free(&run->had);
    free(run->search);
    free(run);
    return code;
}
