/* The opening tree: what was played in a position, and how it went.
 *
 *     GrTree tree;
 *     gr_tree_init(&tree);
 *     GrTreeAsk ask = {.target = &target, .jobs = 2};
 *     if (gr_tree_grow(&tree, db, &ask, &error) == 0)
 *         ... tree.move[0 .. tree.count - 1] ...
 *     gr_tree_free(&tree);
 *
 * It does not matter by which moves a game came to the position. A game counts once for the
 * position and once for each move, however often it came back to it and to the move.
 *
 * A tree that is grown from several databases, one after the other, sums up all of them.
 */
#ifndef GR_DB_TREE_H
#define GR_DB_TREE_H

#include "db/evals/judged.h"
#include "db/search/target.h"
#include "db/query/parse/query.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* A move, and the games in which it was played in the position. */
typedef struct GrTreeMove {
    GrMove move;
    uint64_t games, white, draws, black; /* in all; won by White; drawn; won by Black */
    uint64_t rated, ratings; /* games in which the side that moves has a rating, and their sum */
    uint64_t met, opponents; /* of these, with a result and a rated opponent; their ratings' sum; */
    uint64_t won;            /* twice the points made in them */
    uint64_t pointed;        /* games whose Score tag has points, and the sums of White's and */
    uint64_t halves[2];      /* Black's, in halves (notation/points.h) */
    uint32_t played;         /* latest date, as GrScanGame.date; 0: not known */
    int64_t last;            /* the game counted last, */
    unsigned last_db;        /* of the nth database that the tree was grown from, counted from 0 */
    uint32_t first_played;   /* earliest date, likewise; 0: not known of any of its games */
    int64_t first;           /* that game, of equal dates the one that stands first; */
    unsigned first_db;       /* both are set only if GrTreeAsk.firsts was */
} GrTreeMove;

/* A game that came to the position, and the move that it played there first. */
typedef struct GrTreeGame {
    int64_t id;
    unsigned db; /* as last_db */
    GrMove move;
    GrResult result;
    uint32_t elo[2]; /* of White and Black, 0: not known */
    uint32_t date;   /* as GrScanGame.date */
} GrTreeGame;

enum { GR_TREE_GAMES = 8 }; /* bound of each list of games */

typedef struct GrTree {
    uint64_t games, white, draws, black; /* that reached the position, as for a move, */
    uint64_t ended;                      /* and those that ended in it */
    GrTreeMove *move;                    /* most games first; of equal ones by UCI */
    size_t count, cap;
    GrTreeGame best[GR_TREE_GAMES];      /* those with the highest ratings of both sides, */
    GrTreeGame latest[GR_TREE_GAMES];    /* and those played last; only what is known counts */
    unsigned bests, latests;
    int64_t last;                        /* the game counted last */
    unsigned databases;                  /* from which it was grown */
} GrTree;

void gr_tree_init(GrTree *tree);

/* Gives its memory back and makes it empty. */
void gr_tree_free(GrTree *tree);

/* White's share of the points of the games with a result, from 0 to 1; -1 if there are none. */
double gr_tree_score(const GrTreeMove *move);

/* The average rating of those who played the move, and what rating their results against those
 * who stood against them speak for (after Elo: a share s of the points is 400 log10(s / (1 - s))
 * more, at most 800 more or less); 0 if that is not known. */
int gr_tree_rating(const GrTreeMove *move);
int gr_tree_performance(const GrTreeMove *move);

/* The average points of a side in the games that have points; -1 if none does. */
double gr_tree_points(const GrTreeMove *move, int side);

/* What is asked. */
typedef struct GrTreeAsk {
    const GrTarget *target;       /* the position; not board_only */
    const GrSelection *selection; /* which games count; NULL: all */
    const GrQuery *query;         /* NULL; else only games in which it is found, */
    const GrJudging *judging;     /* with this judgement; NULL: as they are stored */
    int jobs;                     /* threads, this one included; 1 at least */
    uint32_t range;               /* games that a thread takes at a time; 0: as many as is best */
    bool no_lists;                /* GrTree.best and latest are not wanted, which may save time */
    bool firsts;                  /* find GrTreeMove.first, for which every game is read */
    void *context;                /* given to the functions, which only the caller's thread calls */
    /* A game that cannot be read, and why; may be NULL. */
    void (*unread)(void *context, int64_t id, const GrError *why);
    /* May be NULL: should it end? About `id` of `last` games have been looked at. Asked often. */
    bool (*stop)(void *context, int64_t id, int64_t last);
} GrTreeAsk;

/* Adds to a tree, which is empty or was grown from other databases for the same position, what the
 * games of one more did in it. The index of positions is used where there is one. The result
 * does not depend on the number of threads. GR_ERR_DAMAGED if games could not be read. Stopped or
 * damaged, the tree has what was counted all the same; after another failure it is as before, but
 * for one more in `databases`, or empty if memory ran out while adding up. */
int gr_tree_grow(GrTree *tree, GrDb *db, const GrTreeAsk *ask, GrError *error);

GR_END_DECLS

#endif
