/* Headers of games with some tags alone. Internal to db/.
 */
#ifndef GR_DB_HEADERS_H
#define GR_DB_HEADERS_H

#include "db/store/internal.h"

/* Makes *game the header of a game, with no tags but those (NULL ends the list). Returns 1; 0 if the block has to
 * be asked, which says what is wrong with it, too; or GR_ERR_MEMORY. */
int gr_headers_get(GrDb *db, int64_t id, const char *const *tags, GrGame *game, GrError *error);

#endif
