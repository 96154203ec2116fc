/* Hostile databases, built by structure: numbers, blobs with right checksums, rows, pages and
 * schemas as somebody would write them who knows the format and means harm.
 *
 * What is done is reported by bytes, the same for the same bytes, so that a fuzzer can drive it as well
 * as a seed. SQLite itself sees nothing wrong in most of what comes out: checks, triggers and
 * foreign keys are off while it is made, and checksums are recomputed.
 */
#ifndef GR_TESTS_DB_ATTACK_H
#define GR_TESTS_DB_ATTACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum AttackKind {
    ATTACK_CELL,    /* a hostile value in a cell of any table */
    ATTACK_KEY,     /* a row gets another number, or a copy of it does; or it is gone */
    ATTACK_HEAD,    /* numbers in the head of a block */
    ATTACK_MOVES,   /* the moves of a block, with their checksum */
    ATTACK_PACKED,  /* a packed blob: other bytes, many zeros, a false length */
    ATTACK_SUMMED,  /* a replay, posting, signature or block of evaluations: other bytes with the right
                       checksum; or many of the last */
    ATTACK_MANY,    /* a table gets a thousand rows more */
    ATTACK_PAGE,    /* bytes, cells and children of a page */
    ATTACK_SCHEMA,  /* views for tables, triggers and indexes that never end */
    ATTACK_KINDS
} AttackKind;

/* Edits the database file as `len` bytes say, up to eight times, and says what it did in `story`
 * (cut at `size` bytes). False if nothing could be done, or the file could not be opened. */
bool db_attack(const char *path, const uint8_t *bytes, size_t len, char *story, size_t size);

/* One edit of a kind; the bytes decide the rest. */
bool db_attack_once(const char *path, AttackKind kind, const uint8_t *bytes, size_t len,
                    char *story, size_t size);

/* Fills in bytes that follow from a seed. */
void db_attack_bytes(uint64_t seed, uint8_t *bytes, size_t len);

#endif
