/* Running a dump into a new file. */
#include "db/upkeep/dump_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "db/store/sqlite.h"

struct GrDumpFile {
    sqlite3 *handle;
    char *path;
    bool failed;
};

static int fail(GrDumpFile *file, GrError *error) {
    file->failed = true;
    if (!file->handle || sqlite3_errcode(file->handle) == SQLITE_NOMEM)
        return gr_no_memory(error);
    return gr_fail(error, GR_ERR_IO, "%s: %s", file->path, sqlite3_errmsg(file->handle));
}

/* The file is made as a whole or removed: no log is needed. */
static int begin(GrDumpFile *file, GrError *error) {
    enum { FLAGS = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX };
    static const char settings[] = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
                                   "PRAGMA locking_mode = EXCLUSIVE";
    if (sqlite3_open_v2(file->path, &file->handle, FLAGS, NULL) != SQLITE_OK ||
        sqlite3_exec(file->handle, settings, NULL, NULL, NULL) != SQLITE_OK)
        return fail(file, error);
    return 0;
}

/* Makes the file, empty as yet. Its folder may be missing or closed to us, which SQLite does not distinguish. */
static int make(const char *path, GrError *error) {
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0) {
        close(fd);
        return 0;
    }
    if (errno == EEXIST) /* what is not ours is not removed either */
        return gr_fail(error, GR_ERR_IO, "%s: the file exists already", path);
    bool nowhere = errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG;
    return gr_fail(error, nowhere ? GR_ERR_NOT_FOUND : GR_ERR_IO, "cannot write %s: %s", path, strerror(errno));
}

int gr_dump_file_open(const char *path, GrDumpFile **file, GrError *error) {
    *file = NULL;
    GrDumpFile *f = calloc(1, sizeof *f);
    char *copy = strdup(path);
    int code = f && copy ? make(path, error) : gr_no_memory(error);
    if (code) {
        free(f);
        free(copy);
        return code;
    }
    f->path = copy;
    code = begin(f, error);
    if (code)
        gr_dump_file_close(f, false, NULL);
    else
        *file = f;
    return code;
}

int gr_dump_file_run(GrDumpFile *file, const char *sql, GrError *error) {
    return sqlite3_exec(file->handle, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : fail(file, error);
}

int gr_dump_file_close(GrDumpFile *file, bool keep, GrError *error) {
    int code = 0;
    if (!file)
        return 0;
    bool made = sqlite3_close(file->handle) == SQLITE_OK && !file->failed;
    if (keep && !made)
        code = gr_fail(error, GR_ERR_IO, "%s: the file could not be completed", file->path);
    if (!keep || !made)
        unlink(file->path);
    free(file->path);
    free(file);
    return code;
}
