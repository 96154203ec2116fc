/* Conditions that are waited for until a time. */
#include "analysis/uci/condition.h"

#include <time.h>

bool gr_condition_init(pthread_cond_t *condition) {
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    bool made = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                pthread_cond_init(condition, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return made;
}

bool gr_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t until) {
    struct timespec time = {.tv_sec = (time_t)(until / 1000), .tv_nsec = (long)(until % 1000) * 1000000};
    return pthread_cond_timedwait(condition, lock, &time) == 0;
}
