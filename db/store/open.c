/* Opening, creating and closing databases. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "db/store/attach.h"
#include "db/store/connection.h"
#include "db/store/internal.h"
#include "db/store/leftovers.h"
#include "db/store/schema.h"
#include "notation/missing.h"

static const GrWait no_wait;

/* 1, 0, or a code if that cannot be found out. */
static int exists(const char *path, GrError *error) {
    struct stat status;
    if (stat(path, &status) == 0)
        return 1;
    if (gr_is_missing(errno))
        return 0;
    return gr_fail(error, GR_ERR_IO, "cannot open the database: %s", strerror(errno));
}

/* SQLite takes ":memory:", "" and "file:x" for something else than names of files. */
static void put_plain_name(GrBuffer *name, const char *path) {
    gr_buffer_puts(name, *path == '/' ? "" : "./");
    gr_buffer_puts(name, path);
}

/* A reader opens the file for writing, too, if that is allowed, and then forbids itself to
 * write: the last one to close a database in WAL mode takes its two companion files away, but only
 * if he may write. */
static int open_handle(const char *path, GrDbMode mode, const GrWait *wait, sqlite3 **handle, GrError *error) {
    int flags = SQLITE_OPEN_READWRITE | (mode == GR_DB_CREATE ? SQLITE_OPEN_CREATE : 0);
    GrBuffer name;
    gr_buffer_init(&name);
    put_plain_name(&name, path);
    *handle = NULL;
    int code = name.failed ? gr_no_memory(error) : gr_connect(name.data, flags, wait, handle, error);
    gr_buffer_free(&name);
    if (code || mode == GR_DB_READ || sqlite3_db_readonly(*handle, "main") != 1)
        return code;
    int why = access(path, W_OK) ? errno : EACCES;
    gr_disconnect(*handle);
    *handle = NULL;
    return gr_fail(error, GR_ERR_IO, "cannot write to the database: %s", strerror(why));
}

/* A database in WAL mode cannot be read where its two companion files can neither be found nor
 * made, as on a read-only medium or a full disk, and they would stay there where they can be made
 * but the file not be written; but a reader without permission to write that finds no log can take
 * it for immutable. */
static int open_immutable(const char *path, const GrWait *wait, sqlite3 **handle, GrError *error) {
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
    int code = uri.failed ? gr_no_memory(error)
                          : gr_connect(uri.data, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, wait, handle, error);
    gr_buffer_free(&uri);
    return code;
}

/* The size of a file beside the database; -1 if there is none, and 1 if that cannot be found out. */
static int64_t size_beside(const char *path, const char *suffix) {
    struct stat status;
    GrBuffer name;
    gr_buffer_init(&name);
    gr_buffer_printf(&name, "%s%s", path, suffix);
    bool found = !name.failed && !stat(name.data, &status);
    int64_t size = found ? (int64_t)status.st_size : name.failed || errno != ENOENT ? 1 : -1;
    gr_buffer_free(&name);
    return size;
}

/* Is there a log beside the file with something in it? */
static bool has_log(const char *path) {
    return size_beside(path, "-wal") > 0;
}

/* May files be made beside the database, and it be written? */
static bool may_write(const char *path) {
    GrBuffer folder;
    const char *slash = strrchr(path, '/');
    gr_buffer_init(&folder);
    gr_buffer_add(&folder, path, slash ? (size_t)(slash - path) + 1 : 0);
    gr_buffer_putc(&folder, '.');
    bool may = !folder.failed && !access(folder.data, W_OK) && !access(path, W_OK);
    gr_buffer_free(&folder);
    return may;
}

static bool needs_immutable(const char *path, int code, sqlite3 *handle) {
    int why = sqlite3_extended_errcode(handle), result = why & 0xFF;
    bool forbidden = (result == SQLITE_CANTOPEN || result == SQLITE_READONLY) && !may_write(path);
    bool no_room = result == SQLITE_FULL || why == SQLITE_IOERR_SHMOPEN ||
                   why == SQLITE_IOERR_SHMSIZE || why == SQLITE_IOERR_SHMMAP;
    return code == GR_ERR_IO && (forbidden || no_room) && !has_log(path);
}

static int settings(sqlite3 *handle, GrDbMode mode, GrError *error) {
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
    int code = open_handle(path, GR_DB_CREATE, &no_wait, &handle, error);
    if (code)
        return code;
    code = settings(handle, GR_DB_CREATE, error);
    if (!code) /* nobody else sees the file, and half of one is thrown away: no journal is synced */
        code = gr_sql_exec(handle, "PRAGMA journal_mode = MEMORY", error);
    if (!code)
        code = gr_schema_prepare(handle, true, true, error);
    int result = gr_disconnect(handle);
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
    int code = name.failed ? gr_no_memory(error) : gr_may_make(path, error);
    bool vanished = true;
    for (int attempt = 0; attempt < ATTEMPTS && vanished && !code; attempt++) {
        code = make_empty(name.data, error);
        bool placed = code || gr_put_in_place(name.data, path) || errno == EEXIST;
        vanished = !placed && errno == ENOENT;
        if (!placed && (!vanished || attempt == ATTEMPTS - 1))
            code = gr_fail(error, GR_ERR_IO, "%s: cannot be made: %s", path, strerror(errno));
    }
    gr_remove_parts(&name);
    gr_buffer_free(&name);
    return code;
}

/* What comes behind opening. */
static int set_up(sqlite3 *handle, GrDbMode mode, GrError *error) {
    int code = settings(handle, mode, error);
    return code ? code : gr_schema_prepare(handle, mode != GR_DB_READ, mode == GR_DB_CREATE, error);
}

static int prepare_immutable(const char *path, const GrWait *wait, sqlite3 **handle, GrError *error) {
    int code = open_immutable(path, wait, handle, error);
    return code ? code : set_up(*handle, GR_DB_READ, error);
}

/* A log cannot be read without an index beside it. */
static int unread_log(GrError *error) {
    GrError why;
    if (!error)
        return GR_ERR_IO;
    why = *error;
    return gr_fail(error, GR_ERR_IO, "its log cannot be read: %s", why.text);
}

/* Who may not write leaves a log's index that he makes behind; but where there is one, somebody may be writing. */
static int prepare_to_read(const char *path, const GrWait *wait, sqlite3 **handle, GrError *error) {
    if (access(path, W_OK) && !has_log(path) && size_beside(path, "-shm") < 0)
        return prepare_immutable(path, wait, handle, error);
    int code = open_handle(path, GR_DB_READ, wait, handle, error);
    if (!code)
        code = set_up(*handle, GR_DB_READ, error);
    if (!*handle || !needs_immutable(path, code, *handle))
        return code == GR_ERR_IO && has_log(path) ? unread_log(error) : code;
    gr_disconnect(*handle);
    return prepare_immutable(path, wait, handle, error);
}

/* Opens the file and makes sure that it is a database of ours. */
static int prepare(const char *path, GrDbMode mode, const GrWait *wait, sqlite3 **handle, GrError *error) {
    if (mode == GR_DB_READ)
        return prepare_to_read(path, wait, handle, error);
    int code = gr_remove_leftovers(path, error);
    int there = code || mode != GR_DB_CREATE ? 1 : exists(path, error);
    if (!code)
        code = there < 0 ? there : there ? 0 : create(path, error);
    if (!code)
        code = open_handle(path, mode, wait, handle, error);
    return code ? code : set_up(*handle, mode, error);
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

static int open_waiting(const char *path, const GrVariants *variants, GrDbMode mode, const GrWait *wait, GrDb **db,
                        GrError *error) {
    *db = NULL;
    int there = mode == GR_DB_CREATE ? 1 : exists(path, error);
    if (there <= 0)
        return there ? there : gr_fail(error, GR_ERR_NOT_FOUND, "%s: no such database", path);
    GrDb *made = make(variants, error);
    if (!made)
        return GR_ERR_MEMORY;
    made->writable = mode != GR_DB_READ;
    int code = prepare(path, mode, wait, &made->sql.handle, error);
    if (!code)
        code = gr_db_refresh(made, error);
    if (code)
        gr_db_close(made);
    else
        *db = made;
    return code;
}

int gr_db_open_until(const char *path, const GrVariants *variants, GrDbMode mode, const GrDbWaiting *waiting,
                     GrDb **db, GrError *error) {
    enum { PATIENCE_MS = 10000 };
    const GrWait wait = {PATIENCE_MS, waiting->stop, waiting->waits, waiting->context};
    return open_waiting(path, variants, mode, &wait, db, error);
}

int gr_db_open(const char *path, const GrVariants *variants, GrDbMode mode, GrDb **db, GrError *error) {
    return gr_db_open_until(path, variants, mode, &(GrDbWaiting){0}, db, error);
}

GrDbSource gr_db_source(const GrDb *db) {
    GrWait wait = gr_connection_wait(db->sql.handle);
    wait.waits = NULL; /* it is opened again by other threads */
    return (GrDbSource){sqlite3_db_filename(db->sql.handle, "main"), db->variants, wait};
}

int gr_db_open_again(const GrDbSource *source, GrDb **db, GrError *error) {
    int code = open_waiting(source->path, source->variants, GR_DB_READ, &source->wait, db, error);
    if (!code)
        (*db)->helper = true;
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
        if (open_handle(path, GR_DB_READ, &no_wait, &handle, NULL) == 0)
            gr_sql_number(handle, "PRAGMA schema_version", &version, NULL);
        gr_disconnect(handle);
    }
    gr_buffer_free(&name);
}

/* Closes the connection. */
static void close_handle(GrDb *db) {
    const char *path = sqlite3_db_filename(db->sql.handle, "main");
    char *copy = path && !db->helper ? strdup(path) : NULL;
    gr_disconnect(db->sql.handle);
    if (copy)
        leave_nothing(copy);
    free(copy);
}

void gr_db_rest(GrDb *db) {
    gr_db_end_read(db);
    gr_sql_close(&db->sql);
}

/* As closing does it; who else reads is not waited for. */
int gr_db_settle(GrDb *db, GrError *error) {
    if (!db->writable || db->attached)
        return 0;
    gr_db_rollback(db);
    gr_db_rest(db);
    return gr_sql_exec(db->sql.handle, "PRAGMA wal_checkpoint(PASSIVE)", error);
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
    gr_block_free(&db->work);
    gr_block_free(&db->peek);
    gr_buffer_free(&db->blobs.head);
    gr_buffer_free(&db->blobs.moves);
    gr_buffer_free(&db->blobs.texts);
    gr_move_line_writer_free(&db->writer);
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
    GrWait wait = gr_connection_wait(db->sql.handle);
    wait.milliseconds = milliseconds;
    gr_connection_set_wait(db->sql.handle, &wait);
}

void gr_db_set_waiting(GrDb *db, const GrDbWaiting *waiting) {
    GrWait wait = gr_connection_wait(db->sql.handle);
    wait.stop = waiting ? waiting->stop : NULL;
    wait.waits = waiting ? waiting->waits : NULL;
    wait.context = waiting ? waiting->context : NULL;
    gr_connection_set_wait(db->sql.handle, &wait);
}
