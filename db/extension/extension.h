/* The loadable SQLite extension. Manual: grimoire-sql(7). Internal to db/. */
#ifndef GR_DB_EXTENSION_H
#define GR_DB_EXTENSION_H

#include <sqlite3.h>

/* The entry that SQLite looks for in grimoire.so (loaded.c); it can also be called by a program that is linked with the
 * library (linked.c), and then `api` may be NULL. */
int sqlite3_grimoire_init(sqlite3 *handle, char **message, const sqlite3_api_routines *api);

/* Adds the functions and tables to a connection; returns what SQLite said. *message is allocated by SQLite. */
int gr_extension_start(sqlite3 *handle, char **message);

#endif
