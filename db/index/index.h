/* What makes searches fast: the index that finds the games with a position (db/search/find.h).
 *
 * It can be dropped and rebuilt at any time; answers are the same with and without it. Games that
 * are added or replaced are not covered until the next gr_db_index, and are searched one by one.
 */
#ifndef GR_DB_INDEX_H
#define GR_DB_INDEX_H

#include "db/store/database.h"
#include "db/store/work.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrIndexed {
    uint64_t games;     /* numbers of games looked at because they were not covered */
    uint64_t postings;  /* positions of all games in the segments of the index that were written */
} GrIndexed;

/* Builds or completes the index with `jobs` threads (1 or more), and signatures (db/codec/signature.h)
 * for games that have none. It works in transactions of many games: what was done stays if it is
 * stopped, and the next call continues there. Not inside a transaction. */
int gr_db_index(GrDb *db, int jobs, const GrWork *work, GrIndexed *indexed, GrError *error);

/* Drops the index. Where SQLite cannot read it, the file is rewritten without it, which needs as much room again. */
int gr_db_drop_index(GrDb *db, GrError *error);

/* Does the database have an index, if only of some of its games? Returns 1 or 0. */
int gr_db_has_index(GrDb *db, GrError *error);

GR_END_DECLS

#endif
