/* What makes searches fast: the replay forms of games (db/search/scan.h), and the index by which
 * the games that have a position are found (db/search/find.h).
 *
 * Both can be dropped and made again at any time; answers are the same with and without. Games
 * that are added or replaced are not covered until the next gr_db_index, and are searched one by
 * one.
 */
#ifndef GR_DB_INDEX_H
#define GR_DB_INDEX_H

#include "db/store/database.h"
#include "db/store/work.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrIndexed {
    uint64_t games;     /* numbers of games looked at because they were not covered */
    uint64_t postings;  /* entries of the index that were written */
} GrIndexed;

/* Makes the replay forms and the index, or completes them, by that many threads (1 or more), and
 * signatures (db/codec/signature.h) for games that have none. It goes by transactions of many
 * games: what was done stays if it is stopped, and the next call goes on there. Not inside a
 * transaction. */
int gr_db_index(GrDb *db, int jobs, const GrWork *work, GrIndexed *indexed, GrError *error);

/* Takes replay forms and index out. Where SQLite cannot read them, the file is rewritten without
 * them, which needs as much room again. */
int gr_db_drop_index(GrDb *db, GrError *error);

/* Does the database have an index, if only of some of its games? Returns 1 or 0. */
int gr_db_has_index(GrDb *db, GrError *error);

GR_END_DECLS

#endif
