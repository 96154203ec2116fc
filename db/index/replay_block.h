/* A replay block: of GR_REPLAY_GAMES games in a row where their lines are in replay form (db/codec/replay.h), with
 * the few facts that a search wants to know of each game. Nearly all lines are those that blocks of games have
 * (GR_CODEC_LINE); games that are coded otherwise there have their lines here. Internal to db/.
 */
#ifndef GR_DB_REPLAY_H
#define GR_DB_REPLAY_H

#include "db/codec/bytes.h"
#include "db/store/internal.h"
#include "db/codec/replay.h"

/* In version 1 all lines are in the row; in version 2 no line is packed. */
enum { GR_REPLAY_GAMES = 128, GR_REPLAY_VERSION = 3 };

/* Bits of a game's flags; bits 0 and 1 hold its GrResult. */
enum {
    GR_REPLAY_RESULT = 3,
    GR_REPLAY_HERE = 4,      /* the game can be played through */
    GR_REPLAY_ELSEWHERE = 8, /* it has to be asked of its block: damaged, or of an unknown variant */
    GR_REPLAY_FEN = 16,      /* it does not begin with the variant's start position */
    GR_REPLAY_PIECES = 32,   /* the line is in the form GR_REPLAY_FORM_PIECES, */
    GR_REPLAY_PARTIAL = 64,  /* what could not be replayed follows */
    GR_REPLAY_STORED = 128,  /* the line is that of the game's block, else in the row */
    GR_REPLAY_PACKED = 256   /* or in the form GR_REPLAY_FORM_PACKED, else in GR_REPLAY_FORM_NAMED */
};

/* A game; all zero if there is none of that number. */
typedef struct GrReplayBlockGame {
    uint32_t flags, variant; /* its number in the catalog */
    uint32_t plies;
    uint32_t elo[2];         /* 0: not known */
    uint32_t date;           /* year * 512 + month * 32 + day, parts not known 0 */
    const char *fen;         /* "" without GR_REPLAY_FEN */
    uint32_t at, len;        /* where its moves are in `moves`; before they are fetched, in their run */
} GrReplayBlockGame;

/* Stored lines that follow each other in a block. */
typedef struct GrReplayRun {
    uint32_t from;    /* the first game */
    uint32_t games;   /* with GR_REPLAY_STORED, from there on */
    int64_t block;    /* the first game of their block */
    uint32_t at, len; /* their bytes in the block's moves, */
    uint32_t crc;     /* and the CRC-32 of these */
} GrReplayRun;

typedef struct GrReplayBlock {
    int64_t number; /* games from number * GR_REPLAY_GAMES + 1; below 0: nothing is loaded */
    unsigned version;
    GrReplayBlockGame game[GR_REPLAY_GAMES];
    GrReplayRun run[GR_REPLAY_GAMES];
    uint32_t runs;
    const uint8_t *moves; /* of all games, once gr_replays_open has fetched the stored ones */
    uint32_t own;   /* bytes of lines in the row, which come first in `lines` */
    GrBuffer bytes; /* what was unpacked */
    GrBuffer lines; /* what `moves` points to */
} GrReplayBlock;

static inline int64_t gr_replay_block_of(int64_t id) {
    return (id - 1) / GR_REPLAY_GAMES;
}

static inline int64_t gr_replay_block_first(int64_t number) {
    return number * GR_REPLAY_GAMES + 1;
}

/* An empty replay block; gr_replay_block_free gives back what it came to own. */
void gr_replay_block_init(GrReplayBlock *replay);
void gr_replay_block_free(GrReplayBlock *replay);

/* Packs the games, whose `fen` is set, with `moves`, the lines that are not stored, to the end of `out`. out->failed
 * shows that memory ran out. */
void gr_replay_block_pack(const GrReplayBlock *replay, const GrBuffer *moves, GrBuffer *out);

/* Unpacks a replay block of that number; it keeps a copy of the bytes. If it fails, the block is
 * empty. Stored lines are still to be put behind the others in `lines`, run after run. */
int gr_replay_block_unpack(GrReplayBlock *replay, int64_t number, const void *bytes, size_t len, GrError *error);

/* Makes *pos the start of game i, which is here, and `player` ready to read its line, which must stay
 * where it is. False if that is damaged. */
bool gr_replay_block_start(const GrReplayBlock *replay, unsigned i, const GrRules *rules, GrPosition *pos,
                           GrReplayer *player);

/* The replay block of that number as the games are now, made from their blocks, to the end of
 * `out`. */
int gr_replay_block_make(GrDb *db, int64_t number, GrBuffer *out, GrError *error);

/* What the text of a tag says: a rating, and a date as year * 512 + month * 32 + day; 0: nothing. */
uint32_t gr_replay_block_rating(const char *text);
uint32_t gr_replay_block_date(const char *text);

/* Reads the tags of a row that is open: those that are facts of a replay, and the FEN tag (NULL if
 * there is none). */
int gr_replay_block_read_tags(GrRowReader *reader, GrReplayBlockGame *game, const char **fen_tag,
                       GrError *error);

#endif
