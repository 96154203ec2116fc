/* Engines at work: starting and ending their threads. */
#include "analysis/study/annotate_pool.h"

#include <stdlib.h>

#include "analysis/uci/condition.h"

static bool make_locks(GrPool *pool) {
    if (pthread_mutex_init(&pool->lock, NULL) != 0)
        return false;
    if (!gr_condition_init(&pool->more)) {
        pthread_mutex_destroy(&pool->lock);
        return false;
    }
    if (gr_condition_init(&pool->news))
        return true;
    pthread_cond_destroy(&pool->more);
    pthread_mutex_destroy(&pool->lock);
    return false;
}

static void free_room(GrPool *pool) {
    for (; pool->units; pool->units--) {
        free(pool->unit[pool->head]);
        pool->head = (pool->head + 1) % GR_POOL_UNITS;
    }
    while (pool->backs)
        free(pool->back[--pool->backs]);
    free(pool->back);
    free(pool->done);
    free(pool->aside);
    gr_analyst_close(pool->first);
}

int gr_pool_open(GrPool *pool, const GrAnnotateJob *job, int threads, const char *name,
                 GrAnalyst *first, GrError *error) {
    threads = threads < 1 ? 1 : threads < GR_POOL_THREADS ? threads : GR_POOL_THREADS;
    *pool = (GrPool){.job = job, .name = name, .first = first};
    atomic_init(&pool->quit, false);
    pool->back = malloc((size_t)threads * sizeof *pool->back);
    pool->done = malloc(GR_POOL_KEPT * sizeof *pool->done);
    if (!pool->back || !pool->done || !make_locks(pool)) {
        free_room(pool);
        *pool = (GrPool){.job = NULL};
        return gr_no_memory(error);
    }
    pool->workers = threads; /* so that none is taken for the last */
    while (pool->started < threads &&
           pthread_create(&pool->thread[pool->started], NULL, gr_pool_work, pool) == 0)
        pool->started++;
    pthread_mutex_lock(&pool->lock);
    pool->workers -= threads - pool->started;
    int left = pool->workers;
    pthread_mutex_unlock(&pool->lock);
    return left ? 0 : gr_fail(error, GR_ERR_IO, "no engine can be started");
}

void gr_pool_quit(GrPool *pool) {
    pthread_mutex_lock(&pool->lock);
    atomic_store(&pool->quit, true);
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_broadcast(&pool->more);
}

void gr_pool_join(GrPool *pool) {
    for (int i = 0; i < pool->started; i++)
        pthread_join(pool->thread[i], NULL);
    pool->started = 0;
}

void gr_pool_close(GrPool *pool) {
    if (!pool->job)
        return;
    gr_pool_quit(pool);
    gr_pool_join(pool);
    pthread_cond_destroy(&pool->news);
    pthread_cond_destroy(&pool->more);
    pthread_mutex_destroy(&pool->lock);
    free_room(pool);
    *pool = (GrPool){.job = NULL};
}
