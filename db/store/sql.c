/* Prepared statements. */
#include "db/store/sql.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

/* `@` stands for the schema that the database is attached as. */
static const char *const sql_text[GR_SQL_COUNT] = {
    [GR_SQL_BEGIN] = "BEGIN IMMEDIATE",
    [GR_SQL_BEGIN_READ] = "BEGIN",
    [GR_SQL_COMMIT] = "COMMIT",
    [GR_SQL_ROLLBACK] = "ROLLBACK",
    [GR_SQL_HOLD] = "SELECT 1 FROM @sqlite_schema",
    [GR_SQL_VERSION] = "PRAGMA @data_version",
    [GR_SQL_PAGES] = "PRAGMA @page_count",
    [GR_SQL_PAGE_SIZE] = "PRAGMA @page_size",
    [GR_SQL_LAST_BLOCK] = "SELECT first, games, head FROM @block WHERE first > 0 AND first <= ?1 "
                          "ORDER BY first DESC LIMIT 1",
    [GR_SQL_FIND_BLOCK] = "SELECT first FROM @block WHERE first >= ?1 AND first <= ?2 "
                          "ORDER BY first DESC LIMIT 1",
    [GR_SQL_NEXT_BLOCK] = "SELECT first FROM @block WHERE first >= ?1 AND first <= ?2 "
                          "ORDER BY first LIMIT 1",
    [GR_SQL_BLOCKS_FROM] = "SELECT 1 FROM @block WHERE first >= ?1 LIMIT 1",
    [GR_SQL_ALL_BLOCKS] = "SELECT first, games, head FROM @block ORDER BY first",
    [GR_SQL_GET_HEAD] = "SELECT games, head FROM @block WHERE first = ?1",
    [GR_SQL_GET_BLOCK] = "SELECT games, plies, head, moves, texts FROM @block WHERE first = ?1",
    [GR_SQL_PUT_BLOCK] = "INSERT OR REPLACE INTO @block(first, games, plies, head, moves, texts) "
                         "VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [GR_SQL_DELETE_BLOCKS] = "DELETE FROM @block WHERE first > ?1 AND first < ?2",
    [GR_SQL_VARIANTS] = "SELECT id, name FROM @variant ORDER BY id",
    [GR_SQL_ADD_VARIANT] = "INSERT INTO @variant(id, name) VALUES(?1, ?2)",
    [GR_SQL_DICTIONARIES] = "SELECT id, name, names, uses FROM @dictionary ORDER BY id",
    [GR_SQL_PUT_DICTIONARY] = "INSERT INTO @dictionary(id, name, names, uses)"
                              " VALUES(?1, ?2, ?3, ?4)"
                              " ON CONFLICT(id) DO UPDATE SET names = ?3, uses = ?4",
    [GR_SQL_TAGS] = "SELECT id, name, dictionary FROM @tag ORDER BY id",
    [GR_SQL_ADD_TAG] = "INSERT INTO @tag(id, name, dictionary) VALUES(?1, ?2, ?3)",
    [GR_SQL_SHAPES] = "SELECT id, tags FROM @shape ORDER BY id",
    [GR_SQL_ADD_SHAPE] = "INSERT INTO @shape(id, tags) VALUES(?1, ?2)",
    [GR_SQL_JUDGES] = "SELECT id, engine || char(10) || options, kind, amount, lines, positions "
                      "FROM @judge ORDER BY id",
    [GR_SQL_PUT_JUDGE] = "INSERT INTO @judge(id, engine, options, kind, amount, lines, positions) "
                         "VALUES(?1, substr(?2, 1, instr(?2, char(10)) - 1), "
                         "substr(?2, instr(?2, char(10)) + 1), ?3, ?4, ?5, ?6) "
                         "ON CONFLICT(id) DO UPDATE SET positions = ?6",
    /* What is too large cannot be true, and is not read. */
    [GR_SQL_FIND_EVALS] = "SELECT place, CASE WHEN length(verdicts) <= 65536 THEN verdicts END "
                          "FROM @evaluation "
                          "WHERE place <= ?1 AND place >= ?2 ORDER BY place DESC LIMIT 1",
    [GR_SQL_NEXT_EVALS] = "SELECT place FROM @evaluation WHERE place >= ?1 AND place <= ?2 "
                          "ORDER BY place LIMIT 1",
    [GR_SQL_GET_EVALS] = "SELECT CASE WHEN length(verdicts) <= 65536 THEN verdicts END "
                         "FROM @evaluation WHERE place = ?1",
    [GR_SQL_PUT_EVALS] = "INSERT OR REPLACE INTO @evaluation(place, verdicts) VALUES(?1, ?2)",
    [GR_SQL_DROP_EVALS] = "DELETE FROM @evaluation WHERE place = ?1",
    [GR_SQL_DROP_FALSE_EVALS] = "DELETE FROM @evaluation WHERE place < 1",
    [GR_SQL_NAMES] = "SELECT page, dictionary, texts FROM @name "
                     "WHERE page >= ?1 AND page < ?2 ORDER BY page",
    [GR_SQL_PUT_NAMES] = "INSERT OR REPLACE INTO @name(page, dictionary, texts) VALUES(?1, ?2, ?3)",
    [GR_SQL_GET_BACKUP] = "SELECT copy FROM @backup WHERE part = ?1",
    [GR_SQL_PUT_BACKUP] = "INSERT OR REPLACE INTO @backup(part, copy) VALUES(?1, ?2)",
    [GR_SQL_GET_META] = "SELECT value FROM @meta WHERE key = ?1",
    [GR_SQL_PUT_META] = "INSERT OR REPLACE INTO @meta(key, value) VALUES(?1, ?2)",
    [GR_SQL_DROP_META] = "DELETE FROM @meta WHERE key = ?1",
    /* What is too large cannot be true, and is not read. */
    [GR_SQL_DEFINITIONS] = "SELECT CASE WHEN length(value) <= 65536 THEN value END FROM @meta "
                           "WHERE typeof(value) = 'blob' ORDER BY key",
    [GR_SQL_GET_DUPLICATES] = "SELECT entries FROM @fingerprint WHERE bucket = ?1",
    [GR_SQL_PUT_DUPLICATES] = "INSERT OR REPLACE INTO @fingerprint(bucket, entries) "
                               "VALUES(?1, ?2)",
    [GR_SQL_ALL_DUPLICATES] = "SELECT bucket, entries FROM @fingerprint "
                               "WHERE bucket >= ?1 AND bucket < ?2 ORDER BY bucket",
    [GR_SQL_DROP_DUPLICATES] = "DELETE FROM @fingerprint WHERE bucket < ?1",
    [GR_SQL_ANY_SEGMENT] = "SELECT exists(SELECT 1 FROM @segment)",
    [GR_SQL_UNCOVERED] = "SELECT first, last, checksum = 3 * first + 5 * last FROM @uncovered ORDER BY first",
    [GR_SQL_ADD_UNCOVERED] = "INSERT INTO @uncovered(first, last) VALUES(?1, ?2) "
                             "ON CONFLICT DO UPDATE SET last = max(last, ?2)",
    [GR_SQL_DROP_UNCOVERED] = "DELETE FROM @uncovered",
    [GR_SQL_SEGMENTS] = "SELECT id, first_chunk, last_chunk, bits, postings, checksum = 3 * id + "
                        "5 * first_chunk + 7 * last_chunk + 11 * bits + 13 * postings "
                        "FROM @segment ORDER BY id",
    [GR_SQL_ADD_SEGMENT] = "INSERT INTO @segment(first_chunk, last_chunk, bits, postings) "
                           "VALUES(?1, ?2, ?3, ?4)",
    [GR_SQL_DROP_SEGMENT] = "DELETE FROM @segment WHERE id = ?1",
    [GR_SQL_DROP_FALSE_SEGMENTS] = "DELETE FROM @segment WHERE checksum <> 3 * id + 5 * first_chunk + "
                                   "7 * last_chunk + 11 * bits + 13 * postings "
                                   "OR id < 1 OR id > ?1 OR first_chunk < 0 OR last_chunk < first_chunk OR "
                                   "last_chunk > ?2 OR bits < 0 OR bits > 24 OR postings < 0",
    [GR_SQL_DROP_SEGMENTS] = "DELETE FROM @segment",
    [GR_SQL_GET_POSTING] = "SELECT groups FROM @posting WHERE bucket = ?1",
    [GR_SQL_PUT_POSTING] = "INSERT OR REPLACE INTO @posting(bucket, groups) VALUES(?1, ?2)",
    [GR_SQL_DROP_POSTINGS] = "DELETE FROM @posting WHERE bucket >= ?1 AND bucket < ?2",
    [GR_SQL_GET_SIGNATURE] = "SELECT games FROM @signature WHERE first = ?1",
    [GR_SQL_PUT_SIGNATURE] = "INSERT OR REPLACE INTO @signature(first, games) VALUES(?1, ?2)",
    [GR_SQL_DROP_SIGNATURES] = "DELETE FROM @signature",
    [GR_SQL_SIGNATURES_FROM] = "SELECT 1 FROM @signature WHERE first >= ?1 LIMIT 1",
    [GR_SQL_ALL_SIGNATURES] = "SELECT first, games FROM @signature ORDER BY first",
    [GR_SQL_ALL_POSTINGS] = "SELECT bucket, groups FROM @posting ORDER BY bucket",
    [GR_SQL_JOURNAL] = "SELECT id, change, kind, time, game, games, length(restores), checksum = 3 * id + 5 * change + "
                       "7 * kind + 11 * time + 13 * game + 17 * games FROM @journal ORDER BY id",
    [GR_SQL_GET_JOURNAL] = "SELECT restores FROM @journal WHERE id = ?1",
    [GR_SQL_PUT_JOURNAL] = "INSERT INTO @journal(id, change, kind, time, game, games, restores) "
                           "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [GR_SQL_DROP_JOURNAL] = "DELETE FROM @journal WHERE id >= ?1 AND id <= ?2",
};

static int prepare(GrStatements *sql, GrSql which) {
    const char *text = sql_text[which], *at = strchr(text, '@');
    char *whole = at ? sqlite3_mprintf("%.*s\"%w\".%s", (int)(at - text), text,
                                       sql->schema ? sql->schema : "main", at + 1)
                     : NULL;
    if (at && !whole)
        return SQLITE_NOMEM;
    int result = sqlite3_prepare_v3(sql->handle, at ? whole : text, -1, SQLITE_PREPARE_PERSISTENT,
                                    &sql->stmt[which], NULL);
    sqlite3_free(whole);
    return result;
}

int gr_sql(GrStatements *sql, GrSql which, sqlite3_stmt **stmt, GrError *error) {
    *stmt = NULL;
    errno = 0;
    int result = sql->stmt[which] ? SQLITE_OK : prepare(sql, which);
    if (result != SQLITE_OK)
        return gr_sql_fail(sql->handle, result, error);
    *stmt = sql->stmt[which];
    return 0;
}

int gr_sql_row(GrStatements *sql, sqlite3_stmt *stmt, GrError *error) {
    errno = 0;
    int result = sqlite3_step(stmt);
    if (result == SQLITE_ROW)
        return 1;
    int code = result == SQLITE_DONE ? 0 : gr_sql_fail(sql->handle, result, error);
    sqlite3_reset(stmt);
    return code;
}

int gr_sql_next(GrStatements *sql, sqlite3_stmt *stmt, int64_t *number, GrError *error) {
    int row = gr_sql_row(sql, stmt, error);
    int64_t last = *number;
    if (row <= 0)
        return row;
    *number = sqlite3_column_int64(stmt, 0);
    if (*number > last)
        return 1;
    sqlite3_reset(stmt);
    return gr_fail(error, GR_ERR_DAMAGED,
                   "the database is damaged: rows of a table are there twice");
}

int gr_sql_find(GrStatements *sql, GrSql which, int64_t number, sqlite3_stmt **stmt,
                GrError *error) {
    *stmt = NULL;
    int code = gr_sql(sql, which, stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(*stmt, 1, number);
    return gr_sql_row(sql, *stmt, error);
}

int gr_sql_run(GrStatements *sql, sqlite3_stmt *stmt, GrError *error) {
    int row = gr_sql_row(sql, stmt, error);
    sqlite3_reset(stmt);
    sqlite3_clear_bindings(stmt); /* they may point to what is gone by the next use */
    return row < 0 ? row : 0;
}

int gr_sql_run_with(GrStatements *sql, GrSql which, const int64_t *parameter, int count,
                    GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(sql, which, &stmt, error);
    for (int i = 0; i < count && !code; i++)
        sqlite3_bind_int64(stmt, i + 1, parameter[i]);
    return code ? code : gr_sql_run(sql, stmt, error);
}

int gr_sql_run_range(GrStatements *sql, GrSql which, int64_t first, int64_t last, GrError *error) {
    return first > last ? 0 : gr_sql_run_with(sql, which, (int64_t[]){first, last}, 2, error);
}

int gr_sql_put(GrStatements *sql, GrSql which, int64_t number, const GrBuffer *bytes, GrError *error) {
    sqlite3_stmt *stmt;
    if (bytes->failed)
        return gr_no_memory(error);
    int code = gr_sql(sql, which, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, number);
    sqlite3_bind_blob64(stmt, 2, bytes->data ? bytes->data : "", bytes->len, SQLITE_STATIC); /* NULL would be no blob */
    return gr_sql_run(sql, stmt, error);
}

int gr_sql_exec(sqlite3 *handle, const char *text, GrError *error) {
    errno = 0;
    int result = sqlite3_exec(handle, text, NULL, NULL, NULL);
    return result == SQLITE_OK ? 0 : gr_sql_fail(handle, result, error);
}

typedef struct Asker {
    bool (*stop)(void *context);
    void *context;
    int64_t left; /* so often it may still ask */
} Asker;

static int ask(void *context) {
    Asker *asker = context;
    return --asker->left < 0 || (asker->stop && asker->stop(asker->context));
}

static int exec_asking(sqlite3 *handle, const char *text, Asker *asker, GrError *error) {
    enum { STEPS = 10000 }; /* of SQLite's machine, between two questions */
    sqlite3_progress_handler(handle, STEPS, ask, asker);
    int code = gr_sql_exec(handle, text, error);
    sqlite3_progress_handler(handle, 0, NULL, NULL);
    return code;
}

int gr_sql_exec_long(sqlite3 *handle, const char *text, bool (*stop)(void *context), void *context,
                     GrError *error) {
    Asker asker = {stop, context, INT64_MAX};
    return exec_asking(handle, text, &asker, error);
}

/* A page has hundreds of rows at most, and a row takes some ten steps. */
int gr_sql_vacuum(sqlite3 *handle, bool (*stop)(void *context), void *context, GrError *error) {
    sqlite3_int64 pages;
    int code = gr_sql_number(handle, "PRAGMA page_count", &pages, error);
    if (code)
        return code;
    Asker asker = {stop, context, 1000 + pages};
    code = exec_asking(handle, "VACUUM", &asker, error);
    return asker.left >= 0 ? code : gr_fail(error, GR_ERR_DAMAGED, "the database is damaged: "
                                            "a table has no end");
}

int gr_sql_number(sqlite3 *handle, const char *text, sqlite3_int64 *value, GrError *error) {
    sqlite3_stmt *stmt;
    *value = 0;
    errno = 0;
    int result = sqlite3_prepare_v2(handle, text, -1, &stmt, NULL);
    if (result != SQLITE_OK)
        return gr_sql_fail(handle, result, error);
    result = sqlite3_step(stmt);
    if (result == SQLITE_ROW)
        *value = sqlite3_column_int64(stmt, 0);
    int code = result == SQLITE_ROW || result == SQLITE_DONE ? 0
                                                             : gr_sql_fail(handle, result, error);
    sqlite3_finalize(stmt);
    return code;
}

const void *gr_sql_blob(sqlite3_stmt *stmt, int column, size_t *len) {
    const void *blob = sqlite3_column_blob(stmt, column);
    *len = blob ? (size_t)sqlite3_column_bytes(stmt, column) : 0;
    return blob ? blob : "";
}

const char *gr_sql_text(sqlite3_stmt *stmt, int column) {
    const unsigned char *text = sqlite3_column_text(stmt, column);
    return text ? (const char *)text : "";
}

void gr_sql_close(GrStatements *sql) {
    for (int i = 0; i < GR_SQL_COUNT; i++) {
        sqlite3_finalize(sql->stmt[i]);
        sql->stmt[i] = NULL;
    }
}
