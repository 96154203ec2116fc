/* Transactions. */
#include "db/store/internal.h"

static int run(GrDb *db, GrSql which, GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(&db->sql, which, &stmt, error);
    return code ? code : gr_sql_run(&db->sql, stmt, error);
}

int gr_db_begin(GrDb *db, GrError *error) {
    if (!db->writable)
        return gr_fail(error, GR_ERR_IO, "the database was opened for reading only");
    if (db->writing || db->reading)
        return gr_fail(error, GR_ERR_BUSY, "a transaction is open already");
    int code = run(db, GR_SQL_BEGIN, error);
    if (code)
        return code;
    code = gr_db_refresh(db, error);
    db->writing = true;
    db->tail = 0;
    if (code)
        gr_db_rollback(db);
    return code;
}

void gr_db_rollback(GrDb *db) {
    if (!db->writing)
        return;
    gr_db_forget(db);
    if (!sqlite3_get_autocommit(db->sql.handle)) /* some failures roll back by themselves */
        run(db, GR_SQL_ROLLBACK, NULL);
    db->writing = false;
}

int gr_db_commit(GrDb *db, GrError *error) {
    if (!db->writing)
        return 0;
    int code = gr_db_flush(db, error);
    if (!code)
        code = gr_duplicates_flush(&db->duplicates, error);
    if (!code)
        code = gr_catalog_flush(&db->catalog, error);
    if (!code)
        code = run(db, GR_SQL_COMMIT, error);
    if (code)
        gr_db_rollback(db);
    db->writing = false;
    return code;
}

bool gr_db_in_transaction(const GrDb *db) {
    return db->writing;
}

/* Transactions of a attached connection are its owner's; a statement that has not ended does as
 * well for reading. */
static int hold(GrDb *db, GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(&db->sql, GR_SQL_HOLD, &stmt, error);
    int row = code ? code : gr_sql_row(&db->sql, stmt, error);
    return row < 0 ? row : 0;
}

int gr_db_begin_read(GrDb *db, GrError *error) {
    if (db->writing || db->reading)
        return 0;
    int code = db->attached ? hold(db, error) : run(db, GR_SQL_BEGIN_READ, error);
    if (code)
        return code;
    code = gr_db_refresh(db, error);
    db->reading = true;
    if (code)
        gr_db_end_read(db);
    return code;
}

void gr_db_end_read(GrDb *db) {
    if (db->reading && db->attached)
        sqlite3_reset(db->sql.stmt[GR_SQL_HOLD]);
    else if (db->reading)
        run(db, GR_SQL_COMMIT, NULL);
    db->reading = false;
}

int gr_db_enter(GrDb *db, bool *own, GrError *error) {
    *own = !db->writing;
    return *own ? gr_db_begin(db, error) : 0;
}

int gr_db_leave(GrDb *db, bool own, int code, GrError *error) {
    if (own && !code)
        return gr_db_commit(db, error);
    bool argument = code == GR_ERR_LIMIT || code == GR_ERR_ILLEGAL || code == GR_ERR_NOT_FOUND;
    if (own || (code && !argument))
        gr_db_rollback(db);
    return code;
}
