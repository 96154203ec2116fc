/* The table of an event: its players, their games and what these add up to. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analysis/study/crosstable_local.h"
#include "analysis/study/fide.h"

static bool is_bye(const CrossTable *t, uint32_t name) {
    const char *text = cross_string(t->of, name);
    return !strcasecmp(text, "bye") || !strcasecmp(text, "(bye)");
}

/* Is it in the table? Counts why not. */
static bool counts(CrossTable *t, CrossGame *g) {
    bool bye = is_bye(t, g->name[0]) || is_bye(t, g->name[1]);
    if (!g->name[0] || !g->name[1] || (bye && is_bye(t, g->name[0]) && is_bye(t, g->name[1]))) {
        t->nameless++;
        return false;
    }
    if (g->name[0] == g->name[1]) {
        t->self++;
        return false;
    }
    g->unplayed |= bye;
    t->counted += g->half[0] >= 0;
    t->open += g->half[0] < 0;
    t->unplayed += g->unplayed && g->half[0] >= 0;
    t->moveless += g->moveless && !g->unplayed;
    return true;
}

static int compare_rounds(const void *one, const void *other) {
    const CrossGame *a = one, *b = other;
    uint32_t x = (uint32_t)a->round, y = (uint32_t)b->round; /* the unknown round is last */
    if (x != y)
        return x < y ? -1 : 1;
    if (a->day != b->day)
        return a->day < b->day ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

/* ---- players ---- */

static int compare_ids(const void *one, const void *other) {
    uint32_t a = ((const CrossPlayer *)one)->id, b = ((const CrossPlayer *)other)->id;
    return a < b ? -1 : a > b;
}

static CrossPlayer *player_of(const CrossTable *t, uint32_t name) {
    const CrossPlayer wanted = {.id = name};
    return t->players ? bsearch(&wanted, t->player, t->players, sizeof *t->player, compare_ids) : NULL;
}

/* Everybody who has a game, once. */
static int list_players(CrossTable *t) {
    t->player = calloc(2 * t->games + 1, sizeof *t->player);
    if (!t->player)
        return GR_ERR_MEMORY;
    size_t count = 0;
    for (size_t n = 0; n < t->games; n++)
        for (int side = 0; side < 2; side++)
            if (!is_bye(t, t->game[n].name[side]))
                t->player[count++].id = t->game[n].name[side];
    if (count)
        qsort(t->player, count, sizeof *t->player, compare_ids);
    for (size_t n = 0; n < count; n++)
        if (!n || t->player[n].id != t->player[t->players - 1].id)
            t->player[t->players++].id = t->player[n].id;
    for (size_t n = 0; n < t->players; n++)
        t->player[n].name = cross_string(t->of, t->player[n].id);
    return 0;
}

/* A team that changes is none; the first rating counts. */
static void describe(const CrossTable *t, CrossPlayer *player, const CrossGame *g, int side, bool *several) {
    const char *team = g->team[side] ? cross_string(t->of, g->team[side]) : NULL;
    if (!player->rating)
        player->rating = g->rating[side];
    if (team && player->team && team != player->team)
        *several = true;
    if (team)
        player->team = team;
}

/* ---- games ---- */

static void add_entry(CrossTable *t, CrossPlayer *player, const CrossGame *g, int side) {
    const CrossPlayer *other = player_of(t, g->name[1 - side]);
    t->entry[player->first + player->entries++] = (CrossEntry){
        .player = (int)(player - t->player),
        .other = other ? (int)(other - t->player) : CROSS_BYE,
        .half = g->half[side],
        .board = g->board[side],
        .round = g->round,
        .white = side == GR_WHITE,
        .unplayed = g->unplayed,
        .game = g,
    };
    if (g->half[side] < 0)
        return;
    player->half += g->half[side];
    player->board += g->board[side];
    player->games++;
    player->played += !g->unplayed;
}

static int list_entries(CrossTable *t) {
    size_t first = 0;
    bool *several = calloc(t->players + 1, sizeof *several);
    t->entry = calloc(2 * t->games + 1, sizeof *t->entry);
    if (!several || !t->entry) {
        free(several);
        return GR_ERR_MEMORY;
    }
    for (size_t n = 0; n < 2 * t->games; n++) { /* how many each has */
        CrossPlayer *player = player_of(t, t->game[n / 2].name[n % 2]);
        if (player)
            player->entries++;
    }
    for (size_t n = 0; n < t->players; n++) {
        t->player[n].first = first;
        first += t->player[n].entries;
        t->player[n].entries = 0;
    }
    t->entries = first;
    for (size_t n = 0; n < 2 * t->games; n++) {
        const CrossGame *g = &t->game[n / 2];
        CrossPlayer *player = player_of(t, g->name[n % 2]);
        if (!player)
            continue;
        add_entry(t, player, g, (int)(n % 2));
        describe(t, player, g, (int)(n % 2), &several[player - t->player]);
    }
    for (size_t n = 0; n < t->players; n++)
        if (several[n])
            t->player[n].team = NULL;
    free(several);
    return 0;
}

/* ---- ratings ---- */

/* The opponent's rating in that game, else in another one. */
static int rating_against(const CrossTable *t, const CrossEntry *e) {
    int stated = e->game->rating[e->white ? GR_BLACK : GR_WHITE];
    return stated ? stated : t->player[e->other].rating;
}

static void rate(CrossTable *t, CrossPlayer *player) {
    int k = t->options->k ? t->options->k : gr_fide_k(player->rating);
    for (size_t n = 0; n < player->entries; n++) {
        const CrossEntry *e = &t->entry[player->first + n];
        int rating = e->half < 0 || e->unplayed || e->other == CROSS_BYE ? 0 : rating_against(t, e);
        if (!rating)
            continue;
        player->rated++;
        player->rated_half += e->half;
        player->ratings += rating;
        player->change += k * gr_fide_change(player->rating, rating, e->half);
    }
    player->changes = player->rating && player->rated;
    if (player->rated)
        player->performance = gr_fide_performance(player->rated_half, player->rated, player->ratings);
}

/* ---- columns ---- */

/* How many different opponents the player has. */
static size_t opponents_of(CrossTable *t, CrossPlayer *player, int mark) {
    size_t count = 0;
    for (size_t n = 0; n < player->entries; n++) {
        int other = t->entry[player->first + n].other;
        if (other == CROSS_BYE || t->player[other].mark == mark)
            continue;
        t->player[other].mark = mark;
        count++;
    }
    return count;
}

static bool wants_opponents(CrossTable *t) {
    size_t met = 0, all = t->players * (t->players - 1);
    if (t->options->columns == GR_CROSS_ROUNDS || t->players > GR_CROSS_WIDEST)
        return false;
    if (t->options->columns == GR_CROSS_OPPONENTS)
        return true;
    for (size_t n = 0; n < t->players; n++)
        met += opponents_of(t, &t->player[n], (int)n + 1);
    for (size_t n = 0; n < t->players; n++)
        t->player[n].mark = 0;
    return 5 * met >= 4 * all;
}

/* The rounds that there are; games are in their order. */
static int list_rounds(CrossTable *t) {
    t->round = calloc(t->games + 1, sizeof *t->round);
    if (!t->round)
        return GR_ERR_MEMORY;
    for (size_t n = 0; n < t->games; n++)
        if (!t->rounds || t->round[t->rounds - 1] != t->game[n].round)
            t->round[t->rounds++] = t->game[n].round;
    return 0;
}

static void choose_tie_breaks(CrossTable *t) {
    static const int robin[] = {GR_TIE_DIRECT, GR_TIE_WINS, GR_TIE_SONNEBORN, GR_TIE_BUCHHOLZ};
    static const int swiss[] = {GR_TIE_BUCHHOLZ, GR_TIE_SONNEBORN, GR_TIE_DIRECT, GR_TIE_WINS};
    const int *chosen = t->options->tie_breaks ? t->options->tie_break : t->opponents ? robin : swiss;
    t->tie_breaks = t->options->tie_breaks ? t->options->tie_breaks : GR_TIE_BREAKS;
    memcpy(t->tie_break, chosen, (size_t)t->tie_breaks * sizeof *chosen);
}

/* ---- the table ---- */

int cross_make(CrossTable *t, const GrCrosstables *tables, const GrCrossOptions *options, CrossGame *game,
               size_t games) {
    *t = (CrossTable){.of = tables, .options = options, .game = game};
    if (options->teams)
        games = cross_make_matches(game, games);
    for (size_t n = 0; n < games; n++)
        if (counts(t, &game[n]))
            game[t->games++] = game[n];
    if (t->games)
        qsort(t->game, t->games, sizeof *t->game, compare_rounds);
    int code = list_players(t);
    if (!code)
        code = list_entries(t);
    if (!code)
        code = list_rounds(t);
    if (code)
        return code;
    for (size_t n = 0; n < t->players; n++)
        rate(t, &t->player[n]);
    t->opponents = t->players && wants_opponents(t);
    choose_tie_breaks(t);
    return cross_rank(t);
}

void cross_free(CrossTable *t) {
    free(t->player);
    free(t->row);
    free(t->entry);
    free(t->round);
    memset(t, 0, sizeof *t);
}
