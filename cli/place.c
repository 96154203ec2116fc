/* Files behind paths. */
#include "cli/place.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool cli_names(const char *path, const struct stat *file) {
    struct stat found;
    return stat(path, &found) == 0 && found.st_dev == file->st_dev && found.st_ino == file->st_ino;
}

/* Puts in place of a path that is a link where it leads; false if it is none. */
static bool follow(char path[PATH_MAX]) {
    char target[PATH_MAX];
    ssize_t length = readlink(path, target, sizeof target);
    char *slash = strrchr(path, '/');
    size_t kept = length > 0 && *target != '/' && slash ? (size_t)(slash + 1 - path) : 0;
    if (length <= 0 || kept + (size_t)length >= PATH_MAX)
        return false;
    memcpy(path + kept, target, (size_t)length);
    path[kept + (size_t)length] = '\0';
    return true;
}

bool cli_find_place(const char *path, CliPlace *place) {
    enum { LINKS = 40 }; /* as many as Linux follows */
    size_t length = strlen(path);
    if (length >= sizeof place->path)
        return false;
    memcpy(place->path, path, length + 1);
    for (int n = 0; n < LINKS && follow(place->path); n++)
        continue;
    char *slash = strrchr(place->path, '/');
    char folder[PATH_MAX] = ".";
    place->name = slash ? slash + 1 : place->path;
    if (slash) {
        memcpy(folder, place->path, (size_t)(place->name - place->path));
        folder[place->name - place->path] = '\0';
    }
    return stat(folder, &place->folder) == 0;
}

bool cli_same_folder(const CliPlace *place, const CliPlace *other) {
    return place->folder.st_dev == other->folder.st_dev && place->folder.st_ino == other->folder.st_ino;
}

bool cli_same_file(const char *path, const char *other) {
    struct stat file;
    CliPlace one, two;
    if (strcmp(path, other) == 0)
        return true;
    if (stat(path, &file) == 0)
        return cli_names(other, &file);
    return cli_find_place(path, &one) && cli_find_place(other, &two) && strcmp(one.name, two.name) == 0 &&
           cli_same_folder(&one, &two);
}

/* The beginnings of SQLite's files. That of shared memory is a number as this machine stores it. */
static CliContents contents_of(const unsigned char *bytes, size_t length) {
    static const uint32_t shared = 3007000;
    static const struct {
        CliContents is;
        size_t length;
        const char *bytes;
    } begin[] = {
        {CLI_DATABASE, 16, "SQLite format 3"},
        {CLI_BESIDE, 4, "\x37\x7f\x06\x82"},
        {CLI_BESIDE, 4, "\x37\x7f\x06\x83"},
        {CLI_BESIDE, 8, "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"},
    };
    for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
        if (length >= begin[i].length && !memcmp(bytes, begin[i].bytes, begin[i].length))
            return begin[i].is;
    return length >= sizeof shared && !memcmp(bytes, &shared, sizeof shared) ? CLI_BESIDE : CLI_OTHER;
}

CliContents cli_contents(const char *path) {
    unsigned char bytes[16];
    struct stat file;
    if (stat(path, &file) || !S_ISREG(file.st_mode))
        return CLI_OTHER;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ssize_t length = fd < 0 ? 0 : read(fd, bytes, sizeof bytes);
    if (fd >= 0)
        close(fd);
    if (fd < 0 || length < 0)
        return CLI_UNKNOWN;
    return contents_of(bytes, (size_t)length);
}

bool cli_is_of_database(const char *path) {
    CliContents contents = cli_contents(path);
    return contents == CLI_DATABASE || contents == CLI_BESIDE;
}

void cli_own_folder(const char *self, char *out, size_t size) {
    ssize_t length = readlink("/proc/self/exe", out, size - 1);
    if (length > 0) {
        out[length] = '\0';
    } else {
        snprintf(out, size, "%s", self);
    }
    char *slash = strrchr(out, '/');
    if (slash) {
        slash[1] = '\0';
    } else {
        out[0] = '\0';
    }
}
