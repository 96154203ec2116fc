/* Taking the index out, whatever state it is in. */
#include "db/index/index.h"

#include "db/store/internal.h"
#include "db/store/renew.h"

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

/* Tables whose pages cannot be read. */
static int strike_off(GrDb *db, GrError *error) {
    int code = gr_tables_renew(&db->sql, tables, TABLES, error);
    return code ? code : gr_sql_exec(db->sql.handle, all_uncovered, error);
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
    code = in_transaction(db, strike_off, error);
    return code ? code : throw_out(db, error);
}
