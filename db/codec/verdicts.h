/* A block of verdicts: those of a family of judges on positions of one variant whose keys lie in one
 * range, as bytes. grimoire-format(5) describes it. Internal to db/.
 *
 * Keys are cut by their first GR_PREFIX_BITS bits. The blocks of a family and variant divide all
 * prefixes among them, from 0 on without gaps, and each says which are its own. A block that
 * has no more verdicts than fill a page of the file is not divided further.
 */
#ifndef GR_DB_VERDICTS_H
#define GR_DB_VERDICTS_H

#include "db/codec/bits.h"
#include "db/codec/integrity.h"
#include "db/codec/limits.h"
#include "notation/judge/verdict.h"
#include "rules/error.h"

enum {
    GR_PREFIX_BITS = 38,
    GR_VARIANT_BITS = 13,
    GR_MAX_BLOCK_VERDICTS = 4096,   /* more positions have never the same prefix */
    GR_MAX_VERDICTS_SIZE = 1 << 16, /* bytes of a block */
    GR_PAGE_VERDICTS = 4056,        /* bytes of one that fills a page of 4096 bytes with its row */
    GR_MAX_DEPTH = 65535            /* of a verdict */
};

#define GR_PREFIXES ((uint64_t)1 << GR_PREFIX_BITS)
#define GR_MAX_VERDICT_NODES (((uint64_t)1 << 62) - 1)

static inline uint64_t gr_prefix_of(uint64_t key) {
    return key >> (64 - GR_PREFIX_BITS);
}

/* Where a block is: family, variant (numbers of the catalog) and its first prefix in one number, by
 * which it is found. */
static inline int64_t gr_verdicts_place(uint32_t family, uint32_t variant, uint64_t prefix) {
    return (int64_t)((uint64_t)family << (GR_VARIANT_BITS + GR_PREFIX_BITS) |
                     (uint64_t)variant << GR_PREFIX_BITS | prefix);
}

static inline uint32_t gr_place_family(int64_t place) {
    return (uint32_t)((uint64_t)place >> (GR_VARIANT_BITS + GR_PREFIX_BITS));
}

static inline uint32_t gr_place_variant(int64_t place) {
    return (uint32_t)((uint64_t)place >> GR_PREFIX_BITS & (((uint64_t)1 << GR_VARIANT_BITS) - 1));
}

static inline uint64_t gr_place_prefix(int64_t place) {
    return (uint64_t)place & (GR_PREFIXES - 1);
}

/* A position's verdict, and the number of the judge, who is of the block's family. */
typedef struct GrJudgedKey {
    uint64_t key;
    uint32_t judge;
    const GrVerdict *verdict;
} GrJudgedKey;

/* Packs verdicts, at least one, which come by their keys, into *out, which is emptied first. `end` is the first
 * prefix that is not the block's any more, `square_bits` how many a square of the variant has.
 * GR_ERR_LIMIT if it comes to more than GR_MAX_VERDICTS_SIZE. */
int gr_verdicts_pack(int64_t place, uint64_t end, unsigned square_bits, const GrJudgedKey *entry,
                     size_t count, GrBuffer *out);

/* How the values of a block are coded: the parameters of their codes, and what they are measured
 * from. */
typedef struct GrVerdictCode {
    unsigned square_bits;
    unsigned key, score, next, depth, nodes; /* depth, nodes: GR_SAME if all have the same */
    unsigned lines, length;                  /* the most frequent ones */
    uint64_t least_depth, least_nodes;
} GrVerdictCode;

enum { GR_SAME = 63 };

/* A block that is read. */
typedef struct GrVerdictBlock {
    int64_t place; /* as it says itself */
    uint64_t end;
    GrHealth health;
    GrVerdictCode code;
    uint32_t *judge; /* the judges that it has verdicts of, by number */
    uint32_t judges;
    uint64_t *key;
    uint32_t count;
    uint8_t *bytes;  /* a copy of the blob, with what bits are read from it */
    uint32_t *begin; /* where verdicts begin, in bits; of the first `known` */
    uint32_t known;
    GrBitReader at;
} GrVerdictBlock;

/* Reads a blob, up to and with its keys. block->health says whether a byte was set right. Returns
 * GR_ERR_DAMAGED if it cannot be read, GR_ERR_MEMORY. *block is overwritten, and to be freed whatever
 * the result is; all zero, it owns nothing. */
int gr_verdicts_open(GrVerdictBlock *block, const void *blob, size_t len);
void gr_verdicts_free(GrVerdictBlock *block);

/* How many bytes it has. */
static inline size_t gr_verdicts_size(const GrVerdictBlock *block) {
    return block->at.end / 8 + 4;
}

/* The place of a key in the block, or block->count. */
uint32_t gr_verdicts_find(const GrVerdictBlock *block, uint64_t key);

/* Reads verdict number i; those before it are passed over unless they were already.
 * GR_ERR_DAMAGED if it cannot be. */
int gr_verdicts_get(GrVerdictBlock *block, uint32_t i, uint32_t *judge, GrVerdict *verdict);

/* Only the number of the judge. */
int gr_verdicts_judge(GrVerdictBlock *block, uint32_t i, uint32_t *judge);

#endif
