/* The front: `grimoire NAME ...` runs the program grimoire-NAME that lies beside it. */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "rules/version.h"

static const struct {
    const char *name, *summary;
} PROGRAMS[] = {
    {"check", "read games, replay them, report every fault"},
    {"convert", "games from one notation into another"},
    {"show", "draw a position as text or SVG"},
    {"import", "put games into a database"},
    {"export", "get games out of a database"},
    {"search", "find positions and games"},
    {"tree", "moves played from a position, with their results"},
    {"stats", "statistics of games"},
    {"annotate", "let an engine judge stored games"},
    {"match", "let engines play each other"},
    {"engine", "the built-in engine, speaking UCI"},
    {"perft", "count and list legal moves"},
    {"db", "look after a database"},
};

enum { PROGRAM_COUNT = sizeof PROGRAMS / sizeof PROGRAMS[0] };

/* The folder this program lies in, with a slash at its end; "" if that cannot be told: where /proc
 * is not mounted and we were found in PATH, as the other programs then will be. */
static void own_folder(const char *self, char *out, size_t size) {
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

/* The path of grimoire-NAME beside us; false if there is no such program. `self` is argv[0]. */
static bool beside(const char *self, const char *name, char *path, size_t size) {
    char folder[PATH_MAX];
    own_folder(self, folder, sizeof folder);
    int length = snprintf(path, size, "%sgrimoire-%s", folder, name);
    return folder[0] && length > 0 && (size_t)length < size && access(path, X_OK) == 0;
}

static void print_programs(const char *self, FILE *to) {
    char path[PATH_MAX];
    fputs("usage: grimoire NAME [options] ...\n"
          "       grimoire help [NAME]\n\n"
          "Game database and analysis toolkit for chess and five of its variants.\n\n", to);
    for (int n = 0; n < PROGRAM_COUNT; n++) {
        if (beside(self, PROGRAMS[n].name, path, sizeof path)) {
            fprintf(to, "  %-10s %s\n", PROGRAMS[n].name, PROGRAMS[n].summary);
        }
    }
    fputs("\n'grimoire help NAME' and 'man grimoire-NAME' tell more of each.\n", to);
}

/* Says what is wrong with an argument; of that only ASCII, as the names of programs are. */
static void tell(const char *what, const char *name) {
    fprintf(stderr, "grimoire: %s '", what);
    for (; *name; name++)
        fputc(*name < ' ' || *name > '~' ? '?' : *name, stderr);
    fputs("'\nTry 'grimoire help'.\n", stderr);
}

/* Becomes grimoire-NAME, found beside us or else in PATH; returns the exit status if it cannot.
 * argv[0] is replaced, the rest is handed on. */
static int run(const char *self, const char *name, char **argv) {
    char path[PATH_MAX];
    char program[NAME_MAX];
    int length = snprintf(program, sizeof program, "grimoire-%s", name);
    if (length > 0 && (size_t)length < sizeof program && !strchr(name, '/')) {
        argv[0] = program;
        if (beside(self, name, path, sizeof path)) {
            execv(path, argv);
        } else {
            execvp(program, argv);
        }
        if (errno != ENOENT) {
            fprintf(stderr, "grimoire: cannot run %s: %s\n", program, strerror(errno));
            return CLI_USAGE;
        }
    }
    tell("there is no program", name);
    return CLI_USAGE;
}

/* Closes standard output; a write that failed is a failure. */
static int finish(void) {
    bool failed = ferror(stdout) != 0;
    if (fclose(stdout) != 0 || failed) {
        fprintf(stderr, "grimoire: cannot write standard output: %s\n", strerror(errno));
        return CLI_FAULTS;
    }
    return CLI_OK;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        print_programs(argv[0], stderr);
        return CLI_USAGE;
    }
    const char *name = argv[1];
    bool help = strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0;
    if (help && argc > 2) {
        char *arguments[] = {argv[0], "--help", NULL};
        return run(argv[0], argv[2], arguments);
    }
    if (help) {
        print_programs(argv[0], stdout);
        return finish();
    }
    if (strcmp(name, "--version") == 0) {
        printf("grimoire %s\n", GR_VERSION);
        return finish();
    }
    if (name[0] == '-') {
        tell("unknown option", name);
        return CLI_USAGE;
    }
    return run(argv[0], name, argv + 1);
}
