/* A database with an index has the moves of its games as lines in a replay form, in their blocks; one without an
 * index has them in fewer bytes (db/store/recode.h). Internal to db/.
 */
#ifndef GR_DB_RECODING_H
#define GR_DB_RECODING_H

#include "db/store/database.h"
#include "db/store/work.h"

/* Codes the games that are stale as lines; or, if `lines` is false, all games compactly. By that many threads, and by
 * transactions of many blocks: what was done when it fails stays, and games can be read at any time. */
int gr_index_recode(GrDb *db, bool lines, int jobs, const GrWork *work, GrError *error);

#endif
