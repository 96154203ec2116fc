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
    uint64_t rated, ratings; /* games in which the side that moves has a rating, and their sum */
    uint64_t met, opponents; /* of these, with a result and a rated opponent; their ratings' sum; */
    uint64_t won;            /* twice the points made in them */
    uint32_t played;         /* latest date, as GrScanGame.date; 0: not known */
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

/* The average rating of those who played the move, and what rating their results against those who
 * stood against them speak for (after Elo: a share s of the points is 400 log10(s / (1 - s)) more, at
 * most 800 more or less); 0 if that is not known. */
int gr_tree_rating(const GrTreeMove *move);
int gr_tree_performance(const GrTreeMove *move);

/* Fills a tree made by gr_tree_init with what the selected games did in the position.
 * caller->context, unread and stop may be set. The index of positions
 * is used where there is one. Returns as gr_scan. */
int gr_tree_grow(GrTree *tree, GrDb *db, const GrSelection *selection, const GrTarget *target,
                 const GrScan *caller, GrError *error);

#endif
