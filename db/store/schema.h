/* The tables of a database, and how older ones become newer ones. Internal to db/. */
#ifndef GR_DB_SCHEMA_H
#define GR_DB_SCHEMA_H

#include <stdbool.h>

#include "db/store/sqlite.h"
#include "rules/error.h"

enum {
    GR_APPLICATION_ID = 0x47724462, /* "GrDb" */
    GR_SCHEMA_VERSION = 4,
    GR_SCHEMA_READABLE = 1 /* older ones can be read as they are, down to this */
};

/* Looks whether the file is a database of ours that this program can use (by its header, and by the
 * text of its tables, triggers and indexes, some of which may be missing), and makes it one: with
 * `create`, an empty file gets the tables; with `write`, an older version is migrated, in a
 * transaction of its own. GR_ERR_FOREIGN if it cannot be used. */
int gr_schema_prepare(sqlite3 *handle, bool write, bool create, GrError *error);

/* Makes one of the tables, which is not there, as a database of the newest version has it; not what
 * hangs on it. */
int gr_schema_make_table(sqlite3 *handle, const char *table, GrError *error);

/* Looks whether what a connection has attached as `schema` is a database of ours that can be
 * read as it is. Returns as gr_schema_prepare. */
int gr_schema_check(sqlite3 *handle, const char *schema, GrError *error);

#endif
