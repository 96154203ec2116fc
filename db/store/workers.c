/* Several threads that work on a database together. */
#include "db/store/workers.h"

#include <pthread.h>
#include <stdlib.h>

#include "db/store/internal.h"

enum { MOST_THREADS = 64, SLOTS_A_THREAD = 4 };

typedef enum Stage { FREE, MAKING, MADE } Stage;

typedef struct Slot {
    Stage stage;
    GrBuffer piece;
    int code;
    GrError error;
} Slot;

typedef struct Workers {
    const GrWorkersJob *job;
    GrDbSource source;
    Slot *slot;
    size_t slots;
    size_t next, taken;    /* the piece that is made next, and taken next */
    bool quit;
    GrMissing missing;     /* games that the other threads missed */
    pthread_mutex_t lock;  /* guards all above but the job */
    pthread_cond_t change;
} Workers;

/* With the lock held: makes the next piece if there is one and room for it. */
static bool make_next(Workers *workers, GrDb *db) {
    size_t n = workers->next;
    Slot *slot = &workers->slot[n % workers->slots];
    if (n >= workers->job->count || slot->stage != FREE)
        return false;
    workers->next++;
    slot->stage = MAKING;
    pthread_mutex_unlock(&workers->lock);
    gr_buffer_clear(&slot->piece);
    slot->code = workers->job->make(workers->job->context, db, n, &slot->piece, &slot->error);
    if (!slot->code && slot->piece.failed)
        slot->code = gr_no_memory(&slot->error);
    pthread_mutex_lock(&workers->lock);
    slot->stage = MADE;
    pthread_cond_broadcast(&workers->change);
    return true;
}

/* A thread that cannot open the database leaves the work to the others. */
static void *member(void *context) {
    Workers *workers = context;
    GrDb *db;
    if (gr_db_open_again(&workers->source, &db, NULL))
        return NULL;
    if (gr_db_begin_read(db, NULL) == 0) {
        pthread_mutex_lock(&workers->lock);
        while (!workers->quit)
            if (!make_next(workers, db))
                pthread_cond_wait(&workers->change, &workers->lock);
        gr_missing_join(&workers->missing, &db->missing);
        pthread_mutex_unlock(&workers->lock);
    }
    gr_db_close(db);
    return NULL;
}

/* With the lock held: takes all pieces, and helps where the next is not yet there. */
static int take_all(Workers *workers, GrDb *db, GrError *error) {
    const GrWorkersJob *job = workers->job;
    int code = 0;
    while (workers->taken < job->count && !code) {
        Slot *slot = &workers->slot[workers->taken % workers->slots];
        if (slot->stage == MADE) {
            pthread_mutex_unlock(&workers->lock);
            code = slot->code ? gr_fail(error, slot->error.code, "%s", slot->error.text)
                              : job->take(job->context, workers->taken, &slot->piece, error);
            pthread_mutex_lock(&workers->lock);
            slot->stage = FREE;
            workers->taken++;
            pthread_cond_broadcast(&workers->change);
        } else if (!make_next(workers, db)) {
            pthread_cond_wait(&workers->change, &workers->lock);
        }
    }
    workers->quit = true;
    pthread_cond_broadcast(&workers->change);
    return code;
}

int gr_workers_run(GrDb *db, const GrWorkersJob *job, GrError *error) {
    pthread_t thread[MOST_THREADS];
    int started = 0, wanted = job->jobs > MOST_THREADS ? MOST_THREADS : job->jobs;
    Workers workers = {.job = job, .source = gr_db_source(db), .slots = (size_t)wanted * SLOTS_A_THREAD};
    workers.slot = calloc(workers.slots, sizeof *workers.slot);
    if (!workers.slot)
        return gr_no_memory(error);
    pthread_mutex_init(&workers.lock, NULL);
    pthread_cond_init(&workers.change, NULL);
    while (workers.source.path && started < wanted - 1 &&
           pthread_create(&thread[started], NULL, member, &workers) == 0)
        started++;
    pthread_mutex_lock(&workers.lock);
    int code = take_all(&workers, db, error);
    pthread_mutex_unlock(&workers.lock);
    while (started-- > 0)
        pthread_join(thread[started], NULL);
    gr_missing_join(&db->missing, &workers.missing);
    for (size_t i = 0; i < workers.slots; i++)
        gr_buffer_free(&workers.slot[i].piece);
    free(workers.slot);
    pthread_cond_destroy(&workers.change);
    pthread_mutex_destroy(&workers.lock);
    return code;
}
