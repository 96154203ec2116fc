/* SQLite's own checks of a file. */
#include "db/upkeep/structure.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "db/store/internal.h"

typedef struct Check {
    GrDb *db;
    void (*fault)(void *context, const char *text);
    void *context;
    GrError *error;
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

static int run_check(Check *c, const char *sql, const char *what) {
    sqlite3_stmt *stmt;
    sqlite3 *handle = c->db->sql.handle;
    int code = 0;
    errno = 0;
    int result = sqlite3_prepare_v2(handle, sql, -1, &stmt, NULL);
    while (result == SQLITE_OK && !code && (errno = 0, result = sqlite3_step(stmt)) == SQLITE_ROW) {
        int why = errno;
        const char *text = what ? what : gr_sql_text(stmt, 0);
        bool wrong = strcmp(text, "ok") != 0;
        if (wrong && (says_io_error(text) || is_of_disk(handle, why)))
            code = gr_fail(c->error, GR_ERR_IO, "cannot read the database: %s",
                           is_failure(why) ? strerror(why) : sqlite3_errstr(SQLITE_IOERR));
        else if (wrong)
            c->fault(c->context, text);
        result = SQLITE_OK;
    }
    if (!code && result != SQLITE_DONE && result != SQLITE_OK)
        code = gr_sql_fail(handle, result, c->error);
    if (code == GR_ERR_DAMAGED) { /* the rest is checked all the same */
        c->fault(c->context, c->error->text);
        code = 0;
    }
    sqlite3_finalize(stmt);
    return code;
}

int gr_structure_check(GrDb *db, void (*fault)(void *context, const char *text), void *context, GrError *error) {
    Check c = {db, fault, context, error};
    int code = run_check(&c, "PRAGMA integrity_check(20)", NULL);
    return code ? code : run_check(&c, "PRAGMA foreign_key_check", "a row refers to one that is missing");
}
