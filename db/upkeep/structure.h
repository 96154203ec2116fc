/* SQLite's own checks of a file. Internal to db/. */
#ifndef GR_DB_STRUCTURE_H
#define GR_DB_STRUCTURE_H

#include "db/store/database.h"

/* Reports damaged pages, records that cannot be, and missing parents, and goes on: returns 0 then. An error of the disk
 * is none of them: GR_ERR_IO. `error` is not NULL. */
int gr_structure_check(GrDb *db, void (*fault)(void *context, const char *text), void *context, GrError *error);

#endif
