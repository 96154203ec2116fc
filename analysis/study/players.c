/* Counts for each player. */
#include "analysis/study/players.h"
#include "notation/room.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void gr_players_free(GrPlayers *players) {
    for (size_t i = 0; i < players->count; i++)
        free(players->player[i].name);
    free(players->player);
    free(players->slot);
    memset(players, 0, sizeof *players);
}

/* FNV-1a. */
static uint64_t hash(const char *name) {
    uint64_t h = 0xCBF29CE484222325u;
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 0x100000001B3u;
    return h;
}

/* The slot of a name: the one that has it, or the free one where it belongs. */
static uint32_t *slot_of(const GrPlayers *players, const char *name) {
    size_t at = (size_t)hash(name) & (players->slots - 1);
    while (players->slot[at] && strcmp(players->player[players->slot[at] - 1].name, name))
        at = (at + 1) & (players->slots - 1);
    return &players->slot[at];
}

/* Makes room for one player more: at most half of the slots are taken. */
static bool grow(GrPlayers *players) {
    if (!gr_room(&players->player, players->count, 1, &players->cap, sizeof *players->player))
        return false;
    if (2 * (players->count + 1) <= players->slots)
        return true;
    size_t slots = players->slots ? 2 * players->slots : 256;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (!slot)
        return false;
    free(players->slot);
    players->slot = slot;
    players->slots = slots;
    for (size_t i = 0; i < players->count; i++)
        *slot_of(players, players->player[i].name) = (uint32_t)i + 1;
    return true;
}

static bool is_name(const char *name) {
    return name && *name && strcmp(name, "?") != 0;
}

/* The place of a player, made if there is none yet; 0 without memory. */
static uint32_t place_of(GrPlayers *players, const char *name) {
    if (players->count == UINT32_MAX || !grow(players))
        return 0;
    uint32_t *slot = slot_of(players, name), known = *slot;
    if (known)
        return known;
    size_t size = strlen(name) + 1;
    char *copy = malloc(size);
    if (!copy)
        return 0;
    memcpy(copy, name, size);
    players->player[players->count++] = (GrPlayer){.name = copy};
    *slot = (uint32_t)players->count;
    return *slot;
}

static void count_game(GrPlayer *player, int side, GrResult result) {
    player->games[side]++;
    if (result == GR_DRAW)
        player->draws[side]++;
    else if (result == (side == GR_WHITE ? GR_WHITE_WINS : GR_BLACK_WINS))
        player->wins[side]++;
    else if (result != GR_RESULT_NONE)
        player->losses[side]++;
}

int gr_players_add_opening(GrPlayers *openings, const char *name, GrResult result,
                           const GrJudgedSum judged[2]) {
    uint32_t place = place_of(openings, name);
    if (!place)
        return GR_ERR_MEMORY;
    GrPlayer *opening = &openings->player[place - 1];
    count_game(opening, GR_WHITE, result);
    for (int side = 0; side < 2; side++)
        gr_sum_add(&opening->judged[side], &judged[side]);
    return 0;
}

int gr_players_add(GrPlayers *players, const GrGame *game, GrResult result, const GrJudgedSum judged[2]) {
    const char *name[2] = {gr_game_tag(game, "White"), gr_game_tag(game, "Black")};
    uint32_t place[2] = {0, 0};
    for (int side = 0; side < 2; side++)
        if (is_name(name[side]) && !(place[side] = place_of(players, name[side])))
            return GR_ERR_MEMORY;
    for (int side = 0; side < 2; side++)
        if (place[side]) {
            GrPlayer *player = &players->player[place[side] - 1];
            count_game(player, side, result);
            gr_sum_add(&player->judged[side], &judged[side]);
        }
    return 0;
}

static int compare(const void *a, const void *b) {
    const GrPlayer *left = a, *right = b;
    uint64_t l = gr_both(left->games), r = gr_both(right->games);
    return l != r ? (l < r ? 1 : -1) : strcmp(left->name, right->name);
}

void gr_players_sort(GrPlayers *players) {
    if (players->count)
        qsort(players->player, players->count, sizeof *players->player, compare);
    free(players->slot);
    players->slot = NULL;
    players->slots = 0;
}

double gr_player_score(const GrPlayer *player) {
    uint64_t wins = gr_both(player->wins), draws = gr_both(player->draws);
    uint64_t games = wins + draws + gr_both(player->losses);
    return games ? ((double)wins + 0.5 * (double)draws) / (double)games : -1;
}
