/* Making copies of a database for several machines. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db/evals/evals.h"
#include "db/store/internal.h"
#include "db/store/leftovers.h"
#include "db/upkeep/copy_evals.h"

enum { PAGES = 4096 }; /* that are copied between two questions whether to stop */

static int copy_pages(sqlite3 *from, sqlite3 *to, const GrWork *work, GrError *error) {
    errno = 0;
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (!backup)
        return gr_sql_fail(to, sqlite3_errcode(to), error);
    int result = SQLITE_OK;
    bool stopped = false;
    while (result == SQLITE_OK && !stopped) {
        result = sqlite3_backup_step(backup, PAGES);
        stopped = result == SQLITE_OK && work->stop && work->stop(work->context);
    }
    int end = sqlite3_backup_finish(backup);
    if (stopped)
        return gr_fail(error, GR_ERR_STOPPED, "stopped");
    if (result != SQLITE_DONE)
        return gr_sql_fail(NULL, result, error);
    return end == SQLITE_OK ? 0 : gr_sql_fail(to, end, error);
}

/* Copies all pages into a new file. */
static int copy_file(GrDb *db, const char *path, const GrWork *work, GrError *error) {
    const GrWait wait = gr_connection_wait(db->sql.handle);
    sqlite3 *to = NULL;
    GrBuffer name;
    gr_buffer_init(&name);
    gr_buffer_printf(&name, "%s%s", *path == '/' ? "" : "./", path); /* ":memory:" is a name, too */
    int code = name.failed ? gr_no_memory(error)
                           : gr_connect(name.data, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &wait, &to, error);
    gr_buffer_free(&name);
    if (!code)
        code = gr_sql_exec(to, "PRAGMA synchronous = FULL", error);
    if (!code)
        code = copy_pages(db->sql.handle, to, work, error);
    gr_disconnect(to);
    return code;
}

/* Do two files have the same bytes? */
static int compare_files(const char *one, const char *other, bool *same, GrError *error) {
    enum { BYTES = 1 << 16 };
    FILE *a = fopen(one, "rb"), *b = a ? fopen(other, "rb") : NULL;
    int why = a && b ? 0 : errno;
    char *bytes = malloc(2 * BYTES);
    size_t count = BYTES;
    int code = 0;
    *same = a && b;
    errno = 0;
    while (bytes && *same && count == BYTES) {
        count = fread(bytes, 1, BYTES, a);
        *same = fread(bytes + BYTES, 1, BYTES, b) == count && !memcmp(bytes, bytes + BYTES, count);
    }
    if (!bytes)
        code = gr_no_memory(error);
    else if (!a || !b || ferror(a) || ferror(b))
        code = gr_fail(error, GR_ERR_IO, "%s: %s", a ? other : one, strerror(why ? why : errno));
    free(bytes);
    if (a)
        fclose(a);
    if (b)
        fclose(b);
    return code;
}

/* What is in the log goes into the file, which alone gets its name; closing would not say that it failed. */
static int mark(GrDb *db, const char *path, unsigned shard, unsigned shards, GrError *error) {
    GrDb *made;
    int code = gr_db_open(path, db->variants, GR_DB_WRITE, &made, error);
    if (!code)
        code = gr_db_set_shard(made, shard, shards, error);
    if (!code)
        code = gr_sql_exec(made->sql.handle, "PRAGMA wal_checkpoint(TRUNCATE)", error);
    gr_db_close(made);
    return code;
}

/* Is the file that is there the one that would be made? Then an earlier run was killed behind it. */
static int keep(const char *made, const char *path, GrError *error) {
    bool same;
    struct stat there;
    if (stat(path, &there) && errno == ENOENT)
        return gr_fail(error, GR_ERR_IO, "%s is there already, a link to a file that is not", path);
    int code = compare_files(made, path, &same, error);
    if (code || same)
        return code;
    return gr_fail(error, GR_ERR_ILLEGAL, "%s is there already, and is not what would be made", path);
}

int gr_db_make_shard(GrDb *db, const char *path, unsigned shard, unsigned shards, const GrWork *work,
                     GrError *error) {
    GrBuffer name;
    gr_buffer_init(&name);
    gr_put_new_name(&name, path);
    int code = name.failed ? gr_no_memory(error) : gr_remove_leftovers(path, error);
    if (!code)
        code = gr_may_make(path, error);
    if (!code)
        code = copy_file(db, name.data, work, error);
    if (!code)
        code = mark(db, name.data, shard, shards, error);
    if (!code && !gr_put_in_place(name.data, path))
        code = errno == EEXIST ? keep(name.data, path, error)
                               : gr_fail(error, GR_ERR_IO, "%s: cannot be made: %s", path, strerror(errno));
    gr_remove_parts(&name);
    gr_buffer_free(&name);
    return code;
}
