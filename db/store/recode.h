/* Recoding the moves of stored games: as lines in a replay form, which an index has searches play through, or
 * in the compact codec of their variant. A game has its moves once, in one of the two; whoever reads games takes
 * both. Internal to db/.
 *
 * The check of a game goes over its bytes. It is not recomputed but carried over (gr_crc_exchange), so that
 * a game that did not agree with its check still does not. Games that cannot be read, that have variations, or
 * whose block has a wrong byte stay as they are.
 */
#ifndef GR_DB_RECODE_H
#define GR_DB_RECODE_H

#include "db/store/database.h"
#include "notation/buffer.h"

/* Recodes the block that begins with game `first`, its games as lines or not, to the end of `out`, for
 * gr_recode_put; nothing if it would be the same, or cannot be read. */
int gr_recode_make(GrDb *db, int64_t first, bool lines, GrBuffer *out, GrError *error);

/* Writes what that made. In a transaction, in which no game was added or changed. As with all that writes a block, its
 * games are stale then. */
int gr_recode_put(GrDb *db, int64_t first, const GrBuffer *made, GrError *error);

#endif
