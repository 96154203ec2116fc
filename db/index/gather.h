/* The postings and entries of a segment of the index of positions, from the lines of its games.
 *
 * The games are played through several times, each time with less to be looked at, so that it takes
 * little memory: for the frames that they come to (db/index/frame.h), for what divides those that many of
 * them have, level by level down to positions, and for what they did in common positions
 * (db/index/common_build.h). Internal to db/index.
 */
#ifndef GR_DB_GATHER_H
#define GR_DB_GATHER_H

#include "db/index/common_build.h"
#include "db/store/work.h"

/* A frame that no more games of a segment have is posted, not its positions; no further chunk is
 * taken after so many positions. */
enum { GR_RARE_FRAME = 16, GR_ENOUGH_POSITIONS = 9 << 20 };

typedef struct GrGather {
    /* what is asked: */
    GrDb *db;
    const GrWork *work;
    int jobs;
    int64_t first, last;    /* chunks of the segment, at most; */
    const int64_t *chunk;   /* those that have games, in order */
    size_t chunks;
    int64_t games;          /* of the database */
    /* what is made: */
    uint64_t *posting;      /* of games, sorted: first those of frames and positions, */
    size_t count, sure;     /* and from `sure` on those of games that are looked at in any case */
    GrCommons *commons;     /* entries */
    uint64_t positions;     /* how many the games have */
    size_t taken;           /* chunks, */
    int64_t end;            /* and the one behind the last of these */
} GrGather;

/* Gathers all; gr_gather_free gives back what was made, whether it failed or not. */
int gr_gather(GrGather *gather, GrError *error);
void gr_gather_free(GrGather *gather);

#endif
