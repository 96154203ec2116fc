/* Which games a selection, or a query of tags, chooses, as far as the heads of blocks and the numbers of games say so.
 * Internal to db/search.
 */
#ifndef GR_DB_CHOSEN_H
#define GR_DB_CHOSEN_H

#include "db/index/position_index.h"
#include "db/search/asked.h"

/* Bits are by number of a game less 1. Games beyond them, and those whose bit of `may` alone is set, must be
 * looked at. */
typedef struct GrChosen {
    GrAskedChoice asked;
    uint64_t *may;    /* games that may fit; NULL: all, */
    uint64_t *sure;   /* and those of them that do */
    int64_t games;    /* how many have bits */
    uint64_t certain, open; /* how many are sure, and how many must be looked at */
} GrChosen;

/* What the choice points to must stay as it is until gr_chosen_close. The answer is that of the present state of the
 * database. With `ahead` the heads of all blocks are read; without, only the numbers of games are looked at. One that
 * is all zero can be closed, too. */
int gr_chosen_open(GrDb *db, const GrChoice *choice, bool ahead, GrChosen *chosen, GrError *error);
void gr_chosen_close(GrChosen *chosen);

/* The first game from `id` on that may fit. */
int64_t gr_chosen_next(const GrChosen *chosen, int64_t id);

static inline bool gr_chosen_is_sure(const GrChosen *chosen, int64_t id) {
    return chosen->may && id > 0 && id <= chosen->games && chosen->sure[(id - 1) / 64] >> (id - 1) % 64 & 1;
}

/* Takes out of *set the games that do not fit and, if `unsure`, those that are sure. False if memory runs out. */
bool gr_chosen_narrow(const GrChosen *chosen, bool unsure, GrGameSet *set);

/* A cursor over the games of a choice, which stays the caller's: of this handle, or of another one that sees
 * the same state. */
GrCursor *gr_cursor_open_chosen(GrDb *db, const GrChosen *chosen, GrError *error);

#endif
