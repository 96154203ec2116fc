/* Taking the index out, whatever state it is in. */
#include "db/index/index.h"

#include "db/index/recoding.h"
#include "db/store/internal.h"
#include "db/store/schema.h"

static const char *const tables[] = {"replay", "bare", "segment", "posting", "stale"};

enum { TABLES = sizeof tables / sizeof *tables };

/* What has no index is stale. That takes no more than the number of games of each block, sound or
 * not. */
static const char all_stale[] =
    "INSERT INTO stale(first, last) SELECT first, first + min(games, 512) - 1 FROM block "
    "WHERE first > 0 AND games > 0";

static int empty_tables(GrDb *db, GrError *error) {
    int code = gr_sql_exec(db->sql.handle,
                           "DELETE FROM replay; DELETE FROM bare; DELETE FROM segment;"
                           "DELETE FROM posting; DELETE FROM stale", error);
    return code ? code : gr_sql_exec(db->sql.handle, all_stale, error);
}

/* Tables whose pages cannot be read can be neither emptied nor dropped. So they are deleted from
 * the schema, without reading them, and created again. */
static int strike_off(GrDb *db, GrError *error) {
    sqlite3 *handle = db->sql.handle;
    int code = gr_sql_exec(handle, "PRAGMA writable_schema = ON;"
                                   "DELETE FROM sqlite_schema WHERE tbl_name IN "
                                   "('replay', 'bare', 'segment', 'posting', 'stale')", error);
    int reset = gr_sql_exec(handle, "PRAGMA writable_schema = RESET", code ? NULL : error);
    code = code ? code : reset;
    for (unsigned i = 0; i < TABLES && !code; i++)
        code = gr_schema_make_table(handle, tables[i], error);
    return code ? code : gr_sql_exec(handle, all_stale, error);
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

static int drop_tables(GrDb *db, GrError *error) {
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

/* Lines are for the index; games can be read with and without one, whichever way they are coded. What is
 * damaged stays as it is. */
int gr_db_drop_index(GrDb *db, int jobs, const GrWork *work, GrError *error) {
    GrError why;
    int code = drop_tables(db, error);
    if (code)
        return code;
    code = gr_index_recode(db, false, jobs, work, &why);
    return !code || gr_is_damage(code) ? 0 : gr_fail(error, why.code, "%s", why.text);
}
