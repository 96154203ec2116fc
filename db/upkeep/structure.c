/* SQLite's own checks of a file. */
#include "db/upkeep/structure.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/store/internal.h"
#include "db/store/schema.h"

enum { MOST_TABLES = 32, TABLE_NAME = 40 };

typedef struct Check {
    GrDb *db;
    void (*flaw)(void *context, GrFlaw flaw, const char *table, const char *said);
    void *context;
    GrError *error;
    char table[MOST_TABLES][TABLE_NAME]; /* that are there, first that of the tables themselves */
    unsigned tables;
} Check;

/* Can a file be read from its beginning to its end? It may be none. */
static bool can_read_all(sqlite3_file *file) {
    enum { BYTES = 1 << 16 };
    sqlite3_int64 size = 0;
    char *bytes = malloc(BYTES);
    int result = file && file->pMethods ? file->pMethods->xFileSize(file, &size) : SQLITE_OK;
    for (sqlite3_int64 at = 0; bytes && at < size && result == SQLITE_OK; at += BYTES)
        result = file->pMethods->xRead(file, bytes, size - at < BYTES ? (int)(size - at) : BYTES, at);
    free(bytes);
    return result == SQLITE_OK || result == SQLITE_IOERR_SHORT_READ;
}

/* Is that the errno of a system call that has failed? Files beside the database need not be there. */
static bool is_failure(int why) {
    return why != 0 && why != ENOENT && why != EACCES && why != EAGAIN && why != EINTR;
}

/* SQLite's check takes pages that the disk does not give for pages that are wrong, or are missing. `why` is errno after
 * it has found something; a disk that fails every time may have been asked before. */
static bool is_of_disk(sqlite3 *handle, int why) {
    sqlite3_file *file = NULL, *log = NULL;
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    return is_failure(why) || !can_read_all(file) || !can_read_all(log);
}

/* Did SQLite's check meet an error of input and output? Its text then has the error's number; a file that is too short
 * has one of its own. */
static bool says_io_error(const char *text) {
    for (const char *at = text; (at = strstr(at, "error code")); at++) {
        long result = strtol(at + strlen("error code") + 1, NULL, 10);
        if ((result & 0xFF) == SQLITE_IOERR && result != SQLITE_IOERR_SHORT_READ)
            return true;
    }
    return false;
}

static const char second_owner[] = "2nd reference to page";

/* Keeps the first line of what SQLite says that says something, or the one that says most. */
static void keep_words(const char *text, char *said) {
    const char *worst = strstr(text, second_owner);
    if (worst)
        text = worst;
    else if (!strncmp(text, "***", 3))
        text += strcspn(text, "\n");
    text += strspn(text, "\n");
    snprintf(said, GR_FLAW_SAID, "%.*s", (int)strcspn(text, "\n"), text);
}

/* Runs a check of SQLite's, whose first row is "ok" if all is well. 1, 0 or a code. */
static int run_check(GrDb *db, const char *sql, char *said, GrError *error) {
    sqlite3_stmt *stmt = NULL;
    sqlite3 *handle = db->sql.handle;
    int sound = 1;
    errno = 0;
    int result = sqlite3_prepare_v2(handle, sql, -1, &stmt, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_step(stmt);
    int why = errno;
    const char *text = result == SQLITE_ROW ? gr_sql_text(stmt, 0) : "ok";
    if (result != SQLITE_ROW && result != SQLITE_DONE) {
        sound = gr_sql_fail(handle, result, error);
        keep_words(sqlite3_errmsg(handle), said);
    } else if (strcmp(text, "ok") && (says_io_error(text) || is_of_disk(handle, why))) {
        sound = gr_fail(error, GR_ERR_IO, "cannot read the database: %s",
                        is_failure(why) ? strerror(why) : sqlite3_errstr(SQLITE_IOERR));
    } else if (strcmp(text, "ok")) {
        keep_words(text, said);
        sound = 0;
    }
    sqlite3_finalize(stmt);
    return sound == GR_ERR_DAMAGED ? 0 : sound;
}

int gr_structure_table(GrDb *db, const char *table, char *said, GrError *error) {
    char sql[TABLE_NAME + 40];
    snprintf(sql, sizeof sql, "PRAGMA integrity_check('%s')", table);
    return run_check(db, sql, said, error);
}

/* Enough faults that one is the worst, if it is there. */
static const char check_all[] = "PRAGMA integrity_check(20)";

int gr_structure_shared(GrDb *db, GrError *error) {
    char said[GR_FLAW_SAID] = "";
    int sound = run_check(db, check_all, said, error);
    return sound < 0 ? sound : strstr(said, second_owner) != NULL;
}

/* Finds the tables that there are, and texts that are not quite as they were made. */
static int find_tables(Check *c) {
    sqlite3_stmt *stmt = NULL;
    size_t next = 0;
    snprintf(c->table[c->tables++], TABLE_NAME, "sqlite_schema");
    errno = 0;
    int result = sqlite3_prepare_v2(c->db->sql.handle, "SELECT type = 'table', tbl_name, sql FROM main.sqlite_schema",
                                    -1, &stmt, NULL);
    while (result == SQLITE_OK && (result = sqlite3_step(stmt)) == SQLITE_ROW) {
        const char *table = gr_sql_text(stmt, 1), *sql = gr_sql_text(stmt, 2), *ours = gr_schema_like(sql, &next);
        if (ours && strcmp(ours, sql))
            c->flaw(c->context, GR_FLAW_TEXT, table, "");
        if (sqlite3_column_int(stmt, 0) && ours && c->tables < MOST_TABLES && strlen(table) < TABLE_NAME)
            snprintf(c->table[c->tables++], TABLE_NAME, "%s", table);
        result = SQLITE_OK;
    }
    int code = result == SQLITE_OK || result == SQLITE_DONE ? 0 : gr_sql_fail(c->db->sql.handle, result, c->error);
    sqlite3_finalize(stmt);
    return code == GR_ERR_DAMAGED ? 0 : code;
}

/* Which tables are damaged? */
static int check_tables(Check *c, const char *all_said) {
    char said[GR_FLAW_SAID];
    bool any = false;
    int sound = 1;
    for (unsigned i = 0; i < c->tables && sound >= 0; i++) {
        sound = gr_structure_table(c->db, c->table[i], said, c->error);
        if (sound == 0)
            c->flaw(c->context, GR_FLAW_TABLE, c->table[i], said);
        any |= sound == 0;
    }
    if (sound >= 0 && !any && !strstr(all_said, second_owner))
        c->flaw(c->context, GR_FLAW_PAGES, NULL, all_said);
    return sound < 0 ? sound : 0;
}

/* Rows that refer to one that is missing: of each table, the first is reported. */
static int check_parents(Check *c) {
    sqlite3_stmt *stmt = NULL;
    char last[TABLE_NAME] = "";
    errno = 0;
    int result = sqlite3_prepare_v2(c->db->sql.handle, "PRAGMA foreign_key_check", -1, &stmt, NULL);
    while (result == SQLITE_OK && (result = sqlite3_step(stmt)) == SQLITE_ROW) {
        const char *table = gr_sql_text(stmt, 0);
        if (strcmp(table, last))
            c->flaw(c->context, GR_FLAW_PARENT, table, "");
        snprintf(last, sizeof last, "%s", table);
        result = SQLITE_OK;
    }
    int code = result == SQLITE_OK || result == SQLITE_DONE ? 0 : gr_sql_fail(c->db->sql.handle, result, c->error);
    sqlite3_finalize(stmt);
    return code == GR_ERR_DAMAGED ? 0 : code; /* the table was reported */
}

int gr_structure_check(GrDb *db, void (*flaw)(void *context, GrFlaw flaw, const char *table, const char *said),
                       void *context, GrError *error) {
    Check c = {.db = db, .flaw = flaw, .context = context, .error = error};
    char said[GR_FLAW_SAID] = "";
    int code = find_tables(&c);
    int sound = code ? code : run_check(db, check_all, said, error);
    if (sound == 0 && strstr(said, second_owner))
        flaw(context, GR_FLAW_SHARED, NULL, said);
    if (sound == 0)
        code = check_tables(&c, said);
    code = sound < 0 ? sound : code;
    return code ? code : check_parents(&c);
}
