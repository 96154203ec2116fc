/* The cells of a crosstable, and what is to be said below it. */
#include <stdlib.h>
#include <string.h>

#include "analysis/study/crosstable_local.h"
#include "db/upkeep/dedupe.h"

/* ---- cells ---- */

static void put_half(int half, GrBuffer *out) {
    gr_buffer_printf(out, half % 2 ? "%d.5" : "%d", half / 2);
}

void cross_put_points(const CrossTable *t, int half, GrBuffer *out) {
    if (t->options->teams) /* match points: a draw is one */
        gr_buffer_printf(out, "%d", half);
    else
        put_half(half, out);
}

void cross_put_tie_break(const CrossTable *t, const CrossPlayer *player, int tie_break, GrBuffer *out) {
    int value = player->value[tie_break];
    if (tie_break == GR_TIE_DIRECT && !player->direct)
        return;
    if (tie_break == GR_TIE_WINS || (tie_break == GR_TIE_SONNEBORN && t->options->teams))
        gr_buffer_printf(out, "%d", value);
    else if (tie_break == GR_TIE_SONNEBORN)
        gr_buffer_printf(out, "%.2f", value / 4.0);
    else
        cross_put_points(t, value, out);
}

static void put_result(const CrossTable *t, const CrossEntry *e, bool csv, GrBuffer *out) {
    static const char *const played[] = {"0", "½", "1"}, *const unplayed[] = {"-", "=", "+"};
    if (e->half < 0)
        gr_buffer_putc(out, '*');
    else if (t->options->teams && !e->unplayed)
        put_half(e->board, out);
    else if (csv && !e->unplayed)
        put_half(e->half, out);
    else
        gr_buffer_puts(out, (e->unplayed ? unplayed : played)[e->half]);
}

static void put_opponent(const CrossTable *t, const CrossEntry *e, bool csv, GrBuffer *out) {
    if (e->other == CROSS_BYE)
        gr_buffer_puts(out, "bye");
    else
        gr_buffer_printf(out, "%d%s", t->player[e->other].row, t->options->teams ? ":" : e->white ? "w" : "b");
    put_result(t, e, csv, out);
}

size_t cross_columns(const CrossTable *t) {
    return t->opponents ? t->players : t->rounds;
}

void cross_put_cell(const CrossTable *t, const CrossPlayer *player, size_t column, bool csv, GrBuffer *out) {
    size_t start = out->len;
    bool close = t->opponents && !t->options->teams && !csv; /* results have one character */
    const CrossPlayer *other = t->opponents ? t->row[column] : NULL;
    for (size_t n = 0; n < player->entries; n++) {
        const CrossEntry *e = &t->entry[player->first + n];
        bool here = other ? e->other != CROSS_BYE && &t->player[e->other] == other : e->round == t->round[column];
        if (!here)
            continue;
        if (out->len > start && !close)
            gr_buffer_putc(out, ' ');
        if (other)
            put_result(t, e, csv, out);
        else
            put_opponent(t, e, csv, out);
    }
}

/* ---- the title ---- */

/* As crosstable.c counts days: of a year, those from the 32nd to the 403rd. */
static int year_of(int32_t day) {
    return (day - 32) / 372;
}

void cross_put_title(const CrossTable *t, GrBuffer *out) {
    const CrossGame *g = t->game;
    int32_t first = 0, last = 0;
    for (size_t n = 0; n < t->games; n++) {
        first = g[n].day && (!first || g[n].day < first) ? g[n].day : first;
        last = g[n].day > last ? g[n].day : last;
    }
    if (t->options->together)
        gr_buffer_puts(out, "All games");
    else
        gr_buffer_puts(out, g->event ? cross_string(t->of, g->event) : "Games without an event");
    if (!t->options->together && g->site)
        gr_buffer_printf(out, ", %s", cross_string(t->of, g->site));
    if (first)
        gr_buffer_printf(out, ", %d", year_of(first));
    if (year_of(last) != year_of(first))
        gr_buffer_printf(out, "-%d", year_of(last));
}

/* ---- notes ---- */

enum { MOST_NAMED = 3 };

static void note_count(GrBuffer *out, size_t count, const char *one, const char *many) {
    if (count)
        gr_buffer_printf(out, "%zu %s\n", count, count == 1 ? one : many);
}

static void note_more(GrBuffer *out, size_t count, const char *what) {
    if (count > MOST_NAMED)
        gr_buffer_printf(out, "%zu more %s\n", count - MOST_NAMED, what);
}

static int compare_pairings(const void *one, const void *other) {
    const CrossGame *a = *(const CrossGame *const *)one, *b = *(const CrossGame *const *)other;
    if (a->name[0] != b->name[0])
        return a->name[0] < b->name[0] ? -1 : 1;
    if (a->name[1] != b->name[1])
        return a->name[1] < b->name[1] ? -1 : 1;
    if (a->stage != b->stage)
        return a->stage < b->stage ? -1 : 1;
    return a->day < b->day ? -1 : a->day > b->day;
}

/* The same players with the same colours in the same round, on one day if it is known. */
static int note_pairings(const CrossTable *t, GrBuffer *out) {
    size_t found = 0;
    const CrossGame **game = calloc(t->games + 1, sizeof(CrossGame *));
    if (!game)
        return GR_ERR_MEMORY;
    for (size_t n = 0; n < t->games; n++)
        game[n] = &t->game[n];
    if (t->games)
        qsort(game, t->games, sizeof(CrossGame *), compare_pairings);
    for (size_t n = 1; n < t->games; n++)
        if (game[n]->stage && !compare_pairings(&game[n - 1], &game[n]) && ++found <= MOST_NAMED)
            gr_buffer_printf(out, "%s - %s comes twice in round %s: both count; 'grimoire db dedupe' finds doubles\n",
                             cross_string(t->of, game[n]->name[0]), cross_string(t->of, game[n]->name[1]),
                             cross_string(t->of, game[n]->stage));
    free(game);
    note_more(out, found, "pairings come twice");
    return 0;
}

typedef struct Folded {
    const char *name;
    char folded[GR_PLAYER_NAME];
} Folded;

static int compare_folded(const void *one, const void *other) {
    return strcmp(((const Folded *)one)->folded, ((const Folded *)other)->folded);
}

static int note_spellings(const CrossTable *t, GrBuffer *out) {
    size_t found = 0;
    Folded *name = calloc(t->players + 1, sizeof *name);
    if (!name)
        return GR_ERR_MEMORY;
    for (size_t n = 0; n < t->players; n++) {
        name[n].name = t->player[n].name;
        gr_player_fold(name[n].name, name[n].folded);
    }
    if (t->players)
        qsort(name, t->players, sizeof *name, compare_folded);
    for (size_t n = 1; n < t->players; n++)
        if (!compare_folded(&name[n - 1], &name[n]) && ++found <= MOST_NAMED)
            gr_buffer_printf(out, "'%s' and '%s' are two names, and two players here\n", name[n - 1].name,
                             name[n].name);
    note_more(out, found, "names differ only in marks and in upper and lower case");
    free(name);
    return 0;
}

static void note_ties(const CrossTable *t, GrBuffer *out) {
    size_t found = 0;
    for (size_t n = 0, end; n < t->players; n = end) {
        for (end = n + 1; end < t->players && t->row[end]->rank == t->row[n]->rank;)
            end++;
        if (end > n + 1 && ++found <= MOST_NAMED)
            gr_buffer_printf(out, "rows %zu to %zu share rank %d\n", n + 1, end, t->row[n]->rank);
    }
    note_more(out, found, "ranks are shared");
}

/* Points that a player had in rounds without a game are not known. */
static void note_missing_rounds(const CrossTable *t, GrBuffer *out) {
    size_t count = 0, rounds = t->rounds;
    if (t->opponents || !rounds || t->round[rounds - 1] < 0)
        return;
    for (size_t n = 0; n < t->players; n++)
        count += t->player[n].entries < rounds;
    note_count(out, count, "row has no game in some round: a bye's points are unknown, here and in tie-breaks",
               "rows have no game in some round: a bye's points are unknown, here and in tie-breaks");
}

/* Games that are left out or count less. */
static void note_games(const CrossTable *t, GrBuffer *out) {
    bool teams = t->options->teams;
    note_count(out, t->nameless, teams ? "game does not name both teams, and is left out"
                                       : "game does not name both players, and is left out",
               teams ? "games do not name both teams, and are left out"
                     : "games do not name both players, and are left out");
    note_count(out, t->self, teams ? "match is one of a team against itself, and is left out"
                                   : "game is one of a player against himself, and is left out",
               teams ? "matches are those of a team against itself, and are left out"
                     : "games are those of a player against himself, and are left out");
    note_count(out, t->open,
               teams ? "match has no result, and does not count" : "game has no result, and does not count",
               teams ? "matches have no result, and do not count" : "games have no result, and do not count");
    note_count(out, t->unplayed, "game was not played: it counts for points, not for performance",
               "games were not played: they count for points, not for performance");
    note_count(out, t->moveless, "game has no moves, and counts as played", "games have no moves, and count as played");
}

int cross_notes(const CrossTable *t, GrBuffer *out) {
    size_t unrated = 0;
    bool teams = t->options->teams;
    for (size_t n = 0; n < t->players; n++)
        unrated += !t->player[n].rating;
    note_games(t, out);
    if (unrated < t->players)
        note_count(out, unrated, "player has no rating: games against such do not count for performance",
                   "players have no rating: games against such do not count for performance");
    int code = teams ? 0 : note_pairings(t, out);
    note_ties(t, out);
    note_missing_rounds(t, out);
    return code ? code : note_spellings(t, out);
}
