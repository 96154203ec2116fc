/* Running a dump into a new file. */
#include "db/upkeep/dump_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db/store/leftovers.h"
#include "notation/missing.h"

struct GrDumpFile {
    sqlite3 *handle;
    char *path;
    GrBuffer made; /* its name until it is whole */
    bool failed;
};

static int fail(GrDumpFile *file, int result, GrError *error) {
    int why = file->handle ? sqlite3_system_errno(file->handle) : 0;
    file->failed = true;
    if (result == SQLITE_NOMEM || !file->handle)
        return gr_no_memory(error);
    if ((result & 0xFF) == SQLITE_FULL)
        why = ENOSPC;
    return gr_fail(error, GR_ERR_IO, "cannot write %s: %s", file->path,
                   why ? strerror(why) : sqlite3_errmsg(file->handle));
}

int gr_dump_file_run(GrDumpFile *file, const char *sql, GrError *error) {
    errno = 0;
    int result = sqlite3_exec(file->handle, sql, NULL, NULL, NULL);
    return result == SQLITE_OK ? 0 : fail(file, result, error);
}

/* The file is made as a whole or removed: no log is needed. */
static int begin(GrDumpFile *file, GrError *error) {
    enum { FLAGS = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX };
    errno = 0;
    int result = sqlite3_open_v2(file->made.data, &file->handle, FLAGS, NULL);
    if (result != SQLITE_OK)
        return fail(file, result, error);
    sqlite3_extended_result_codes(file->handle, 1);
    return gr_dump_file_run(file, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
                                  "PRAGMA locking_mode = EXCLUSIVE", error);
}

/* Makes an empty file. Its folder may be missing or closed to us, which SQLite does not distinguish. */
static int make(GrDumpFile *file, GrError *error) {
    struct stat found;
    if (!lstat(file->path, &found)) /* what is not ours is not removed either */
        return gr_fail(error, GR_ERR_IO, "%s: the file exists already", file->path);
    int code = gr_remove_leftovers(file->path, error);
    if (!code)
        code = gr_may_make(file->path, error);
    if (code)
        return code;
    int fd = open(file->made.data, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd >= 0) {
        close(fd);
        return 0;
    }
    return gr_fail(error, gr_is_missing(errno) ? GR_ERR_NOT_FOUND : GR_ERR_IO, "cannot write %s: %s",
                   file->path, strerror(errno));
}

int gr_dump_file_open(const char *path, GrDumpFile **file, GrError *error) {
    *file = NULL;
    GrDumpFile *f = calloc(1, sizeof *f);
    if (!f)
        return gr_no_memory(error);
    f->path = strdup(path);
    /* "file:x" and ":memory:" are names, too. */
    gr_buffer_puts(&f->made, *path == '/' ? "" : "./");
    gr_put_new_name(&f->made, path);
    int code = f->path && !f->made.failed ? make(f, error) : gr_no_memory(error);
    if (!code)
        code = begin(f, error);
    f->failed = code != 0;
    if (code)
        gr_dump_file_close(f, false, NULL);
    else
        *file = f;
    return code;
}

int gr_dump_file_close(GrDumpFile *file, bool keep, GrError *error) {
    int code = 0;
    if (!file)
        return 0;
    errno = 0;
    int result = sqlite3_close(file->handle);
    if (keep && result != SQLITE_OK)
        code = fail(file, result, error);
    else if (keep && (file->failed || !gr_put_in_place(file->made.data, file->path)))
        code = gr_fail(error, GR_ERR_IO, "cannot write %s: %s", file->path,
                       file->failed ? "it could not be completed" : strerror(errno));
    if (!file->made.failed)
        gr_remove_parts(&file->made);
    gr_buffer_free(&file->made);
    free(file->path);
    free(file);
    return code;
}
