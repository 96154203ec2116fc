/* Setting right what SQLite itself keeps of our tables. */
#include "db/store/renew.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "db/store/schema.h"

/* Changes the table of tables, which only a connection may that is not defensive, and has it read anew. */
static int change_schema(GrStatements *sql, const char *text, GrError *error) {
    sqlite3 *handle = sql->handle;
    gr_sql_close(sql);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    int code = gr_sql_exec(handle, "PRAGMA writable_schema = ON", error);
    if (!code)
        code = gr_sql_exec(handle, text, error);
    int reset = gr_sql_exec(handle, "PRAGMA writable_schema = RESET", code ? NULL : error);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return code ? code : reset;
}

int gr_table_strike(GrStatements *sql, const char *table, GrError *error) {
    char text[120];
    snprintf(text, sizeof text, "DELETE FROM sqlite_schema WHERE tbl_name = '%s'", table);
    return change_schema(sql, text, error);
}

int gr_tables_renew(GrStatements *sql, const char *const *tables, size_t count, GrError *error) {
    int code = 0;
    for (size_t i = 0; i < count && !code; i++) {
        code = gr_table_strike(sql, tables[i], error);
        if (!code)
            code = gr_schema_make_table(sql->handle, tables[i], error);
    }
    return code;
}

/* Finds a text that is not as it was made: its row, and the text that it should be. *ours is NULL if there is none. */
static int find_wrong(sqlite3 *handle, sqlite3_int64 *row, const char **ours, GrError *error) {
    sqlite3_stmt *stmt = NULL;
    size_t next = 0;
    *ours = NULL;
    errno = 0;
    int result = sqlite3_prepare_v2(handle, "SELECT rowid, sql FROM main.sqlite_schema WHERE sql NOT NULL", -1, &stmt,
                                    NULL);
    while (result == SQLITE_OK && !*ours && (result = sqlite3_step(stmt)) == SQLITE_ROW) {
        const char *sql = gr_sql_text(stmt, 1), *like = gr_schema_like(sql, &next);
        *row = sqlite3_column_int64(stmt, 0);
        *ours = like && strcmp(like, sql) ? like : NULL;
        result = SQLITE_OK;
    }
    int code = result == SQLITE_OK || result == SQLITE_DONE ? 0 : gr_sql_fail(handle, result, error);
    sqlite3_finalize(stmt);
    return code;
}

/* Other connections read the schema again once its number has changed. */
static int correct_text(GrStatements *sql, sqlite3_int64 row, const char *ours, GrError *error) {
    sqlite3_int64 number;
    int code = gr_sql_number(sql->handle, "PRAGMA schema_version", &number, error);
    char *text = sqlite3_mprintf("UPDATE sqlite_schema SET sql = %Q WHERE rowid = %lld; PRAGMA schema_version = %lld",
                                 ours, row, number + 1);
    if (!code)
        code = text ? change_schema(sql, text, error) : gr_no_memory(error);
    sqlite3_free(text);
    return code;
}

int gr_tables_any_wrong_text(GrStatements *sql, bool *wrong, GrError *error) {
    const char *ours;
    sqlite3_int64 row;
    int code = find_wrong(sql->handle, &row, &ours, error);
    *wrong = ours != NULL;
    return code;
}

int gr_tables_correct_texts(GrStatements *sql, GrError *error) {
    const char *ours;
    sqlite3_int64 row;
    int code = find_wrong(sql->handle, &row, &ours, error);
    while (!code && ours) {
        code = correct_text(sql, row, ours, error);
        if (!code)
            code = find_wrong(sql->handle, &row, &ours, error);
    }
    return code;
}
