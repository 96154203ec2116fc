/* Postings: for each position, or for a frame of it (db/index/frame.h), by a few bits of its key, the
 * groups of games that may have it.
 *
 * The postings of a segment of games lie in buckets by the first bits of the key; a bucket has the
 * next bits coded after Elias and Fano (P. Elias, "Efficient storage and retrieval by content and
 * address of static files", 1974), and each posting's group in a fixed number of bits. So a bucket
 * is asked without unpacking it. Hits may be false, never missing: a search plays through the
 * games. Positions that many games share are entries of their own (db/codec/common.h), at the end
 * of their bucket, and have no postings. Internal to db/; grimoire-format(5) has the bytes.
 */
#ifndef GR_DB_POSTINGS_H
#define GR_DB_POSTINGS_H

#include "db/codec/bytes.h"
#include "rules/error.h"

enum {
    GR_GROUP_SHIFT = 5, /* a group has 1 << GR_GROUP_SHIFT games */
    GR_POSTING_GROUP_BITS = 24, /* of a posting while it is sorted: below the key's bits */
    GR_POSTING_KEY_BITS = 40,
    GR_BUCKET_ALWAYS = (1 << 24) - 1, /* the bucket of groups that must be looked at in any case,
                                         with key 0 */
    GR_BUCKET_BITS = 14         /* other buckets have 2^14 postings at most on the average, and so many
                                   further bits of each: a search has a false hit in one at most */
};

/* A posting while it is sorted: the first 40 bits of the key, and the group. */
static inline uint64_t gr_posting(uint64_t key, uint32_t group) {
    return key >> GR_POSTING_GROUP_BITS << GR_POSTING_GROUP_BITS | group;
}

/* The seed for the checksum of row `number` of the table. */
static inline uint32_t gr_posting_seed(int64_t number) {
    return (uint32_t)(number ^ number >> 32);
}

/* How many first bits of the key give the bucket, in a segment of that many postings. */
unsigned gr_posting_bucket_bits(size_t postings);

/* The bits of a key that are stored. */
static inline uint64_t gr_posting_mask(unsigned bucket_bits) {
    return ~0ull << (64 - (bucket_bits + GR_BUCKET_BITS));
}

/* Sorts postings. */
void gr_postings_sort(uint64_t *posting, size_t count);

/* Makes sorted postings of games, which stand where groups will, those of groups, with keys cut to
 * what is stored. Returns how many are left. */
size_t gr_postings_cut(uint64_t *posting, size_t count, unsigned bucket_bits);

/* The first posting, from `from` on, that lies behind the bucket. */
size_t gr_postings_bucket_end(const uint64_t *posting, size_t count, size_t from,
                              unsigned bucket_bits, uint64_t bucket);

/* Writes a bucket to the end of `out`: its postings, all of which are below 2^group_bits groups, and
 * the bytes of its entries. `seed` makes its checksum the bucket's own. */
void gr_postings_pack(const uint64_t *posting, size_t count, unsigned bucket_bits,
                      unsigned group_bits, uint32_t seed, const GrBuffer *entries, GrBuffer *out);

/* A bucket that is asked, where its bytes are. */
typedef struct GrBucket {
    uint32_t count;
    unsigned key_bits, low_bits, group_bits;
    const uint8_t *high, *low, *group; /* parts of the postings */
    GrInput entries;                   /* of common positions */
} GrBucket;

/* Opens a bucket's bytes. GR_ERR_DAMAGED if they are damaged. */
int gr_bucket_open(GrInput in, uint32_t seed, GrBucket *bucket);

/* Are the bytes of a bucket those that were written, and can its entries be read? Then 1, else 0
 * or GR_ERR_MEMORY. */
int gr_bucket_sound(GrInput in, uint32_t seed);

/* How many of a bucket's `len` bytes are those of its entries, by its head, the first GR_BUCKET_HEAD
 * bytes; 0 if it cannot be. */
enum { GR_BUCKET_HEAD = 12 };
size_t gr_bucket_entries(GrInput head, size_t len);

/* Calls `found` for each group that the bucket has for the key. */
void gr_bucket_find(const GrBucket *bucket, uint64_t key, unsigned bucket_bits,
                    void (*found)(void *context, uint32_t group), void *context);

#endif
