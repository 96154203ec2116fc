/* A sheet: the main lines of GR_SHEET_GAMES games in a row in their quick form (db/codec/play.h), with
 * the few facts that a search wants to know of each game. Internal to db/.
 */
#ifndef GR_DB_SHEET_H
#define GR_DB_SHEET_H

#include "db/codec/bytes.h"
#include "db/store/internal.h"
#include "db/codec/play.h"

enum { GR_SHEET_GAMES = 128, GR_SHEET_VERSION = 1 };

/* Bits of a game's flags; bits 0 and 1 hold its GrResult. */
enum {
    GR_SHEET_RESULT = 3,
    GR_SHEET_HERE = 4,      /* the game's line is on the sheet */
    GR_SHEET_ELSEWHERE = 8, /* it has to be asked of its block: damaged, or of an unknown variant */
    GR_SHEET_FEN = 16,      /* it does not begin with the variant's start position */
    GR_SHEET_PIECES = 32,   /* the line is in the form GR_PLAY_PIECES, else GR_PLAY_NAMED */
    GR_SHEET_PARTIAL = 64   /* what could not be replayed follows */
};

/* A game; all zero if there is none of that number. */
typedef struct GrSheetGame {
    uint32_t flags, variant; /* its number in the catalog */
    uint32_t plies;
    uint32_t elo[2];         /* 0: not known */
    uint32_t date;           /* year * 512 + month * 32 + day, parts not known 0 */
    const char *fen;         /* "" without GR_SHEET_FEN */
    uint32_t at, len;        /* where its moves are in `moves` */
} GrSheetGame;

typedef struct GrSheet {
    int64_t number; /* games from number * GR_SHEET_GAMES + 1; below 0: nothing is loaded */
    GrSheetGame game[GR_SHEET_GAMES];
    const uint8_t *moves;
    GrBuffer bytes; /* what was unpacked */
} GrSheet;

static inline int64_t gr_sheet_of(int64_t id) {
    return (id - 1) / GR_SHEET_GAMES;
}

static inline int64_t gr_sheet_first(int64_t number) {
    return number * GR_SHEET_GAMES + 1;
}

/* An empty sheet; gr_sheet_free gives back what it came to own. */
void gr_sheet_init(GrSheet *sheet);
void gr_sheet_free(GrSheet *sheet);

/* Packs the games, whose `fen` and place in `moves` are set, to the end of `out`. That memory ran
 * out is told by out->failed. */
void gr_sheet_pack(const GrSheet *sheet, const GrBuffer *moves, GrBuffer *out);

/* Unpacks a sheet of that number; it keeps a copy of the bytes. Returns 0, GR_ERR_DAMAGED or
 * GR_ERR_MEMORY, and then the sheet is empty. */
int gr_sheet_unpack(GrSheet *sheet, int64_t number, const void *bytes, size_t len, GrError *error);

/* The sheet of that number as the games are now, made from their blocks, to the end of `out`.
 * Returns 0 or a code. */
int gr_sheet_make(GrDb *db, int64_t number, GrBuffer *out, GrError *error);

/* Reads the tags of a row that is open: those that are facts of a sheet, and the FEN tag (NULL if
 * there is none). Returns 0 or a code. */
int gr_sheet_read_tags(GrRowReader *reader, GrSheetGame *game, const char **fen_tag,
                       GrError *error);

#endif
