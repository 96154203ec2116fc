/* Threads that give way: how many of them may be at work changes while they are. Internal to analysis/. */
#ifndef GR_ANALYSIS_PLACES_H
#define GR_ANALYSIS_PLACES_H

#include <stdbool.h>

typedef struct GrPlaces {
    int (*places)(void *user); /* how many threads may work now, none from 0 down; NULL: all */
    bool (*stop)(void *user);  /* may be NULL */
    void *user;
} GrPlaces;

/* May thread number `place`, from 0, work? */
bool gr_place_is_free(const GrPlaces *places, int place);

/* Waits for a moment. */
void gr_place_pause(void);

/* Waits until that thread may work; false if it is to stop instead. */
bool gr_place_wait(const GrPlaces *places, int place);

#endif
