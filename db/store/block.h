/* A block: up to GR_BLOCK_GAMES games in a row, packed together. Internal to db/.
 *
 * In memory a block is arrays with a place for each game; in the file it is three blobs (see
 * grimoire-format(5)): the head with a column for each property and each tag, the moves of all
 * games one behind the other, and their texts, packed (db/codec/packed_bytes.h).
 */
#ifndef GR_DB_BLOCK_H
#define GR_DB_BLOCK_H

#include "db/codec/bytes.h"
#include "db/store/catalog.h"

/* The properties of a game, in the order of their columns. */
enum GrBlockColumn {
    GR_COL_FLAGS,   /* db/codec/pack.h */
    GR_COL_VARIANT, /* number in the catalog, 0: unknown */
    GR_COL_CODEC,
    GR_COL_START,
    GR_COL_PLIES,
    GR_COL_SHAPE,   /* number in the catalog, 0 with GR_FLAG_INLINE_TAGS */
    GR_COL_CHECK,
    GR_COL_MOVES,   /* bytes of moves */
    GR_COL_TEXTS,   /* bytes of texts */
    GR_COLUMNS
};

enum { GR_HEAD_VERSION = 1 };

/* What is unpacked of a block: its games' properties and the values of their tags; or properties and
 * moves, and also these values, and also texts. */
typedef enum GrBlockParts {
    GR_BLOCK_HEAD,
    GR_BLOCK_MOVES,
    GR_BLOCK_TAGS,
    GR_BLOCK_TEXTS
} GrBlockParts;

/* Does what was unpacked have what is wanted? */
static inline bool gr_block_covers(GrBlockParts has, GrBlockParts wanted) {
    return has == wanted || (wanted == GR_BLOCK_HEAD ? has >= GR_BLOCK_TAGS : has > wanted);
}

typedef struct GrBlock {
    int64_t first;   /* number of the first game */
    uint32_t games;  /* 0: the block is empty */
    bool suspect;    /* a checksum of the block did not fit: each game's own check decides; */
    bool damaged;    /* and more is wrong than could be set right by it */
    uint32_t column[GR_COLUMNS][GR_BLOCK_GAMES];
    uint32_t moves_at[GR_BLOCK_GAMES + 1]; /* where a game's bytes begin */
    uint32_t texts_at[GR_BLOCK_GAMES + 1]; /* (and the next one's: end) */
    uint32_t cells_at[GR_BLOCK_GAMES + 1];
    uint32_t signatures_at[GR_BLOCK_GAMES + 1];
    uint32_t *cells; /* values of tags, game after game in the order of their shapes: numbers of
                        the dictionary, 0: the value is among the texts */
    uint32_t cells_cap;
    GrBuffer moves;
    GrBuffer texts;  /* uncompressed */
    GrBlockParts has;  /* what of all that was unpacked */
    GrBuffer signatures; /* db/codec/signature.h; none of a block that is unpacked: see gr_signatures_load */
} GrBlock;

static inline bool gr_block_has(const GrBlock *block, int64_t id) {
    return block->games && id >= block->first && id < block->first + block->games;
}

/* A game as a row of a block. */
typedef struct GrRow {
    uint32_t column[GR_COLUMNS];
    const uint32_t *cells; /* as many as the shape has tags */
    uint32_t cell_count;
    const uint8_t *moves, *texts; /* as many bytes as the columns say */
    const uint8_t *signature;
    uint32_t signature_len; /* 0: it is not known */
} GrRow;

/* A block that is all zero is empty and owns nothing. */
void gr_block_free(GrBlock *block);

/* Makes an empty block whose first game will have the number `first`; memory is kept. */
void gr_block_clear(GrBlock *block, int64_t first);

/* Is there room for one more game? */
bool gr_block_has_room(const GrBlock *block);

/* Adds a row at the end of a block with room. If it fails, the block is as before. The row may not
 * point into the block itself. */
int gr_block_add(GrBlock *block, const GrRow *row);

/* The row of game first + i; it points into the block. Bytes that a damaged block does not have
 * are missing at the end. */
void gr_block_row(const GrBlock *block, uint32_t i, GrRow *row);

/* Packs the rows `from` to `to` - 1 into three blobs (which are cleared first). */
typedef struct GrBlobs {
    GrBuffer head, moves, texts;
} GrBlobs;
int gr_block_pack(const GrBlock *block, const GrCatalog *catalog, uint32_t from, uint32_t to,
                  GrBlobs *blobs);

/* How many games a block has, as its head says; if that is damaged, as the table says (`games`);
 * from 1 to GR_BLOCK_GAMES. */
int64_t gr_block_count(int64_t first, int64_t games, GrInput head);

/* How many plies the main lines of the rows `from` to `to` - 1 have. */
int64_t gr_block_plies(const GrBlock *block, uint32_t from, uint32_t to);

/* Unpacks head and moves of a block that begins with game `first` and has, as the table says,
 * `games` games, as far as they are among the parts; its texts are left out. Where lengths do not
 * come to that of the blob, or a game has more than GR_MAX_PLIES plies, block->damaged is set: then
 * the games can be read, each by its check, but the block must not be written. GR_ERR_DAMAGED if the
 * head cannot be read at all, GR_ERR_FOREIGN if its version is newer. */
int gr_block_unpack(GrBlock *block, const GrCatalog *catalog, int64_t first, int64_t games,
                    GrInput head, GrInput moves, GrBlockParts parts, GrError *error);

/* Unpacks the texts; what cannot be had of damaged ones is left out or 0, and block->damaged set.
 * */
int gr_block_unpack_texts(GrBlock *block, GrInput texts, GrError *error);

#endif
