/* Which file a path names, whatever links lead there, and what is in it. */
#ifndef GR_CLI_PLACE_H
#define GR_CLI_PLACE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* Paths by which standard input, output and error are named. */
#define CLI_STDIN_PATH "/proc/self/fd/0"
#define CLI_STDOUT_PATH "/proc/self/fd/1"
#define CLI_STDERR_PATH "/proc/self/fd/2"

/* Where a file is, or would be made. */
typedef struct CliPlace {
    struct stat folder;
    char path[PATH_MAX]; /* no link, though its folders may be */
    const char *name;    /* in the folder; of the path */
} CliPlace;

/* False if there is no such folder, or the path is too long. The place points into itself: it is not to be copied. */
bool cli_find_place(const char *path, CliPlace *place);

/* Are both in the same folder? */
bool cli_same_folder(const CliPlace *place, const CliPlace *other);

/* Does the path name that very file? */
bool cli_names(const char *path, const struct stat *file);

/* Are both paths names of the same file, which there is or not? */
bool cli_same_file(const char *path, const char *other);

typedef enum CliContents {
    CLI_OTHER,    /* none of the following */
    CLI_UNKNOWN,  /* it cannot be read */
    CLI_DATABASE, /* of SQLite, ours or not */
    CLI_BESIDE    /* a log, a journal or shared memory of SQLite */
} CliContents;

/* Does a file begin like a database or a file beside one? */
bool cli_is_of_database(const char *path);

/* What a file begins like, if it is a regular one. */
CliContents cli_contents(const char *path);

/* The folder that this program lies in, with a slash at its end, where `self` is what it was called by; "" if it is
 * unknown: where /proc is not mounted and it was found in PATH, as the other programs then will be. */
void cli_own_folder(const char *self, char *out, size_t size);

#endif
