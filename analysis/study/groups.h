/* Games in groups by name: by year, event, player, opening or result.
 */
#ifndef GR_ANALYSIS_GROUPS_H
#define GR_ANALYSIS_GROUPS_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/study/estimate.h"
#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef enum GrGrouping {
    GR_BY_NOTHING,
    GR_BY_YEAR,    /* of the tag Date */
    GR_BY_EVENT,
    GR_BY_PLAYER,  /* a game is in two groups; points are the player's, else White's */
    GR_BY_OPENING, /* as GrStats has openings */
    GR_BY_RESULT,
    GR_GROUPINGS
} GrGrouping;

/* "year"; NULL for GR_BY_NOTHING. */
const char *gr_grouping_name(GrGrouping by);

typedef struct GrGroup {
    char *name;  /* "?" where the text does not say */
    uint64_t games, won, drawn, lost; /* games without a result are in none of the last three */
    uint64_t plies;
} GrGroup;

/* One that is all zero is empty. */
typedef struct GrGroups {
    GrGroup *group;  /* in the order in which they came up, until gr_groups_sort */
    size_t count, cap;
    uint32_t *slot;  /* hash table of places in `group`, from 1; 0 is free */
    size_t slots;    /* a power of two, or 0 */
} GrGroups;

void gr_groups_free(GrGroups *groups);

/* Counts a game of `plies` plies; `result` is from the view of whoever the group is about as GR_WHITE. */
int gr_groups_add(GrGroups *groups, const char *name, GrResult result, uint64_t plies);

/* Counts a game by a tag: its year, event, or both players. `by` is one of these. */
int gr_groups_add_game(GrGroups *groups, GrGrouping by, const GrGame *game, GrResult result, uint64_t plies);

/* Orders them: years by name, all others by their games, most first, and by name. */
void gr_groups_sort(GrGroups *groups, GrGrouping by);

/* The share of the points of the games with a result, with Wilson's interval for independent games. */
GrEstimate gr_group_score(const GrGroup *group);

/* The same of any numbers of games won, drawn and lost. */
GrEstimate gr_score_estimate(uint64_t won, uint64_t drawn, uint64_t lost);

GR_END_DECLS

#endif
