/* The signatures of a database's games, a row of the table `signature` for each block. Internal to
 * db/.
 */
#ifndef GR_DB_SIGNATURE_ROW_H
#define GR_DB_SIGNATURE_ROW_H

#include "db/codec/signature.h"
#include "db/store/internal.h"

/* A row in memory. Its parts have what there is of the games' signatures one behind the other: a byte
 * of traits for each game; the events of squares, each game's with its end; numbers of pieces; the
 * events of material; plies; plies of ends. Those that were not asked for are empty. */
typedef struct GrSignatures {
    int64_t first;   /* of the block; 0: nothing is loaded */
    uint32_t games;
    unsigned version;
    uint32_t variant[GR_BLOCK_GAMES]; /* its number in the catalog */
    uint32_t kinds[GR_BLOCK_GAMES];   /* how many numbers of pieces a game has, if it has any */
    GrBuffer traits, squares, counts, events, plies, ends;
} GrSignatures;

/* Parts of a row that can be asked for: home squares, material with its plies. Traits and the plies of
 * ends are there in any case; of rows of version 1 they say that nothing is known of a game. */
enum { GR_SIGNATURES_SQUARES = 1, GR_SIGNATURES_MATERIAL = 2, GR_SIGNATURES_ALL = 3 };

void gr_signatures_init(GrSignatures *signatures);
void gr_signatures_free(GrSignatures *signatures);

/* Makes the row for the rows `from` to `to` - 1 of a block, of those that have no signature as
 * well. out->failed is set if memory runs out. */
void gr_signatures_pack(const GrBlock *block, uint32_t from, uint32_t to, GrBuffer *out);

/* Unpacks the row of the block that begins with game `first`, and of it the parts that are asked for.
 * If it fails, nothing is loaded. */
int gr_signatures_unpack(GrSignatures *signatures, int64_t first, const void *bytes, size_t len,
                         unsigned parts, GrError *error);

/* Reads the row of a block. Returns 1, or 0 if there is none. */
int gr_signatures_read(GrDb *db, int64_t first, GrSignatures *signatures, GrError *error);

/* Goes through loaded signatures, game by game. One that is all zero but for `of` is at the
 * beginning. */
typedef struct GrSignatureCursor {
    const GrSignatures *of;
    uint32_t game;
    size_t square, count, event, ply, end;
} GrSignatureCursor;

/* Of a row that has all parts: the signature of the next game, and its length; 0 after the last one. */
unsigned gr_signatures_next(GrSignatureCursor *cursor, uint8_t out[GR_SIGNATURE_SIZE]);

/* Gives the games of a block, which has its texts, their signatures: those that are stored, or else
 * by playing the games through. */
int gr_signatures_load(GrDb *db, GrBlock *block, GrError *error);

/* Stores the signatures of a block's rows `from` to `to` - 1, which are a block of their own in the
 * table. */
int gr_signatures_store(GrDb *db, const GrBlock *block, uint32_t from, uint32_t to, GrError *error);

/* Gives the games of a block, which has its texts, their signatures by playing them through. */
int gr_signatures_play(GrDb *db, GrBlock *block, GrError *error);

#endif
