/* Which games the index covers. Internal to db/.
 *
 * The table `uncovered` lists the games that were written after they were indexed; triggers fill it, so that nobody can
 * forget to. They are searched one by one.
 */
#ifndef GR_DB_COVERAGE_H
#define GR_DB_COVERAGE_H

#include "db/codec/move_film.h"
#include "db/codec/postings.h"
#include "db/index/chunk.h"

/* A run of chunks that have their postings together. Loaded ones are within bounds: 0 <= first <=
 * last, which is a chunk that there can be; bits at most GR_SEGMENT_SHIFT; id from 1 to
 * GR_MAX_SEGMENT. */
typedef struct GrSegment {
    int64_t id, first, last; /* chunks */
    unsigned bits;           /* the number of first bits of a key that give the bucket */
    int64_t postings;        /* how many it has */
} GrSegment;

enum {
    GR_SEGMENT_SHIFT = 24, /* a bucket's row is number segment << 24 | bucket */
    GR_CHUNK_GROUPS = GR_CHUNK_GAMES >> GR_GROUP_SHIFT /* groups of games in a chunk */
};

/* The highest number of a segment, so that those of its buckets have 64 bits. */
#define GR_MAX_SEGMENT (((int64_t)1 << (62 - GR_SEGMENT_SHIFT)) - 1)

/* In memory as db->cache. */
typedef struct GrCoverage {
    GrDbCache cache;
    bool loaded;             /* what follows is what the tables said */
    uint64_t changes;        /* when db->changes was this */
    bool any;                /* there is an index */
    int64_t (*lack)[2];      /* first and last of games that are not covered; sorted, apart */
    size_t lacks;
    GrSegment *segment;      /* by their first chunks */
    size_t segments;
    bool damaged;            /* something is */
    bool crowded;            /* there are more segments than there can be: none of them counts */
    GrLineFilmer filmer;     /* for one scan at a time: it takes a while to learn a variant */
} GrCoverage;

/* Makes sure that the coverage of db is loaded. */
int gr_coverage_load(GrDb *db, GrError *error);

/* The same, from the file, and all that is not covered even if there is no index. */
int gr_coverage_load_all(GrDb *db, GrError *error);

/* The coverage of db, which has been loaded; valid until it is closed, and true until something is
 * written. */
static inline GrCoverage *gr_coverage(const GrDb *db) {
    return (GrCoverage *)db->cache;
}

/* The rules of a variant by its number in the catalog; NULL if they are not known. */
const GrRules *gr_variant_rules(const GrDb *db, uint32_t variant);

/* Is one of the games from `first` to `last` not covered? */
bool gr_coverage_lacks(const GrCoverage *coverage, int64_t first, int64_t last);

#endif
