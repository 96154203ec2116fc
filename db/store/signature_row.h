/* The signatures of a database's games, a row of the table `signature` for each block: packed
 * (signature_pack.c), unpacked (signature_unpack.c), and in the database. Internal to db/.
 */
#ifndef GR_DB_SIGNATURE_ROW_H
#define GR_DB_SIGNATURE_ROW_H

#include "db/codec/bytes.h"
#include "db/codec/signature.h"
#include "db/store/internal.h"

/* What there is of the games' signatures, one behind the other. Those of plain games (neither GR_TRAIT_GREW nor
 * GR_TRAIT_PROMOTED) are split, so that like stands beside like and queries unpack only the parts they need. */
typedef enum GrSignaturePart {
    GR_SIGNED_TRAITS,  /* a byte for each game */
    GR_SIGNED_ENDS,    /* plies of games that end by checkmate or stalemate */
    GR_SIGNED_SQUARES, /* events of squares, each game's with its end */
    GR_SIGNED_COUNTS,  /* numbers of pieces, but of the last kind, */
    GR_SIGNED_LASTS,   /* and of that; */
    GR_SIGNED_EVENTS,  /* events of material; */
    GR_SIGNED_FIRSTS,  /* the first plies recorded, */
    GR_SIGNED_PLIES,   /* those of events, */
    GR_SIGNED_RESTS,   /* and those after the last one */
    GR_SIGNED_OTHERS, /* of games with GR_TRAIT_GREW or GR_TRAIT_PROMOTED: numbers of kinds and pieces, */
    GR_SIGNED_OTHER_EVENTS, /* promotions and events, */
    GR_SIGNED_OTHER_PLIES,  /* and their plies */
    GR_SIGNED_GONE,   /* the squares of the row as they are packed, by how many have gone: see gr_signature_gone */
    GR_SIGNED_PARTS = GR_SIGNED_GONE + 6
} GrSignaturePart;

/* With as many home squares not as at the start, where among the parts does a game's next byte of squares belong? */
static inline unsigned gr_signature_gone(unsigned gone) {
    return GR_SIGNED_GONE + (gone / 2 < 5 ? gone / 2 : 5);
}

/* How many are so after that byte? */
static inline unsigned gr_signature_go_on(unsigned gone, uint8_t byte) {
    return byte >= GR_SIGNATURE_BACK ? gone - (gone > 0) : gone + (byte >= GR_SIGNATURE_LEFT);
}

/* What of a row can be asked for; traits and ends are there in any case. */
enum { GR_SIGNATURES_SQUARES = 1, GR_SIGNATURES_PLAIN = 2, GR_SIGNATURES_OTHERS = 4, GR_SIGNATURES_ALL = 7 };

enum { GR_SIGNATURE_CHUNKS = 5 }; /* pieces of a row that are packed */

/* A row in memory, of which not all may be unpacked. */
typedef struct GrSignatures {
    int64_t first;   /* of the block; 0: nothing is loaded */
    uint32_t games;
    unsigned loaded; /* bits GR_SIGNATURES_... */
    bool opened;     /* but nothing is unpacked yet */
    uint32_t variant[GR_BLOCK_GAMES]; /* its number in the catalog */
    uint32_t kinds[GR_BLOCK_GAMES];   /* how many numbers of pieces a game has, if it has any */
    GrInput part[GR_SIGNED_PARTS];      /* those that are loaded, */
    uint8_t *room[GR_SIGNATURE_CHUNKS + 1]; /* and where they are; the last one has squares joined */
    size_t cap[GR_SIGNATURE_CHUNKS + 1];
    GrInput chunk[GR_SIGNATURE_CHUNKS]; /* in the bytes of the row */
    struct GrInflater *inflater;        /* once it is needed */
    bool failed;                        /* out of memory */
} GrSignatures;

void gr_signatures_init(GrSignatures *signatures);
void gr_signatures_free(GrSignatures *signatures);

/* Makes the row for the rows `from` to `to` - 1 of a block, of those that have no signature as
 * well. out->failed is set if memory runs out. */
void gr_signatures_pack(const GrBlock *block, uint32_t from, uint32_t to, GrBuffer *out);

/* Opens the row of the block that begins with game `first`; its bytes must stay until all has been unpacked
 * that is asked for. Only games, variants and kinds are known so. If it fails, nothing is. */
int gr_signatures_open(GrSignatures *signatures, int64_t first, const void *bytes, size_t len, GrError *error);

/* Unpacks traits and ends, and what is asked for, if it has not been unpacked yet. */
int gr_signatures_unpack(GrSignatures *signatures, unsigned wanted, GrError *error);

/* Of a row that was just opened: unpacks the first `parts` of GR_SIGNED_GONE and nothing else, which
 * takes a part of the time. What games have there is mixed up if a home square came back to any of them. */
int gr_signatures_unpack_first(GrSignatures *signatures, unsigned parts, GrError *error);

/* Reads the row of a block, all of it. Returns 1, or 0 if there is none. */
int gr_signatures_read(GrDb *db, int64_t first, GrSignatures *signatures, GrError *error);

/* Goes through loaded signatures, game by game. */
typedef struct GrSignatureCursor {
    const GrSignatures *of;
    uint32_t game;
    GrInput part[GR_SIGNED_PARTS];
} GrSignatureCursor;

GrSignatureCursor gr_signatures_begin(const GrSignatures *signatures);

/* The parts of the next game, which there is, as far as they are unpacked; false if what is left makes no sense. */
bool gr_signatures_next(GrSignatureCursor *cursor, GrSignatureParts *parts);

/* Passes over the next game, which there is; false as above. */
static inline bool gr_signatures_skip(GrSignatureCursor *cursor) {
    const GrSignatures *of = cursor->of;
    unsigned traits = of->part[GR_SIGNED_TRAITS].at[cursor->game];
    unsigned group = gr_signature_is_plain_game(traits) ? GR_SIGNATURES_PLAIN : GR_SIGNATURES_OTHERS;
    GrSignatureParts parts;
    if (!(of->loaded & group) && !gr_signature_ends(traits)) {
        cursor->game++;
        return true;
    }
    return gr_signatures_next(cursor, &parts);
}

/* Of a row that is unpacked: the bytes of the next signature, and their length; 0 after the last
 * one. */
unsigned gr_signatures_copy(GrSignatureCursor *cursor, uint8_t out[GR_SIGNATURE_SIZE]);

/* Passes over the bytes of when the next game's home squares changed, and the one that ends them. Returns where
 * they begin, and in *len how many bytes they are, the end included; NULL if no end comes within GR_SIGNATURE_EVENTS
 * bytes. */
const uint8_t *gr_signatures_squares(GrInput *squares, size_t *len);

/* Gives the games of a block, which has its texts, their signatures: those that are stored, or else
 * by playing the games through. */
int gr_signatures_load(GrDb *db, GrBlock *block, GrError *error);

/* Stores the signatures of a block's rows `from` to `to` - 1, which are a block of their own in the
 * table. */
int gr_signatures_store(GrDb *db, const GrBlock *block, uint32_t from, uint32_t to, GrError *error);

/* Gives the games of a block, which has its texts, their signatures by playing them through. */
int gr_signatures_play(GrDb *db, GrBlock *block, GrError *error);

#endif
