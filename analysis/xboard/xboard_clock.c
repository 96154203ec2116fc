/* Numbers in the commands of an XBoard session, and the time control that they set. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/xboard/xboard_local.h"

enum { MOST_MOVES = 10000, SHOWN = 40 };

static const int64_t LONG_TIME = INT64_C(1) << 40; /* milliseconds */

/* Lines that begin with # are remarks in this protocol. */
static int64_t within(GrXboard *x, const char *command, const char *shown, int64_t number, int64_t least,
                      int64_t most) {
    int64_t taken = number < least ? least : number > most ? most : number;
    if (taken != number)
        gr_xb_say(x, "# %s %.*s is out of bounds and counts as %lld", command, SHOWN, shown, (long long)taken);
    return taken;
}

static bool refuse(GrXboard *x, const char *why, const char *command, const char *arguments) {
    gr_xb_say(x, "Error (%s): %s %.60s", why, command, arguments);
    x->refused = true;
    return false;
}

bool gr_xb_read_number(GrXboard *x, const char *command, const char *arguments, int64_t least, int64_t most,
                       int64_t *number) {
    size_t length;
    const char *word = gr_word(arguments, &length);
    if (!gr_word_number(word, length, number))
        return refuse(x, "not a whole number", command, arguments);
    *number = within(x, command, word, *number, least, most);
    return true;
}

/* Seconds, perhaps with a fraction or an exponent; to milliseconds, 0 up. */
static bool read_seconds(const char *word, size_t length, int64_t *ms) {
    char text[SHOWN], *end;
    if (!length || strspn(word, "+-.0123456789eE") < length || !gr_word_copy(word, length, text, sizeof text))
        return false;
    double number = strtod(text, &end) * 1000;
    if (*end || isnan(number))
        return false;
    *ms = number < 0 ? -1 : number > 2 * (double)LONG_TIME ? 2 * LONG_TIME : (int64_t)(number + 0.5);
    return true;
}

/* Minutes, or minutes and seconds; to milliseconds. */
static bool read_base(const char *word, size_t length, int64_t *ms) {
    const char *colon = memchr(word, ':', length);
    size_t first = colon ? (size_t)(colon - word) : length;
    int64_t minutes, seconds = 0;
    if (!gr_word_number(word, first, &minutes) || (colon && !gr_word_number(colon + 1, length - first - 1, &seconds)) ||
        minutes < 0 || seconds < 0)
        return false;
    minutes = minutes < LONG_TIME / 60000 ? minutes : LONG_TIME / 60000 + 1;
    seconds = seconds < LONG_TIME / 1000 ? seconds : LONG_TIME / 1000 + 1;
    *ms = minutes * 60000 + seconds * 1000;
    return true;
}

/* `level MOVES BASE INCREMENT`; the last may be left out. */
void gr_xb_level(GrXboard *x, const char *arguments) {
    GrXboardControl *control = &x->control;
    size_t length, base_length, increment_length;
    int64_t moves, base, increment = 0;
    const char *word = gr_word(arguments, &length);
    const char *second = gr_word(word + length, &base_length);
    const char *third = gr_word(second + base_length, &increment_length);
    if (!gr_word_number(word, length, &moves) || moves < 0 || !read_base(second, base_length, &base) ||
        (increment_length && (!read_seconds(third, increment_length, &increment) || increment < 0))) {
        refuse(x, "bad time control", "level", arguments);
        return;
    }
    control->moves = (int)within(x, "level", arguments, moves, 0, MOST_MOVES);
    control->base = within(x, "level", arguments, base, 0, LONG_TIME);
    control->increment = within(x, "level", arguments, increment, 0, LONG_TIME);
    control->per_move = 0;
    control->left[0] = control->left[1] = control->base;
}

void gr_xb_st(GrXboard *x, const char *arguments) {
    size_t length;
    int64_t ms;
    const char *word = gr_word(arguments, &length);
    if (!read_seconds(word, length, &ms)) {
        refuse(x, "not a number of seconds", "st", arguments);
        return;
    }
    ms = within(x, "st", word, ms, 0, LONG_TIME);
    int64_t kept = ms / 10 < GR_DEFAULT_OVERHEAD ? ms / 10 : GR_DEFAULT_OVERHEAD;
    x->control.per_move = ms - kept;
}

void gr_xb_sd(GrXboard *x, const char *arguments) {
    int64_t depth;
    if (gr_xb_read_number(x, "sd", arguments, 0, GR_MAX_PLY - 1, &depth))
        x->control.depth = (int)depth;
}

void gr_xb_nps(GrXboard *x, const char *arguments) {
    int64_t nodes;
    if (gr_xb_read_number(x, "nps", arguments, 0, 1000000000, &nodes))
        x->control.nps = (uint64_t)nodes;
}

/* Hundredths of a second; below 0 after the flag has fallen. */
static void set_clock(GrXboard *x, const char *command, const char *arguments, int64_t *left) {
    int64_t hundredths;
    if (gr_xb_read_number(x, command, arguments, 0, LONG_TIME / 10, &hundredths))
        *left = hundredths * 10;
}

void gr_xb_time(GrXboard *x, const char *arguments) {
    set_clock(x, "time", arguments, &x->control.left[0]);
}

void gr_xb_otim(GrXboard *x, const char *arguments) {
    set_clock(x, "otim", arguments, &x->control.left[1]);
}
