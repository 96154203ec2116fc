/* Numbers, and what holds of a game as a whole. */
#include "tests/query/query_oracle.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Beyond every evaluation; the nearer the mate, the further. */
static const int64_t MATE = 1000000000;

static int64_t as_mate(int moves, bool white) {
    int64_t distance = MATE - 100 * (int64_t)(moves < 0 ? -moves : moves);
    return white ? distance : -distance;
}

/* ---- comparisons ---- */

/* The number that is printed before the move that led to a position; at the start, that of the move before the
 * first one. */
static int64_t printed_number(const OqGame *game, int ply) {
    const OqGame *as_played = game->turned[game->turn];
    const OrPosition *pos = &as_played->ply[ply].pos;
    int first = strstr(game->v->start, " b ") ? 1 : 0;
    return ply > 0 ? as_played->ply[ply - 1].pos.number : pos->number - (pos->turn == first);
}

static bool value_of(const OqGame *game, int ply, const OqTerm *term, int side, int64_t *value) {
    const OqPly *at = ply >= 0 ? &game->ply[ply] : NULL;
    int count = 0;
    switch (term->value) {
    case OQ_COUNT:
        for (int sq = 0; sq < OR_SQUARES && !term->set.pocket; sq++) {
            count += oq_in_set(at, &term->set, sq);
        }
        *value = 100 * (term->set.pocket ? oq_in_pocket(at, &term->set) : count);
        return true;
    case OQ_PLY:
        *value = 100 * ply;
        return true;
    case OQ_MOVE:
        *value = 100 * printed_number(game, ply);
        return true;
    case OQ_CLOCK:
        *value = 100 * at->pos.clock;
        return true;
    case OQ_CHOICES:
        *value = 100 * at->moves;
        return true;
    case OQ_CHECKERS:
        *value = 100 * at->checkers;
        return true;
    case OQ_OCCURRENCE:
        *value = 100 * at->occurrence;
        return true;
    case OQ_EVAL:
        *value = at->mate ? as_mate(at->eval, at->eval > 0) : at->eval;
        return at->evaluated;
    case OQ_LENGTH:
        *value = 100 * game->length;
        return true;
    case OQ_RATING:
        *value = 100 * game->rating[side];
        return game->rating[side] > 0;
    case OQ_POINTS:
        *value = 100 * game->points[side];
        return game->points[side] >= 0;
    default:
        *value = 100 * game->tag_number;
        return game->tag_number >= 0;
    }
}

static int64_t bound(const OqNode *node, int i) {
    int moves = (int)node->bound[i];
    return node->mate_bound[i] ? as_mate(moves, moves > 0) : node->bound[i];
}

/* `side` is that of a rating or points which may be either player's. */
static bool compares_for(const OqGame *game, int ply, const OqNode *node, int side) {
    int64_t sum = 0, value;
    const char *op = node->compare;
    for (int i = 0; i < node->terms; i++) {
        const OqTerm *term = &node->term[i];
        int own = term->sides == OQ_WHITE ? 0 : term->sides == OQ_BLACK ? 1 : side;
        if (!value_of(game, ply, term, own, &value)) {
            return false;
        }
        sum += term->factor * value;
    }
    int64_t low = bound(node, 0), high = bound(node, 1);
    return op[0] == '\0'           ? node->term[0].value != OQ_COUNT || sum > 0
           : strcmp(op, "=") == 0  ? sum == low
           : strcmp(op, "!=") == 0 ? sum != low
           : strcmp(op, "<") == 0  ? sum < low
           : strcmp(op, "<=") == 0 ? sum <= low
           : strcmp(op, ">") == 0  ? sum > low
           : strcmp(op, ">=") == 0 ? sum >= low
                                   : sum >= low && sum <= high;
}

bool oq_compares(const OqGame *game, int ply, const OqNode *node) {
    bool both = false;
    for (int i = 0; i < node->terms; i++) {
        both = both || node->term[i].sides == OQ_BOTH;
    }
    bool white = compares_for(game, ply, node, 0), black = compares_for(game, ply, node, 1);
    return both ? white && black : white || black;
}

/* ---- texts ---- */

static void lower(const char *from, char to[200]) {
    size_t i = 0;
    for (; from[i] != '\0' && i < 199; i++) {
        to[i] = (char)tolower((unsigned char)from[i]);
    }
    to[i] = '\0';
}

static bool text_holds(const OqNode *node, const char *value) {
    char have[200], first[200], second[200];
    const char *op = node->compare;
    if (value[0] == '\0' || strcmp(value, "?") == 0) {
        return false;
    }
    lower(value, have);
    lower(node->text, first);
    lower(node->text2, second);
    int order = strcmp(have, first);
    return op[0] == '\0'           ? true
           : strcmp(op, "in") == 0 ? strstr(have, first) != NULL
           : strcmp(op, "=") == 0  ? order == 0
           : strcmp(op, "!=") == 0 ? order != 0
           : strcmp(op, "<") == 0  ? order < 0
           : strcmp(op, "<=") == 0 ? order <= 0
           : strcmp(op, ">") == 0  ? order > 0
           : strcmp(op, ">=") == 0 ? order >= 0
                                   : order >= 0 && strcmp(have, second) <= 0;
}

/* ---- dates ---- */

static bool in_span(int span, int day) {
    return (span % 10000 == 0 || span / 100 % 100 == day / 100 % 100) &&
           span / 10000 == day / 10000 && (span % 100 == 0 || span % 100 == day % 100);
}

/* Is the day before all of the span (-1), after it (1), or in it (0)? */
static int against(int day, int span) {
    return in_span(span, day) ? 0 : day < span ? -1 : 1;
}

static bool day_holds(const OqNode *node, int day) {
    int first = against(day, node->date[0]), second = against(day, node->date[1]);
    const char *op = node->compare;
    return strcmp(op, "=") == 0    ? first == 0
           : strcmp(op, "!=") == 0 ? first != 0
           : strcmp(op, "<") == 0  ? first < 0
           : strcmp(op, "<=") == 0 ? first <= 0
           : strcmp(op, ">") == 0  ? first > 0
           : strcmp(op, ">=") == 0 ? first >= 0
                                   : first >= 0 && second <= 0;
}

/* Asks every day that the date leaves possible. */
static bool date_holds(const OqGame *game, const OqNode *node) {
    const char *date = game->date;
    if (!isdigit((unsigned char)date[0])) {
        return false;
    }
    for (int month = 1; month <= 12; month++) {
        for (int day = 1; day <= 31; day++) {
            bool possible = (date[5] == '?' || atoi(date + 5) == month) &&
                            (date[8] == '?' || date[5] == '?' || atoi(date + 8) == day);
            if (possible && node->compare[0] != '\0' &&
                !day_holds(node, atoi(date) * 10000 + month * 100 + day)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- all of them ---- */

static bool player_holds(const OqGame *game, const OqNode *node) {
    bool white = text_holds(node, game->name[0]), black = text_holds(node, game->name[1]);
    if (node->sides == OQ_BOTH) {
        return white && black;
    }
    return (white && (node->sides & OQ_WHITE)) || (black && (node->sides & OQ_BLACK));
}

bool oq_fact(const OqGame *game, const OqNode *node) {
    switch (node->op) {
    case OQ_PLAYER:
        return player_holds(game, node);
    case OQ_TEXT:
        return text_holds(node, strcmp(node->word, "eco") == 0 ? game->eco : game->event);
    case OQ_DATE:
        return date_holds(game, node);
    case OQ_RESULT:
        return node->low >> game->result & 1;
    case OQ_VARIANT:
        return strcmp(node->text, game->v->name) == 0;
    case OQ_PARTIAL:
        return game->partial;
    default:
        return oq_compares(game, -1, node);
    }
}
