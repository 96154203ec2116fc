/* What SQLite's answers mean. */
#include "db/store/sql.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "db/store/connection.h"

/* SQLite takes an error of the disk while it reads (SQLITE_IOERR_CORRUPTFS) for damage of the file;
 * errno distinguishes the two: callers of SQLite clear it first. */
bool gr_sql_disk_fails(int why) {
    return why == EIO || why == ENXIO || why == ERANGE || why == ENODEV || why == ESTALE || why == EBADF;
}

static bool is_of_locks(int result) {
    return (result & 0xFF) == SQLITE_PROTOCOL || result == SQLITE_IOERR_LOCK || result == SQLITE_IOERR_UNLOCK ||
           result == SQLITE_IOERR_RDLOCK || result == SQLITE_IOERR_CHECKRESERVEDLOCK ||
           result == SQLITE_IOERR_SHMLOCK;
}

static bool is_of_reading(int result) {
    return result == SQLITE_IOERR_READ || result == SQLITE_IOERR_SHORT_READ || result == SQLITE_IOERR_FSTAT ||
           result == SQLITE_IOERR_CORRUPTFS || result == SQLITE_IOERR_ACCESS;
}

/* What could not be done. */
static const char *failing(int result) {
    switch (result & 0xFF) {
    case SQLITE_CANTOPEN:
        return "cannot open the database or its log";
    case SQLITE_READONLY:
        return "cannot write to the database or its log";
    default:
        return is_of_locks(result)   ? "cannot lock the database"
               : is_of_reading(result) ? "cannot read the database"
                                       : "cannot read or write the database";
    }
}

static GrCode code_of(int result) {
    if (result == SQLITE_IOERR_NOMEM)
        return GR_ERR_MEMORY;
    switch (result & 0xFF) {
    case SQLITE_NOMEM:
        return GR_ERR_MEMORY;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
    case SQLITE_SCHEMA: /* others change it again and again */
        return GR_ERR_BUSY;
    case SQLITE_NOTADB:
        return GR_ERR_FOREIGN;
    case SQLITE_INTERRUPT:
        return GR_ERR_STOPPED;
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
    case SQLITE_FULL:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_NOLFS:
        return GR_ERR_IO;
    case SQLITE_TOOBIG:
        return GR_ERR_LIMIT;
    default:
        return GR_ERR_DAMAGED; /* corrupt, a missing table, a constraint that does not hold */
    }
}

/* A lock was not to be had. */
static int fail_to_lock(sqlite3 *handle, GrError *error) {
    int why;
    switch (gr_connection_wait_end(handle, &why)) {
    case GR_WAIT_STOP:
        return gr_fail(error, GR_ERR_STOPPED, "stopped while another program was writing to the database");
    case GR_WAIT_FAULT:
        return gr_fail(error, GR_ERR_IO, "%s: %s", failing(SQLITE_PROTOCOL), strerror(why));
    default:
        return gr_fail(error, GR_ERR_BUSY, "another program is writing to the database");
    }
}

/* May the file be written to, or files be made in the folder? What cannot be found out is not known to be wrong. */
static int try_to_write(const char *path, size_t len, const char *suffix, GrError *error) {
    GrBuffer name;
    gr_buffer_init(&name);
    gr_buffer_add(&name, path, len);
    gr_buffer_puts(&name, suffix ? suffix : "");
    int why = !name.failed && access(name.data, W_OK) && errno != ENOENT ? errno : 0;
    int code = why ? gr_fail(error, GR_ERR_IO, suffix ? "cannot write to %s: %s" : "cannot make files in %s: %s",
                             name.data, strerror(why))
                   : 0;
    gr_buffer_free(&name);
    return code;
}

/* What may not be written of a database, and why: the folder, in which SQLite makes files, first if such a file could
 * not be opened; else the database first, and those files. 0 if all may be. */
static int fail_for_permission(sqlite3 *handle, bool opening, GrError *error) {
    const char *path = handle ? sqlite3_db_filename(handle, "main") : NULL;
    const char *slash = path ? strrchr(path, '/') : NULL;
    if (!slash)
        return 0;
    size_t len = strlen(path), folder = slash == path ? 1 : (size_t)(slash - path);
    int code = opening ? try_to_write(path, folder, NULL, error) : 0;
    if (!code)
        code = try_to_write(path, len, "", error);
    if (!code)
        code = try_to_write(path, len, "-wal", error);
    if (!code)
        code = try_to_write(path, len, "-shm", error);
    return code || opening ? code : try_to_write(path, folder, NULL, error);
}

/* `why` is errno, 0 if it is not known. A full disk is an error of input and output to SQLite when what it makes room
 * for is its log's index. */
static int fail_to_do(sqlite3 *handle, int result, int why, GrError *error) {
    if ((result & 0xFF) == SQLITE_FULL || why == ENOSPC || why == EDQUOT)
        return gr_fail(error, GR_ERR_IO, "no room left for the database: the disk is full");
    if (result == SQLITE_READONLY_DBMOVED)
        return gr_fail(error, GR_ERR_IO, "the database was moved or deleted meanwhile");
    bool opening = (result & 0xFF) == SQLITE_CANTOPEN && why == ENOENT; /* after a second try, to read */
    if ((opening || (result & 0xFF) == SQLITE_READONLY) && fail_for_permission(handle, opening, error))
        return GR_ERR_IO;
    const char *said = handle ? sqlite3_errmsg(handle) : sqlite3_errstr(result);
    return gr_fail(error, GR_ERR_IO, "%s: %s", failing(result), why ? strerror(why) : said);
}

/* A wrong byte in the text of a table keeps SQLite from the whole file, though all else may be sound. */
static int fail_for_damage(const char *said, GrCode code, GrError *error) {
    bool of_schema = !strncmp(said, "malformed database schema", strlen("malformed database schema"));
    return gr_fail(error, code, "the database is damaged: %s%s", said,
                   of_schema ? "; grimoire-format(5) says how to correct that" : "");
}

int gr_sql_fail(sqlite3 *handle, int result, GrError *error) {
    int why = errno, of_sqlite = handle ? sqlite3_system_errno(handle) : 0;
    if ((result & 0xFF) == SQLITE_CORRUPT && gr_sql_disk_fails(why))
        result = SQLITE_IOERR_CORRUPTFS;
    bool of_system = (result & 0xFF) == SQLITE_IOERR || (result & 0xFF) == SQLITE_CANTOPEN;
    why = of_system && of_sqlite ? of_sqlite : !of_system && why == ENOENT ? 0 : why; /* some files need not be there */
    GrCode code = code_of(result);
    switch (code) {
    case GR_ERR_MEMORY:
        return gr_fail(error, code, "out of memory");
    case GR_ERR_BUSY:
        return fail_to_lock(handle, error);
    case GR_ERR_FOREIGN:
        return gr_fail(error, code, "not a Grimoire database");
    case GR_ERR_STOPPED:
        return gr_fail(error, code, "stopped");
    case GR_ERR_IO:
        return fail_to_do(handle, result, why, error);
    default:
        return fail_for_damage(handle ? sqlite3_errmsg(handle) : sqlite3_errstr(result), code, error);
    }
}
