/* Pieces of work for several threads. */
#include "analysis/study/crew.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct Crew {
    GrPiece *work;
    void *user;
    int count, next; /* pieces; the first that nobody does yet */
    int code;        /* of the first failure */
    pthread_mutex_t lock;
} Crew;

typedef struct Hand {
    Crew *crew;
    GrSearch *search;
    pthread_t thread;
    bool started;
} Hand;

static int take_next(Crew *crew) {
    pthread_mutex_lock(&crew->lock);
    int at = crew->code == 0 && crew->next < crew->count ? crew->next++ : -1;
    pthread_mutex_unlock(&crew->lock);
    return at;
}

static void *work(void *given) {
    Hand *hand = given;
    Crew *crew = hand->crew;
    for (int at; (at = take_next(crew)) >= 0;) {
        int code = crew->work(crew->user, hand->search, at);
        if (code) {
            pthread_mutex_lock(&crew->lock);
            crew->code = crew->code ? crew->code : code;
            pthread_mutex_unlock(&crew->lock);
        }
    }
    return NULL;
}

int gr_crew_run(GrSearch *const *search, int threads, int count, GrPiece *piece, void *user) {
    Crew crew = {.work = piece, .user = user, .count = count};
    Hand *hand = calloc((size_t)threads, sizeof *hand);
    if (!hand || pthread_mutex_init(&crew.lock, NULL)) {
        free(hand);
        return GR_ERR_MEMORY;
    }
    for (int i = 0; i < threads; i++) {
        hand[i] = (Hand){.crew = &crew, .search = search[i]};
        hand[i].started = i > 0 && i < count && pthread_create(&hand[i].thread, NULL, work, &hand[i]) == 0;
    }
    work(&hand[0]);
    for (int i = 1; i < threads; i++)
        if (hand[i].started)
            pthread_join(hand[i].thread, NULL);
    pthread_mutex_destroy(&crew.lock);
    free(hand);
    return crew.code;
}
