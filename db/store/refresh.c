/* Keeping what is in memory in step with the file. */
#include <string.h>

#include "db/store/definitions.h"
#include "db/store/internal.h"
#include "db/store/schema.h"

void gr_db_forget(GrDb *db) {
    gr_catalog_free(&db->catalog);
    gr_duplicates_free(&db->duplicates);
    db->changes++;
    gr_block_clear(&db->work, 0);
    gr_block_clear(&db->peek, 0);
    db->unread = 0;
    memset(db->rows, 0, sizeof db->rows);
    db->dirty = false;
    db->loaded = false;
}

/* A number that changes when another connection has written: SQLite's data_version. Over a attached
 * connection its owner may have written, too. */
static int state_of(GrDb *db, int64_t *state, GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(&db->sql, GR_SQL_VERSION, &stmt, error);
    if (code)
        return code;
    int row = gr_sql_row(&db->sql, stmt, error);
    *state = row > 0 ? sqlite3_column_int64(stmt, 0) : 0;
    sqlite3_reset(stmt);
    if (db->attached) {
        bool changing = sqlite3_txn_state(db->sql.handle, db->sql.schema) == SQLITE_TXN_WRITE;
        *state = *state << 33 | (int64_t)(uint32_t)sqlite3_total_changes(db->sql.handle) << 1 |
                 changing;
    }
    return row < 0 ? row : 0;
}

/* How many numbers of games a file of this size can have. */
static int count_numbers(GrDb *db, GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(&db->sql, GR_SQL_PAGES, &stmt, error);
    int row = code ? code : gr_sql_row(&db->sql, stmt, error);
    db->most = row > 0 ? sqlite3_column_int64(stmt, 0) * GR_PAGE_GAMES : 0;
    sqlite3_reset(stmt);
    return row < 0 ? row : 0;
}

int gr_db_refresh(GrDb *db, GrError *error) {
    int64_t version;
    if (db->loaded && (db->writing || (db->reading && !db->attached)))
        return 0; /* nobody else can write, or what they write is not seen */
    int code = state_of(db, &version, error);
    if (code || (db->loaded && version == db->version))
        return code;
    gr_db_forget(db);
    code = count_numbers(db, error);
    if (!code)
        code = gr_catalog_load(&db->catalog, &db->sql, error);
    if (!code)
        code = gr_definitions_load(db, error);
    db->loaded = !code;
    db->version = version;
    return code;
}
