/* Items of work for several threads. */
#include "analysis/study/engine_threads.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct Workers {
    const GrPlaces *places;
    GrWorkItem *work;
    void *user;
    int count, next; /* items; the first that nobody does yet */
    int code;        /* of the first failure */
    pthread_mutex_t lock;
} Workers;

typedef struct Worker {
    Workers *workers;
    GrSearch *search;
    int place;
    pthread_t thread;
    bool started;
} Worker;

static bool has_next(Workers *workers) {
    pthread_mutex_lock(&workers->lock);
    bool has = workers->code == 0 && workers->next < workers->count;
    pthread_mutex_unlock(&workers->lock);
    return has;
}

/* Waits for a place, as long as there is something to do; a search that is to stop says so itself. */
static void wait_for_place(Workers *workers, int place) {
    const GrPlaces *places = workers->places;
    while (!gr_place_is_free(places, place) && has_next(workers) && !(places->stop && places->stop(places->user)))
        gr_place_pause();
}

static int take_next(Workers *workers, int place) {
    wait_for_place(workers, place);
    pthread_mutex_lock(&workers->lock);
    int at = workers->code == 0 && workers->next < workers->count ? workers->next++ : -1;
    pthread_mutex_unlock(&workers->lock);
    return at;
}

static void *work(void *given) {
    Worker *worker = given;
    Workers *workers = worker->workers;
    for (int at; (at = take_next(workers, worker->place)) >= 0;) {
        int code = workers->work(workers->user, worker->search, at);
        if (code) {
            pthread_mutex_lock(&workers->lock);
            workers->code = workers->code ? workers->code : code;
            pthread_mutex_unlock(&workers->lock);
        }
    }
    return NULL;
}

int gr_engine_threads_run(GrSearch *const *search, int threads, int count, const GrPlaces *places, GrWorkItem *item,
                          void *user) {
    Workers workers = {.places = places, .work = item, .user = user, .count = count};
    Worker *worker = calloc((size_t)threads, sizeof *worker);
    if (!worker || pthread_mutex_init(&workers.lock, NULL)) {
        free(worker);
        return GR_ERR_MEMORY;
    }
    for (int i = 0; i < threads; i++) {
        worker[i] = (Worker){.workers = &workers, .search = search[i], .place = i};
        worker[i].started = i > 0 && i < count && pthread_create(&worker[i].thread, NULL, work, &worker[i]) == 0;
    }
    work(&worker[0]);
    for (int i = 1; i < threads; i++)
        if (worker[i].started)
            pthread_join(worker[i].thread, NULL);
    pthread_mutex_destroy(&workers.lock);
    free(worker);
    return workers.code;
}
