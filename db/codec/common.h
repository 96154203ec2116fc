/* Common positions: what the index knows of a position that many games of a segment have.
 *
 * Rare positions have postings (db/codec/postings.h), and the few games that these name are played
 * through. Of a common one the index keeps which games have it, at which plies, and sums of what
 * followed, so that a count or an opening tree opens no game. Positions that look alike on the board
 * but differ in side to move, rights or what stands beside the board are states of one entry.
 *
 * The sums are those of the opening tree (db/search/tree.h): a game counts once for a state and once
 * for each move. Games are numbered from 0, from the first of their segment. Internal to db/;
 * grimoire-format(5) has the bytes.
 */
#ifndef GR_DB_COMMON_H
#define GR_DB_COMMON_H

#include "db/codec/bytes.h"
#include "db/codec/bits.h"
#include "rules/error.h"
#include "rules/move.h"

enum {
    GR_COMMON_GAMES = 32,   /* that many games of a segment make a position common */
    GR_COMMON_LISTED = 8,   /* bound of each list of games, */
    GR_COMMON_STATES = 64,  /* of the states of an entry, */
    GR_COMMON_MOVES = 4096, /* and of the moves of a state */
    GR_COMMON_SEGMENT = 1 << 24 /* games are below that */
};

/* ---- writing ---- */

/* What is known of a game beside its moves; as in db/index/replay_block.h. */
typedef struct GrGameFacts {
    uint32_t date;
    uint16_t elo[2];
    uint8_t result;
} GrGameFacts;

/* A position of an entry, as a game has it after `ply` plies. */
typedef struct GrCommonPlace {
    uint32_t game;
    GrMove next; /* GR_NO_MOVE: the game ends there */
    uint16_t ply, state;
} GrCommonPlace;

/* What distinguishes states. */
typedef struct GrCommonKey {
    uint64_t key;     /* of the position, as GrPosition.key */
    uint32_t variant; /* its number in the catalog */
    uint8_t turn;     /* who moves; only for writing */
} GrCommonKey;

/* An entry to be written: places in the order of games and plies. */
typedef struct GrCommonEntry {
    uint64_t board_key;
    const GrCommonPlace *place;
    size_t places;
    const GrCommonKey *state;
    unsigned states;
    const GrGameFacts *facts; /* by game */
    unsigned game_bits;       /* of the number of a game */
} GrCommonEntry;

/* Writes an entry to the end of `out`. That memory ran out, out->failed shows. */
void gr_common_pack(const GrCommonEntry *entry, GrBuffer *out);

/* ---- reading ---- */

typedef struct GrCommonMove {
    GrMove move;
    uint32_t games, white, draws, black; /* in all; won by White; drawn; won by Black */
    uint32_t rated, met, won;            /* as in GrTreeMove */
    uint64_t ratings, opponents;
    uint32_t played, last;               /* latest date; the last game */
} GrCommonMove;

/* A game on a list, and the move that it played there first, as a number of GrCommonState.move. */
typedef struct GrCommonListed {
    uint32_t game, move;
} GrCommonListed;

/* A state. Its arrays are the reader's, and valid until the next state is read. */
typedef struct GrCommonState {
    uint64_t key;
    uint32_t variant;
    uint32_t games, hits, white, draws, black, ended, last;
    const GrCommonMove *move;
    uint32_t moves;
    GrCommonListed best[GR_COMMON_LISTED], latest[GR_COMMON_LISTED]; /* as in GrTree */
    unsigned bests, latests;
} GrCommonState;

/* An entry that is read: first its states, one after the other, then its places. All zero but for
 * what gr_common_find sets. */
typedef struct GrCommon {
    GrBitReader bits;
    unsigned game_bits, states, state; /* how many there are, and were read */
    uint32_t games, hits;              /* that have the position in any state */
    GrCommonMove *move;                /* room for the moves of a state */
    size_t cap;
    /* of places: */
    uint32_t read, game, left;         /* games read; the one at hand; more plies of it */
    uint32_t usual, ply;               /* the usual ply; that before */
    unsigned gap;                      /* bits of a gap between games */
    bool failed;                       /* memory ran out */
} GrCommon;

/* Finds the entry of a position among the entries of a bucket: 1, 0 if there is none, or
 * GR_ERR_DAMAGED. */
int gr_common_find(GrInput entries, uint64_t board_key, GrCommon *common);

/* Gives back what reading came to own. */
void gr_common_free(GrCommon *common);

/* Reads the next state: 1, 0 after the last one, GR_ERR_DAMAGED or GR_ERR_MEMORY. */
int gr_common_next_state(GrCommon *common, GrCommonState *state);

/* A place that is read. */
typedef struct GrCommonAt {
    uint32_t game, ply;
    unsigned state; /* which, in order */
} GrCommonAt;

/* Reads the next place, after all states: 1, 0 after the last one, or GR_ERR_DAMAGED. */
int gr_common_next_place(GrCommon *common, GrCommonAt *at);

/* Can all entries be read to their ends? Returns 1, 0 or GR_ERR_MEMORY. */
int gr_common_sound(GrInput entries);

#endif
