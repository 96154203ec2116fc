/* A game on its way into or out of a block: moves coded, texts as bytes, tags not yet numbered.
 *
 * Packing needs only the rules, not the database, so that threads can do it. Internal to db/.
 *
 * The room db/codec turns games, and what is kept to search them, into bytes and back. It knows no SQL and no file,
 * and reads no byte without a bound; what it reads may be damaged.
 *
 * A game has two parts. Its main line is coded by move_code.h, which says how: which piece moves, by how lately it
 * moved (move_order.h), and where to. move_line.h writes and reads a line; move_film.h films one, that is, it makes
 * columns of where pieces stand (film.h) without playing the game. Everything else is text (text.h): comments,
 * variations, glyphs, the rest. column.h packs the same value of many games side by side. integrity.h finds and
 * corrects a wrong byte, and inflate.h unpacks texts by libdeflate or zlib.
 *
 * Made to be searched are signatures (signature.h), postings (postings.h) and sums of common positions (common.h);
 * verdicts.h has evaluations, packed by bits.h.
 */
#ifndef GR_DB_PACK_H
#define GR_DB_PACK_H

#include "db/codec/move_line.h"
#include "db/codec/signature.h"
#include "notation/game.h"
#include "rules/fen.h"

/* The version of the code of moves that games are written in, and the only one there is: a column of blocks. */
enum { GR_CODEC = 1 };

/* Can this program read that? 0, GR_ERR_FOREIGN or GR_ERR_DAMAGED. */
int gr_codec_check(uint32_t codec, GrError *error);

/* Where the start position is. */
typedef enum GrStart {
    GR_START_USUAL, /* it is the variant's */
    GR_START_TAG,   /* the value of the tag FEN is its FEN, to the letter */
    GR_START_TEXT   /* its FEN is the first string of the game's texts */
} GrStart;

/* Bits of a game's flags; bits 0 and 1 hold its GrResult. */
enum { GR_FLAG_RESULT = 3, GR_FLAG_PARTIAL = 4, GR_FLAG_DELETED = 8, GR_FLAG_INLINE_TAGS = 16 };

/* What a game is found by when it comes again: hashes of its variant, start position, moves of the
 * main line, rest, and identifying tags. */
typedef struct GrIdentity {
    uint32_t own;  /* with the tag Result as it is; grimoire-format(5) knows it as the identity */
    uint32_t tagged; /* with the result as a tag would have it; the same for most games */
} GrIdentity;

typedef struct GrPacked {
    const GrRules *rules; /* NULL: the variant is unknown */
    uint32_t flags;       /* without GR_FLAG_INLINE_TAGS */
    uint32_t start;       /* GrStart */
    uint32_t plies;       /* of the main line */
    uint32_t check;       /* CRC-32 of all that is stored of the game, and of its last position */
    GrIdentity identity;
    char start_fen[GR_FEN_SIZE]; /* "" without rules */
    GrBuffer moves;       /* the main line */
    GrBuffer body;        /* db/codec/text.h */
    unsigned signature_len;
    uint8_t signature[GR_SIGNATURE_SIZE];
    GrSignatureMaker maker;  /* what made it */
} GrPacked;

void gr_packed_init(GrPacked *packed);
void gr_packed_free(GrPacked *packed);

/* Packs a game, whose lines `writer` writes; *packed has been made by gr_packed_init and may have been used before.
 * `legal` says that all its moves are known to be legal, as those are that a reader gives; it saves time.
 * GR_ERR_ILLEGAL if a move is illegal, GR_ERR_LIMIT beyond a bound of limits.h. */
int gr_pack(const GrGame *game, bool legal, GrLineWriter *writer, GrPacked *packed, GrError *error);

/* The parts of a stored game, for gr_unpack. */
typedef struct GrParts {
    const GrRules *rules;
    uint32_t flags, codec, start, plies, check;
    const char *start_fen; /* used if start is GR_START_TEXT */
    const uint8_t *moves;
    size_t moves_len;
    const uint8_t *body;
    size_t body_len;
    GrLineReader *reader; /* reads its lines */
} GrParts;

/* Makes the game from its parts. *game has the tags and nothing else yet. The check is made: a game
 * that comes out is the game that went in. GR_ERR_FOREIGN for a codec that is not known. */
int gr_unpack(const GrParts *parts, GrGame *game, GrError *error);

/* The start position of a game, by the parts and its FEN tag (NULL if it has none); *pos is set. */
int gr_unpack_start(const GrParts *parts, const char *fen_tag, GrPosition *pos, GrError *error);

/* The names of the tags that distinguish games, in the order in which they are hashed; NULL
 * ends the list. */
extern const char *const gr_identity_tags[];

/* The hashes by which a duplicate (gr_db_add_game) is found. */
GrIdentity gr_identity(const GrGame *game, const char *start_fen);

/* Tags that distinguish games which are kept as text, too, as nothing else says what these are; NULL ends the list. They
 * are no part of the hashes. */
extern const char *const gr_identity_text_tags[];

/* Do the identifying tags of two games of one variant, or of none, say the same? The result counts as it is stated, by
 * a tag or behind the moves. */
bool gr_identity_equal(const GrGame *a, const GrGame *b);

/* The value of such a tag as it is compared: "" for NULL and for what only says that it is not
 * known ("?", "????.??.??", "-"). */
const char *gr_identity_value(const char *value);

#endif
