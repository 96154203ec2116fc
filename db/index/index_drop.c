/* Taking the index out, whatever state it is in. */
#include "db/index/index.h"

#include "db/store/internal.h"
#include "db/store/schema.h"

static const char *const tables[] = {"segment", "posting", "uncovered"};

enum { TABLES = sizeof tables / sizeof *tables };

/* Without an index no game is covered. That takes no more than the number of games of each block, sound or
 * not. */
static const char all_uncovered[] =
    "INSERT INTO uncovered(first, last) SELECT first, first + min(games, 512) - 1 FROM block "
    "WHERE first > 0 AND games > 0";

static int empty_tables(GrDb *db, GrError *error) {
    int code = gr_sql_exec(db->sql.handle,
                           "DELETE FROM segment; DELETE FROM posting; DELETE FROM uncovered", error);
    return code ? code : gr_sql_exec(db->sql.handle, all_uncovered, error);
}

/* Tables whose pages cannot be read can be neither emptied nor dropped. So they are deleted from
 * the schema, without reading them, and created again. */
static int strike_off(GrDb *db, GrError *error) {
    sqlite3 *handle = db->sql.handle;
    int code = gr_sql_exec(handle, "PRAGMA writable_schema = ON;"
                                   "DELETE FROM sqlite_schema WHERE tbl_name IN "
                                   "('segment', 'posting', 'uncovered')", error);
    int reset = gr_sql_exec(handle, "PRAGMA writable_schema = RESET", code ? NULL : error);
    code = code ? code : reset;
    for (unsigned i = 0; i < TABLES && !code; i++)
        code = gr_schema_make_table(handle, tables[i], error);
    return code ? code : gr_sql_exec(handle, all_uncovered, error);
}

static int in_transaction(GrDb *db, int (*change)(GrDb *db, GrError *error), GrError *error) {
    int code = gr_db_begin(db, error);
    if (!code)
        code = change(db, error);
    db->changes++;
    if (!code)
        code = gr_db_commit(db, error);
    gr_db_rollback(db);
    return code;
}

/* The pages of the tables that were struck off are nobody's: a file without them takes the place of
 * this one. If more is damaged than the index, they stay. */
static int throw_out(GrDb *db, GrError *error) {
    GrError why;
    int code = gr_sql_vacuum(db->sql.handle, NULL, NULL, &why);
    if (!code)
        code = gr_sql_exec(db->sql.handle, "PRAGMA wal_checkpoint(TRUNCATE)", &why);
    gr_db_forget(db);
    return !code || gr_is_damage(code) ? 0 : gr_fail(error, why.code, "%s", why.text);
}

int gr_db_drop_index(GrDb *db, GrError *error) {
    GrError why;
    int code = in_transaction(db, empty_tables, &why);
    if (code != GR_ERR_DAMAGED && code != GR_ERR_IO)
        return code ? gr_fail(error, why.code, "%s", why.text) : 0;
    gr_sql_close(&db->sql);
    sqlite3_db_config(db->sql.handle, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    code = in_transaction(db, strike_off, error);
    sqlite3_db_config(db->sql.handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return code ? code : throw_out(db, error);
}
