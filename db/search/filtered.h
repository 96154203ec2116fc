/* Which games a selection, or a query of tags, chooses, as far as the heads of blocks and the numbers of games say so.
 * Internal to db/search.
 */
#ifndef GR_DB_SEARCH_FILTERED_H
#define GR_DB_SEARCH_FILTERED_H

#include "db/index/position_index.h"
#include "db/search/filter.h"

/* Bits are by number of a game less 1. Games beyond them, and those whose bit of `may` alone is set, must be
 * looked at. */
typedef struct GrFiltered {
    GrFilter filter;
    uint64_t *may;    /* games that may fit; NULL: all, */
    uint64_t *sure;   /* and those of them that do */
    int64_t games;    /* how many have bits */
    uint64_t certain, open; /* how many are sure, and how many must be looked at */
} GrFiltered;

/* What the conditions point to must stay as it is until gr_filtered_close. The answer is that of the present state of
 * the database. With `ahead` the heads of all blocks are read; without, only the numbers of games are looked at. One
 * that is all zero can be closed, too. */
int gr_filtered_open(GrDb *db, const GrConditions *conditions, bool ahead, GrFiltered *filtered, GrError *error);
void gr_filtered_close(GrFiltered *filtered);

/* The first game from `id` on that may fit. */
int64_t gr_filtered_next(const GrFiltered *filtered, int64_t id);

static inline bool gr_filtered_is_sure(const GrFiltered *filtered, int64_t id) {
    return filtered->may && id > 0 && id <= filtered->games && filtered->sure[(id - 1) / 64] >> (id - 1) % 64 & 1;
}

/* Takes out of *set the games that do not fit and, if `unsure`, those that are sure. False if memory runs out. */
bool gr_filtered_narrow(const GrFiltered *filtered, bool unsure, GrGameSet *set);

/* A cursor over the games that pass, which stay the caller's: of this handle, or of another one that sees
 * the same state. */
GrCursor *gr_cursor_open_filtered(GrDb *db, const GrFiltered *filtered, GrError *error);

#endif
