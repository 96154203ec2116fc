/* Databases that requests may name: found, opened, guarded, and shared by threads. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700 /* realpath */
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "desk/local.h"

/* ---- finding ---- */

static bool is_same(const char *a, const char *b) {
    struct stat one, two;
    return !strcmp(a, b) ||
           (!stat(a, &one) && !stat(b, &two) && one.st_dev == two.st_dev && one.st_ino == two.st_ino);
}

static void free_file(DeskFile *file) {
    pthread_mutex_destroy(&file->lock);
    pthread_mutex_destroy(&file->writing);
    free(file->path);
    free(file);
}

/* The file of that path, which is added unless it is there; under the desk's lock. */
static int add_file(GrDesk *desk, const char *path, DeskFile **file, GrError *error) {
    for (int i = 0; i < desk->files; i++)
        if (is_same(desk->file[i]->path, path)) {
            *file = desk->file[i];
            return 0;
        }
    if (desk->files == DESK_MOST_FILES)
        return gr_fail(error, GR_ERR_LIMIT, "more than %d databases", DESK_MOST_FILES);
    DeskFile *made = calloc(1, sizeof *made);
    char *copy = made ? strdup(path) : NULL;
    if (!copy || pthread_mutex_init(&made->lock, NULL) || pthread_mutex_init(&made->writing, NULL)) {
        free(copy);
        free(made);
        return gr_no_memory(error);
    }
    const char *slash = strrchr(copy, '/');
    made->path = copy;
    made->name = slash ? slash + 1 : copy;
    made->guard = -1;
    desk->file[desk->files++] = *file = made;
    return 0;
}

/* A file of a folder, but no link, which may lead out of it. */
static int look_at(GrDesk *desk, const char *folder, const char *name, GrError *error) {
    struct stat what;
    DeskFile *file;
    size_t length = strlen(name);
    char *path;
    if (length < 4 || *name == '.' || strcmp(name + length - 3, ".db") != 0)
        return 0;
    path = malloc(strlen(folder) + length + 2);
    if (!path)
        return gr_no_memory(error);
    sprintf(path, "%s/%s", folder, name);
    int code = lstat(path, &what) || !S_ISREG(what.st_mode) || desk->files == DESK_MOST_FILES
                   ? 0 : add_file(desk, path, &file, error);
    free(path);
    return code;
}

int desk_look(GrDesk *desk, GrError *error) {
    int code = 0;
    pthread_mutex_lock(&desk->lock);
    for (int i = 0; i < desk->folders && !code; i++) {
        struct dirent **entry;
        int count = scandir(desk->folder[i], &entry, NULL, alphasort);
        for (int n = 0; n < count; n++) {
            if (!code)
                code = look_at(desk, desk->folder[i], entry[n]->d_name, error);
            free(entry[n]);
        }
        if (count >= 0)
            free(entry);
    }
    pthread_mutex_unlock(&desk->lock);
    return code;
}

int gr_desk_add_folder(GrDesk *desk, const char *path, GrError *error) {
    struct stat what;
    if (stat(path, &what) || !S_ISDIR(what.st_mode))
        return gr_fail(error, GR_ERR_NOT_FOUND, "%s: there is no such folder", path);
    if (desk->folders == DESK_MOST_FOLDERS)
        return gr_fail(error, GR_ERR_LIMIT, "more than %d folders", DESK_MOST_FOLDERS);
    char *copy = realpath(path, NULL);
    if (!copy)
        return gr_fail(error, GR_ERR_IO, "%s: %s", path, strerror(errno));
    desk->folder[desk->folders++] = copy;
    return desk_look(desk, error);
}

int gr_desk_add_recent(GrDesk *desk, GrError *error) {
    GrBuffer lines;
    DeskFile *file;
    int code = 0;
    gr_buffer_init(&lines);
    pthread_mutex_lock(&desk->lock);
    if (desk_recent_read(desk, &lines))
        for (char *at = lines.data, *end; !code && (end = strchr(at, '\n')) != NULL; at = end + 1) {
            *end = '\0';
            if (*at == '/' && !access(at, R_OK))
                code = add_file(desk, at, &file, error);
        }
    pthread_mutex_unlock(&desk->lock);
    gr_buffer_free(&lines);
    return code;
}

/* ---- creating ---- */

/* Is it a name and no path, and could a person tell it from others? */
static bool is_name(const char *name) {
    size_t length = strlen(name);
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F || *c == '/' || *c == '\\')
            return false;
    return length && length <= DESK_NAME && *name != '.' && *name != ' ' && name[length - 1] != ' ';
}

/* Makes an empty database where no file is. */
static int create(const GrDesk *desk, const char *path, GrError *error) {
    GrDb *db;
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        return gr_fail(error, errno == EEXIST ? GR_ERR_BUSY : GR_ERR_IO,
                       errno == EEXIST ? "%s: there is such a file already"
                       : "%s cannot be created: %s", path, strerror(errno));
    close(fd);
    int code = gr_db_open(path, desk->start.variants, GR_DB_CREATE, &db, error);
    if (code)
        unlink(path);
    else
        gr_db_close(db);
    return code;
}

int desk_file_create(GrDesk *desk, const char *name, int *handle, GrError *error) {
    DeskFile *file = NULL;
    size_t length = strlen(name);
    bool ended = length > 3 && !strcmp(name + length - 3, ".db");
    if (!desk->folders)
        return gr_fail(error, GR_ERR_BUSY, "there is no folder to create it in: start grimoire desk with --folder");
    if (!is_name(name))
        return gr_fail(error, GR_ERR_SYNTAX, "'%.80s' is no name for a database: up to %d bytes without a slash", name,
                       DESK_NAME);
    char *path = malloc(strlen(desk->folder[0]) + length + 5);
    if (!path)
        return gr_no_memory(error);
    sprintf(path, "%s/%s%s", desk->folder[0], name, ended ? "" : ".db");
    int code = create(desk, path, error);
    pthread_mutex_lock(&desk->lock);
    if (!code)
        code = add_file(desk, path, &file, error);
    for (int i = 0; i < desk->files; i++)
        *handle = desk->file[i] == file ? i + 1 : *handle;
    pthread_mutex_unlock(&desk->lock);
    free(path);
    return code;
}

/* ---- opening ---- */

/* Keeps other desks from writing to the file, as long as this process lives. The descriptor stays open: closing one
 * of a file gives back all locks that SQLite has of it. */
static bool guard(DeskFile *file) {
    if (file->guard < 0)
        file->guard = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe is not waited for */
    return file->guard >= 0 && !flock(file->guard, LOCK_EX | LOCK_NB) && !access(file->path, W_OK);
}

int desk_file_open(GrDesk *desk, DeskFile *file, bool *first, GrError *error) {
    GrDb *db;
    pthread_mutex_lock(&file->lock);
    int code = 0;
    *first = !file->opened;
    if (*first) {
        file->alone = guard(file);
        code = gr_db_open(file->path, desk->start.variants, GR_DB_READ, &db, error);
        if (!code) {
            file->opened = true;
            file->idle[file->idles++] = db;
        }
    }
    if (!*first && !file->alone) /* whoever had it may be gone */
        file->alone = guard(file);
    pthread_mutex_unlock(&file->lock);
    if (*first && !code)
        desk_recent_add(desk, file->path);
    return code;
}

int desk_file_add(GrDesk *desk, const char *path, DeskFile **file, GrError *error) {
    pthread_mutex_lock(&desk->lock);
    int code = add_file(desk, path, file, error);
    pthread_mutex_unlock(&desk->lock);
    return code;
}

DeskFile *desk_file_of(DeskCall *call, const char *handle) {
    DeskFile *file = NULL;
    size_t length = strlen(handle);
    bool plain = *handle >= '1' && *handle <= '9' && strspn(handle, "0123456789") == length && length < 6;
    long number = plain ? strtol(handle, NULL, 10) : 0;
    pthread_mutex_lock(&call->desk->lock);
    if (number >= 1 && number <= call->desk->files)
        file = call->desk->file[number - 1];
    pthread_mutex_unlock(&call->desk->lock);
    if (!file)
        desk_refuse(call, 404, "there is no database '%.20s'", handle);
    return file;
}

DeskFile *desk_file(DeskCall *call) {
    return desk_file_of(call, call->wild[0]);
}

/* ---- sharing ---- */

/* Is the file still the one that was opened? Else what is written would go into one that is no longer there. */
static bool is_in_place(DeskCall *call, const DeskFile *file) {
    struct stat was, is;
    if (file->guard < 0 || fstat(file->guard, &was) ||
        (!stat(file->path, &is) && was.st_dev == is.st_dev && was.st_ino == is.st_ino))
        return true;
    desk_refuse(call, 409, "%s is another file than the one that was opened: start grimoire desk again", file->name);
    return false;
}

GrDb *desk_take(DeskCall *call, DeskFile *file) {
    GrError error;
    GrDb *db = NULL;
    pthread_mutex_lock(&file->lock);
    bool opened = file->opened;
    if (!is_in_place(call, file)) {
        pthread_mutex_unlock(&file->lock);
        return NULL;
    }
    if (file->idles)
        db = file->idle[--file->idles];
    pthread_mutex_unlock(&file->lock);
    if (!opened)
        desk_refuse(call, 409, "the database has not been opened");
    else if (!db && gr_db_open(file->path, call->desk->start.variants, GR_DB_READ, &db, &error))
        desk_refuse_for(call, &error);
    return db;
}

void desk_give(DeskFile *file, GrDb *db) {
    pthread_mutex_lock(&file->lock);
    bool kept = db && file->idles < DESK_POOL;
    if (kept)
        file->idle[file->idles++] = db;
    pthread_mutex_unlock(&file->lock);
    if (!kept)
        gr_db_close(db);
}

GrDb *desk_take_writer(DeskCall *call, DeskFile *file) {
    GrError error;
    pthread_mutex_lock(&file->lock);
    bool opened = file->opened, alone = file->alone;
    pthread_mutex_unlock(&file->lock);
    if (!opened || !alone) {
        desk_refuse(call, 409, opened ? "the database is open for reading only: another desk has it, or it may not "
                                      "be written to"
                                    : "the database has not been opened");
        return NULL;
    }
    if (!is_in_place(call, file))
        return NULL;
    pthread_mutex_lock(&file->writing);
    if (file->writer || !gr_db_open(file->path, call->desk->start.variants, GR_DB_WRITE, &file->writer, &error))
        return file->writer;
    pthread_mutex_unlock(&file->writing);
    desk_refuse_for(call, &error);
    return NULL;
}

void desk_give_writer(DeskFile *file) {
    pthread_mutex_unlock(&file->writing);
}

static int close_file(DeskFile *file, GrError *error) {
    int code = file->writer ? gr_db_settle(file->writer, error) : 0;
    gr_db_close(file->writer);
    while (file->idles)
        gr_db_close(file->idle[--file->idles]);
    if (file->guard >= 0)
        close(file->guard);
    free_file(file);
    return code;
}

int desk_files_close(GrDesk *desk, GrError *error) {
    GrError one;
    int code = 0;
    for (int i = 0; i < desk->files; i++) {
        int failed = close_file(desk->file[i], &one);
        if (failed && !code)
            code = gr_fail(error, (GrCode)failed, "%s", one.text);
    }
    desk->files = 0;
    return code;
}
