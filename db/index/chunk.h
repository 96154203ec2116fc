/* Chunks: GR_CHUNK_GAMES games in a row, by which the index counts. Internal to db/.
 *
 * The room db/index is what the command index makes: everything in it can be dropped and made again, and answers do
 * not depend on it. Games are indexed in chunks, and what is written later is uncovered until the next run
 * (coverage.h).
 *
 *   positions    position_index.h: segments of postings, from a position to groups of games that may have it.
 *                Positions that many games have are entries with sums instead (db/codec/common.h, made by
 *                common_build.c); for rare ones, and frames of pawns, frame.h says where to look
 *   sums         chunk_sums.h: whether games that were written again are as they were
 *   signatures   signatures.h: a few bytes a game that rule out most games before they are read. signature_plan.h
 *                has what a query says of material, ends and rare moves: traits settle most games, phases the
 *                others (signature_walk.c); signature_ask.c asks for a position. Where a query says no more than
 *                that, no game is read
 *
 * gather.c plays the games of a segment through, with each pass for less, so that it takes little memory; index.c
 * decides which chunks are due.
 */
#ifndef GR_DB_CHUNK_H
#define GR_DB_CHUNK_H

#include "db/store/line.h"

enum { GR_CHUNK_GAMES = 128 };

static inline int64_t gr_chunk_of(int64_t id) {
    return (id - 1) / GR_CHUNK_GAMES;
}

static inline int64_t gr_chunk_first(int64_t number) {
    return number * GR_CHUNK_GAMES + 1;
}

/* The last chunk that there can be. */
static inline int64_t gr_db_last_chunk(const GrDb *db) {
    return gr_chunk_of(db->most + GR_BLOCK_GAMES);
}

/* The first chunk from `number` on that may have games: a block begins less than GR_BLOCK_GAMES
 * before its end. Gaps between games thus cost nothing. GR_NO_CHUNK if there is none; below 0: a code. */
int64_t gr_chunks_next(GrDb *db, int64_t number, GrError *error);

#define GR_NO_CHUNK INT64_MAX

/* A game of a chunk. */
typedef struct GrChunkGame {
    int64_t end;       /* the first game behind the chunk */
    int64_t id;
    uint32_t i;        /* its place in the chunk */
    bool readable;     /* and if so, where it begins, and its line */
    GrPosition start;
    GrStoredLine line; /* its bytes stay where they are up to the next call on the database */
} GrChunkGame;

/* Before the first game of a chunk. */
static inline void gr_chunk_begin(int64_t number, GrChunkGame *game) {
    game->id = gr_chunk_first(number) - 1;
    game->end = gr_chunk_first(number + 1);
}

/* The next game that is there: 1, 0 behind the last one of its chunk, or a code. */
int gr_chunk_next(GrDb *db, GrChunkGame *game, GrError *error);

#endif
