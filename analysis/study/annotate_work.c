/* A thread with an engine that judges positions. */
#include <stdlib.h>
#include <string.h>

#include "analysis/study/annotate_pool.h"

enum {
    STARTS = 3,        /* tries to start an engine again */
    FIRST_FAILURES = 3,/* in a row end the run, if nothing was judged before; */
    MOST_FAILURES = 20,/* else this many */
    WINDOW = 64        /* positions among which a worker looks for those of its game */
};

typedef struct Worker {
    GrPool *pool;
    GrAnalyst *analyst;
    const GrRules *playing; /* what the analyst is set to, NULL: nothing yet */
    int64_t game;           /* that its last position was of, 0: none */
} Worker;

static bool is_ending(GrPool *pool) {
    const GrAnnotateJob *job = pool->job;
    return atomic_load_explicit(&pool->quit, memory_order_relaxed) ||
           (job->stop && job->stop(job->user));
}

static bool should_stop(void *pool) {
    return is_ending(pool);
}

/* ---- taking positions ---- */

/* Which of the first positions to take: one of the game that the worker knows already, else the
 * first. */
static GrAsk *choose(GrPool *pool, int64_t game) {
    GrAsk *first = NULL;
    for (size_t i = 0; i < pool->asks && i < WINDOW; i++) {
        GrAsk *ask = &pool->ask[(pool->head + i) % GR_POOL_QUEUE];
        if (ask->taken)
            continue;
        if (ask->game == game)
            return ask;
        first = first ? first : ask;
    }
    return first;
}

/* Under the lock. */
static void take_from_ring(Worker *w, GrAsk *ask) {
    GrPool *pool = w->pool;
    GrAsk *chosen = choose(pool, w->game);
    *ask = *chosen;
    chosen->taken = true;
    pool->open--;
    while (pool->asks && pool->ask[pool->head].taken) {
        pool->head = (pool->head + 1) % GR_POOL_QUEUE;
        pool->asks--;
    }
}

/* Waits for a position; false when the worker is to end. */
static bool take(Worker *w, GrAsk *ask) {
    GrPool *pool = w->pool;
    pthread_mutex_lock(&pool->lock);
    while (!is_ending(pool) &&
           ((!pool->open && !pool->backs) || pool->dones + (size_t)pool->busy >= GR_POOL_KEPT))
        pthread_cond_wait(&pool->more, &pool->lock);
    bool on = !is_ending(pool);
    if (on && pool->backs)
        *ask = pool->back[--pool->backs];
    else if (on)
        take_from_ring(w, ask);
    pool->busy += on;
    bool news = pool->open == GR_POOL_QUEUE / 2 || pool->open == 0;
    pthread_mutex_unlock(&pool->lock);
    if (news)
        pthread_cond_signal(&pool->news);
    return on;
}

/* ---- handing in ---- */

static void hand_in(Worker *w, const GrAsk *ask, const GrVerdict *verdict) {
    GrPool *pool = w->pool;
    pthread_mutex_lock(&pool->lock);
    GrDone *done = &pool->done[pool->dones++];
    done->rules = ask->pos.rules;
    done->evaluation = (GrEvaluation){.key = ask->pos.key, .verdict = *verdict};
    pool->succeeded = true;
    pool->row = 0;
    pool->busy--;
    bool news = pool->dones >= GR_POOL_KEPT / 2 || pool->job->save_ms < 0 ||
                (!pool->busy && !pool->open);
    pthread_mutex_unlock(&pool->lock);
    if (news)
        pthread_cond_signal(&pool->news);
}

/* Ends the run; the first to say why is heard. Under the lock. */
static void fail(GrPool *pool, int code, const GrError *error) {
    if (!pool->code) {
        pool->code = code;
        pool->error = *error;
    }
    atomic_store(&pool->quit, true);
    pthread_cond_broadcast(&pool->more);
}

/* Under the lock. */
static bool keep_aside(GrPool *pool, const GrAsk *ask, const GrError *why) {
    if (pool->asides == pool->aside_cap) {
        size_t cap = pool->aside_cap ? 2 * pool->aside_cap : 16;
        GrAside *more = realloc(pool->aside, cap * sizeof *more);
        if (!more)
            return false;
        pool->aside = more;
        pool->aside_cap = cap;
    }
    pool->aside[pool->asides++] = (GrAside){.ask = *ask, .why = *why};
    return true;
}

/* The engine has failed at the position, and is running again. */
static void set_aside(Worker *w, const GrAsk *ask, const GrError *why) {
    GrPool *pool = w->pool;
    GrError error = *why;
    pthread_mutex_lock(&pool->lock);
    pool->busy--;
    if (!keep_aside(pool, ask, why)) {
        gr_no_memory(&error);
        fail(pool, GR_ERR_MEMORY, &error);
    } else if (++pool->row >= (pool->succeeded ? MOST_FAILURES : FIRST_FAILURES)) {
        gr_fail(&error, GR_ERR_IO, "%s; given up after %d failures in a row", why->text, pool->row);
        fail(pool, GR_ERR_IO, &error);
    }
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_signal(&pool->news);
}

/* The worker can do no more; the others go on, if there are any. `ask` (NULL: none) is left. */
static void retire(Worker *w, const GrAsk *ask, int code, const GrError *why) {
    GrPool *pool = w->pool;
    pthread_mutex_lock(&pool->lock);
    if (ask) {
        pool->back[pool->backs++] = *ask;
        pool->busy--;
    }
    pool->workers--;
    if (pool->workers == 0 || code == GR_ERR_MEMORY)
        fail(pool, code, why);
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_signal(&pool->more);
    pthread_cond_signal(&pool->news);
}

/* ---- judging ---- */

/* All engines of a run are the same, or their verdicts would be mixed up. */
static int check_name(Worker *w, GrError *error) {
    const char *name = gr_analyst_name(w->analyst);
    if (strcmp(name, w->pool->name) == 0)
        return 0;
    return gr_fail(error, GR_ERR_IO, "engine '%s' calls itself '%s' now, and '%s' before",
                   w->pool->job->engine, name, w->pool->name);
}

static int open_analyst(Worker *w, GrError *error) {
    GrPool *pool = w->pool;
    pthread_mutex_lock(&pool->lock);
    w->analyst = pool->first;
    pool->first = NULL;
    pthread_mutex_unlock(&pool->lock);
    int code = w->analyst ? 0
                          : gr_analyst_open(pool->job->engine, pool->job->hash, should_stop, pool,
                                            &w->analyst, error);
    if (code == 0)
        code = gr_analyst_set_up(w->analyst, &pool->job->setup, error);
    return code ? code : check_name(w, error);
}

static int restart(Worker *w, GrError *error) {
    int code = -1;
    w->playing = NULL;
    for (int i = 0; i < STARTS && code != 0 && code != GR_ERR_STOPPED; i++)
        code = gr_analyst_restart(w->analyst, error);
    return code ? code : check_name(w, error);
}

/* Sets the analyst to the position's variant and game. */
static int prepare(Worker *w, const GrAsk *ask, GrError *error) {
    const GrRules *rules = ask->pos.rules;
    int code = 0;
    if (w->playing != rules)
        code = gr_analyst_new_game(w->analyst, gr_variant(rules), error);
    else if (w->game != ask->game)
        gr_analyst_other_game(w->analyst);
    w->playing = code == 0 ? rules : NULL;
    w->game = ask->game;
    return code;
}

static bool is_final(int code) {
    return code == GR_ERR_STOPPED || code == GR_ERR_MEMORY;
}

/* 0 with the verdict; 1 if the engine fails at the position, but runs again; or a code if it does
 * not, or the run ends. */
static int judge(Worker *w, const GrAsk *ask, GrVerdict *verdict, GrError *error) {
    GrPool *pool = w->pool;
    GrError again;
    for (int try = 1;; try++) {
        int code = prepare(w, ask, error);
        if (code == 0)
            code = gr_analyst_judge(w->analyst, &ask->pos, &pool->job->limits, verdict, error);
        if (code == 0 || is_final(code))
            return code;
        code = restart(w, &again);
        if (code != 0) {
            *error = again;
            return code;
        }
        pthread_mutex_lock(&pool->lock);
        bool hopeless = !pool->succeeded;
        pthread_mutex_unlock(&pool->lock);
        if (try == 2 || hopeless)
            return 1;
    }
}

void *gr_pool_work(void *argument) {
    Worker w = {.pool = argument};
    GrAsk ask;
    GrVerdict verdict;
    GrError error;
    int code = open_analyst(&w, &error);
    if (code != 0)
        retire(&w, NULL, code, &error);
    while (code == 0 && take(&w, &ask)) {
        code = judge(&w, &ask, &verdict, &error);
        if (code == 0)
            hand_in(&w, &ask, &verdict);
        else if (code > 0)
            set_aside(&w, &ask, &error);
        else
            retire(&w, &ask, code, &error);
        code = code > 0 ? 0 : code;
    }
    gr_analyst_close(w.analyst); /* here, since several engines may take their time at once */
    return NULL;
}
