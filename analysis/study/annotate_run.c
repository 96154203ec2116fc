/* Having engines judge the positions of a database: the thread that lists and saves. */
#include "analysis/study/annotate_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/study/annotate_pool.h"
#include "analysis/study/distinct.h"
#include "analysis/study/walk.h"

enum {
    SAVE_MS = 5000,
    PATIENCE_MS = 60000,  /* that a writer is waited for, */
    PATIENCES = 10,       /* so often */
    LOOK_MS = 100,        /* between two looks at whether to stop */
    MOST_VARIANTS = 256,
    EXACTLY = 2000000
};

enum { KNOWN, LACKING };

typedef struct Run {
    const GrAnnotateJob *job;
    GrAnnotateSummary *summary;
    GrAnalyst *analyst;   /* until the pool has it */
    GrJudge judge;
    GrJudges judges;      /* whose verdicts would do */
    GrGameSet only;       /* the games that the query finds */
    GrKeySet pending;     /* marks of positions that are asked and not saved, or set aside */
    GrDistinct distinct;
    uint64_t total;       /* positions to judge, if they were counted */
    bool about;
    GrPool pool;
    int unit;             /* positions of a unit */
    GrUnit *found;        /* positions of a game that the walk has found, not yet in the pool */
    GrEvaluation *batch;  /* for saving: GR_POOL_KEPT */
    GrDone *done;         /* taken from the pool: the same */
    int64_t saved;        /* when it was saved last */
    bool plays[MOST_VARIANTS];  /* does the engine play the nth variant, */
    bool noted[MOST_VARIANTS];  /* and was it said that it does not? [0]: unknown to us */
    bool counting;        /* or listing */
    bool reporting;       /* of games that cannot be read */
    GrError *error;
} Run;

static void report(Run *run, const GrAnnotateEvent *event) {
    if (run->job->event)
        run->job->event(run->job->user, event);
}

static bool is_stopped(const Run *run) {
    return run->job->stop && run->job->stop(run->job->user);
}

/* The same for an engine: it may also be the pool that ends. */
static bool stop_engine(void *user) {
    Run *run = user;
    return atomic_load_explicit(&run->pool.quit, memory_order_relaxed) || is_stopped(run);
}

static void report_judging(Run *run, size_t waiting) {
    const GrAnnotateSummary *s = run->summary;
    report(run, &(GrAnnotateEvent){.kind = GR_ANNOTATE_JUDGING, .done = s->judged + s->aside + waiting,
                                   .total = run->total, .about = run->about});
}

/* ---- which positions ---- */

static size_t number_of(const Run *run, const GrRules *rules) {
    const GrVariants *variants = gr_db_all_variants(run->job->db);
    size_t n = 0;
    while (n + 1 < MOST_VARIANTS && gr_variants_at(variants, n) != rules)
        n++;
    return n;
}

static void note_variant(Run *run, const GrScanGame *game) {
    char text[300];
    size_t n = game->rules ? number_of(run, game->rules) + 1 : 0;
    if (n >= MOST_VARIANTS || run->noted[n])
        return;
    run->noted[n] = true;
    if (game->rules)
        snprintf(text, sizeof text, "engine '%.150s' does not play %.60s; games of it are passed over",
                 run->job->engine, gr_variant(game->rules)->title);
    else
        snprintf(text, sizeof text, "its variant is unknown; such games are passed over");
    report(run, &(GrAnnotateEvent){.kind = GR_ANNOTATE_NOTE, .game = game->id, .text = text});
}

static int begin_game(void *context, const GrScanGame *game) {
    Run *run = context;
    if (game->rules && run->plays[number_of(run, game->rules)])
        return 1;
    if (!run->counting) {
        note_variant(run, game);
        run->summary->passed++;
    }
    return 0;
}

static void end_game(void *context, const GrScanGame *game) {
    Run *run = context;
    (void)game;
    run->summary->games += !run->counting && game->rules &&
                           run->plays[number_of(run, game->rules)];
}

static void unread(void *context, int64_t id, const GrError *why) {
    Run *run = context;
    if (!run->reporting)
        return;
    run->summary->unread++;
    report(run, &(GrAnnotateEvent){.kind = GR_ANNOTATE_UNREAD, .game = id, .text = why->text});
}

/* Has the position a verdict? 1, 0 or a code. */
static int is_known(const Run *run, const GrPosition *pos) {
    if (!run->judges.count)
        return 0;
    return gr_evals_has(run->job->db, &run->judges, pos->rules, pos->key, run->error);
}

static bool is_over(const GrPosition *pos) {
    return gr_state(pos) != GR_OPEN;
}

static int count_position(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                          uint64_t mark) {
    Run *run = context;
    bool exact;
    (void)game;
    (void)ply;
    int code = gr_distinct_look(&run->distinct, mark, &exact);
    if (code < 0)
        return gr_no_memory(run->error);
    if (code == 0)
        return 1;
    int known = is_known(run, pos);
    if (known < 0)
        return known;
    if (known || !is_over(pos))
        code = gr_distinct_count(&run->distinct, mark, exact, known ? KNOWN : LACKING);
    return code < 0 ? gr_no_memory(run->error) : 1;
}

/* Hands what was found of a game to the workers. 1, 0 if there is no room for more, or a code. */
static int put_found(Run *run) {
    GrPool *pool = &run->pool;
    GrUnit *found = run->found;
    if (!found->count)
        return 1;
    size_t size = sizeof *found + (size_t)found->count * sizeof *found->ask;
    GrUnit *unit = malloc(size);
    if (!unit)
        return gr_no_memory(run->error);
    memcpy(unit, found, size);
    found->count = 0;
    pthread_mutex_lock(&pool->lock);
    pool->unit[(pool->head + pool->units++) % GR_POOL_UNITS] = unit;
    pool->positions += (size_t)unit->count;
    bool room = pool->units < GR_POOL_UNITS - 1 && pool->positions < GR_POOL_POSITIONS;
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_signal(&pool->more);
    return room;
}

static int list_position(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                         uint64_t mark) {
    Run *run = context;
    GrUnit *found = run->found;
    if (gr_keyset_has(&run->pending, mark))
        return 1;
    int known = is_known(run, pos);
    if (known != 0)
        return known;
    if (is_over(pos))
        return 1;
    if (gr_keyset_add(&run->pending, mark) < 0)
        return gr_no_memory(run->error);
    int on = 1;
    if (found->count == run->unit || (found->count && found->ask[0].game != game->id))
        on = put_found(run);
    if (on < 0)
        return on;
    found->ask[found->count++] = (GrAsk){.pos = *pos, .game = game->id, .ply = ply};
    return on;
}

static bool stop_counting(void *context, int64_t id, int64_t last) {
    Run *run = context;
    report(run, &(GrAnnotateEvent){.kind = GR_ANNOTATE_COUNTING, .done = (uint64_t)id,
                                   .total = (uint64_t)last});
    return is_stopped(run);
}

static bool stop_finding(void *context, int64_t id, int64_t last) {
    Run *run = context;
    report(run, &(GrAnnotateEvent){.kind = GR_ANNOTATE_FINDING, .done = (uint64_t)id,
                                   .total = (uint64_t)last});
    return is_stopped(run);
}

static GrWalk make_walk(Run *run) {
    const GrAnnotateJob *job = run->job;
    return (GrWalk){.db = job->db, .selection = job->selection,
                    .only = job->query ? &run->only : NULL, .from_ply = job->from_ply,
                    .to_ply = job->to_ply, .shard = job->shard, .shards = job->shards,
                    .context = run, .begin = begin_game, .end = end_game, .unread = unread};
}

static int count_positions(Run *run) {
    GrWalk walk = make_walk(run);
    bool about;
    run->counting = run->reporting = true;
    walk.visit = count_position;
    walk.stop = stop_counting;
    gr_distinct_init(&run->distinct, run->job->exactly ? run->job->exactly : EXACTLY);
    int code = gr_walk(&walk, true, run->error);
    gr_walk_close(&walk);
    run->counting = run->reporting = false;
    run->summary->known = gr_distinct_total(&run->distinct, KNOWN, &run->summary->about);
    run->total = gr_distinct_total(&run->distinct, LACKING, &about);
    run->about = about;
    gr_distinct_free(&run->distinct);
    if (code == GR_ERR_DAMAGED && walk.damaged)
        code = 0; /* that is in the summary */
    if (code == 0)
        report(run, &(GrAnnotateEvent){.kind = GR_ANNOTATE_COUNTED, .total = run->total, .about = about});
    return code;
}

/* ---- saving ---- */

/* Stores what was taken from the pool, one variant after the other. */
static int store_all(Run *run, int64_t judge, size_t count) {
    const GrRules *rules;
    int code = 0;
    for (size_t v = 0; code == 0 && (rules = gr_variants_at(gr_db_all_variants(run->job->db), v)); v++) {
        size_t n = 0;
        for (size_t i = 0; i < count; i++)
            if (run->done[i].rules == rules)
                run->batch[n++] = run->done[i].evaluation;
        if (n)
            code = gr_evals_put(run->job->db, judge, rules, run->batch, n, NULL, run->error);
    }
    return code;
}

static int save_once(Run *run, size_t count) {
    GrDb *db = run->job->db;
    int64_t judge;
    int code = gr_db_begin(db, run->error);
    if (code != 0)
        return code;
    code = gr_evals_add_judge(db, &run->judge, &judge, run->error);
    if (code == 0)
        code = store_all(run, judge, count);
    if (code == 0)
        code = gr_db_commit(db, run->error);
    if (code != 0)
        gr_db_rollback(db);
    return code;
}

/* Who judges as well may have changed: by us, or by others. */
static int find_judges(Run *run) {
    gr_judges_free(&run->judges);
    return gr_judges_as_good(run->job->db, &run->judge, &run->judges, run->error);
}

static int save(Run *run) {
    GrPool *pool = &run->pool;
    pthread_mutex_lock(&pool->lock);
    size_t count = pool->dones;
    memcpy(run->done, pool->done, count * sizeof *run->done);
    pool->dones = 0;
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_broadcast(&pool->more);
    run->saved = gr_now_ms();
    if (!count)
        return 0;
    int code = GR_ERR_BUSY;
    for (int i = 0; i < PATIENCES && code == GR_ERR_BUSY; i++)
        code = save_once(run, count);
    if (code != 0)
        return code;
    run->summary->judged += count;
    code = find_judges(run);
    const GrVariants *variants = gr_db_all_variants(run->job->db);
    for (size_t i = 0; i < count; i++)
        gr_keyset_remove(&run->pending, gr_walk_mark(variants, run->done[i].rules,
                                                     run->done[i].evaluation.key));
    run->saved = gr_now_ms();
    return code;
}

/* ---- the queue ---- */

/* Goes on with the walk, if there is room. The last positions of what it lists are put into the pool
 * with those of their game that come next. */
static int fill(Run *run, GrWalk *walk, bool *listed) {
    GrPool *pool = &run->pool;
    pthread_mutex_lock(&pool->lock);
    bool room = pool->positions < GR_POOL_POSITIONS / 2 && pool->units < GR_POOL_UNITS / 2;
    pthread_mutex_unlock(&pool->lock);
    if (*listed || !room)
        return 0;
    int code = gr_walk(walk, false, run->error);
    *listed = code <= 0;
    if (code == GR_ERR_DAMAGED && walk->damaged)
        code = 0;
    if (*listed && code == 0)
        code = put_found(run);
    return code < 0 ? code : 0;
}

static void report_aside(Run *run, const GrAside *aside) {
    char fen[GR_FEN_SIZE];
    GrBuffer text;
    gr_fen_write(&aside->ask.pos, fen);
    gr_buffer_init(&text);
    gr_buffer_printf(&text, "%s; position set aside: %s", aside->why.text, fen);
    report(run, &(GrAnnotateEvent){.kind = GR_ANNOTATE_ASIDE, .game = aside->ask.game,
                                   .ply = aside->ask.ply,
                                   .text = text.failed ? aside->why.text : text.data});
    gr_buffer_free(&text);
    run->summary->aside++;
}

/* Takes one failure out of the pool. */
static bool next_aside(Run *run, GrAside *aside) {
    GrPool *pool = &run->pool;
    pthread_mutex_lock(&pool->lock);
    bool any = pool->asides > 0;
    if (any) {
        *aside = pool->aside[0];
        pool->asides--;
        memmove(pool->aside, pool->aside + 1, pool->asides * sizeof *pool->aside);
    }
    pthread_mutex_unlock(&pool->lock);
    return any;
}

/* How the pool stands. */
typedef struct Look {
    size_t dones;
    bool idle;  /* nothing is left to do */
    bool ended; /* by a failure */
} Look;

/* Waits for news, unless there are some. */
static Look look(Run *run, bool listed) {
    GrPool *pool = &run->pool;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += LOOK_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&pool->lock);
    bool wanting = !listed && pool->positions < GR_POOL_POSITIONS / 2 && pool->units < GR_POOL_UNITS / 2;
    bool idle = listed && !pool->units && !pool->backs && !pool->busy;
    if (!wanting && !idle && !pool->code && !pool->asides && pool->dones < GR_POOL_KEPT / 2)
        pthread_cond_timedwait(&pool->news, &pool->lock, &until);
    Look now = {.dones = pool->dones, .ended = pool->code != 0,
                .idle = listed && !pool->units && !pool->backs && !pool->busy};
    pthread_mutex_unlock(&pool->lock);
    return now;
}

static bool is_time_to_save(const Run *run, size_t dones) {
    int every = run->job->save_ms ? run->job->save_ms : SAVE_MS;
    return dones > 0 && (dones >= GR_POOL_KEPT / 2 || gr_now_ms() - run->saved >= every);
}

/* Until all is judged, or something ends it. */
static int work(Run *run) {
    GrWalk walk = make_walk(run);
    GrAside aside;
    bool listed = false;
    int code = 0;
    walk.visit = list_position;
    run->saved = gr_now_ms();
    for (Look now = {.idle = false}; code == 0 && !now.idle && !now.ended;) {
        code = fill(run, &walk, &listed);
        if (code == 0)
            now = look(run, listed);
        while (next_aside(run, &aside))
            report_aside(run, &aside);
        if (code == 0 && is_time_to_save(run, now.dones))
            code = save(run);
        report_judging(run, now.dones);
        if (code == 0 && is_stopped(run))
            code = gr_fail(run->error, GR_ERR_STOPPED, "stopped");
    }
    gr_walk_close(&walk);
    return code;
}

/* ---- the run ---- */

static bool start_room(Run *run) {
    run->found = calloc(1, sizeof *run->found + GR_UNIT * sizeof *run->found->ask);
    run->batch = malloc(GR_POOL_KEPT * sizeof *run->batch);
    run->done = malloc(GR_POOL_KEPT * sizeof *run->done);
    return run->found && run->batch && run->done;
}

/* No more than there are positions, if that is known. */
static int engines_needed(const Run *run) {
    int jobs = run->job->jobs;
    return run->job->count && !run->about && run->total < (uint64_t)jobs ? (int)run->total : jobs;
}

static int run_pool(Run *run) {
    GrAnalyst *first = run->analyst;
    GrError why = {0};
    run->analyst = NULL;
    if (!start_room(run)) {
        gr_analyst_close(first);
        return gr_no_memory(run->error);
    }
    int code = gr_pool_open(&run->pool, run->job, engines_needed(run), run->judge.engine, first,
                            run->error);
    if (!run->pool.job)
        return code;
    if (code == 0)
        code = work(run);
    if (code == 0 && run->pool.code != 0)
        code = gr_fail(run->error, (GrCode)run->pool.code, "%s", run->pool.error.text);
    gr_pool_quit(&run->pool);
    GrError *shown = run->error;
    run->error = code == 0 ? shown : &why; /* the first failure is the one to be shown */
    int last = save(run); /* before engines take their time to end, and what they still judge after */
    gr_pool_join(&run->pool);
    last = last ? last : save(run);
    run->error = shown;
    GrAside aside;
    while (next_aside(run, &aside))
        report_aside(run, &aside);
    report_judging(run, 0);
    gr_pool_close(&run->pool);
    return code ? code : last;
}

/* Units are long where the built-in engine keeps its table along them; short ones share the work out
 * better. */
static int size_of_units(const GrAnnotateJob *job) {
    bool kept = strcmp(job->engine, GR_BUILTIN) == 0 && !job->setup.reproducible && !job->limits.movetime;
    return kept ? GR_UNIT : GR_SMALL_UNIT;
}

static GrLimitKind kind_of(const GrLimits *limits) {
    return limits->depth ? GR_BY_DEPTH : limits->nodes ? GR_BY_NODES : GR_BY_MOVETIME;
}

/* Starts the first engine, and finds out who judges and what. */
static int start(Run *run) {
    const GrAnnotateJob *job = run->job;
    const GrLimits *limits = &job->limits;
    const GrRules *rules;
    GrJudge *judge = &run->judge;
    int code = gr_analyst_open(job->engine, job->hash, stop_engine, run, &run->analyst, run->error);
    if (code == 0)
        code = gr_analyst_set_up(run->analyst, &job->setup, run->error);
    if (code != 0)
        return code;
    *judge = (GrJudge){.kind = kind_of(limits), .lines = limits->lines > 1 ? limits->lines : 1};
    judge->amount = limits->depth   ? (uint64_t)limits->depth
                    : limits->nodes ? limits->nodes
                                    : (uint64_t)limits->movetime;
    snprintf(judge->engine, sizeof judge->engine, "%s", gr_analyst_name(run->analyst));
    for (size_t n = 0; n < MOST_VARIANTS && (rules = gr_variants_at(gr_db_all_variants(job->db), n)); n++)
        run->plays[n] = gr_analyst_plays(run->analyst, gr_variant(rules));
    return gr_analyst_options(run->analyst, judge->options, sizeof judge->options, run->error);
}

static int run_job(Run *run) {
    const GrAnnotateJob *job = run->job;
    int code = start(run);
    if (code == 0)
        code = find_judges(run);
    if (code == 0 && job->query)
        code = gr_walk_query(job->db, job->selection, job->query, job->jobs, stop_finding, run,
                             &run->only, run->error);
    if (code == 0 && job->count)
        code = count_positions(run);
    run->reporting = !job->count;
    return code ? code : run_pool(run);
}

int gr_annotate_run(const GrAnnotateJob *given, GrAnnotateSummary *summary, GrError *error) {
    GrError own;
    GrAnnotateJob job = *given;
    Run run = {.job = &job, .summary = summary, .error = error ? error : &own};
    job.setup.lines = job.limits.lines;
    run.unit = size_of_units(&job);
    *summary = (GrAnnotateSummary){0};
    gr_db_set_patience(job.db, PATIENCE_MS);
    int code = run_job(&run);
    gr_analyst_close(run.analyst);
    gr_judges_free(&run.judges);
    gr_game_set_free(&run.only);
    gr_keyset_free(&run.pending);
    free(run.found);
    free(run.batch);
    free(run.done);
    return code;
}
