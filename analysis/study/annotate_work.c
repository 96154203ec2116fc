/* A thread with an engine that judges positions. */
#include <stdlib.h>
#include <string.h>

#include "analysis/study/annotate_pool.h"
#include "analysis/study/places.h"
#include "notation/room.h"

enum {
    STARTS = 3,        /* tries to start an engine again */
    FIRST_FAILURES = 3,/* in a row end the run, if nothing was judged before; */
    MOST_FAILURES = 20 /* else this many */
};

typedef struct Worker {
    GrPool *pool;
    GrAnalyst *analyst;
    const GrRules *playing; /* what the analyst is set to, NULL: nothing yet */
    int place;              /* its number, from 0 */
} Worker;

static bool is_ending(GrPool *pool) {
    const GrAnnotateJob *job = pool->job;
    return atomic_load_explicit(&pool->quit, memory_order_relaxed) ||
           (job->stop && job->stop(job->user));
}

static bool should_stop(void *pool) {
    return is_ending(pool);
}

/* ---- taking and handing in ---- */

/* Are there places for more threads than stand before the worker? */
static bool has_place(const Worker *w) {
    const GrAnnotateJob *job = w->pool->job;
    return gr_place_is_free(&(GrPlaces){job->places, NULL, job->user}, w->place);
}

/* The next unit; NULL when the worker is to end. */
static GrUnit *take(Worker *w) {
    GrPool *pool = w->pool;
    GrUnit *unit = NULL;
    while (!has_place(w) && !is_ending(pool))
        gr_place_pause();
    pthread_mutex_lock(&pool->lock);
    while (!is_ending(pool) && !pool->units && !pool->backs)
        pthread_cond_wait(&pool->more, &pool->lock);
    if (!is_ending(pool) && pool->backs) {
        unit = pool->back[--pool->backs];
    } else if (!is_ending(pool)) {
        unit = pool->unit[pool->head];
        pool->head = (pool->head + 1) % GR_POOL_UNITS;
        pool->units--;
        pool->positions -= (size_t)unit->count;
    }
    pool->busy += unit != NULL;
    bool news = pool->positions < GR_POOL_POSITIONS / 2;
    pthread_mutex_unlock(&pool->lock);
    if (news)
        pthread_cond_signal(&pool->news);
    return unit;
}

static void hand_in(GrPool *pool, const GrAsk *ask, const GrVerdict *verdict) {
    pthread_mutex_lock(&pool->lock);
    while (pool->dones == GR_POOL_KEPT && !is_ending(pool))
        pthread_cond_wait(&pool->more, &pool->lock);
    if (pool->dones < GR_POOL_KEPT) {
        GrDone *done = &pool->done[pool->dones++];
        done->rules = ask->pos.rules;
        done->evaluation = (GrEvaluation){.key = ask->pos.key, .verdict = *verdict};
    }
    pool->succeeded = true;
    pool->row = 0;
    bool news = pool->dones >= GR_POOL_KEPT / 2 || pool->job->save_ms < 0;
    pthread_mutex_unlock(&pool->lock);
    if (news)
        pthread_cond_signal(&pool->news);
}

static void end_unit(GrPool *pool, GrUnit *unit) {
    free(unit);
    pthread_mutex_lock(&pool->lock);
    pool->busy--;
    bool news = !pool->busy && !pool->units;
    pthread_mutex_unlock(&pool->lock);
    if (news)
        pthread_cond_signal(&pool->news);
}

/* Leaves the rest of a unit to others, or to itself at a later time. */
static void give_back(GrPool *pool, GrUnit *unit) {
    pthread_mutex_lock(&pool->lock);
    pool->back[pool->backs++] = unit;
    pool->busy--;
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_signal(&pool->more);
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
    if (!gr_room(&pool->aside, pool->asides, 1, &pool->aside_cap, sizeof *pool->aside))
        return false;
    pool->aside[pool->asides++] = (GrAside){.ask = *ask, .why = *why};
    return true;
}

/* The engine has failed at the position, and is running. One that talks nonsense there may know others. */
static void set_aside(GrPool *pool, const GrAsk *ask, bool nonsense, const GrError *why) {
    GrError error = *why;
    pthread_mutex_lock(&pool->lock);
    if (!keep_aside(pool, ask, why)) {
        gr_no_memory(&error);
        fail(pool, GR_ERR_MEMORY, &error);
    } else if (++pool->row >= (pool->succeeded || nonsense ? MOST_FAILURES : FIRST_FAILURES)) {
        gr_fail(&error, GR_ERR_IO, "%s; given up after %d failures in a row", why->text, pool->row);
        fail(pool, GR_ERR_IO, &error);
    }
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_signal(&pool->news);
}

/* The worker can do no more; the others go on, if there are any. `unit` (NULL: none) is left. */
static void retire(GrPool *pool, GrUnit *unit, int code, const GrError *why) {
    pthread_mutex_lock(&pool->lock);
    if (unit) {
        pool->back[pool->backs++] = unit;
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

/* Sets the analyst to the variant of the unit, if it is not; where it judges the first of it, to
 * another game. */
static int prepare(Worker *w, const GrUnit *unit, GrError *error) {
    const GrRules *rules = unit->ask[unit->next].pos.rules;
    int code = 0;
    if (w->playing != rules)
        code = gr_analyst_new_game(w->analyst, gr_variant(rules), error);
    else if (unit->next == 0)
        gr_analyst_other_game(w->analyst);
    w->playing = code == 0 ? rules : NULL;
    return code;
}

static bool is_final(int code) {
    return code == GR_ERR_STOPPED || code == GR_ERR_MEMORY;
}

/* Judges the next of the unit. 0 with the verdict; 1 if the engine fails at the position, but runs
 * (again, unless it talks nonsense); or a code if it does not, or the run ends. */
static int judge(Worker *w, const GrUnit *unit, GrVerdict *verdict, GrError *error) {
    GrPool *pool = w->pool;
    GrError again;
    for (int try = 1;; try++) {
        int code = prepare(w, unit, error);
        if (code == 0)
            code = gr_analyst_judge(w->analyst, &unit->ask[unit->next].pos, &pool->job->limits, verdict,
                                    error);
        if (code == 0 || is_final(code))
            return code;
        if (code == GR_ERR_SYNTAX && gr_analyst_nonsense(w->analyst))
            return 1;
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

/* 0 when all of the unit is judged or set aside, or a code; 1 when there is no more place for the worker. */
static int judge_unit(Worker *w, GrUnit *unit, GrError *error) {
    GrVerdict verdict;
    for (; unit->next < unit->count; unit->next++) {
        if (!has_place(w))
            return 1;
        const GrAsk *ask = &unit->ask[unit->next];
        if (is_ending(w->pool))
            return gr_fail(error, GR_ERR_STOPPED, "stopped");
        int code = judge(w, unit, &verdict, error);
        if (code < 0)
            return code;
        if (code == 0)
            hand_in(w->pool, ask, &verdict);
        else
            set_aside(w->pool, ask, gr_analyst_nonsense(w->analyst) != NULL, error);
    }
    return 0;
}

static int begin_work(GrPool *pool) {
    pthread_mutex_lock(&pool->lock);
    int place = pool->begun++;
    pthread_mutex_unlock(&pool->lock);
    return place;
}

void *gr_pool_work(void *argument) {
    Worker w = {.pool = argument, .place = begin_work(argument)};
    GrUnit *unit;
    GrError error;
    int code = open_analyst(&w, &error);
    if (code != 0)
        retire(w.pool, NULL, code, &error);
    while (code >= 0 && (unit = take(&w)) != NULL) {
        code = judge_unit(&w, unit, &error);
        if (code == 0)
            end_unit(w.pool, unit);
        else if (code > 0)
            give_back(w.pool, unit);
        else
            retire(w.pool, unit, code, &error);
    }
    gr_analyst_close(w.analyst); /* here, since several engines may take their time at once */
    return NULL;
}
