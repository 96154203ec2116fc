/* Having engines judge the positions of a database: the thread that lists and saves. */
#include "analysis/study/annotate_local.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/uci/condition.h"

enum {
    SAVE_MS = 5000,
    PATIENCE_MS = 60000,  /* that a writer is waited for, */
    PATIENCES = 10,       /* so often */
    LOOK_MS = 100         /* between two looks at whether to stop */
};

/* The same for an engine: it may also be the pool that ends. */
static bool stop_engine(void *user) {
    GrRun *run = user;
    return atomic_load_explicit(&run->pool.quit, memory_order_relaxed) || gr_run_stopped(run);
}

static void report_judging(GrRun *run, size_t waiting) {
    const GrAnnotateSummary *s = run->summary;
    gr_run_report(run, &(GrAnnotateEvent){.kind = GR_ANNOTATE_JUDGING, .about = run->about,
                                          .done = s->judged + s->aside + waiting,
                                          .total = run->total});
}

/* ---- saving ---- */

/* Stores what was taken from the pool, one variant after the other. */
static int store_all(GrRun *run, int64_t judge, size_t count) {
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

static int save_once(GrRun *run, size_t count) {
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
static int find_judges(GrRun *run) {
    GrJudge any = run->judge;
    any.amount = 0;
    gr_judges_free(&run->judges);
    gr_judges_free(&run->family);
    int code = gr_judges_as_good(run->job->db, &run->judge, &run->judges, run->error);
    if (code == 0 && run->job->swing > 0)
        code = gr_judges_as_good(run->job->db, &any, &run->family, run->error);
    return code;
}

static int save(GrRun *run) {
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
    if (code != 0) {
        run->summary->lost += count;
        return code;
    }
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
static int fill(GrRun *run, GrWalk *walk, bool *listed) {
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
        code = gr_run_put_found(run);
    return code < 0 ? code : 0;
}

static void report_aside(GrRun *run, const GrAside *aside) {
    char fen[GR_FEN_SIZE];
    GrBuffer text;
    gr_fen_write(&aside->ask.pos, fen);
    gr_buffer_init(&text);
    gr_buffer_printf(&text, "%s; position set aside: %s", aside->why.text, fen);
    gr_run_report(run, &(GrAnnotateEvent){.kind = GR_ANNOTATE_ASIDE, .game = aside->ask.game,
                                   .ply = aside->ask.ply,
                                   .text = text.failed ? aside->why.text : text.data});
    gr_buffer_free(&text);
    run->summary->aside++;
}

/* Takes one failure out of the pool. */
static bool next_aside(GrRun *run, GrAside *aside) {
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
static Look look(GrRun *run, bool listed) {
    GrPool *pool = &run->pool;
    int64_t until = gr_now_ms() + LOOK_MS;
    pthread_mutex_lock(&pool->lock);
    bool wanting = !listed && pool->positions < GR_POOL_POSITIONS / 2 && pool->units < GR_POOL_UNITS / 2;
    bool idle = listed && !pool->units && !pool->backs && !pool->busy;
    if (!wanting && !idle && !pool->code && !pool->asides && pool->dones < GR_POOL_KEPT / 2)
        gr_condition_wait(&pool->news, &pool->lock, until);
    Look now = {.dones = pool->dones, .ended = pool->code != 0,
                .idle = listed && !pool->units && !pool->backs && !pool->busy};
    pthread_mutex_unlock(&pool->lock);
    return now;
}

static bool is_time_to_save(const GrRun *run, size_t dones) {
    int every = run->job->save_ms ? run->job->save_ms : SAVE_MS;
    return dones > 0 && (dones >= GR_POOL_KEPT / 2 || gr_now_ms() - run->saved >= every);
}

/* Goes through the games until all that is listed is judged, or something ends it. */
static int work_through(GrRun *run) {
    GrWalk walk = gr_run_list(run);
    GrAside aside;
    bool listed = false;
    int code = 0;
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
        if (code == 0 && gr_run_stopped(run))
            code = gr_fail(run->error, GR_ERR_STOPPED, "stopped");
    }
    gr_walk_close(&walk);
    return code;
}

static bool has_failed(GrPool *pool) {
    pthread_mutex_lock(&pool->lock);
    bool failed = pool->code != 0;
    pthread_mutex_unlock(&pool->lock);
    return failed;
}

/* New verdicts may be other swings: the games are gone through until there is nothing more to judge. */
static int work(GrRun *run) {
    for (;;) {
        uint64_t judged = run->summary->judged;
        int code = work_through(run);
        if (code != 0 || run->job->swing <= 0)
            return code;
        code = save(run);
        if (code != 0 || run->summary->judged == judged || has_failed(&run->pool))
            return code;
        run->again = true;
        run->reporting = false;
        run->total = 0; /* nobody knows how many more there are */
    }
}

/* ---- the run ---- */

static bool start_room(GrRun *run) {
    run->found = calloc(1, sizeof *run->found + GR_UNIT * sizeof *run->found->ask);
    run->batch = malloc(GR_POOL_KEPT * sizeof *run->batch);
    run->done = malloc(GR_POOL_KEPT * sizeof *run->done);
    return run->found && run->batch && run->done;
}

/* No more than there are positions, if that is known. */
static int engines_needed(const GrRun *run) {
    int jobs = run->job->jobs;
    return run->job->count && !run->about && run->total < (uint64_t)jobs ? (int)run->total : jobs;
}

static int run_pool(GrRun *run) {
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
    if (code == 0 && has_failed(&run->pool))
        code = gr_fail(run->error, (GrCode)run->pool.code, "%s", run->pool.error.text);
    gr_pool_quit(&run->pool);
    GrError *shown = run->error;
    run->error = code == 0 ? shown : &why; /* the first failure is the one to be shown */
    int last = code == GR_ERR_BUSY ? code : save(run); /* before engines take their time to end, and what they still judge after */
    gr_pool_join(&run->pool);
    if (last == 0)
        last = save(run);
    else
        run->summary->lost += run->pool.dones;
    run->error = shown;
    GrAside aside;
    while (next_aside(run, &aside))
        report_aside(run, &aside);
    report_judging(run, 0);
    gr_pool_close(&run->pool);
    return code ? code : last;
}

static bool keeps_table(const GrAnnotateJob *job) {
    return strcmp(job->engine, GR_BUILTIN) == 0 && !job->setup.reproducible && !job->limits.movetime;
}

static GrLimitKind kind_of(const GrLimits *limits) {
    return limits->depth ? GR_BY_DEPTH : limits->nodes ? GR_BY_NODES : GR_BY_MOVETIME;
}

/* Starts the first engine, and finds out who judges and what. */
static int start(GrRun *run) {
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
    const GrVariants *variants = gr_db_all_variants(job->db);
    for (size_t n = 0; n < GR_RUN_VARIANTS && (rules = gr_variants_at(variants, n)); n++)
        run->plays[n] = gr_analyst_plays(run->analyst, gr_variant(rules));
    return gr_analyst_options(run->analyst, judge->options, sizeof judge->options, run->error);
}

/* Without verdicts no swing is known, and nothing would be judged. */
static int check_swing(const GrRun *run) {
    if (run->job->swing <= 0 || run->family.count)
        return 0;
    return gr_fail(run->error, GR_ERR_NOT_FOUND, "'%s' has judged no position so far: run it without --swing first",
                   run->judge.engine);
}

static int run_job(GrRun *run) {
    const GrAnnotateJob *job = run->job;
    int code = start(run);
    if (code == 0)
        code = find_judges(run);
    if (code == 0)
        code = check_swing(run);
    run->summary->started = code == 0;
    if (code == 0 && job->query)
        code = gr_walk_query(job->db, job->selection, job->query, job->jobs, gr_run_stop_finding, run,
                             &run->only, run->error);
    if (code == 0 && job->count)
        code = gr_run_count(run);
    run->reporting = !job->count;
    return code ? code : run_pool(run);
}

int gr_annotate_run(const GrAnnotateJob *given, GrAnnotateSummary *summary, GrError *error) {
    GrError own;
    GrAnnotateJob job = *given;
    GrRun run = {.job = &job, .summary = summary, .error = error ? error : &own};
    job.setup.lines = job.limits.lines;
    run.kept = keeps_table(&job);
    *summary = (GrAnnotateSummary){0};
    gr_db_set_patience(job.db, PATIENCE_MS);
    int code = run_job(&run);
    gr_analyst_close(run.analyst);
    gr_judges_free(&run.judges);
    gr_judges_free(&run.family);
    gr_game_set_free(&run.only);
    gr_keyset_free(&run.pending);
    free(run.found);
    free(run.batch);
    free(run.done);
    return code;
}
