/* The opening tree: what was played in a position, and how it went. */
#ifndef GR_DB_TREE_H
#define GR_DB_TREE_H

#include "db/query.h"

/* A move, and the games in which it was played in the position. A game counts once, however often
 * it came back to the position and to the move. */
typedef struct GrTreeMove {
    GrMove move;
    uint64_t games, white, draws, black; /* in all; won by White; drawn; won by Black */
    int64_t last; /* the game counted last */
} GrTreeMove;

typedef struct GrTree {
    uint64_t games;     /* that reached the position, */
    uint64_t ended;     /* and those that ended in it */
    GrTreeMove *move;   /* most games first; of equal ones by UCI */
    size_t count, cap;
    int64_t last;
} GrTree;

void gr_tree_init(GrTree *tree);
void gr_tree_free(GrTree *tree);

/* White's share of the points of the games with a result, from 0 to 1; -1 if there are none. */
double gr_tree_score(const GrTreeMove *move);

/* Fills a tree made by gr_tree_init with what the selected games did in the position.
 * scan->context, unread and stop may be set by the caller. Returns as gr_scan. */
int gr_tree_grow(GrTree *tree, GrDb *db, const GrSelection *selection, const GrTarget *target,
                 const GrScan *scan, GrError *error);

#endif
