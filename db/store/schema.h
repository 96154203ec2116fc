/* The tables of a database. Internal to db/. */
#ifndef GR_DB_SCHEMA_H
#define GR_DB_SCHEMA_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

#include "rules/error.h"

enum {
    GR_APPLICATION_ID = 0x47724462, /* "GrDb" */
    GR_FORMAT = 1 /* the version of the tables, SQLite's user_version */
};

/* Checks that the file is a database of ours that this program can use (by its header, and by the
 * text of its tables, triggers and indexes, some of which may be missing); with `create`, an empty
 * file gets the tables, in a transaction of its own; with `write`, the file gets a write-ahead log.
 * GR_ERR_FOREIGN if it cannot be used. */
int gr_schema_prepare(sqlite3 *handle, bool write, bool create, GrError *error);

/* Is there a table for the journal of changes? 1, 0 or a code. Databases get it with their first change of a game. */
int gr_schema_has_journal(sqlite3 *handle, GrError *error);
int gr_schema_make_journal(sqlite3 *handle, GrError *error);

/* Creates one of the tables, which is missing, and its triggers; the journal has its own function. */
int gr_schema_make_table(sqlite3 *handle, const char *table, GrError *error);

/* Which of the statements that make tables and triggers a text of the schema is, but for one byte at most; NULL if
 * none. They mostly come in their order: *next, at first 0, is where to look first, and then the one behind it. */
const char *gr_schema_like(const char *sql, size_t *next);

/* Checks the same of what a connection has attached as `schema`. */
int gr_schema_check(sqlite3 *handle, const char *schema, GrError *error);

#endif
