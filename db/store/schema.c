/* The tables of the file, and the migration of older ones. */
#include "db/store/schema.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "db/store/sql.h"

/* What is written to one of the tables of the catalog takes its backup away. */
#define BACKUP_TRIGGERS(table, part)                                                              \
    "CREATE TRIGGER " table "_added AFTER INSERT ON " table " BEGIN"                             \
    "  DELETE FROM backup WHERE part = " part ";"                                                 \
    "END;"                                                                                       \
    "CREATE TRIGGER " table "_changed AFTER UPDATE ON " table " BEGIN"                           \
    "  DELETE FROM backup WHERE part = " part ";"                                                 \
    "END;"                                                                                       \
    "CREATE TRIGGER " table "_deleted AFTER DELETE ON " table " BEGIN"                           \
    "  DELETE FROM backup WHERE part = " part ";"                                                 \
    "END;"

/* migration[v] brings a database of version v to version v + 1. What was released is not changed
 * any more: a change of the tables is a further entry here and a word in grimoire-format(5). */
static const char *const migration[GR_SCHEMA_VERSION] = {
    "CREATE TABLE meta("
    "  key TEXT NOT NULL PRIMARY KEY,"
    "  value ANY"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE variant("
    "  id INTEGER PRIMARY KEY,"
    "  name TEXT NOT NULL UNIQUE"
    ") STRICT;"
    "CREATE TABLE dictionary("
    "  id INTEGER PRIMARY KEY,"
    "  name TEXT NOT NULL UNIQUE,"
    "  names INTEGER NOT NULL CHECK(names >= 0),"
    "  uses INTEGER NOT NULL CHECK(uses >= 0)"
    ") STRICT;"
    "CREATE TABLE name("
    "  page INTEGER PRIMARY KEY,"
    "  dictionary INTEGER NOT NULL REFERENCES dictionary(id),"
    "  texts BLOB NOT NULL"
    ") STRICT;"
    "CREATE TABLE tag("
    "  id INTEGER PRIMARY KEY,"
    "  name TEXT NOT NULL UNIQUE,"
    "  dictionary INTEGER NOT NULL REFERENCES dictionary(id)"
    ") STRICT;"
    "CREATE TABLE shape("
    "  id INTEGER PRIMARY KEY,"
    "  tags BLOB NOT NULL"
    ") STRICT;"
    "CREATE TABLE block("
    "  first INTEGER PRIMARY KEY CHECK(first > 0),"
    "  games INTEGER NOT NULL CHECK(games > 0),"
    "  plies INTEGER NOT NULL,"
    "  head BLOB NOT NULL,"
    "  moves BLOB NOT NULL,"
    "  texts BLOB NOT NULL"
    ") STRICT;"
    "CREATE TABLE seen("
    "  bucket INTEGER PRIMARY KEY,"
    "  entries BLOB NOT NULL"
    ") STRICT;",
    /* 2: replay forms of the games, and the index of positions. Whoever writes a block, this program
     * or another, makes its games stale: their replays and postings are not believed any more. */
    "CREATE TABLE replay("
    "  number INTEGER PRIMARY KEY,"
    "  games BLOB NOT NULL"
    ") STRICT;"
    "CREATE TABLE segment("
    "  id INTEGER PRIMARY KEY,"
    "  first_replay INTEGER NOT NULL,"
    "  last_replay INTEGER NOT NULL CHECK(last_replay >= first_replay),"
    "  bits INTEGER NOT NULL CHECK(bits BETWEEN 0 AND 24),"
    "  postings INTEGER NOT NULL CHECK(postings >= 0)"
    ") STRICT;"
    "CREATE TABLE posting("
    "  bucket INTEGER PRIMARY KEY,"
    "  groups BLOB NOT NULL"
    ") STRICT;"
    "CREATE TABLE bare("
    "  first_replay INTEGER PRIMARY KEY,"
    "  last_replay INTEGER NOT NULL CHECK(last_replay >= first_replay)"
    ") STRICT;"
    "CREATE TABLE stale("
    "  first INTEGER PRIMARY KEY,"
    "  last INTEGER NOT NULL CHECK(last >= first)"
    ") STRICT;"
    "INSERT INTO stale SELECT first, first + games - 1 FROM block;"
    "CREATE TRIGGER block_added BEFORE INSERT ON block BEGIN"
    "  INSERT OR REPLACE INTO stale SELECT new.first, max(new.first + new.games - 1,"
    "    coalesce((SELECT last FROM stale WHERE first = new.first), 0),"
    "    coalesce((SELECT first + games - 1 FROM block WHERE first = new.first), 0));"
    "END;"
    "CREATE TRIGGER block_changed AFTER UPDATE ON block BEGIN"
    "  INSERT OR REPLACE INTO stale SELECT old.first, max(old.first + old.games - 1,"
    "    coalesce((SELECT last FROM stale WHERE first = old.first), 0));"
    "  INSERT OR REPLACE INTO stale SELECT new.first, max(new.first + new.games - 1,"
    "    coalesce((SELECT last FROM stale WHERE first = new.first), 0));"
    "END;"
    "CREATE TRIGGER block_deleted AFTER DELETE ON block BEGIN"
    "  INSERT OR REPLACE INTO stale SELECT old.first, max(old.first + old.games - 1,"
    "    coalesce((SELECT last FROM stale WHERE first = old.first), 0));"
    "END;",
    /* 3: signatures of games, a row for a block. Whoever writes a block takes its row away first, so
     * that what is there is true. */
    "CREATE TABLE signature("
    "  first INTEGER PRIMARY KEY,"
    "  games BLOB NOT NULL"
    ") STRICT;"
    "CREATE TRIGGER signature_added BEFORE INSERT ON block BEGIN"
    "  DELETE FROM signature WHERE first = new.first;"
    "END;"
    "CREATE TRIGGER signature_changed AFTER UPDATE ON block BEGIN"
    "  DELETE FROM signature WHERE first IN (old.first, new.first);"
    "END;"
    "CREATE TRIGGER signature_deleted AFTER DELETE ON block BEGIN"
    "  DELETE FROM signature WHERE first = old.first;"
    "END;",
    /* 4: checksums of the rows that tell which parts of the index can be believed: a row of which one
     * number is wrong does not agree with its checksum. And backups of the tables of the catalog.
     * Whoever writes such a table takes its backup away, so that what is there is true. */
    "CREATE TABLE kept AS SELECT first, last FROM stale;"
    "DROP TABLE stale;"
    "CREATE TABLE stale("
    "  first INTEGER PRIMARY KEY,"
    "  last INTEGER NOT NULL CHECK(last >= first),"
    "  checksum INTEGER NOT NULL AS (3 * first + 5 * last) STORED"
    ") STRICT;"
    "INSERT INTO stale(first, last) SELECT first, last FROM kept;"
    "DROP TABLE kept;"
    "CREATE TABLE kept AS SELECT first_replay, last_replay FROM bare;"
    "DROP TABLE bare;"
    "CREATE TABLE bare("
    "  first_replay INTEGER PRIMARY KEY,"
    "  last_replay INTEGER NOT NULL CHECK(last_replay >= first_replay),"
    "  checksum INTEGER NOT NULL AS (3 * first_replay + 5 * last_replay) STORED"
    ") STRICT;"
    "INSERT INTO bare(first_replay, last_replay) SELECT first_replay, last_replay FROM kept;"
    "DROP TABLE kept;"
    "CREATE TABLE kept AS SELECT id, first_replay, last_replay, bits, postings FROM segment;"
    "DROP TABLE segment;"
    "CREATE TABLE segment("
    "  id INTEGER PRIMARY KEY,"
    "  first_replay INTEGER NOT NULL,"
    "  last_replay INTEGER NOT NULL CHECK(last_replay >= first_replay),"
    "  bits INTEGER NOT NULL CHECK(bits BETWEEN 0 AND 24),"
    "  postings INTEGER NOT NULL CHECK(postings >= 0),"
    "  checksum INTEGER NOT NULL AS (3 * id + 5 * first_replay + 7 * last_replay + 11 * bits +"
    "    13 * postings) STORED"
    ") STRICT;"
    "INSERT INTO segment(id, first_replay, last_replay, bits, postings)"
    "  SELECT id, first_replay, last_replay, bits, postings FROM kept;"
    "DROP TABLE kept;"
    "CREATE TABLE backup("
    "  part INTEGER PRIMARY KEY,"
    "  copy BLOB NOT NULL"
    ") STRICT;"
    BACKUP_TRIGGERS("variant", "1")
    BACKUP_TRIGGERS("dictionary", "2")
    BACKUP_TRIGGERS("tag", "3")
    BACKUP_TRIGGERS("shape", "4"),
};

static int migrate(sqlite3 *handle, sqlite3_int64 version, GrError *error) {
    char pragma[100];
    int code = gr_sql_exec(handle, "BEGIN IMMEDIATE", error);
    if (code)
        return code;
    /* Another program may have been first. */
    code = gr_sql_number(handle, "PRAGMA user_version", &version, error);
    for (; !code && version < GR_SCHEMA_VERSION; version++)
        code = gr_sql_exec(handle, migration[version], error);
    snprintf(pragma, sizeof pragma, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             GR_APPLICATION_ID, GR_SCHEMA_VERSION);
    if (!code)
        code = gr_sql_exec(handle, pragma, error);
    if (!code)
        code = gr_sql_exec(handle, "COMMIT", error);
    if (code)
        sqlite3_exec(handle, "ROLLBACK", NULL, NULL, NULL);
    return code;
}

int gr_schema_make_table(sqlite3 *handle, const char *table, GrError *error) {
    char start[60];
    const char *at = NULL;
    snprintf(start, sizeof start, "CREATE TABLE %s(", table);
    for (int v = GR_SCHEMA_VERSION; v-- > 0 && !at;)
        at = strstr(migration[v], start);
    if (!at)
        return gr_fail(error, GR_ERR_NOT_FOUND, "there is no table %s", table);
    char *text = sqlite3_mprintf("%.*s", (int)strcspn(at, ";"), at);
    int code = text ? gr_sql_exec(handle, text, error) : gr_no_memory(error);
    sqlite3_free(text);
    return code;
}

/* ---- is it ours? ---- */

/* A place in the texts above. */
typedef struct Place {
    int version;
    const char *at;
} Place;

/* Goes on to the next statement, or to what looks like one; from the last to the first. */
static void step_place(Place *place) {
    const char *next = strchr(place->at, ';');
    place->at = next ? next + 1 : "";
    if (!*place->at) {
        place->version = (place->version + 1) % GR_SCHEMA_VERSION;
        place->at = migration[place->version];
    }
}

/* Is the text the statement that stands there, but for one byte at most? */
static bool stands_at(const char *sql, const char *at) {
    unsigned wrong = 0;
    for (; *sql && *at && wrong < 2; sql++, at++)
        wrong += *sql != *at;
    return wrong < 2 && !*sql && *at == ';';
}

/* Is the text one of the statements that made the tables? They mostly come in their order: *place
 * is where to look first, and then lies behind it. */
static bool is_ours(const char *sql, Place *place) {
    const Place from = *place;
    do {
        bool ours = stands_at(sql, place->at);
        step_place(place);
        if (ours)
            return true;
    } while (place->version != from.version || place->at != from.at);
    return false;
}

static bool is_name_of_ours(const char *name) {
    static const char *const ours[] = {"meta",  "variant", "dictionary", "name",    "tag",
                                       "shape", "block",   "seen",       "replay",   "segment",
                                       "bare",  "stale",   "posting",    "signature", "backup"};
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
    Place place = {0, migration[0]};
    bool ours = true;
    char *text = sqlite3_mprintf("SELECT sql, tbl_name FROM \"%w\".sqlite_schema", schema);
    if (!text)
        return gr_no_memory(error);
    errno = 0;
    int result = sqlite3_prepare_v2(handle, text, -1, &stmt, NULL);
    while (result == SQLITE_OK && ours && (result = sqlite3_step(stmt)) == SQLITE_ROW) {
        const char *sql = gr_sql_text(stmt, 0);
        ours = !*sql || is_ours(sql, &place) || !is_name_of_ours(gr_sql_text(stmt, 1));
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

static int check(sqlite3_int64 id, sqlite3_int64 version, bool write, GrError *error) {
    if (id != GR_APPLICATION_ID)
        return gr_fail(error, GR_ERR_FOREIGN, "not a Grimoire database");
    if (version > GR_SCHEMA_VERSION)
        return gr_fail(error, GR_ERR_FOREIGN,
                       "the database has format %lld, made by a newer program; this one knows "
                       "formats up to %d",
                       (long long)version, GR_SCHEMA_VERSION);
    if (version < GR_SCHEMA_READABLE && !write)
        return gr_fail(error, GR_ERR_FOREIGN,
                       "the database has the old format %lld; open it once for writing "
                       "to bring it up to date",
                       (long long)version);
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
    sqlite3_int64 id, version;
    int code = pragma(handle, schema, "application_id", &id, error);
    if (!code)
        code = pragma(handle, schema, "user_version", &version, error);
    if (!code)
        code = check(id, version, false, error);
    return code ? code : check_tables(handle, schema, error);
}

int gr_schema_prepare(sqlite3 *handle, bool write, bool create, GrError *error) {
    sqlite3_int64 id = 0, version = 0, tables = 0;
    int code = gr_sql_number(handle, "PRAGMA application_id", &id, error);
    if (!code)
        code = gr_sql_number(handle, "PRAGMA user_version", &version, error);
    if (!code && id == 0 && version == 0)
        code = gr_sql_number(handle, "SELECT count(*) FROM sqlite_schema", &tables, error);
    if (code)
        return code;
    bool empty = id == 0 && version == 0 && tables == 0;
    if (empty && !create)
        return gr_fail(error, GR_ERR_FOREIGN, "the file is empty, not a Grimoire database");
    code = empty ? 0 : check(id, version, write, error);
    if (!code && !empty)
        code = check_tables(handle, "main", error);
    if (code)
        return code;
    if (empty)
        code = gr_sql_exec(handle, "PRAGMA page_size = 4096", error);
    if (!code && write && version < GR_SCHEMA_VERSION)
        code = migrate(handle, version, error);
    /* Only now, so that the file itself has the tables before there is a log beside it. */
    if (!code && write)
        code = gr_sql_exec(handle, "PRAGMA journal_mode = WAL", error);
    return code;
}
