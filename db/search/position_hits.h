/* What the index knows without opening a game: at which plies games have a position, how many do, and what they
 * did there (db/codec/common.h). It covers games of segments in which many have the position; all
 * others are played through. Internal to db/search.
 */
#ifndef GR_DB_SEARCH_POSITION_HITS_H
#define GR_DB_SEARCH_POSITION_HITS_H

#include "db/index/position_index.h"
#include "db/search/tree.h"

/* A game whose plies with the position are known. */
typedef struct GrPositionGame {
    int64_t id;
    size_t at;       /* its plies: GrPositionHits.ply[at ..] */
    uint32_t plies;
} GrPositionGame;

typedef struct GrPositionHits {
    GrPositionGame *game; /* in order */
    size_t games, game_cap;
    uint32_t *ply;
    size_t plies, ply_cap;
} GrPositionHits;

void gr_position_hits_free(GrPositionHits *hits);

/* The game's, NULL if nothing is known. */
const GrPositionGame *gr_position_hits_find(const GrPositionHits *hits, int64_t id);

/* Like gr_games_with for the target; the games that are known are in *set, too. */
int gr_position_hits(GrDb *db, const GrTarget *target, GrPositionHits *hits, GrGameSet *set, GrError *error);

/* Games that have the target, and how often. */
typedef struct GrPositionCount {
    uint64_t games, hits;
} GrPositionCount;

/* Like gr_games_with for the target; games that were counted are not in *set. */
int gr_position_count(GrDb *db, const GrTarget *target, GrPositionCount *count, GrGameSet *set,
                   GrError *error);

/* Like gr_games_with for the target, which is not board_only; games that were added to *tree, an
 * empty one, are not in *set. Without `lists` the tree has no lists of games. */
int gr_position_tree(GrDb *db, const GrTarget *target, bool lists, GrTree *tree, GrGameSet *set,
                  GrError *error);

/* Do all games with the target fulfil the selection anyway? */
bool gr_position_implies(const GrSelection *selection, const GrTarget *target);

#endif
