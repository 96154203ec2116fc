/* Integrity: checksums of what a database holds, and correcting a wrong byte by them. Internal to db/.
 *
 * A wrong CRC-32 shows more than that something is wrong: for each byte it gives the value that
 * would make the checksum right, and for nearly all bytes there is none. So a single wrong byte
 * among thousands is found, and what it was. What matters (heads, moves, texts, names, backups) is
 * corrected; rows that can be rebuilt (postings, signatures) are only checked.
 *
 * So one wrong byte costs nothing, and what worse damage costs is bounded (grimoire-format(5), Damage). Each mechanism
 * has one place:
 *
 *   gr_correct                        heads, moves, texts, names, backups and evaluations: packed_bytes.c,
 *                                     db/store/block_pack.c and verdicts_read.c
 *   gr_sum_row, gr_row_is_sound       rows that can be rebuilt, and that a chunk has the games that were indexed
 *   db/store/catalog_backup.c         a packed copy of each table of the catalog, which replaces it when it is damaged
 *   db/store/schema.c                 checksums that SQLite computes, of the tables uncovered and segment
 *
 * Others only carry the result to where it matters: optimise writes a corrected block again; a corrupt one is never
 * written, and its games are read one by one; a corrupt row of the index counts as missing, and so does one of
 * evaluations, until new ones are put in its place or optimise drops it.
 */
#ifndef GR_DB_INTEGRITY_H
#define GR_DB_INTEGRITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/codec/bytes.h"

/* The state of bytes that have a checksum. */
typedef enum GrHealth {
    GR_SOUND,
    GR_CORRECTED, /* a byte was wrong, and is right now */
    GR_CORRUPT    /* more is wrong than a checksum can show */
} GrHealth;

/* The CRC-32 of anything that ends in its own CRC-32, four bytes, the lowest first. */
enum { GR_CRC_OF_WHOLE = 0x2144DF1C };

/* CRC-32 as of zlib; 0 of nothing. */
uint32_t gr_crc(const void *bytes, size_t len);

/* The CRC-32 of bytes that have the checksum `crc`, and then these. */
uint32_t gr_crc_on(uint32_t crc, const void *bytes, size_t len);

/* Makes the CRC-32 of the bytes what it should be by changing one of them, if there is exactly one
 * way to do that. Damage of other kinds looks like a single wrong byte once in some thousand
 * times: callers must have another check. */
GrHealth gr_correct(uint8_t *bytes, size_t len, uint32_t crc);

/* A row that can be rebuilt begins with the CRC-32 of what follows, which begins with the number of
 * the row, so that no row passes for another. Writes the checksum of the row at the end of `out`,
 * from `start` on, into its first four bytes. */
void gr_sum_row(GrBuffer *out, size_t start, uint32_t number);

/* Reads the checksum of a row. Is it right? */
bool gr_row_is_sound(GrInput *row, uint32_t number);

#endif
