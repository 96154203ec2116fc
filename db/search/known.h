/* What the index knows without opening a game: at which plies games have a position, how many do, and what they
 * did there (db/codec/common.h). It covers games of segments in which many have the position; all
 * others are played through. Internal to db/search.
 */
#ifndef GR_DB_KNOWN_H
#define GR_DB_KNOWN_H

#include "db/index/position_index.h"
#include "db/search/tree.h"

/* A game whose plies with the position are known. */
typedef struct GrKnownGame {
    int64_t id;
    size_t at;       /* its plies: GrKnown.ply[at ..] */
    uint32_t plies;
} GrKnownGame;

typedef struct GrKnown {
    GrKnownGame *game; /* in order */
    size_t games, game_cap;
    uint32_t *ply;
    size_t plies, ply_cap;
} GrKnown;

void gr_known_free(GrKnown *known);

/* The game's, NULL if nothing is known. */
const GrKnownGame *gr_known_find(const GrKnown *known, int64_t id);

/* Like gr_games_with for the target; the games that are known are in *set, too. */
int gr_known_places(GrDb *db, const GrTarget *target, GrKnown *known, GrGameSet *set, GrError *error);

/* Games that have the target, and how often. */
typedef struct GrKnownCount {
    uint64_t games, hits;
} GrKnownCount;

/* Like gr_games_with for the target; games that were counted are not in *set. */
int gr_known_count(GrDb *db, const GrTarget *target, GrKnownCount *count, GrGameSet *set,
                   GrError *error);

/* Like gr_games_with for the target, which is not board_only; games that were added to *tree, an
 * empty one, are not in *set. Without `lists` the tree has no lists of games. */
int gr_known_tree(GrDb *db, const GrTarget *target, bool lists, GrTree *tree, GrGameSet *set,
                  GrError *error);

/* Do all games with the target fulfil the selection anyway? */
bool gr_known_selects_all(const GrSelection *selection, const GrTarget *target);

#endif
