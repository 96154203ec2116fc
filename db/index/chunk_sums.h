/* Checksums of the games of each chunk, as they were indexed: a chunk whose games were written again, but are as they
 * were, is not indexed again. Each segment has them in a row of the table posting, behind the buckets;
 * grimoire-format(5) has the bytes. Internal to db/.
 */
#ifndef GR_DB_CHUNK_SUMS_H
#define GR_DB_CHUNK_SUMS_H

#include "db/index/coverage.h"

/* Segments of more chunks have no checks. */
enum { GR_SEGMENT_CHUNKS = 1024 };

/* Those of a segment; all zero: of none. */
typedef struct GrChunkSums {
    int64_t segment;    /* its id, */
    int64_t first;      /* its first chunk, */
    uint32_t chunks;    /* and how many it has */
    uint32_t *of;       /* by chunk */
} GrChunkSums;

void gr_chunk_sums_free(GrChunkSums *checks);

/* Computes them and writes the row of a segment. In a transaction. */
int gr_chunk_sums_put(GrDb *db, const GrSegment *segment, GrError *error);

/* Reads the row, into checks that are all zero or of another segment; gr_chunk_sums_free gives their memory back in any
 * case. Returns 1; 0 if it is missing or damaged; or a code. */
int gr_chunk_sums_open(GrDb *db, const GrSegment *segment, GrChunkSums *checks, GrError *error);

/* Are the games of a chunk of the segment as they were? 0, 1 or a code. */
int gr_chunk_sums_hold(GrDb *db, const GrChunkSums *checks, int64_t chunk, GrError *error);

/* The segment that has a chunk; NULL: none, or several. */
const GrSegment *gr_chunk_sums_segment(const GrCoverage *coverage, int64_t chunk);

/* Is the row of the table posting one of these, by its number? And is that row as it was written? */
bool gr_chunk_sums_have_row(int64_t number);
int gr_chunk_sums_sound(int64_t number, GrInput row);

#endif
