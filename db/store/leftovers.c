/* Removing what a process that was killed while it made a new database has left. */
#include "db/store/leftovers.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db/store/beside.h"

/* FNV-1a. */
static uint32_t hash(uint32_t sum, const void *bytes, size_t len) {
    const unsigned char *at = bytes;
    while (len-- > 0)
        sum = (sum ^ *at++) * 16777619;
    return sum;
}

/* Stands for this machine and, where there are such, this space of process numbers. */
static uint32_t here(void) {
    char name[256] = "";
    struct stat space;
    gethostname(name, sizeof name - 1);
    uint32_t sum = hash(2166136261, name, strlen(name));
    if (stat("/proc/self/ns/pid", &space) == 0)
        sum = hash(sum, &space.st_ino, sizeof space.st_ino);
    return sum;
}

void gr_put_new_name(GrBuffer *name, const char *path) {
    gr_buffer_printf(name, "%s.new-%ld-%08x", path, (long)getpid(), (unsigned)here());
}

static bool is_gone(long pid) {
    return pid > 0 && pid <= INT32_MAX && kill((pid_t)pid, 0) && errno == ESRCH;
}

/* Is that the name of a leftover for `base`? */
static bool is_leftover(const char *name, const char *base, size_t base_len, uint32_t where) {
    size_t length;
    char *end;
    if (gr_beside(name, &length) != GR_BESIDE_NEW || length != base_len || strncmp(name, base, length) != 0)
        return false;
    long pid = strtol(name + length + strlen(".new-"), &end, 10);
    return strtoul(end + 1, NULL, 16) == where && is_gone(pid);
}

int gr_remove_leftovers(const char *path, GrError *error) {
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    GrBuffer name;
    gr_buffer_init(&name);
    gr_buffer_add(&name, path, (size_t)(base - path));
    size_t folder_len = name.len, base_len = strlen(base);
    uint32_t where = here();
    gr_buffer_puts(&name, ".");
    DIR *folder = name.failed ? NULL : opendir(name.data);
    for (struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) {
        if (!is_leftover(entry->d_name, base, base_len, where))
            continue;
        name.len = folder_len;
        gr_buffer_puts(&name, entry->d_name);
        if (!name.failed)
            unlink(name.data);
    }
    if (folder)
        closedir(folder);
    int code = name.failed ? gr_no_memory(error) : 0;
    gr_buffer_free(&name);
    return code;
}

int gr_may_make(const char *path, GrError *error) {
    static const char *const what[] = {"log", "shared memory", "journal"};
    struct stat found, database;
    const char *ending;
    int code = 0;
    GrBuffer name;
    gr_buffer_init(&name);
    for (size_t n = 0; !code && (ending = gr_beside_ending(n)) != NULL; n++) {
        gr_buffer_clear(&name);
        gr_buffer_printf(&name, "%s%s", path, ending);
        if (name.failed)
            code = gr_no_memory(error);
        else if (strcmp(ending, "-shm") && !lstat(name.data, &found) && found.st_size > 0 && lstat(path, &database))
            code = gr_fail(error, GR_ERR_NOT_FOUND, "there is no such database, but its %s %s is there: "
                           "move it away first, or bring its database back", what[n], name.data);
    }
    gr_buffer_free(&name);
    return code;
}

/* Some file systems have no links. */
bool gr_put_in_place(const char *made, const char *path) {
    struct stat there;
    if (!link(made, path))
        return true;
    if (errno == EEXIST || !stat(path, &there)) {
        errno = EEXIST;
        return false;
    }
    return !rename(made, path);
}

void gr_remove_parts(GrBuffer *name) {
    const char *ending = "";
    size_t len = name->len;
    for (size_t n = 0; ending && name->data; ending = gr_beside_ending(n++)) {
        name->len = len;
        gr_buffer_puts(name, ending);
        unlink(name->data);
    }
    name->len = len;
}
