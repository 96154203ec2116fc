/* Connections that wait, and their end. */
#include "desk/visits.h"

#include <sys/socket.h>

/* Whoever serves it finds it ended, and closes it. Under the lock, so that the socket is still its own. */
static void cut(Visit *visit) {
    shutdown(visit->socket, SHUT_RDWR);
    visit->since = 0;
}

static Visit *longest_waiting(Visits *visits, int *waiting) {
    Visit *longest = NULL;
    *waiting = 0;
    for (Visit *v = visits->visit; v < visits->visit + VISITS; v++) {
        if (!v->here || !v->since)
            continue;
        ++*waiting;
        if (!longest || v->since < longest->since)
            longest = v;
    }
    return longest;
}

Visit *visits_begin(Visits *visits, int socket, int64_t now) {
    int waiting;
    Visit *made = NULL;
    pthread_mutex_lock(&visits->lock);
    Visit *longest = longest_waiting(visits, &waiting);
    if (waiting >= VISITS_WAITING)
        cut(longest);
    for (Visit *v = visits->visit; v < visits->visit + VISITS && !made; v++)
        made = v->here ? NULL : v;
    if (made)
        *made = (Visit){.here = true, .socket = socket, .since = now};
    pthread_mutex_unlock(&visits->lock);
    return made;
}

/* Under the lock. */
static void forget_bytes(Visits *visits, Visit *visit) {
    visits->bytes -= visit->bytes;
    visit->bytes = 0;
}

bool visits_answer(Visits *visits, Visit *visit, size_t bytes, size_t most) {
    if (!visit)
        return true;
    pthread_mutex_lock(&visits->lock);
    forget_bytes(visits, visit);
    bool room = visits->bytes + bytes <= most;
    visit->since = 0;
    visit->bytes = room ? bytes : 0;
    visits->bytes += visit->bytes;
    pthread_mutex_unlock(&visits->lock);
    return room;
}

void visits_wait(Visits *visits, Visit *visit, int64_t now) {
    if (!visit)
        return;
    pthread_mutex_lock(&visits->lock);
    forget_bytes(visits, visit);
    visit->since = now;
    pthread_mutex_unlock(&visits->lock);
}

void visits_end(Visits *visits, Visit *visit) {
    if (!visit)
        return;
    pthread_mutex_lock(&visits->lock);
    forget_bytes(visits, visit);
    visit->here = false;
    pthread_mutex_unlock(&visits->lock);
}

void visits_cut(Visits *visits, int64_t now) {
    pthread_mutex_lock(&visits->lock);
    for (Visit *v = visits->visit; v < visits->visit + VISITS; v++)
        if (v->here && v->since && now - v->since > 1000 * (int64_t)VISIT_SECONDS)
            cut(v);
    pthread_mutex_unlock(&visits->lock);
}
