/* The index by which a game that comes again is noticed: from a game's identity (a 32-bit hash, see
 * GrPacked) to the numbers of the games that have it. Internal to db/.
 *
 * In the file it is buckets of games whose identities begin with the same bits, sorted; see
 * grimoire-format(5). What was added since the last flush is kept in memory.
 */
#ifndef GR_DB_DUPLICATES_H
#define GR_DB_DUPLICATES_H

#include <stdbool.h>
#include <stdint.h>

#include "db/store/sql.h"
#include "notation/buffer.h"

typedef struct GrDuplicatesEntry {
    uint32_t identity;
    int64_t game;
} GrDuplicatesEntry;

typedef struct GrDuplicates {
    GrStatements *sql;
    bool loaded;
    unsigned bits;       /* the first bits of the identity that give the bucket */
    int64_t total;       /* games in all buckets */
    GrDuplicatesEntry *fresh;  /* added since: a hash table with room for `slots`, game 0: free */
    uint32_t slots, used;
    uint32_t bucket;     /* the bucket that was read last, */
    bool has_bucket;
    GrDuplicatesEntry *entry;  /* and its entries */
    uint32_t entries, entry_cap;
    uint64_t *filter;    /* a bit for each value of the last bits of identities, set if the file has one
                            that ends so; NULL: not known */
    uint32_t filter_mask;
    uint32_t reads;      /* buckets read since there was a filter */
} GrDuplicates;

/* A GrDuplicates that is all zero but for sql is ready. */
void gr_duplicates_free(GrDuplicates *seen);

/* Calls `same` for each game of that identity until it returns something else than 0, which is then
 * the result: 0 if none did. */
typedef int (*GrDuplicatesSame)(void *context, int64_t game, GrError *error);
int gr_duplicates_find(GrDuplicates *seen, uint32_t identity, GrDuplicatesSame same, void *context, GrError *error);

/* Asks beforehand for the memory that gr_duplicates_find will look at. */
void gr_duplicates_expect(const GrDuplicates *seen, uint32_t identity);

/* Adds a game. */
int gr_duplicates_add(GrDuplicates *seen, uint32_t identity, int64_t game, GrError *error);

/* Takes a game out. */
int gr_duplicates_remove(GrDuplicates *seen, uint32_t identity, int64_t game, GrError *error);

/* Takes all games out, of the file too. */
int gr_duplicates_clear(GrDuplicates *seen, GrError *error);

/* Are there as many games in the file as there should be? Returns 1 or 0. */
int gr_duplicates_complete(GrDuplicates *seen, GrError *error);

/* Is it time to flush, so that memory stays bounded? */
bool gr_duplicates_full(const GrDuplicates *seen);

/* Writes what was added into the buckets. */
int gr_duplicates_flush(GrDuplicates *seen, GrError *error);

#endif
