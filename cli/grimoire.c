/* The front: `grimoire NAME ...` runs the program grimoire-NAME that lies beside it, and `grimoire
 * help NAME` shows the page of the manual. */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/manual.h"
#include "cli/place.h"
#include "notation/nearest.h"
#include "rules/version.h"

static const struct {
    const char *name, *summary;
} PROGRAMS[] = {
    {"check", "replay games and report every fault"},
    {"convert", "convert games between notations"},
    {"show", "draw a position as text or as a picture"},
    {"import", "add games from text to a database"},
    {"export", "write games of a database as text"},
    {"search", "find games and positions"},
    {"tree", "show the moves played from a position, with their results"},
    {"stats", "show statistics of games"},
    {"report", "report what games say about their rules"},
    {"annotate", "have an engine judge the positions of games"},
    {"match", "play a match between two engines"},
    {"engine", "run the built-in engine, which speaks UCI and XBoard"},
    {"train", "have the engine learn a variant"},
    {"perft", "count and list legal moves"},
    {"db", "maintain databases"},
    {"variants", "list the games it knows, and check files that describe more"},
    {"desk", "serve databases and games to the browser of this machine"},
    {"page", "write a page that plays a game in any browser"},
};

/* Pages of the manual that describe no program. */
static const struct {
    const char *name, *summary;
} TOPICS[] = {
    {"tutorial", "three short walks: for inventors, analysts and programmers"},
    {"rules", "the rules of all games"},
    {"definition", "describing a game of your own in a file"},
    {"notation", "how games are written and read"},
    {"query", "the query language"},
    {"judgement", "what evaluations say about moves, games and players"},
    {"sql", "the extension for SQLite"},
    {"cluster", "judging a database on many machines"},
    {"format", "the format of databases"},
    {"library", "the library for C and C++"},
};

enum {
    PROGRAM_COUNT = sizeof PROGRAMS / sizeof PROGRAMS[0],
    TOPIC_COUNT = sizeof TOPICS / sizeof TOPICS[0],
    NAME_COUNT = PROGRAM_COUNT + TOPIC_COUNT + 1
};

/* The path of grimoire-NAME beside us; false if there is no such program. `self` is argv[0]. */
static bool beside(const char *self, const char *name, char *path, size_t size) {
    char folder[PATH_MAX];
    cli_own_folder(self, folder, sizeof folder);
    int length = snprintf(path, size, "%sgrimoire-%s", folder, name);
    return folder[0] && length > 0 && (size_t)length < size && access(path, X_OK) == 0;
}

static void print_programs(const char *self, FILE *to) {
    char path[PATH_MAX], folder[PATH_MAX];
    cli_own_folder(self, folder, sizeof folder);
    fputs("usage: grimoire NAME [options] ...\n"
          "       grimoire help [NAME]\n\n"
          "Game database and analysis toolkit for chess and its variants.\n\n", to);
    for (int n = 0; n < PROGRAM_COUNT; n++) {
        if (beside(self, PROGRAMS[n].name, path, sizeof path)) {
            fprintf(to, "  %-11s%s\n", PROGRAMS[n].name, PROGRAMS[n].summary);
        }
    }
    fputs("\nTopics of the manual:\n\n", to);
    for (int n = 0; n < TOPIC_COUNT; n++) {
        if (cli_manual_find(folder, TOPICS[n].name, path, sizeof path)) {
            fprintf(to, "  %-11s%s\n", TOPICS[n].name, TOPICS[n].summary);
        }
    }
    fputs("\n'grimoire help NAME' shows the manual of a program or topic,\n"
          "'grimoire NAME --help' its options.\n", to);
}

/* Is it a topic of the manual? */
static bool is_topic(const char *name) {
    for (int i = 0; i < TOPIC_COUNT; i++)
        if (!strcmp(TOPICS[i].name, name))
            return true;
    return false;
}

/* Reports an unknown name, and the names of programs (and with `topics` of topics) nearest to it. */
static int report_unknown(const char *what, const char *name, bool topics) {
    if (is_topic(name)) {
        if (topics)
            fprintf(stderr, "grimoire: the manual's page on '%s' is not installed\n", name);
        else
            fprintf(stderr, "grimoire: '%s' is no program but a page: grimoire help %s\n", name, name);
        return CLI_USAGE;
    }
    const char *names[NAME_COUNT];
    char meant[GR_MEANT_SIZE];
    int n = 0;
    for (; n < PROGRAM_COUNT; n++) {
        names[n] = PROGRAMS[n].name;
    }
    for (int i = 0; topics && i < TOPIC_COUNT; i++) {
        names[n++] = TOPICS[i].name;
    }
    if (!topics) {
        names[n++] = "help";
    }
    names[n] = NULL;
    gr_did_you_mean(meant, name, names, "");
    fprintf(stderr, "grimoire: %s '", what);
    for (; *name; name++) { /* only ASCII, as the names of programs are */
        fputc(*name < ' ' || *name > '~' ? '?' : *name, stderr);
    }
    fprintf(stderr, "'%s\nTry 'grimoire help'.\n", meant);
    return CLI_USAGE;
}

/* Becomes grimoire-NAME, found beside us or else in PATH; returns the exit status if it cannot.
 * argv[0] is replaced, the rest passed on. */
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
    for (int n = 0; n < PROGRAM_COUNT; n++) {
        if (strcmp(PROGRAMS[n].name, name) == 0) {
            fprintf(stderr, "grimoire: %s is not installed\n", program);
            return CLI_USAGE;
        }
    }
    return report_unknown("unknown program", name, false);
}

/* Closes standard output and reports a failed write. */
static int finish(void) {
    bool failed = ferror(stdout) != 0;
    if (fclose(stdout) != 0 || failed) {
        fprintf(stderr, "grimoire: cannot write standard output: %s\n", strerror(errno));
        return CLI_FAULTS;
    }
    return CLI_OK;
}

/* Of programs, then topics. */
static const char *name_at(int n) {
    return n < PROGRAM_COUNT ? PROGRAMS[n].name : TOPICS[n - PROGRAM_COUNT].name;
}

static const char *summary_at(int n) {
    return n < PROGRAM_COUNT ? PROGRAMS[n].summary : TOPICS[n - PROGRAM_COUNT].summary;
}

/* Lists the pages that have most to do with a word; false if none has anything. */
static bool list_mentions(const char *folder, const char *word) {
    enum { SHOWN = 4, PAGES = PROGRAM_COUNT + TOPIC_COUNT };
    CliMention mention[PAGES];
    char path[PATH_MAX];
    int shown = 0;
    for (int n = 0; n < PAGES; n++) {
        bool found = cli_manual_find(folder, name_at(n), path, sizeof path);
        mention[n] = found ? cli_manual_mention(path, word) : (CliMention){0};
    }
    for (; shown < SHOWN; shown++) {
        int best = 0;
        for (int n = 1; n < PAGES; n++)
            best = mention[n].weight > mention[best].weight ? n : best;
        if (!mention[best].weight)
            break;
        if (!shown)
            printf("No page is called '%s'. These have it:\n\n", word);
        printf("  %-11s%s\n", name_at(best), summary_at(best));
        if (mention[best].line[0])
            printf("      %s\n", mention[best].line);
        mention[best].weight = 0;
    }
    if (shown)
        puts("\n'grimoire help NAME' shows a page.");
    return shown > 0;
}

/* Shows the page of a program or topic; of a program without one, its --help; of another word, which pages have it. */
static int help(const char *self, const char *name) {
    char folder[PATH_MAX], path[PATH_MAX];
    char *arguments[] = {(char *)self, "--help", NULL};
    if (strncmp(name, "grimoire-", 9) == 0) { /* the name of the page, or of the program */
        name += 9;
    }
    cli_own_folder(self, folder, sizeof folder);
    if (cli_manual_find(folder, name, path, sizeof path)) {
        int status = cli_manual_show(path);
        return status ? status : finish();
    }
    if (beside(self, name, path, sizeof path)) {
        return run(self, name, arguments);
    }
    return list_mentions(folder, name) ? finish() : report_unknown("no page about", name, true);
}

int main(int argc, char **argv) {
    bool deaf = cli_is_of_database(CLI_STDERR_PATH);
    if (deaf || cli_is_of_database(CLI_STDOUT_PATH)) {
        if (!deaf)
            fputs("grimoire: cannot write standard output: that file belongs to a database\n", stderr);
        return CLI_USAGE;
    }
    if (argc < 2) {
        print_programs(argv[0], stderr);
        return CLI_USAGE;
    }
    const char *name = argv[1];
    bool asked = strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0;
    if (asked && argc > 2) {
        return help(argv[0], argv[2]);
    }
    if (asked) {
        print_programs(argv[0], stdout);
        return finish();
    }
    if (strcmp(name, "--version") == 0) {
        printf("grimoire %s\n", GR_VERSION);
        return finish();
    }
    if (name[0] == '-') {
        return report_unknown("unknown option", name, false);
    }
    return run(argv[0], name, argv + 1);
}
