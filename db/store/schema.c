/* The tables of the file. */
#include "db/store/schema.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "db/store/sql.h"

/* Writing to a table of the catalog deletes its backup. */
#define BACKUP_TRIGGERS(table, part)                                                              \
    "CREATE TRIGGER " table "_added AFTER INSERT ON " table " BEGIN"                             \
    "  DELETE FROM backup WHERE part = " part ";"                                                 \
    "END",                                                                                       \
    "CREATE TRIGGER " table "_changed AFTER UPDATE ON " table " BEGIN"                           \
    "  DELETE FROM backup WHERE part = " part ";"                                                 \
    "END",                                                                                       \
    "CREATE TRIGGER " table "_deleted AFTER DELETE ON " table " BEGIN"                           \
    "  DELETE FROM backup WHERE part = " part ";"                                                 \
    "END"

/* The tables of format 1, and what keeps them true. Writing a block, by this program or another,
 * makes its games uncovered, so that their postings are not trusted, and deletes its
 * signatures. Writing a table of the catalog deletes its backup. A row of uncovered or segment
 * with a wrong number does not agree with its checksum.
 *
 * Format 1 is frozen (grimoire-format(5)): a change of these tables is a new format, and databases
 * of this one stay readable. */
static const char *const statement[] = {
    "CREATE TABLE meta("
    "  key TEXT NOT NULL PRIMARY KEY,"
    "  value ANY"
    ") STRICT, WITHOUT ROWID",
    "CREATE TABLE variant("
    "  id INTEGER PRIMARY KEY,"
    "  name TEXT NOT NULL UNIQUE"
    ") STRICT",
    "CREATE TABLE dictionary("
    "  id INTEGER PRIMARY KEY,"
    "  name TEXT NOT NULL UNIQUE,"
    "  names INTEGER NOT NULL CHECK(names >= 0),"
    "  uses INTEGER NOT NULL CHECK(uses >= 0)"
    ") STRICT",
    "CREATE TABLE name("
    "  page INTEGER PRIMARY KEY,"
    "  dictionary INTEGER NOT NULL REFERENCES dictionary(id),"
    "  texts BLOB NOT NULL"
    ") STRICT",
    "CREATE TABLE tag("
    "  id INTEGER PRIMARY KEY,"
    "  name TEXT NOT NULL UNIQUE,"
    "  dictionary INTEGER NOT NULL REFERENCES dictionary(id)"
    ") STRICT",
    "CREATE TABLE shape("
    "  id INTEGER PRIMARY KEY,"
    "  tags BLOB NOT NULL"
    ") STRICT",
    "CREATE TABLE backup("
    "  part INTEGER PRIMARY KEY,"
    "  copy BLOB NOT NULL"
    ") STRICT",
    "CREATE TABLE block("
    "  first INTEGER PRIMARY KEY CHECK(first > 0),"
    "  games INTEGER NOT NULL CHECK(games > 0),"
    "  plies INTEGER NOT NULL,"
    "  head BLOB NOT NULL,"
    "  moves BLOB NOT NULL,"
    "  texts BLOB NOT NULL"
    ") STRICT",
    "CREATE TABLE fingerprint("
    "  bucket INTEGER PRIMARY KEY,"
    "  entries BLOB NOT NULL"
    ") STRICT",
    "CREATE TABLE signature("
    "  first INTEGER PRIMARY KEY,"
    "  games BLOB NOT NULL"
    ") STRICT",
    "CREATE TABLE segment("
    "  id INTEGER PRIMARY KEY,"
    "  first_chunk INTEGER NOT NULL,"
    "  last_chunk INTEGER NOT NULL CHECK(last_chunk >= first_chunk),"
    "  bits INTEGER NOT NULL CHECK(bits BETWEEN 0 AND 24),"
    "  postings INTEGER NOT NULL CHECK(postings >= 0),"
    "  checksum INTEGER NOT NULL AS (3 * id + 5 * first_chunk + 7 * last_chunk + 11 * bits +"
    "    13 * postings) STORED"
    ") STRICT",
    "CREATE TABLE posting("
    "  bucket INTEGER PRIMARY KEY,"
    "  groups BLOB NOT NULL"
    ") STRICT",
    "CREATE TABLE uncovered("
    "  first INTEGER PRIMARY KEY,"
    "  last INTEGER NOT NULL CHECK(last >= first),"
    "  checksum INTEGER NOT NULL AS (3 * first + 5 * last) STORED"
    ") STRICT",
    "CREATE TRIGGER block_added BEFORE INSERT ON block BEGIN"
    "  INSERT OR REPLACE INTO uncovered SELECT new.first, max(new.first + new.games - 1,"
    "    coalesce((SELECT last FROM uncovered WHERE first = new.first), 0),"
    "    coalesce((SELECT first + games - 1 FROM block WHERE first = new.first), 0));"
    "  DELETE FROM signature WHERE first = new.first;"
    "END",
    "CREATE TRIGGER block_changed AFTER UPDATE ON block BEGIN"
    "  INSERT OR REPLACE INTO uncovered SELECT old.first, max(old.first + old.games - 1,"
    "    coalesce((SELECT last FROM uncovered WHERE first = old.first), 0));"
    "  INSERT OR REPLACE INTO uncovered SELECT new.first, max(new.first + new.games - 1,"
    "    coalesce((SELECT last FROM uncovered WHERE first = new.first), 0));"
    "  DELETE FROM signature WHERE first IN (old.first, new.first);"
    "END",
    "CREATE TRIGGER block_deleted AFTER DELETE ON block BEGIN"
    "  INSERT OR REPLACE INTO uncovered SELECT old.first, max(old.first + old.games - 1,"
    "    coalesce((SELECT last FROM uncovered WHERE first = old.first), 0));"
    "  DELETE FROM signature WHERE first = old.first;"
    "END",
    BACKUP_TRIGGERS("variant", "1"),
    BACKUP_TRIGGERS("dictionary", "2"),
    BACKUP_TRIGGERS("tag", "3"),
    BACKUP_TRIGGERS("shape", "4"),
    "CREATE TABLE judge("
    "  id INTEGER PRIMARY KEY,"
    "  engine TEXT NOT NULL,"
    "  options TEXT NOT NULL,"
    "  kind INTEGER NOT NULL CHECK(kind BETWEEN 0 AND 3),"
    "  amount INTEGER NOT NULL CHECK(amount >= 0),"
    "  lines INTEGER NOT NULL CHECK(lines > 0),"
    "  positions INTEGER NOT NULL CHECK(positions >= 0)"
    ") STRICT",
    "CREATE TABLE evaluation("
    "  place INTEGER PRIMARY KEY CHECK(place > 0),"
    "  verdicts BLOB NOT NULL"
    ") STRICT",
    BACKUP_TRIGGERS("judge", "5"),
};

enum { STATEMENTS = sizeof statement / sizeof *statement };

/* Made when the first change of a game is noted; nothing is amiss where it is missing. */
static const char journal[] =
    "CREATE TABLE journal("
    "  id INTEGER PRIMARY KEY,"
    "  change INTEGER NOT NULL,"
    "  kind INTEGER NOT NULL,"
    "  time INTEGER NOT NULL,"
    "  game INTEGER NOT NULL,"
    "  games INTEGER NOT NULL CHECK(games > 0),"
    "  restores BLOB NOT NULL,"
    "  checksum INTEGER NOT NULL AS (3 * id + 5 * change + 7 * kind + 11 * time + 13 * game +"
    "    17 * games) STORED"
    ") STRICT";

static int make_tables(sqlite3 *handle, GrError *error) {
    char pragma[100];
    sqlite3_int64 version;
    /* Another program may have been first. */
    int code = gr_sql_number(handle, "PRAGMA user_version", &version, error);
    for (size_t i = 0; i < STATEMENTS && !code && version == 0; i++)
        code = gr_sql_exec(handle, statement[i], error);
    snprintf(pragma, sizeof pragma, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             GR_APPLICATION_ID, GR_FORMAT);
    return code || version ? code : gr_sql_exec(handle, pragma, error);
}

static int in_transaction(sqlite3 *handle, int (*change)(sqlite3 *handle, GrError *error),
                          GrError *error) {
    int code = gr_sql_exec(handle, "BEGIN IMMEDIATE", error);
    if (code)
        return code;
    code = change(handle, error);
    if (!code)
        code = gr_sql_exec(handle, "COMMIT", error);
    if (code)
        sqlite3_exec(handle, "ROLLBACK", NULL, NULL, NULL);
    return code;
}

int gr_schema_has_journal(sqlite3 *handle, GrError *error) {
    sqlite3_int64 tables;
    int code = gr_sql_number(handle, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'journal'",
                             &tables, error);
    return code ? code : tables > 0;
}

int gr_schema_make_journal(sqlite3 *handle, GrError *error) {
    int has = gr_schema_has_journal(handle, error);
    return has ? (has < 0 ? has : 0) : gr_sql_exec(handle, journal, error);
}

int gr_schema_make_table(sqlite3 *handle, const char *table, GrError *error) {
    char start[60], trigger[60];
    size_t made = 0;
    int code = 0, len = snprintf(start, sizeof start, "CREATE TABLE %s(", table);
    int trigger_len = snprintf(trigger, sizeof trigger, "CREATE TRIGGER %s_", table);
    for (size_t i = 0; i < STATEMENTS && !code; i++) {
        if (strncmp(statement[i], start, (size_t)len) && strncmp(statement[i], trigger, (size_t)trigger_len))
            continue;
        code = gr_sql_exec(handle, statement[i], error);
        made++;
    }
    return code || made ? code : gr_fail(error, GR_ERR_NOT_FOUND, "there is no table %s", table);
}

/* ---- is it ours? ---- */

/* Are the texts the same, but for one byte at most? */
static bool is_like(const char *sql, const char *ours) {
    unsigned wrong = 0;
    for (; *sql && *ours && wrong < 2; sql++, ours++)
        wrong += *sql != *ours;
    return wrong < 2 && !*sql && !*ours;
}

const char *gr_schema_like(const char *sql, size_t *next) {
    for (size_t i = 0; i < STATEMENTS; i++) {
        const char *ours = statement[*next];
        *next = (*next + 1) % STATEMENTS;
        if (is_like(sql, ours))
            return ours;
    }
    return is_like(sql, journal) ? journal : NULL;
}

static bool is_name_of_ours(const char *name) {
    static const char *const ours[] = {"meta",  "variant", "dictionary", "name",    "tag",
                                       "shape", "block",   "fingerprint", "segment",
                                       "uncovered", "posting",    "signature", "backup",
                                       "judge", "evaluation", "journal"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (!sqlite3_stricmp(name, ours[i]))
            return true;
    return false;
}

/* Whether what has the names of our tables are these tables, and what is to happen when they are
 * written is what ours say: in a file of somebody else's it may be views, triggers and computed
 * columns that never end, or do harm. Something may be missing. A wrong byte does no harm. */
static int check_tables(sqlite3 *handle, const char *schema, GrError *error) {
    sqlite3_stmt *stmt = NULL;
    size_t next = 0;
    bool ours = true;
    char *text = sqlite3_mprintf("SELECT sql, tbl_name FROM \"%w\".sqlite_schema", schema);
    if (!text)
        return gr_no_memory(error);
    errno = 0;
    int result = sqlite3_prepare_v2(handle, text, -1, &stmt, NULL);
    while (result == SQLITE_OK && ours && (result = sqlite3_step(stmt)) == SQLITE_ROW) {
        const char *sql = gr_sql_text(stmt, 0);
        ours = !*sql || gr_schema_like(sql, &next) || !is_name_of_ours(gr_sql_text(stmt, 1));
        result = SQLITE_OK;
    }
    bool done = result == SQLITE_OK || result == SQLITE_DONE;
    int code = done ? 0 : gr_sql_fail(handle, result, error);
    sqlite3_finalize(stmt);
    sqlite3_free(text);
    return code || ours ? code
                        : gr_fail(error, GR_ERR_DAMAGED, "the database is damaged: its tables are "
                                                         "not those of a Grimoire database");
}

/* ---- is it ours, and what to do with it ---- */

static int check(sqlite3_int64 id, sqlite3_int64 format, GrError *error) {
    if (id != GR_APPLICATION_ID)
        return gr_fail(error, GR_ERR_FOREIGN, "not a Grimoire database");
    if (format > GR_FORMAT)
        return gr_fail(error, GR_ERR_FOREIGN,
                       "the database has format %lld, made by a newer program; this one reads "
                       "format %d",
                       (long long)format, GR_FORMAT);
    if (format < 1)
        return gr_fail(error, GR_ERR_DAMAGED,
                       "the database is damaged: its format is given as %lld", (long long)format);
    return 0;
}

/* A pragma that gives a number, of one of the databases that are attached. */
static int pragma(sqlite3 *handle, const char *schema, const char *name, sqlite3_int64 *value,
                  GrError *error) {
    char *text = sqlite3_mprintf("PRAGMA \"%w\".%s", schema, name);
    int code = text ? gr_sql_number(handle, text, value, error)
                    : gr_no_memory(error);
    sqlite3_free(text);
    return code;
}

int gr_schema_check(sqlite3 *handle, const char *schema, GrError *error) {
    sqlite3_int64 id, format;
    int code = pragma(handle, schema, "application_id", &id, error);
    if (!code)
        code = pragma(handle, schema, "user_version", &format, error);
    if (!code)
        code = check(id, format, error);
    return code ? code : check_tables(handle, schema, error);
}

/* Is there nothing in the file yet? */
static int ask_empty(sqlite3 *handle, bool *empty, GrError *error) {
    sqlite3_int64 id = 0, format = 0, tables = 0;
    int code = gr_sql_number(handle, "PRAGMA application_id", &id, error);
    if (!code)
        code = gr_sql_number(handle, "PRAGMA user_version", &format, error);
    if (!code && id == 0 && format == 0)
        code = gr_sql_number(handle, "SELECT count(*) FROM sqlite_schema", &tables, error);
    *empty = id == 0 && format == 0 && tables == 0;
    return code;
}

int gr_schema_prepare(sqlite3 *handle, bool write, bool create, GrError *error) {
    bool empty;
    int code = ask_empty(handle, &empty, error);
    if (code)
        return code;
    if (!empty)
        code = gr_schema_check(handle, "main", error);
    else if (!create)
        code = gr_fail(error, GR_ERR_FOREIGN, "the file is empty, not a Grimoire database");
    else
        code = gr_sql_exec(handle, "PRAGMA page_size = 4096", error);
    if (!code && empty)
        code = in_transaction(handle, make_tables, error);
    /* Only now, so that the file itself has the tables before there is a log beside it. */
    if (!code && write)
        code = gr_sql_exec(handle, "PRAGMA journal_mode = WAL", error);
    return code;
}
