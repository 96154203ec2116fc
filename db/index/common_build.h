/* Building entries of common positions (db/codec/common.h) for a segment of the index of positions.
 *
 * Of the sorted postings of the segment's games, those of a key that has enough games are its common
 * positions. The games are played through once more, as far as they have any, and what they did in these
 * is gathered. Internal to db/index.
 */
#ifndef GR_DB_COMMON_BUILD_H
#define GR_DB_COMMON_BUILD_H

#include "db/codec/common.h"
#include "db/index/coverage.h"

typedef struct GrCommons GrCommons;

/* The chunks of a segment. */
typedef struct GrCommonsOf {
    GrDb *db;
    int jobs;
    int64_t first;          /* chunk */
    const int64_t *chunk;   /* those that have games, in order */
    size_t chunks;
    const uint16_t *reach;  /* of each game of the segment, the last ply with a posting, */
    const bool *passed;     /* and whether it has none */
} GrCommonsOf;

/* Chooses among sorted postings of games and gathers what these games did; NULL with `error` filled
 * if that fails. */
GrCommons *gr_commons_make(const GrCommonsOf *of, const uint64_t *posting, size_t count, GrError *error);
void gr_commons_free(GrCommons *commons);

/* Takes the postings of common positions out. Returns how many are left. */
size_t gr_commons_take_out(const GrCommons *commons, uint64_t *posting, size_t count);

/* Writes the entries of a bucket to the end of `out`. Buckets are asked for in order. */
void gr_commons_put(GrCommons *commons, uint64_t bucket, unsigned bucket_bits, GrBuffer *out);

#endif
