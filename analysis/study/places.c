/* Threads that give way. */
#include "analysis/study/places.h"

#include <time.h>

enum { MOMENT = 20 }; /* milliseconds */

bool gr_place_is_free(const GrPlaces *places, int place) {
    return !places->places || place < places->places(places->user);
}

void gr_place_pause(void) {
    const struct timespec moment = {.tv_nsec = MOMENT * 1000000L};
    nanosleep(&moment, NULL);
}

bool gr_place_wait(const GrPlaces *places, int place) {
    for (;;) {
        if (places->stop && places->stop(places->user))
            return false;
        if (gr_place_is_free(places, place))
            return true;
        gr_place_pause();
    }
}
