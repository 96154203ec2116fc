/* A database over a connection that somebody else has opened: what the loadable extension reads
 * through. It sees what the connection sees (its uncommitted changes, databases in memory, whatever
 * is attached), takes no lock that the connection does not have, and changes nothing: neither the
 * database nor the connection's settings. Internal to db/. */
#ifndef GR_DB_ATTACH_H
#define GR_DB_ATTACH_H

#include <sqlite3.h>

#include "db/store/database.h"

/* Opens what the connection has attached as `schema` ("main" is its own file) for reading.
 * Returns as gr_db_open does; *db is to be closed by gr_db_close before the connection is. */
int gr_db_attach(sqlite3 *handle, const char *schema, const GrVariants *variants, GrDb **db,
                 GrError *error);

/* Finalizes all statements of the database, since a connection cannot be closed while there are
 * any; what was read stays in memory. The database can be used on. */
void gr_db_rest(GrDb *db);

#endif
