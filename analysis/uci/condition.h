/* Conditions that are waited for until a time of gr_now_ms. Internal to analysis/. */
#ifndef GR_ANALYSIS_CONDITION_H
#define GR_ANALYSIS_CONDITION_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* Makes a condition whose waits are measured by the clock that does not jump; false without memory. */
bool gr_condition_init(pthread_cond_t *condition);

/* Waits, under the lock, until the condition is signalled (true, or by chance) or that time has come. */
bool gr_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t until);

#endif
