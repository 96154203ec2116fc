/* Games in groups by name. */
#include "analysis/study/groups.h"
#include "notation/room.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const char *gr_grouping_name(GrGrouping by) {
    static const char *const name[GR_GROUPINGS] = {NULL, "year", "event", "player", "opening", "result"};
    return name[by];
}

void gr_groups_free(GrGroups *groups) {
    for (size_t i = 0; i < groups->count; i++)
        free(groups->group[i].name);
    free(groups->group);
    free(groups->slot);
    memset(groups, 0, sizeof *groups);
}

/* FNV-1a. */
static uint64_t hash(const char *name) {
    uint64_t h = 0xCBF29CE484222325u;
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 0x100000001B3u;
    return h ^ h >> 32;
}

/* The slot of a name: the one that has it, or the free one where it belongs. */
static uint32_t *slot_of(const GrGroups *groups, const char *name) {
    size_t at = (size_t)hash(name) & (groups->slots - 1);
    while (groups->slot[at] && strcmp(groups->group[groups->slot[at] - 1].name, name))
        at = (at + 1) & (groups->slots - 1);
    return &groups->slot[at];
}

/* Room for one group more; at most half of the slots are taken. */
static bool grow(GrGroups *groups) {
    if (!gr_room(&groups->group, groups->count, 1, &groups->cap, sizeof *groups->group))
        return false;
    if (2 * (groups->count + 1) <= groups->slots)
        return true;
    size_t slots = groups->slots ? 2 * groups->slots : 256;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (!slot)
        return false;
    free(groups->slot);
    groups->slot = slot;
    groups->slots = slots;
    for (size_t i = 0; i < groups->count; i++)
        *slot_of(groups, groups->group[i].name) = (uint32_t)i + 1;
    return true;
}

static GrGroup *group_of(GrGroups *groups, const char *name) {
    if (groups->count == UINT32_MAX || !grow(groups))
        return NULL;
    uint32_t *slot = slot_of(groups, name);
    if (*slot)
        return &groups->group[*slot - 1];
    char *copy = strdup(name);
    if (!copy)
        return NULL;
    groups->group[groups->count++] = (GrGroup){.name = copy};
    *slot = (uint32_t)groups->count;
    return &groups->group[groups->count - 1];
}

int gr_groups_add(GrGroups *groups, const char *name, GrResult result, uint64_t plies) {
    GrGroup *group = group_of(groups, name && *name ? name : "?");
    if (!group)
        return GR_ERR_MEMORY;
    group->games++;
    group->plies += plies;
    group->won += result == GR_WHITE_WINS;
    group->drawn += result == GR_DRAW;
    group->lost += result == GR_BLACK_WINS;
    return 0;
}

static int add_year(GrGroups *groups, const GrGame *game, GrResult result, uint64_t plies) {
    const char *date = gr_game_tag(game, "Date");
    char year[5] = "?";
    if (date && strspn(date, "0123456789") >= 4)
        memcpy(year, date, 4);
    return gr_groups_add(groups, year, result, plies);
}

int gr_groups_add_game(GrGroups *groups, GrGrouping by, const GrGame *game, GrResult result, uint64_t plies) {
    static const GrResult turned[] = {[GR_RESULT_NONE] = GR_RESULT_NONE, [GR_WHITE_WINS] = GR_BLACK_WINS,
                                      [GR_BLACK_WINS] = GR_WHITE_WINS, [GR_DRAW] = GR_DRAW};
    if (by == GR_BY_YEAR)
        return add_year(groups, game, result, plies);
    if (by == GR_BY_EVENT)
        return gr_groups_add(groups, gr_game_tag(game, "Event"), result, plies);
    int code = gr_groups_add(groups, gr_game_tag(game, "White"), result, plies);
    return code ? code : gr_groups_add(groups, gr_game_tag(game, "Black"), turned[result], plies);
}

static int compare_names(const void *one, const void *other) {
    return strcmp(((const GrGroup *)one)->name, ((const GrGroup *)other)->name);
}

static int compare(const void *one, const void *other) {
    const GrGroup *a = one, *b = other;
    return a->games != b->games ? (a->games < b->games ? 1 : -1) : compare_names(one, other);
}

void gr_groups_sort(GrGroups *groups, GrGrouping by) {
    if (groups->count)
        qsort(groups->group, groups->count, sizeof *groups->group, by == GR_BY_YEAR ? compare_names : compare);
    free(groups->slot); /* places have changed */
    groups->slot = NULL;
    groups->slots = 0;
}

GrEstimate gr_score_estimate(uint64_t won, uint64_t drawn, uint64_t lost) {
    double n = (double)(won + drawn + lost);
    GrClusterSums sums = {.clusters = n, .n = n, .nn = n};
    sums.x = sums.nx = (double)won + (double)drawn / 2;
    sums.xx = sums.squares = (double)won + (double)drawn / 4;
    return gr_cluster_share(&sums);
}

GrEstimate gr_group_score(const GrGroup *group) {
    return gr_score_estimate(group->won, group->drawn, group->lost);
}
