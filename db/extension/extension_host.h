/* What functions and tables of one connection own together.
 *
 * Each connection that loads the extension gets a GrHost. Statements are kept only while a function
 * or a table is at work: a connection that has statements left cannot be closed. Internal to db/. */
#ifndef GR_DB_EXTENSION_HOST_H
#define GR_DB_EXTENSION_HOST_H

#include "db/store/attach.h"

typedef struct GrHost GrHost;

/* The host of a connection, with one owner, the caller; NULL if memory ran out. */
GrHost *gr_host_make(sqlite3 *handle);

/* Begins to read what is attached as `schema`. If that succeeds, gr_host_leave ends it. */
int gr_host_enter(GrHost *host, const char *schema, GrDb **db, GrError *error);
void gr_host_leave(GrHost *host);

/* Reads `schema` from now on, until the last gr_host_leave, in place of what *db and *name say (NULL:
 * nothing yet). *name is the caller's, to be freed. */
int gr_host_change(GrHost *host, const char *schema, GrDb **db, char **name, GrError *error);

/* Game `id` of a database that gr_host_enter gave, kept until another one is asked for. Returns as
 * gr_db_get_game. */
int gr_host_game(GrHost *host, GrDb *db, int64_t id, const GrGame **game, GrError *error);

/* What SQLite reports of an error. */
int gr_host_result(const GrError *error);

sqlite3 *gr_host_handle(const GrHost *host);

/* A table, and connecting and disconnecting it as SQLite wants it; with what else its module keeps
 * for it. */
typedef struct GrHostTable {
    sqlite3_vtab base;
    GrHost *host;
    const void *kind;
} GrHostTable;
int gr_host_connect(GrHost *host, const char *declaration, const void *kind, sqlite3_vtab **made);
int gr_host_disconnect(sqlite3_vtab *table);

/* For the functions and tables that own it; gr_host_drop is a destructor as SQLite wants it. */
GrHost *gr_host_keep(GrHost *host);
void gr_host_drop(void *host);

#endif
