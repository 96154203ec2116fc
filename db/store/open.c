/* Opening, creating and closing databases. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "db/store/attach.h"
#include "db/store/internal.h"
#include "db/store/leftovers.h"
#include "db/store/schema.h"

enum { PATIENCE = 10000 };

static bool exists(const char *path) {
    struct stat status;
    return stat(path, &status) == 0;
}

/* SQLite takes ":memory:", "" and "file:x" for something else than names of files. */
static void put_plain_name(GrBuffer *name, const char *path) {
    gr_buffer_puts(name, *path == '/' ? "" : "./");
    gr_buffer_puts(name, path);
}

/* A reader opens the file for writing, too, if that is allowed, and then forbids itself to
 * write: the last one to close a database in WAL mode takes its two companion files away, but only
 * if he may write. */
static int open_handle(const char *path, GrDbMode mode, sqlite3 **handle, GrError *error) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    GrBuffer name;
    if (mode == GR_DB_CREATE)
        flags |= SQLITE_OPEN_CREATE;
    gr_buffer_init(&name);
    put_plain_name(&name, path);
    *handle = NULL;
    errno = 0;
    int result = name.failed ? SQLITE_NOMEM : sqlite3_open_v2(name.data, handle, flags, NULL);
    gr_buffer_free(&name);
    if (result != SQLITE_OK) {
        int code = gr_sql_fail(*handle, result, error);
        sqlite3_close(*handle);
        *handle = NULL;
        return code;
    }
    sqlite3_extended_result_codes(*handle, 1);
    return 0;
}

/* A database in WAL mode cannot be read where its two companion files can neither be found nor
 * made, as on a read-only medium or a full disk, and they would stay there where they can be made
 * but the file not be written; but a reader without permission to write that finds no log can take
 * it for immutable. */
static int open_immutable(const char *path, sqlite3 **handle, GrError *error) {
    GrBuffer uri;
    gr_buffer_init(&uri);
    gr_buffer_puts(&uri, *path == '/' ? "file://" : "file:./"); /* "//a" would be a host */
    for (const char *c = path; *c; c++) {
        if (*c == '?' || *c == '#' || *c == '%')
            gr_buffer_printf(&uri, "%%%02X", (unsigned)*c);
        else
            gr_buffer_putc(&uri, *c);
    }
    gr_buffer_puts(&uri, "?immutable=1");
    int code = uri.failed ? gr_no_memory(error) : 0;
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    if (!code && sqlite3_open_v2(uri.data, handle, flags, NULL) != SQLITE_OK) {
        code = gr_fail(error, GR_ERR_IO, "cannot open the database: %s", sqlite3_errmsg(*handle));
        sqlite3_close(*handle);
        *handle = NULL;
    }
    gr_buffer_free(&uri);
    return code;
}

/* Is there a log beside the file with something in it? Yes, if that cannot be found out. */
static bool has_log(const char *path) {
    struct stat status;
    GrBuffer name;
    gr_buffer_init(&name);
    gr_buffer_printf(&name, "%s-wal", path);
    bool has = name.failed || (stat(name.data, &status) ? errno != ENOENT : status.st_size > 0);
    gr_buffer_free(&name);
    return has;
}

static bool needs_immutable(const char *path, int code, sqlite3 *handle) {
    int why = sqlite3_extended_errcode(handle), result = why & 0xFF;
    bool forbidden = result == SQLITE_CANTOPEN || result == SQLITE_READONLY;
    bool no_room = result == SQLITE_FULL || why == SQLITE_IOERR_SHMOPEN ||
                   why == SQLITE_IOERR_SHMSIZE || why == SQLITE_IOERR_SHMMAP;
    return code == GR_ERR_IO && (forbidden || no_room) && !has_log(path);
}

/* What is in the file is not believed, nor what its schema says: no views, no functions that are
 * not known to be harmless, no change to SQLite's own tables. */
static void distrust(sqlite3 *handle) {
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
}

static int settings(sqlite3 *handle, GrDbMode mode, GrError *error) {
    distrust(handle);
    sqlite3_busy_timeout(handle, PATIENCE);
    int code = gr_sql_exec(handle, "PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384", error);
    if (code)
        return code;
    /* Who reads goes through most pages once. Keeping many costs more than reading them again, since the memory of the
     * few that were read last is still in the processor's cache when it is used for the next. */
    return gr_sql_exec(handle, mode == GR_DB_READ ? "PRAGMA query_only = ON; PRAGMA cache_size = -256"
                                                  : "PRAGMA synchronous = FULL", error);
}

/* Makes an empty database in the file. */
static int make_empty(const char *path, GrError *error) {
    sqlite3 *handle;
    int code = open_handle(path, GR_DB_CREATE, &handle, error);
    if (code)
        return code;
    code = settings(handle, GR_DB_CREATE, error);
    if (!code) /* nobody else sees the file, and half of one is thrown away: no journal is synced */
        code = gr_sql_exec(handle, "PRAGMA journal_mode = MEMORY", error);
    if (!code)
        code = gr_schema_prepare(handle, true, true, error);
    int result = sqlite3_close(handle);
    return code || result == SQLITE_OK ? code : gr_sql_fail(NULL, result, error);
}

/* A new database is made under another name and put in its place as a whole, so that nobody ever
 * finds half of one, whatever happens meanwhile. Another program may be first: fine. Should one
 * take the new file for a leftover, it is made again: there is nothing in it yet. */
static int create(const char *path, GrError *error) {
    enum { ATTEMPTS = 3 };
    GrBuffer name;
    gr_buffer_init(&name);
    gr_put_new_name(&name, path);
    int code = name.failed ? gr_no_memory(error) : 0;
    bool vanished = true;
    for (int attempt = 0; attempt < ATTEMPTS && vanished && !code; attempt++) {
        code = make_empty(name.data, error);
        bool placed = code || !link(name.data, path) || errno == EEXIST || !rename(name.data, path);
        vanished = !placed && errno == ENOENT;
        if (!placed && (!vanished || attempt == ATTEMPTS - 1))
            code = gr_fail(error, GR_ERR_IO, "%s: cannot be made: %s", path, strerror(errno));
    }
    gr_remove_parts(&name);
    gr_buffer_free(&name);
    return code;
}

/* Opens the file and makes sure that it is a database of ours. */
static int prepare(const char *path, GrDbMode mode, sqlite3 **handle, GrError *error) {
    bool write = mode != GR_DB_READ;
    int code = write ? gr_remove_leftovers(path, error) : 0;
    if (!code && mode == GR_DB_CREATE && !exists(path))
        code = create(path, error);
    if (!code && !write && access(path, W_OK) && !has_log(path)) {
        code = open_immutable(path, handle, error);
        return code ? code : gr_schema_prepare(*handle, false, false, error);
    }
    if (!code)
        code = open_handle(path, mode, handle, error);
    if (!code)
        code = settings(*handle, mode, error);
    if (!code)
        code = gr_schema_prepare(*handle, write, mode == GR_DB_CREATE, error);
    if (!write && *handle && needs_immutable(path, code, *handle)) {
        sqlite3_close(*handle);
        *handle = NULL;
        code = open_immutable(path, handle, error);
        if (!code)
            distrust(*handle);
        if (!code)
            code = gr_schema_prepare(*handle, false, false, error);
    }
    return code;
}

static GrDb *make(const GrVariants *variants, GrError *error) {
    GrDb *made = calloc(1, sizeof *made);
    uint32_t *cells = calloc(GR_MAX_SHAPE, sizeof *cells);
    if (!made || !cells) {
        free(made);
        free(cells);
        gr_no_memory(error);
        return NULL;
    }
    made->cells = cells;
    made->variants = variants;
    made->duplicates.sql = &made->sql;
    gr_packed_init(&made->packed);
    return made;
}

int gr_db_open(const char *path, const GrVariants *variants, GrDbMode mode, GrDb **db, GrError *error) {
    *db = NULL;
    if (mode != GR_DB_CREATE && !exists(path))
        return gr_fail(error, GR_ERR_NOT_FOUND, "%s: no such database", path);
    GrDb *made = make(variants, error);
    if (!made)
        return GR_ERR_MEMORY;
    made->writable = mode != GR_DB_READ;
    int code = prepare(path, mode, &made->sql.handle, error);
    if (!code)
        code = gr_db_refresh(made, error);
    if (code)
        gr_db_close(made);
    else
        *db = made;
    return code;
}

int gr_db_attach(sqlite3 *handle, const char *schema, const GrVariants *variants, GrDb **db,
                 GrError *error) {
    *db = NULL;
    GrDb *made = make(variants, error);
    char *name = made ? strdup(schema) : NULL;
    if (made)
        made->sql.schema = name;
    if (!name) {
        gr_db_close(made);
        return gr_no_memory(error);
    }
    made->sql.handle = handle;
    made->attached = true;
    int code = gr_schema_check(handle, name, error);
    if (!code)
        code = gr_db_refresh(made, error);
    if (code)
        gr_db_close(made);
    else
        *db = made;
    return code;
}

/* The last one to close a database takes its log and its shared memory away; but two that close it in
 * the same moment each leave that to the other. So who finds them there, with nothing in the log,
 * opens and closes it once more, some milliseconds later, which differ from process to process. */
static void leave_nothing(const char *path) {
    enum { ATTEMPTS = 2, MILLISECOND = 1000000 };
    GrBuffer name;
    struct stat status;
    gr_buffer_init(&name);
    gr_buffer_printf(&name, "%s-wal", path);
    for (long i = 0; i < ATTEMPTS && !name.failed && !stat(name.data, &status) && !status.st_size; i++) {
        sqlite3 *handle;
        sqlite3_int64 version;
        const struct timespec pause = {.tv_nsec = (1 + getpid() % 7 * (i + 1)) * MILLISECOND};
        nanosleep(&pause, NULL);
        if (open_handle(path, GR_DB_READ, &handle, NULL) == 0)
            gr_sql_number(handle, "PRAGMA schema_version", &version, NULL);
        sqlite3_close(handle);
    }
    gr_buffer_free(&name);
}

/* Closes the connection. */
static void close_handle(GrDb *db) {
    const char *path = sqlite3_db_filename(db->sql.handle, "main");
    char *copy = path && !db->helper ? strdup(path) : NULL;
    sqlite3_close(db->sql.handle);
    if (copy)
        leave_nothing(copy);
    free(copy);
}

void gr_db_rest(GrDb *db) {
    gr_db_end_read(db);
    gr_sql_close(&db->sql);
}

void gr_db_close(GrDb *db) {
    if (!db)
        return;
    gr_db_rollback(db);
    gr_db_end_read(db);
    gr_db_forget(db);
    if (db->cache)
        db->cache->free(db->cache);
    if (db->evals)
        db->evals->free(db->evals);
    if (db->headers)
        db->headers->free(db->headers);
    if (db->facts)
        db->facts->free(db->facts);
    if (db->book)
        db->book->free(db->book);
    gr_block_free(&db->work);
    gr_block_free(&db->peek);
    gr_buffer_free(&db->blobs.head);
    gr_buffer_free(&db->blobs.moves);
    gr_buffer_free(&db->blobs.texts);
    gr_packed_free(&db->packed);
    gr_buffer_free(&db->texts);
    free(db->cells);
    gr_sql_close(&db->sql);
    if (!db->attached && db->sql.handle)
        close_handle(db);
    free((char *)(uintptr_t)db->sql.schema);
    free(db);
}

const GrVariants *gr_db_all_variants(const GrDb *db) {
    return db->variants;
}

void gr_db_set_cache(GrDb *db, int kib) {
    char text[64];
    snprintf(text, sizeof text, "PRAGMA cache_size = -%d", kib);
    gr_sql_exec(db->sql.handle, text, NULL);
}

void gr_db_set_patience(GrDb *db, int milliseconds) {
    sqlite3_busy_timeout(db->sql.handle, milliseconds);
}
