/* The loadable SQLite extension. Manual: grimoire-sql(7). Internal to db/. */
#ifndef GR_DB_EXTENSION_H
#define GR_DB_EXTENSION_H

#include "db/store/sqlite.h"

/* The entry that SQLite looks for in grimoire.so; it can also be called by a program that is linked
 * with the library, and then `api` may be NULL. */
int sqlite3_grimoire_init(sqlite3 *handle, char **message, const sqlite3_api_routines *api);

#endif
