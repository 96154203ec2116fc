/* From the plies at which tests hold to the hits of a query. Internal to the query language. */
#ifndef GR_DB_QUERY_RUN_TIME_H
#define GR_DB_QUERY_RUN_TIME_H

#include "db/query/plan/compiled.h"
#include "db/query/run/match.h"

enum { TIME_ROWS = 3 };
typedef struct TimeRoom {
    const GrPlan *plan;
    const Chance *chance;   /* of tests of the game: YES or NO */
    uint32_t plies;         /* positions of the game */
    size_t words;           /* of a set of plies */
    uint64_t *const *test;  /* the plies at which each test holds */
    uint64_t *bits;         /* `words` for each node of the tree of times */
    uint32_t *rows;         /* TIME_ROWS of `plies` for each node, and one */
    GrHit *hits;            /* room for one at each ply, and one */
} TimeRoom;

/* Fills room->hits and returns how many there are. */
size_t query_find_hits(const TimeRoom *room);

#endif
