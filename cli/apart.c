/* What may be written: no file that is read, and no file twice. */
#include "cli/common.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Does the path name that very file? */
static bool names(const char *path, const struct stat *file) {
    struct stat found;
    return path && stat(path, &found) == 0 && found.st_dev == file->st_dev &&
           found.st_ino == file->st_ino;
}

/* Where a file would be made. */
typedef struct Place {
    struct stat folder;
    char path[PATH_MAX];
    const char *name; /* in the folder; of the path */
} Place;

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

static bool find_place(const char *path, Place *place) {
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

/* No file has these names yet: would both be the same one? */
static bool becomes_same(const char *path, const char *other) {
    Place one, two;
    return find_place(path, &one) && find_place(other, &two) && strcmp(one.name, two.name) == 0 &&
           one.folder.st_dev == two.folder.st_dev && one.folder.st_ino == two.folder.st_ino;
}

bool cli_same_file(const char *path, const char *other) {
    struct stat file;
    if (strcmp(path, other) == 0)
        return true;
    return stat(path, &file) == 0 ? names(other, &file) : becomes_same(path, other);
}

/* Is the file one that is read? Operands and options may be something else than files, so that only a file
 * that there is counts as named by them. */
static bool is_input(const Cli *cli, const struct stat *file) {
    bool input = false;
    const char *path;
    for (int n = 0; n < CLI_MOST_INPUTS; n++)
        input |= names(cli->input[n], file);
    for (int n = 0; n < cli->operands; n++)
        input |= names(cli->operand[n], file);
    for (int n = 0; (path = cli_definition_file(cli, n)); n++)
        input |= names(path, file);
    return input;
}

/* Opening an input for writing would destroy it. A database may be one that is yet to be made. */
bool cli_may_write(Cli *cli, const char *path) {
    struct stat file;
    bool found = stat(path, &file) == 0, db = false;
    if (found && !S_ISREG(file.st_mode))
        return true;
    for (int n = 0; n < cli->databases && !db; n++)
        db = cli_same_file(path, cli->dbs[n]);
    bool input = !db && found && is_input(cli, &file);
    if (input || db)
        cli_error(cli, "%s is %s and cannot be the output", path, db ? "the database" : "an input");
    return !input && !db;
}

/* The file of -o; NULL: standard output. */
static const char *output_of(const Cli *cli) {
    return cli->output && strcmp(cli->output, "-") ? cli->output : NULL;
}

bool cli_may_output(Cli *cli) {
    const char *output = output_of(cli);
    return !output || cli_may_write(cli, output);
}

bool cli_other_output(Cli *cli, const char *path) {
    const char *output = output_of(cli);
    struct stat file;
    bool found = output ? stat(output, &file) == 0 : fstat(STDOUT_FILENO, &file) == 0;
    bool same = found ? S_ISREG(file.st_mode) && names(path, &file)
                      : output && becomes_same(path, output);
    if (same)
        cli_error(cli, "%s cannot be both outputs at once", path);
    return !same;
}
