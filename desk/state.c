/* Files that outlive a desk. */
#include "desk/state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- where ---- */

bool gr_desk_state_folder(char *out, size_t size) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (state && *state == '/') /* others are to be ignored, as the XDG Base Directory Specification has it */
        length = snprintf(out, size, "%s/grimoire", state);
    else if (home && *home == '/')
        length = snprintf(out, size, "%s/.local/state/grimoire", home);
    return length > 0 && (size_t)length < size;
}

bool desk_state_path(const GrDesk *desk, const char *name, char *out, size_t size) {
    const char *folder = desk->start.state;
    int length = folder ? snprintf(out, size, "%s/%s", folder, name) : -1;
    return length > 0 && (size_t)length < size;
}

static bool is_folder(const char *path) {
    struct stat what;
    return !stat(path, &what) && S_ISDIR(what.st_mode);
}

bool desk_state_make(const GrDesk *desk) {
    char path[DESK_STATE_PATH];
    if (!desk_state_path(desk, "", path, sizeof path))
        return false;
    for (char *at = path + 1; *at; at++)
        if (*at == '/') {
            *at = '\0';
            if (!is_folder(path) && mkdir(path, 0700) && !is_folder(path))
                return false;
            *at = '/';
        }
    return true;
}

/* ---- reading and writing ---- */

int desk_state_read(const GrDesk *desk, const char *name, GrBuffer *out, GrError *error) {
    return desk_state_read_most(desk, name, DESK_STATE_FILE, out, error);
}

int desk_state_read_most(const GrDesk *desk, const char *name, size_t most, GrBuffer *out, GrError *error) {
    char path[DESK_STATE_PATH], piece[4096];
    int file = desk_state_path(desk, name, path, sizeof path) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return gr_fail(error, GR_ERR_NOT_FOUND, "%s: there is no such file", name);
    ssize_t got;
    size_t all = 0;
    while ((got = read(file, piece, sizeof piece)) > 0 && all <= most) {
        gr_buffer_add(out, piece, (size_t)got);
        all += (size_t)got;
    }
    close(file);
    if (got < 0)
        return gr_fail(error, GR_ERR_IO, "cannot read %s", path);
    if (all > most)
        return gr_fail(error, GR_ERR_LIMIT, "%s is longer than %zu bytes", path, most);
    return out->failed ? gr_no_memory(error) : 0;
}

static bool write_all(int file, const char *bytes, size_t len) {
    while (len) {
        ssize_t done = write(file, bytes, len);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        len -= (size_t)done;
    }
    return !fsync(file);
}

int desk_state_write(const GrDesk *desk, const char *name, const char *bytes, size_t len, GrError *error) {
    char path[DESK_STATE_PATH], beside[DESK_STATE_PATH + 32];
    if (!desk_state_path(desk, name, path, sizeof path) || !desk_state_make(desk))
        return 0;
    snprintf(beside, sizeof beside, "%s.%ld", path, (long)getpid()); /* several desks may have one file */
    int file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    bool good = file >= 0 && write_all(file, bytes, len);
    int why = errno;
    if (file >= 0 && close(file) && good) {
        good = false;
        why = errno;
    }
    if (good && rename(beside, path)) {
        good = false;
        why = errno;
    }
    if (!good && file >= 0)
        unlink(beside);
    return good ? 0 : gr_fail(error, GR_ERR_IO, "cannot write %s: %s", path, strerror(why));
}

bool desk_state_set_aside(const GrDesk *desk, const char *name, char aside[DESK_STATE_PATH]) {
    char path[DESK_STATE_PATH], number[16] = "";
    struct stat what;
    if (!desk_state_path(desk, name, path, sizeof path))
        return false;
    for (int n = 1; n <= DESK_STATE_DAMAGED; n++) {
        if (n > 1)
            snprintf(number, sizeof number, ".%d", n);
        int length = snprintf(aside, DESK_STATE_PATH, "%s%s.damaged", path, number);
        if (length < 0 || length >= DESK_STATE_PATH)
            return false;
        if (lstat(aside, &what))
            break;
    }
    return !rename(path, aside);
}

void desk_state_remove(const GrDesk *desk, const char *name) {
    char path[DESK_STATE_PATH];
    if (desk_state_path(desk, name, path, sizeof path))
        unlink(path);
}
