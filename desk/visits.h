/* Connections, and how long each has waited for a request to be whole. Internal to desk/.
 *
 * The server has few connections, and anyone on this machine can open one. So one from which no whole request comes
 * within VISIT_SECONDS is cut, and before all are taken the one that has waited longest is. */
#ifndef GR_DESK_VISITS_H
#define GR_DESK_VISITS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VISITS = 64, VISITS_WAITING = 40, VISIT_SECONDS = 30 };

typedef struct Visit {
    bool here;
    int socket;
    int64_t since;  /* milliseconds of gr_now_ms; 0: a request is being answered */
    size_t bytes;   /* of the answer on its way */
} Visit;

typedef struct Visits {
    pthread_mutex_t lock;
    Visit visit[VISITS];
    size_t bytes;   /* of all answers on their way */
} Visits;

/* A connection begins; NULL if there is no room. */
Visit *visits_begin(Visits *visits, int socket, int64_t now);

/* A whole request has come, and will be answered with so many bytes (false, and nothing is counted, if all together
 * would be more than `most`); the answer is gone, and the next request is waited for; the connection is closed. */
bool visits_answer(Visits *visits, Visit *visit, size_t bytes, size_t most);
void visits_wait(Visits *visits, Visit *visit, int64_t now);
void visits_end(Visits *visits, Visit *visit);

/* Cuts those that have waited too long. */
void visits_cut(Visits *visits, int64_t now);

#endif
