/* The index of positions: which games may have a position. Internal to db/, but for GrGameSet.
 *
 * It is made of segments, each the postings (db/codec/postings.h) of a run of chunks. Segments may
 * overlap: what an older one says of games that have changed since does no harm, since every
 * game is looked at, and those that the table `uncovered` lists in any case.
 */
#ifndef GR_DB_POSITION_INDEX_H
#define GR_DB_POSITION_INDEX_H

#include "db/codec/common.h"
#include "db/store/database.h"
#include "db/store/work.h"

/* A set of games, by groups: with eight in each, bit g stands for the games 8 g + 1 to 8 g + 8. */
typedef struct GrGameSet {
    uint64_t *word;  /* NULL: all games */
    unsigned shift;  /* 1 << shift games are a group */
    int64_t groups;  /* how many there are in the database */
    uint64_t count;  /* how many are in the set, */
    uint64_t unasked; /* and of these, how many only since the index does not cover them */
} GrGameSet;

void gr_game_set_free(GrGameSet *set);

/* The first game from `id` on that is in the set, 0 if there is none. */
int64_t gr_game_set_next(const GrGameSet *set, int64_t id);

/* Adds a game, if it is one of the database. */
void gr_game_set_add(GrGameSet *set, int64_t id);

/* Makes *set (which is all zero) those games that may have a position with what stands on the board of
 * this one. All others have none. Without an index it is all games. */
int gr_games_with(GrDb *db, const GrPosition *pos, GrGameSet *set, GrError *error);

/* What a caller wants of segments in which the position is common. */
typedef struct GrHearCommon {
    void *context;
    /* The entry, of which nothing was read yet; its game 0 is `first`. Only of segments whose games
     * are all as the entry has them. Returns 1 if its games need not come into *set (but `heard` may add
     * some), 0 if they are to, below 0 a code. */
    int (*heard)(void *context, GrDb *db, int64_t first, GrCommon *common, GrGameSet *set,
                 GrError *error);
} GrHearCommon;

/* The same, but for games that are heard of. */
int gr_games_with_but(GrDb *db, const GrPosition *pos, const GrHearCommon *hear, GrGameSet *set,
                      GrError *error);

/* Adds the games of a set of the same database to another; all games, if one of the two is that.
 * May exchange the two if they have groups of different sizes. */
void gr_game_set_join(GrGameSet *to, GrGameSet *from);

/* Adds postings for the first run of chunks that are not covered, joined with segments beside it as far as that
 * keeps their number small. In no transaction: it makes one. *postings is added to. Returns 1, or 0 if
 * all are covered. */
int gr_position_index_add(GrDb *db, int jobs, const GrWork *work, uint64_t *postings,
                          GrError *error);

/* Joins segments that lie side by side into larger ones, as far as these stay within the bounds of
 * a segment: a search asks each of them. In a transaction. *joined is how many fewer there are. */
int gr_position_index_join(GrDb *db, const GrWork *work, uint64_t *joined, GrError *error);

/* Drops segments that are damaged; their games are not covered then. In a transaction. */
int gr_position_index_correct(GrDb *db, GrError *error);

#endif
