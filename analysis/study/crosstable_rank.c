/* The order of a table: points, then tie-breaks. */
#include <stdlib.h>
#include <string.h>

#include "analysis/study/crosstable_local.h"

static const char *const NAME[GR_TIE_BREAKS] = {"direct", "wins", "sonneborn", "buchholz"};

const char *gr_tie_break_name(int tie_break) {
    return tie_break >= 0 && tie_break < GR_TIE_BREAKS ? NAME[tie_break] : NULL;
}

static int tie_break_of(const char *word, size_t len) {
    for (int n = 0; n < GR_TIE_BREAKS; n++)
        if (strlen(NAME[n]) == len && !memcmp(NAME[n], word, len))
            return n;
    return -1;
}

bool gr_tie_breaks_read(const char *text, GrCrossOptions *options) {
    options->tie_breaks = 0;
    for (;; text++) {
        size_t len = strcspn(text, ",");
        int one = tie_break_of(text, len);
        for (int n = 0; n < options->tie_breaks; n++)
            if (options->tie_break[n] == one)
                return false;
        if (one < 0)
            return false;
        options->tie_break[options->tie_breaks++] = one;
        text += len;
        if (!*text)
            return true;
    }
}

/* ---- values that do not depend on who is tied ---- */

/* In a round robin, a game that was not played counts like the others (C.07, 16.1). */
static bool has_opponent(const CrossTable *t, const CrossEntry *e) {
    return e->other != CROSS_BYE && (t->opponents || !e->unplayed);
}

static void sum_up(CrossTable *t, CrossPlayer *player) {
    for (size_t n = 0; n < player->entries; n++) {
        const CrossEntry *e = &t->entry[player->first + n];
        if (e->half < 0)
            continue;
        int points = has_opponent(t, e) ? t->player[e->other].half : player->half;
        player->value[GR_TIE_WINS] += e->half == 2 && !e->unplayed;
        player->value[GR_TIE_BUCHHOLZ] += points;
        player->value[GR_TIE_SONNEBORN] += e->half * points;
    }
}

/* ---- direct encounter ---- */

/* Games and points of a player against those with this mark; *others becomes how many of them that were. */
static int among(CrossTable *t, CrossPlayer *player, int mark, int *half, size_t *others) {
    int games = 0;
    *half = 0;
    *others = 0;
    for (size_t n = 0; n < player->entries; n++) {
        const CrossEntry *e = &t->entry[player->first + n];
        CrossPlayer *other = e->other == CROSS_BYE ? NULL : &t->player[e->other];
        if (!other || (other->mark != mark && other->mark != -mark) || e->half < 0 || e->unplayed)
            continue;
        *others += other->mark == mark;
        other->mark = -mark; /* seen */
        games++;
        *half += e->half;
    }
    for (size_t n = 0; n < player->entries; n++) {
        int other = t->entry[player->first + n].other;
        if (other != CROSS_BYE && t->player[other].mark == -mark)
            t->player[other].mark = mark;
    }
    return games;
}

/* Gives those who are tied their points against each other; none unless all have met equally often. */
static void meet(CrossTable *t, CrossPlayer **row, size_t count, int mark) {
    int games = 0;
    bool all = true;
    for (size_t n = 0; n < count; n++)
        row[n]->mark = mark;
    for (size_t n = 0; n < count && all; n++) {
        size_t others;
        int met = among(t, row[n], mark, &row[n]->key, &others);
        games = n ? games : met;
        all = others == count - 1 && met == games;
    }
    for (size_t n = 0; n < count; n++) {
        row[n]->mark = 0;
        row[n]->key = all ? row[n]->key : 0;
        if (all && !row[n]->direct) { /* what decides among fewer of them later is not comparable */
            row[n]->value[GR_TIE_DIRECT] = row[n]->key;
            row[n]->direct = true;
        }
    }
}

/* ---- ranks ---- */

static int compare(const void *one, const void *other) {
    const CrossPlayer *a = *(CrossPlayer *const *)one, *b = *(CrossPlayer *const *)other;
    if (a->key != b->key)
        return a->key > b->key ? -1 : 1;
    if (a->rating != b->rating)
        return a->rating > b->rating ? -1 : 1;
    return strcmp(a->name, b->name);
}

/* The steps by which players are ordered: points, board points of teams, tie-breaks. */
enum { BY_POINTS, BY_BOARD, BY_TIE_BREAKS };

static void set_keys(CrossTable *t, CrossPlayer **row, size_t count, int step) {
    int tie_break = step < BY_TIE_BREAKS ? -1 : t->tie_break[step - BY_TIE_BREAKS];
    if (tie_break == GR_TIE_DIRECT) {
        meet(t, row, count, 1);
        return;
    }
    for (size_t n = 0; n < count; n++)
        row[n]->key = step == BY_POINTS ? row[n]->half : step == BY_BOARD ? row[n]->board : row[n]->value[tie_break];
}

/* Orders players who are tied in the steps before, from this row on. */
static void order(CrossTable *t, size_t from, size_t count, int step) {
    CrossPlayer **row = &t->row[from];
    bool last = step == BY_TIE_BREAKS + t->tie_breaks;
    for (size_t n = 0; n < count && (last || count == 1); n++)
        row[n]->rank = (int)from + 1;
    if (last || count <= 1)
        return;
    set_keys(t, row, count, step);
    qsort(row, count, sizeof *row, compare);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && row[end]->key == row[first]->key;)
            end++;
        bool fewer = end - first < count; /* those who remain tied are compared among themselves again */
        bool again = fewer && step >= BY_TIE_BREAKS && t->tie_break[step - BY_TIE_BREAKS] == GR_TIE_DIRECT;
        order(t, from + first, end - first, again ? step : step + 1);
    }
}

int cross_rank(CrossTable *t) {
    t->row = calloc(t->players + 1, sizeof(CrossPlayer *));
    if (!t->row)
        return GR_ERR_MEMORY;
    for (size_t n = 0; n < t->players; n++) {
        sum_up(t, &t->player[n]);
        t->row[n] = &t->player[n];
    }
    order(t, 0, t->players, BY_POINTS);
    for (size_t n = 0; n < t->players; n++)
        t->row[n]->row = (int)n + 1;
    return 0;
}
