/* Counting games for a tree. Internal to db/tree*.c. */
#ifndef GR_DB_TREE_LOCAL_H
#define GR_DB_TREE_LOCAL_H

#include "db/search/tree.h"
#include "notation/points.h"

/* Counts a game that is in a position in which `side` moves: for the position if it is there for
 * the first time, and for the move that it plays (GR_NO_MOVE: it ends there) if it is the first time
 * that it does. Games come one by one. */
int gr_tree_count(GrTree *tree, const GrScanGame *game, int side, GrMove next);

/* Counts the points of the game that was counted last, once. */
void gr_tree_count_points(GrTree *tree, const GrPoints *score);

/* Adds what was counted of other games of the same database. If it fails, not all of it was added. */
int gr_tree_join(GrTree *tree, const GrTree *more);

/* The same of the database that is the next one of `tree`. */
int gr_tree_merge(GrTree *tree, const GrTree *more);

/* Brings the moves, which are played in `pos`, into their order. */
int gr_tree_sort(GrTree *tree, const GrPosition *pos);

#endif
