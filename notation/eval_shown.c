/* Evaluations as programs show them: value, depth, time. */
#include "notation/eval_shown.h"

#include <stdlib.h>
#include <string.h>

static const char DIGITS[] = "0123456789";

/* "0.57" or "M5"; characters used, 0 if neither is there. Mates count plies: the side that mates
 * has made half of them, rounded up. */
static size_t read_value(const char *p, GrEval *eval) {
    size_t len;
    if (*p == 'M') {
        len = strspn(p + 1, DIGITS);
        if (len == 0 || len > 4)
            return 0;
        eval->mate = true;
        eval->moves = ((int)strtol(p + 1, NULL, 10) + 1) / 2;
        return 1 + len;
    }
    len = strspn(p, DIGITS);
    if (len == 0 || len > 6 || p[len] != '.' || strspn(p + len + 1, DIGITS) != 2)
        return 0;
    eval->centipawns = (int)strtol(p, NULL, 10) * 100 + (int)strtol(p + len + 1, NULL, 10);
    return len + 3;
}

/* ":05" behind minutes? */
static bool at_seconds(const char *p) {
    return *p == ':' && p[1] >= '0' && p[1] <= '5' && strspn(p + 1, DIGITS) == 2;
}

/* " 5.7s" or " 1:05"; characters used, 0 if no time is there. */
static size_t read_time(const char *p, GrShown *shown) {
    size_t len = strspn(p + 1, DIGITS), decimals = 0;
    if (*p != ' ' || len == 0 || len > 7)
        return 0;
    len++;
    if (len < 6 && at_seconds(p + len)) {
        shown->seconds = 60 * strtod(p + 1, NULL) + strtod(p + len + 1, NULL);
        shown->decimals = 0;
        return len + 3;
    }
    if (p[len] == '.') {
        decimals = strspn(p + len + 1, DIGITS);
        if (decimals == 0 || decimals > 3)
            return 0;
        len += 1 + decimals;
    }
    shown->seconds = strtod(p + 1, NULL);
    shown->decimals = (int)decimals;
    shown->second = p[len] == 's';
    return len + shown->second;
}

/* Does a word end here? */
static bool at_end(const char *p) {
    return *p == 0 || strchr(GR_COMMENT_ENDS " ,;", *p);
}

size_t gr_shown_read(const char *text, GrShown *shown) {
    const char *p = text;
    *shown = (GrShown){.sign = *p == '+' || *p == '-', .decimals = -1};
    bool negative = *p == '-';
    p += shown->sign;
    size_t len = read_value(p, &shown->eval);
    size_t depth = len && p[len] == '/' ? strspn(p + len + 1, DIGITS) : 0;
    if (depth == 0 || depth > 3)
        return 0;
    shown->eval.depth = (int)strtol(p + len + 1, NULL, 10);
    p += len + 1 + depth;
    if (!at_end(p))
        return 0;
    len = read_time(p, shown);
    if (len && at_end(p + len))
        p += len;
    else
        shown->decimals = -1;
    if (negative) {
        shown->eval.centipawns = -shown->eval.centipawns;
        shown->eval.moves = -shown->eval.moves;
    }
    return (size_t)(p - text);
}

bool gr_shown_is_cutechess(const GrShown *shown) {
    bool zero = !shown->eval.mate && shown->eval.centipawns == 0;
    return (shown->sign || zero) && shown->decimals >= 0 && shown->second;
}

/* ---- who writes so ---- */

enum { ENOUGH = 4, CLEAR = 100 };

/* What the comments of a game have in common. */
typedef struct Kinds {
    unsigned timed, plus, bare, parts; /* with a time; with a +; without a sign; with parts of seconds */
} Kinds;

static bool read_of(const GrGame *game, uint32_t node, GrShown *shown) {
    const char *text = gr_game_string(game, game->nodes[node].comment);
    return game->nodes[node].comment && gr_shown_read(text, shown) && !shown->second;
}

static Kinds kinds_of(const GrGame *game) {
    Kinds kinds = {0};
    GrShown shown;
    for (uint32_t node = 1; node < game->node_count; node++) {
        if (!read_of(game, node, &shown))
            continue;
        kinds.timed += shown.decimals >= 0;
        kinds.plus += *gr_game_string(game, game->nodes[node].comment) == '+';
        kinds.bare += !shown.sign;
        kinds.parts += shown.decimals > 0;
    }
    return kinds;
}

/* 1 or -1 where one side is clearly better, as the value stands; 0 otherwise. */
static int better(const GrShown *shown) {
    int value = shown->eval.mate ? shown->eval.moves * CLEAR : shown->eval.centipawns;
    return (value >= CLEAR) - (value <= -CLEAR);
}

/* Of two moves in a row of the main line, values from White's view have the same sign, those from the mover's
 * different ones: how many more pairs have the same. */
static int balance(const GrGame *game) {
    int before = 0, more = 0;
    GrShown shown;
    for (uint32_t node = game->nodes[0].next; node; node = game->nodes[node].next) {
        int now = read_of(game, node, &shown) ? better(&shown) : 0;
        more += before * now;
        before = now;
    }
    return more;
}

GrShownHabit gr_shown_habit(const GrGame *game) {
    Kinds kinds = kinds_of(game);
    if (kinds.timed < ENOUGH)
        return GR_SHOWN_ANY;
    if (kinds.plus && !kinds.bare)
        return balance(game) <= 0 ? GR_SHOWN_BY_XBOARD : GR_SHOWN_ANY;
    if (kinds.plus || !kinds.bare || kinds.parts)
        return GR_SHOWN_ANY;
    int more = balance(game);
    return more > 0 ? GR_SHOWN_BY_CHESSBASE : more == 0 ? GR_SHOWN_AS_CHESSBASE : GR_SHOWN_ANY;
}
