/* One game of a report's self-play. Internal to analysis/. */
#ifndef GR_REPORT_PLAY_LOCAL_H
#define GR_REPORT_PLAY_LOCAL_H

#include "analysis/report/play.h"

enum { GR_PLAY_MOST_RANDOM = 64 };

typedef struct GrPlayOpening {
    GrMove move[GR_PLAY_MOST_RANDOM];
    unsigned count;
    bool again, uneven; /* as in GrPlayStarts */
} GrPlayOpening;

/* Draws a random opening; it is shorter if the game ends in it. *end is the position after it. */
void gr_play_opening(const GrReportPlay *job, uint64_t random, GrPlayOpening *opening, GrPosition *end);

/* Does the engine see neither side far ahead? 1, 0 or a code. */
int gr_play_is_even(const GrReportPlay *job, GrSearch *search, const GrPosition *pos);

/* Plays a game from the opening on. 0, GR_ERR_MEMORY or GR_ERR_STOPPED. */
int gr_play_game(const GrReportPlay *job, GrSearch *search, const GrPlayOpening *opening, GrGame *game);

#endif
