/* Going through all games of a database in one transaction, to change some of them. Internal to db/. */
#ifndef GR_DB_EACH_GAME_H
#define GR_DB_EACH_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "db/store/work.h"
#include "db/upkeep/journal.h"

typedef struct GrEachGame {
    const GrWork *work; /* hears of progress, and is asked whether to stop, every 64 games */
    bool dry;           /* nothing is written */
    void *visitor;      /* given to visit */
    /* Does what is to be done with the game of this number; a code ends the work. */
    int (*visit)(void *visitor, int64_t id, GrError *error);
    GrJournal *journal; /* which visit notes changes in: it is ended behind the last game; NULL: none */
} GrEachGame;

/* Visits the games that there are when it begins, in order. After a code nothing has changed. */
int gr_each_game(GrDb *db, const GrEachGame *each, GrError *error);

/* For visit: puts `is` in the place of game `id`, and notes what it was. `was` is scratch. */
int gr_each_game_change(GrJournal *journal, int64_t id, GrGame *was, const GrGame *is, GrError *error);

/* For visit, of a game that could not be read: reports it to work and returns 0 if it is damaged or of an unknown
 * variant, which is no failure of the whole; fails with `why` otherwise. */
int gr_each_game_unread(const GrWork *work, int64_t id, const GrError *why, GrError *error);

#endif
