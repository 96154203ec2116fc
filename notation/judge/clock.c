/* Reading clocks. */
#include "notation/judge/clock.h"

#include <stdlib.h>
#include <string.h>

#include "notation/judge/bracket.h"

/* A number of digits and perhaps a fraction at *at, before `end`; GR_NO_TIME if there is none. */
static double read_number(const char **at, const char *end) {
    const char *p = *at;
    double value = 0, unit = 1;
    size_t digits = 0;
    for (; p < end && *p >= '0' && *p <= '9' && digits < 9; p++, digits++)
        value = value * 10 + (*p - '0');
    if (!digits)
        return GR_NO_TIME;
    if (p < end && (*p == '.' || *p == ',')) {
        for (p++; p < end && *p >= '0' && *p <= '9'; p++)
            value += (*p - '0') * (unit /= 10);
    }
    *at = p;
    return value;
}

double gr_clock_read(const char *text, size_t length) {
    const char *end = text + length;
    double seconds = 0;
    for (int part = 0; part < 3; part++) {
        double number = read_number(&text, end);
        if (number < 0)
            return GR_NO_TIME;
        seconds = seconds * 60 + number;
        if (text == end)
            return seconds;
        if (*text++ != ':')
            return GR_NO_TIME;
    }
    return GR_NO_TIME;
}

/* ---- time controls ---- */

/* One period at *text, past which *text then points. */
static bool read_period(const char **text, GrPeriod *period) {
    const char *at = *text, *end = at + strcspn(at, ":");
    *period = (GrPeriod){0};
    double number = read_number(&at, end);
    if (number < 0)
        return false;
    if (at < end && *at == '/') {
        period->moves = number < 1000 ? (int)number : 0;
        at++;
        number = read_number(&at, end);
        if (!period->moves || number < 0)
            return false;
    }
    period->seconds = number;
    if (at < end && *at == '+') {
        at++;
        period->increment = read_number(&at, end);
    }
    *text = end;
    return at == end && period->increment >= 0;
}

int gr_time_control(const char *text, GrPeriod period[GR_MAX_PERIODS]) {
    int count = 0;
    if (!text)
        return 0;
    while (count < GR_MAX_PERIODS && read_period(&text, &period[count])) {
        count++;
        if (!*text++)
            return count;
    }
    return 0;
}

/* ---- a game ---- */

/* A side's clock while a game is gone through. */
typedef struct Clock {
    const GrPeriod *period;
    int periods; /* this one and those that follow */
    int made;    /* moves of the side in this period */
    double left; /* GR_NO_TIME: not known */
    bool shown;  /* a [%clk] has said so */
} Clock;

static double read_bracket(const char *comment, const char *name) {
    GrBracket found;
    if (!gr_bracket_find(comment, 0, name, &found))
        return GR_NO_TIME;
    return gr_clock_read(comment + found.value, found.length);
}

/* What comes to the clock with the move that is being made: the increment, and after the last move
 * of a period the next one's time. */
static double gained(Clock *clock) {
    if (!clock->periods)
        return 0;
    double sum = clock->period->increment;
    clock->made++;
    if (clock->periods > 1 && clock->period->moves && clock->made >= clock->period->moves) {
        clock->period++;
        clock->periods--;
        clock->made = 0;
        sum += clock->period->seconds;
    }
    return sum;
}

static void take_move(Clock *clock, const char *comment, GrMoveTime *time) {
    double shows = read_bracket(comment, "clk"), spent = read_bracket(comment, "emt");
    double more = gained(clock);
    bool unstarted = !clock->shown && shows >= 0 && shows == clock->left;
    time->before = clock->left;
    if (spent < 0 && shows >= 0 && clock->left >= 0)
        spent =
            unstarted ? 0 : clock->left + more - shows; /* clocks may start with the second move */
    time->spent = spent >= 0 ? spent : GR_NO_TIME;
    if (shows >= 0)
        clock->left = shows;
    else if (spent >= 0 && clock->left >= 0 && clock->left + more >= spent)
        clock->left += more - spent;
    else
        clock->left = GR_NO_TIME;
    clock->shown |= shows >= 0;
}

bool gr_has_clocks(const GrGame *game) {
    GrBracket found;
    for (uint32_t at = game->node_count ? game->nodes[0].next : 0; at; at = game->nodes[at].next) {
        const char *comment = gr_game_string(game, game->nodes[at].comment);
        if (*comment && (gr_bracket_find(comment, 0, "clk", &found) ||
                         gr_bracket_find(comment, 0, "emt", &found)))
            return true;
    }
    return false;
}

bool gr_move_times(const GrGame *game, GrMoveTime *time) {
    GrPeriod period[GR_MAX_PERIODS];
    int periods = gr_time_control(gr_game_tag(game, "TimeControl"), period);
    Clock clock[2];
    bool known = false;
    for (int side = 0; side < 2; side++)
        clock[side] = (Clock){
            .period = period, .periods = periods, .left = periods ? period[0].seconds : GR_NO_TIME};
    GrPosition pos = game->start;
    uint32_t at = game->node_count && game->rules ? game->nodes[0].next : 0;
    for (uint32_t ply = 0; ply < game->plies; ply++) {
        time[ply] = (GrMoveTime){GR_NO_TIME, GR_NO_TIME};
        if (!at)
            continue;
        int side = pos.turn;
        take_move(&clock[side], gr_game_string(game, game->nodes[at].comment), &time[ply]);
        known |= clock[side].shown || time[ply].spent >= 0;
        gr_play(&pos, game->nodes[at].move);
        at = game->nodes[at].next;
    }
    return known;
}

double gr_first_time(const GrGame *game, const GrMoveTime *time, int side) {
    GrPeriod period[GR_MAX_PERIODS];
    if (gr_time_control(gr_game_tag(game, "TimeControl"), period))
        return period[0].seconds;
    double most = GR_NO_TIME;
    GrPosition pos = game->start;
    uint32_t at = game->node_count && game->rules ? game->nodes[0].next : 0;
    for (uint32_t ply = 0; ply < game->plies && at; ply++, at = game->nodes[at].next) {
        if (pos.turn == side && time[ply].before > most)
            most = time[ply].before;
        gr_play(&pos, game->nodes[at].move);
    }
    return most;
}
