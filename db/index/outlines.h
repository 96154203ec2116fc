/* The outlines of a database's games (db/store/outline_row.h): made, checked, and asked which games
 * never come to a position. Internal to db/.
 */
#ifndef GR_DB_OUTLINES_H
#define GR_DB_OUTLINES_H

#include "db/index/position_index.h"
#include "db/store/outline_row.h"
#include "db/store/work.h"

/* Makes the outlines of all blocks that have none. In a transaction. Returns 0, GR_ERR_STOPPED or a
 * code. */
int gr_outlines_complete(GrDb *db, const GrWork *work, GrError *error);

/* Makes the outlines of all blocks anew, in the same way. */
int gr_outlines_make(GrDb *db, const GrWork *work, GrError *error);

/* Holds the games of a block, which are read anyway, against the outlines stored for it. */
typedef struct GrOutlineCheck {
    GrOutlines stored;
    GrOutlineCursor cursor;
    GrOutliner outliner;
    bool any;    /* there are outlines */
    bool agrees; /* so far */
} GrOutlineCheck;

void gr_outline_check_init(GrOutlineCheck *check);
void gr_outline_check_free(GrOutlineCheck *check);

/* Begins with a block; that the stored row is damaged is found out, and no failure. 0 or a code. */
int gr_outline_check_begin(GrOutlineCheck *check, GrDb *db, const GrBlock *block, GrError *error);

/* Takes the block's next game, from the first to the last; NULL: it cannot be read. */
void gr_outline_check_game(GrOutlineCheck *check, const GrBlock *block, const GrGame *game);

/* Is there a table of outlines? Databases of older formats that are only read have none. 1, 0 or a
 * code. */
int gr_outlines_exist(GrDb *db, GrError *error);

/* Takes games out of *set of which outlines tell that what is on the board of pos never is in them.
 * Where the set was all games, or many, it becomes one of single games. Returns 0 or a code. */
int gr_outlines_narrow(GrDb *db, const GrPosition *pos, GrGameSet *set, GrError *error);

#endif
