/* Clocks: how long players thought, as comments and the tag TimeControl say it.
 *
 *   [%clk 1:02:03.5]  what the mover's clock shows after the move, an increment included
 *   [%emt 0:00:12]    how long the move took
 *
 * Hours, or hours and minutes, may be missing. TimeControl is that of the PGN standard: "300+3",
 * "40/7200:3600", in seconds; others ("*180", "-", "?") say nothing of the clock at a move.
 */
#ifndef GR_NOTATION_CLOCK_H
#define GR_NOTATION_CLOCK_H

#include <stdbool.h>

#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

#define GR_NO_TIME (-1.0)

/* A period of a time control. */
typedef struct GrPeriod {
    int moves;        /* of each side; 0: all that are left */
    double seconds;   /* that come to the clock when it begins */
    double increment; /* for each move */
} GrPeriod;

enum { GR_MAX_PERIODS = 4 };

/* Reads a TimeControl tag (NULL: none). The number of periods, 0 if it is not understood. */
int gr_time_control(const char *text, GrPeriod period[GR_MAX_PERIODS]);

/* Reads "1:02:03.5", "02:03" or "3.25" as seconds, GR_NO_TIME if it is none of these. */
double gr_clock_read(const char *text, size_t length);

/* What is known of a move's time, in seconds; GR_NO_TIME where it is not. */
typedef struct GrMoveTime {
    double spent;  /* on the move */
    double before; /* left on the mover's clock before it */
} GrMoveTime;

/* Does any comment of the main line have a clock? */
bool gr_has_clocks(const GrGame *game);

/* The times of the moves of the main line, time[0 .. game->plies - 1]. Where a comment has no
 * [%emt], the time spent is the difference of two [%clk] with the increment; where there is no
 * [%clk], the clock is TimeControl less what was spent. True if anything is known. */
bool gr_move_times(const GrGame *game, GrMoveTime *time);

/* The time a side has at first: TimeControl's, else the most that its clock ever shows; GR_NO_TIME
 * if neither is known. time[] is what gr_move_times gave. */
double gr_first_time(const GrGame *game, const GrMoveTime *time, int side);

/* Is the mover short of time: less than a tenth of the first time left before the move? */
static inline bool gr_is_pressed(const GrMoveTime *time, double first) {
    return first > 0 && time->before >= 0 && time->before < first / 10;
}

GR_END_DECLS

#endif
