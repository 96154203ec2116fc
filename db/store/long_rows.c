/* Rows that share pages of the file: a crafted one may let thousands of rows each point to the same
 * long chain of pages, so that reading them all would take the square of its size. */
#include "db/store/long_rows.h"

#include "db/store/internal.h"

static int one_number(GrDb *db, GrSql which, uint64_t *number, GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(&db->sql, which, &stmt, error);
    *number = 0;
    if (code)
        return code;
    int row = gr_sql_row(&db->sql, stmt, error);
    *number = row > 0 ? (uint64_t)sqlite3_column_int64(stmt, 0) : 0;
    sqlite3_reset(stmt);
    return row < 0 ? row : 0;
}

/* How large the file is now: what we write makes it grow. */
static int weigh_file(GrDb *db, uint64_t *bytes, GrError *error) {
    uint64_t pages, page_size = 0;
    int code = one_number(db, GR_SQL_PAGES, &pages, error);
    if (!code)
        code = one_number(db, GR_SQL_PAGE_SIZE, &page_size, error);
    *bytes = pages * page_size;
    return code;
}

int gr_db_may_read(GrDb *db, GrLongTable table, int64_t key, GrError *error) {
    GrLongRows *rows = &db->rows[table];
    if (key <= rows->last)
        rows->read = 0;
    rows->last = key;
    if (!rows->shared && rows->read > rows->most) {
        int code = weigh_file(db, &rows->most, error);
        if (code)
            return code;
        rows->shared = rows->read > rows->most;
    }
    return !rows->shared ? 0 : gr_fail(error, GR_ERR_DAMAGED,
                                       "the rows before come to more than the file");
}

int gr_db_long_blob(GrDb *db, GrLongTable table, int64_t key, sqlite3_stmt *stmt, int column,
                    GrInput *blob, GrError *error) {
    size_t len = 0;
    int code = gr_db_may_read(db, table, key, error);
    const void *bytes = code ? "" : gr_sql_blob(stmt, column, &len);
    db->rows[table].read += len;
    *blob = gr_input(bytes, len);
    return code;
}
