/* Self-play for a report. */
#include "analysis/report/play.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/report/play_local.h"
#include "analysis/report/report_local.h"
#include "rules/version.h"

enum { BATCH = 32, ATTEMPTS = 200, HASH = 4, MOST_THREADS = 256 };

/* Games that are played at the same time. */
typedef struct Batch {
    const GrReportPlay *job;
    GrGame game[BATCH];
    GrPlayOpening opening[BATCH];
    int count, next;  /* games; the first that nobody plays yet */
    pthread_mutex_t lock;
    int code;         /* of the first failure */
} Batch;

typedef struct Player {
    Batch *batch;
    GrSearch *search;
    pthread_t thread;
    bool started;
} Player;

typedef struct Run {
    const GrReportPlay *job;
    Batch batch;
    Player *player;
    GrKeySet had;     /* keys of positions that games began in */
    uint32_t number;  /* games that are done */
    GrError *error;
} Run;

/* ---- a batch ---- */

static int take_next(Batch *batch) {
    pthread_mutex_lock(&batch->lock);
    int at = batch->code == 0 && batch->next < batch->count ? batch->next++ : -1;
    pthread_mutex_unlock(&batch->lock);
    return at;
}

static void *play(void *given) {
    Player *player = given;
    Batch *batch = player->batch;
    for (int at; (at = take_next(batch)) >= 0;) {
        int code = gr_play_game(batch->job, player->search, &batch->opening[at], &batch->game[at]);
        if (code) {
            pthread_mutex_lock(&batch->lock);
            batch->code = batch->code ? batch->code : code;
            pthread_mutex_unlock(&batch->lock);
        }
    }
    return NULL;
}

/* Where the system gives fewer threads, fewer play; this one always does. */
static int play_batch(Run *run) {
    int threads = run->job->threads;
    for (int i = 0; i < threads; i++) {
        Player *p = &run->player[i];
        p->batch = &run->batch;
        p->started = i > 0 && i < run->batch.count && pthread_create(&p->thread, NULL, play, p) == 0;
    }
    play(&run->player[0]);
    for (int i = 1; i < threads; i++)
        if (run->player[i].started)
            pthread_join(run->player[i].thread, NULL);
    return run->batch.code;
}

/* An opening for game `number`: in vain after ATTEMPTS, when the last one has to do. */
static int choose_opening(Run *run, uint32_t number, GrPlayOpening *opening) {
    int found = 0;
    for (uint64_t attempt = 0; attempt < ATTEMPTS && !found; attempt++) {
        uint64_t random = gr_report_mix(gr_report_mix(run->job->seed, number), attempt);
        GrPosition end;
        gr_play_opening(run->job, random, opening, &end);
        if (gr_state(&end) != GR_OPEN || gr_keyset_has(&run->had, end.key))
            continue;
        found = gr_play_is_even(run->job, run->player[0].search, &end);
        if (found > 0)
            found = gr_keyset_add(&run->had, end.key);
    }
    return found < 0 ? found : 0;
}

static int start_batch(Run *run) {
    uint32_t left = run->job->games - run->number;
    Batch *batch = &run->batch;
    batch->count = left < BATCH ? (int)left : BATCH;
    batch->next = batch->code = 0;
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
        int code = job->played(job->user, ++run->number, game, run->error);
        if (code)
            return code;
    }
    return 0;
}

static int go_on(Run *run) {
    while (run->number < run->job->games) {
        int code = start_batch(run);
        if (!code)
            code = play_batch(run);
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
    run->player = calloc((size_t)threads, sizeof *run->player);
    for (int i = 0; run->player && i < threads; i++)
        if (!(run->player[i].search = gr_search_new(run->job->hash ? run->job->hash : HASH)))
            return gr_no_memory(run->error);
    return run->player ? 0 : gr_no_memory(run->error);
}

int gr_report_play(const GrReportPlay *job, GrError *error) {
    GrError own;
    GrReportPlay bounded = *job;
    Run *run = calloc(1, sizeof *run);
    if (!run)
        return gr_no_memory(error);
    bounded.threads = job->threads < MOST_THREADS ? job->threads : MOST_THREADS;
    *run = (Run){.job = &bounded, .error = error ? error : &own, .batch.job = &bounded};
    if (pthread_mutex_init(&run->batch.lock, NULL)) {
        free(run);
        return gr_no_memory(error);
    }
    for (int i = 0; i < BATCH; i++)
        gr_game_init(&run->batch.game[i]);
    int code = start(run, bounded.threads);
    if (!code)
        code = go_on(run);
    for (int i = 0; run->player && i < bounded.threads; i++)
        gr_search_free(run->player[i].search);
    for (int i = 0; i < BATCH; i++)
        gr_game_free(&run->batch.game[i]);
    pthread_mutex_destroy(&run->batch.lock);
    gr_keyset_free(&run->had);
    free(run->player);
    free(run);
    return code;
}
