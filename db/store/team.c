/* Several threads that work on a database together. */
#include "db/store/team.h"

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

typedef struct Team {
    const GrTeamJob *job;
    const char *path;
    const GrBook *book;
    Slot *slot;
    size_t slots;
    size_t next, taken;    /* the piece that is made next, and taken next */
    bool quit;
    pthread_mutex_t lock;  /* guards all above but the job */
    pthread_cond_t change;
} Team;

/* With the lock held: makes the next piece if there is one and room for it. */
static bool make_next(Team *team, GrDb *db) {
    size_t n = team->next;
    Slot *slot = &team->slot[n % team->slots];
    if (n >= team->job->count || slot->stage != FREE)
        return false;
    team->next++;
    slot->stage = MAKING;
    pthread_mutex_unlock(&team->lock);
    gr_buffer_clear(&slot->piece);
    slot->code = team->job->make(team->job->context, db, n, &slot->piece, &slot->error);
    if (!slot->code && slot->piece.failed)
        slot->code = gr_no_memory(&slot->error);
    pthread_mutex_lock(&team->lock);
    slot->stage = MADE;
    pthread_cond_broadcast(&team->change);
    return true;
}

/* A thread that cannot open the database leaves the work to the others. */
static void *member(void *context) {
    Team *team = context;
    GrDb *db;
    if (gr_db_open(team->path, team->book, GR_DB_READ, &db, NULL))
        return NULL;
    if (gr_db_begin_read(db, NULL) == 0) {
        pthread_mutex_lock(&team->lock);
        while (!team->quit)
            if (!make_next(team, db))
                pthread_cond_wait(&team->change, &team->lock);
        pthread_mutex_unlock(&team->lock);
    }
    gr_db_close(db);
    return NULL;
}

/* With the lock held: takes all pieces, and helps where the next is not yet there. */
static int take_all(Team *team, GrDb *db, GrError *error) {
    const GrTeamJob *job = team->job;
    int code = 0;
    while (team->taken < job->count && !code) {
        Slot *slot = &team->slot[team->taken % team->slots];
        if (slot->stage == MADE) {
            pthread_mutex_unlock(&team->lock);
            code = slot->code ? gr_fail(error, slot->error.code, "%s", slot->error.text)
                              : job->take(job->context, team->taken, &slot->piece, error);
            pthread_mutex_lock(&team->lock);
            slot->stage = FREE;
            team->taken++;
            pthread_cond_broadcast(&team->change);
        } else if (!make_next(team, db)) {
            pthread_cond_wait(&team->change, &team->lock);
        }
    }
    team->quit = true;
    pthread_cond_broadcast(&team->change);
    return code;
}

int gr_team_work(GrDb *db, const GrTeamJob *job, GrError *error) {
    pthread_t thread[MOST_THREADS];
    int started = 0, wanted = job->jobs > MOST_THREADS ? MOST_THREADS : job->jobs;
    Team team = {.job = job, .book = db->book, .slots = (size_t)wanted * SLOTS_A_THREAD};
    team.path = sqlite3_db_filename(db->sql.handle, "main");
    team.slot = calloc(team.slots, sizeof *team.slot);
    if (!team.slot)
        return gr_no_memory(error);
    pthread_mutex_init(&team.lock, NULL);
    pthread_cond_init(&team.change, NULL);
    while (team.path && started < wanted - 1 &&
           pthread_create(&thread[started], NULL, member, &team) == 0)
        started++;
    pthread_mutex_lock(&team.lock);
    int code = take_all(&team, db, error);
    pthread_mutex_unlock(&team.lock);
    while (started-- > 0)
        pthread_join(thread[started], NULL);
    for (size_t i = 0; i < team.slots; i++)
        gr_buffer_free(&team.slot[i].piece);
    free(team.slot);
    pthread_cond_destroy(&team.change);
    pthread_mutex_destroy(&team.lock);
    return code;
}
