/* What the programs share: options, messages, output, exit status.
 *
 * A program describes itself by a CliProgram and runs like this:
 *
 *     static int run(Cli *cli, const GrVariants *variants) {
 *         for (int code; (code = cli_next(cli)) > 0;) {
 *             switch (code) {
 *             case 'n': depth = cli_number(cli, 0, 60); break;
 *             }
 *         }
 *         if (cli->done)
 *             return cli->status;
 *         ... work with cli->operand[0 .. cli->operands - 1], print to cli_output(cli) ...
 *         return status;
 *     }
 *
 *     int main(int argc, char **argv) {
 *         return cli_main(&PROGRAM, argc, argv, run);
 *     }
 *
 * Data goes to cli_output, everything else to standard error through the functions below. All of
 * them belong to the main thread, but for cli_signal and cli_stop, which any thread may call.
 */
#ifndef GR_CLI_COMMON_H
#define GR_CLI_COMMON_H

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "notation/buffer.h"
#include "notation/game.h"
#include "rules/error.h"
#include "rules/variant.h"

/* What a program's exit status says. */
typedef enum CliStatus {
    CLI_OK = 0,
    CLI_FAULTS = 1,     /* the data has faults, nothing was found, or something failed */
    CLI_USAGE = 2,      /* bad usage, or no such file */
    CLI_DAMAGED = 3,    /* the database is damaged or not ours */
    CLI_INTERRUPTED = 130, /* SIGINT; the database is consistent */
    CLI_TERMINATED = 143   /* SIGTERM or SIGHUP; the same */
} CliStatus;

/* An option of a program's own. */
typedef struct CliOption {
    const char *name; /* "depth" for --depth; NULL ends a table */
    int code;         /* its letter, or a number from CLI_LONG on if it has none */
    const char *arg;  /* what its value is called, as in "N"; NULL if it takes none. "FILE" and "DB" are
                         files, "CMD" is a shell command, "NAME=VALUE" an option of one, whose value may
                         be a file: see cli/apart.h */
    const char *help; /* what it does, one line without a full stop */
} CliOption;

enum { CLI_LONG = 256, CLI_MAX_OPTIONS = 64, CLI_MOST_DBS = 256, CLI_MOST_DEFINITIONS = 16 };

enum { CLI_WORDS = INT_MAX }; /* all operands are words */

typedef struct CliProgram {
    const char *name;    /* "perft"; the program is grimoire-perft */
    const char *summary; /* what it does, in a line */
    const char *usage;   /* what follows the name: "[options] FILE..."; '\n' between several */
    const char *common;  /* which of the common options -v -q -d -o -j -f it takes: "vqo" */
    bool parts;          /* -d may be given more than once */
    const CliOption *options; /* its own; NULL for none */
    const int *writes;   /* codes of those whose files are written, up to a 0; NULL for none */
    int words;           /* so many operands come first that are no files, such as a command or a query; 0: all
                            are files that are read */
    const char *notes;   /* paragraphs below the options, with line ends, or NULL */
    void (*print_more)(FILE *to); /* prints what comes from a table, below them; or NULL */
} CliProgram;

/* The progress line on the terminal, or the lines in a log. */
typedef struct CliBar {
    bool shown;
    const char *what;            /* NULL: nothing was shown yet */
    uint64_t first, done, total; /* at the start, now, and at the end */
    double start, last;          /* when it began and was last drawn, in seconds */
    double logged;               /* when the last line in a log was due; 0: none was yet */
} CliBar;

/* A file that the command reads, runs or writes; see cli/apart.h. */
typedef struct CliFile {
    int use;
    const char *by;   /* the option that names it, NULL if none does */
    const char *path; /* or command */
} CliFile;

/* A file whose games have been offered to the variants. */
typedef struct CliDefinitions {
    struct Cli *cli;
    const char *path;
} CliDefinitions;

typedef struct Cli {
    const CliProgram *program;
    bool done;            /* nothing is to be done: --help and the like, or bad usage */
    int status;           /* then the exit status */
    const char *arg;      /* value of the option that cli_next returned; NULL if it takes none */
    int operands;         /* after cli_next returned 0: what is not an option */
    char **operand;
    const char *variant;  /* -v, else NULL; see cli_rules */
    bool noted_variant;   /* what it is taken to be has been said, if that needs to be */
    const char *db;       /* -d, else the environment's GRIMOIRE_DB, else NULL; see cli_database. Of
                             several it is the first, or the one at work (cli/databases.h) */
    const char *dbs[CLI_MOST_DBS]; /* all of them, no file twice */
    int databases;        /* how many */
    const char *output;   /* -o, else NULL */
    const char *format;   /* -f, else NULL; see cli_format */
    int jobs;             /* -j, from 1 to 256; default: one for each processor */
    bool quiet;           /* -q: no progress, no summary; data and faults only */
    const char *beside;   /* what the progress line shows beside it, or NULL */
    int every;            /* seconds between the lines that cli_progress writes where there is no terminal; 0: none */
    bool about;           /* set while the totals that cli_progress is given are estimates */
    char did[160];        /* what was done to a database (cli_summary_of); "": nothing */
    bool complete;        /* set when all is done: a signal then counts for nothing */
    const GrVariants *variants; /* those that `run` is given */
    const char *definition_file[CLI_MOST_DEFINITIONS]; /* of --variants, whose games are among them */
    int definition_files;
    /* The rest is private. */
    CliDefinitions definitions[CLI_MOST_DEFINITIONS];
    int offered;
    bool faulty_definition; /* a game was asked for whose definition has faults, which were said */
    FILE *out;
    CliFile *file;        /* [0 .. files - 1] */
    size_t files;
    int write_error;      /* errno of the write that cli_written found to have failed */
    bool stopped;         /* cli_stopped was called */
    bool waited;          /* cli_waits has reported it */
    bool default_db;      /* the database is GRIMOIRE_DB's: -d replaces it */
    char **argv;
    int argc;
    const char *option;   /* as the user wrote it, for messages */
    bool no_output;       /* cli_output failed, and has said so */
    bool keep_output;     /* the work failed before there was any: the file of -o stays what it was */
    bool unwritable;      /* that was because there is such a place, but it cannot be written to */
    int terminal;         /* is standard error one? 1: yes, -1: no, 0: not asked yet */
    int colour;           /* may that have colours? likewise */
    FILE *shown_by;       /* the terminal or pipe to which `out` writes, else NULL */
    CliBar bar;
} Cli;

/* Runs a program that ends its work when a signal comes: cli_start, cli_catch_signals, the variants
 * of all variants, `run`, which returns the exit status, and cli_finish. */
int cli_main(const CliProgram *program, int argc, char **argv,
             int (*run)(Cli *cli, const GrVariants *variants));

/* The part of it for a program that signals may kill: opens the variants and returns what `run`
 * does. */
int cli_with_variants(Cli *cli, int (*run)(Cli *cli, const GrVariants *variants));

/* Prepares reading the options. The program and argv must stay as long as cli is used. A write to a
 * closed pipe or beyond the file size limit is an error from now on, not a signal; reset SIGPIPE
 * before starting other programs. */
void cli_start(Cli *cli, const CliProgram *program, int argc, char **argv);

/* The next option of the program's own: its code, above 0; 0 when there is none left. Common
 * options are kept in cli on the way; --help and --version are answered and bad options reported
 * here, and then cli->done is set and the result is 0. */
int cli_next(Cli *cli);

/* The value of the current option as a whole number. If it is none from min to max, says so, makes
 * the next cli_next set cli->done, and returns min. */
int64_t cli_number(Cli *cli, int64_t min, int64_t max);

/* The same for any number; returns `most` if it is none. */
double cli_real(Cli *cli, double least, double most);

/* The place of a name, upper and lower case alike, in a list that a NULL ends; -1 after reporting
 * that it is none of them, which `what` calls them, and what may have been meant. */
int cli_choose(Cli *cli, const char *what, const char *name, const char *const names[]);

/* The same of the current option's value; if it is none of the names, makes the next cli_next set
 * cli->done and returns 0. */
int cli_choice(Cli *cli, const char *what, const char *const names[]);

/* True if there are no operands; else reports the first one as unexpected, followed by `hint`, such
 * as " (use -d FILE)". */
bool cli_no_operands(Cli *cli, const char *hint);

/* Reports bad usage of an option, and makes the next cli_next set cli->done. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void cli_bad_option(Cli *cli, const char *format, ...);

/* Reports bad usage: the message, and a hint at --help. Returns CLI_USAGE. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int cli_usage(Cli *cli, const char *format, ...);

/* Offers the games of --variants, else of the environment's GRIMOIRE_VARIANTS, to the variants; cli_next does that
 * behind the last option. Games are defined when they are asked for, and only then their faults reported. False after
 * that of a file that cannot be read, and of a game that -v names and that has faults. */
bool cli_load_definitions(Cli *cli);


/* The nth of these files; NULL past the end. */
const char *cli_definition_file(const Cli *cli, int n);

/* Adds the games that are described in the databases; cli_rules does so for a name that is unknown. False if no
 * database could be read. Unless status is NULL, databases that cannot be are reported, and *status is raised to the
 * exit status that goes with the worst. */
bool cli_load_from_databases(Cli *cli, int *status);

/* The rules that -v names, else those that `fallback` names (NULL: none). True with *rules set
 * (NULL: neither given); false after reporting that there is no such variant. */
bool cli_rules(Cli *cli, const GrVariants *variants, const char *fallback, const GrRules **rules);

/* The database file; NULL after reporting that none was given. */
const char *cli_database(Cli *cli);

/* Was a database named by -d, and not only by the environment? */
bool cli_names_database(const Cli *cli);

/* The file of the database at work if there are several, to name what comes from it; else NULL. */
const char *cli_part(const Cli *cli);

/* Takes one more database, as -d does. Bad usage is reported and makes the next cli_next set
 * cli->done: one too many, or the same file again. False then. */
bool cli_add_database(Cli *cli, const char *path);

/* The place of -f in a list of names that a NULL ends, `fallback` without -f; -1 after reporting
 * that there is no such format. */
int cli_format(Cli *cli, const char *const names[], int fallback);

/* Prints "grimoire-NAME: text" on standard error. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void cli_error(Cli *cli, const char *format, ...);
void cli_verror(Cli *cli, const char *format, va_list args);

/* Prints the library's message and returns the exit status that goes with it. GR_ERR_NOT_FOUND is
 * taken for a missing file (CLI_USAGE). */
int cli_fail(Cli *cli, const GrError *error);

/* The same of a file, which is named before the text, unless that begins with it. */
int cli_fail_file(Cli *cli, const char *file, const GrError *error);

/* The same of the database at work, if there is one. */
int cli_fail_database(Cli *cli, const GrError *error);

/* Reports what is wrong with a game of the database at work, which is named if there are
 * several. */
void cli_bad_game(Cli *cli, int64_t id, const char *text);

/* Prints FILE:LINE:COL: error|warning|note: game N, ply M: text. Line, column, game and ply are
 * left out where they are 0. */
void cli_diagnose(Cli *cli, const char *file, uint32_t line, uint32_t column, GrSeverity severity,
                  uint64_t game, uint32_t ply, const char *text);

/* The same of the diagnostics of a game that are as severe as `least` or more. Returns how many
 * errors the game has. */
unsigned cli_diagnose_game(Cli *cli, const char *file, uint64_t number, const GrGame *game,
                           GrSeverity least);

/* Reports that a file has no games; `looks` is what it looks like, or NULL. Returns the exit
 * status. */
int cli_no_games(Cli *cli, const char *file, const char *looks);

/* Prints a line of summary on standard error, unless -q was given. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void cli_note(Cli *cli, const char *format, ...);

/* Prints a line of summary that belongs to the output, unless -q was given: the result of programs
 * that print nothing else. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void cli_summary(Cli *cli, const char *format, ...);

/* The same of what was done with a database. If it was `changed`, and the output cannot be written, the message of that
 * says so, too. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void cli_summary_of(Cli *cli, bool changed, const char *format, ...);

/* Where data goes: the file of -o, created at the first call and emptied when something comes, or standard output; a
 * terminal shows which control characters it has (cli/terminal.h). NULL
 * after reporting that it cannot be opened, or must not be written over (cli/apart.h); then
 * the exit status is CLI_USAGE. Writing needs no checks, cli_finish makes them; a long loop may ask
 * cli_written. */
FILE *cli_output(Cli *cli);

/* Writes the text to the output, which cli_output has opened, and empties it. */
void cli_put(Cli *cli, GrBuffer *text);

/* Writes bytes to it, in the form that gr_json_start and others take; GR_ERR_IO when it cannot write. */
int cli_put_bytes(void *cli, const char *bytes, size_t len);

/* The same of text that has control sequences of its own, as colours, and nothing of others' that has not gone through
 * gr_put_plain: a terminal gets it as it is. */
void cli_put_coloured(Cli *cli, GrBuffer *text);

/* Could all be written to the output so far? To be asked right after writing: cli_finish reports
 * why not. */
bool cli_written(Cli *cli);

/* Reports, as cli_error does, how far the work got that a signal has stopped. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void cli_stopped(Cli *cli, const char *format, ...);

/* Closes the output and returns the exit status: `status` if it is not 0, else CLI_FAULTS after
 * reporting that something could not be written (a pipe that its reader has closed is no news); and
 * the signal's status if one has stopped the work, which is reported unless cli_stopped was called. */
int cli_finish(Cli *cli, int status);

/* From now on SIGINT and SIGTERM only set a flag; the second one kills. System calls that wait are
 * interrupted by them (EINTR). */
void cli_catch_signals(void);

/* The number of the signal that came, 0 for none. Long loops ask this, and leave work undone if one came: only then has
 * it stopped anything. */
int cli_signal(void);

/* The same of who goes on nevertheless. */
int cli_signal_sent(void);

/* The same as a question, in the form that the library takes: has one come? */
bool cli_stop(void *unused);

/* Reports, once, that another program's lock on a database is waited for; the argument is a Cli. In the form that the
 * library takes. */
void cli_waits(void *cli);

/* Shows progress with its rate and the time left: `done` of `total` (0: unknown), counted
 * in `what` ("games"; "bytes" are shown as megabytes), a string that stays. Draws nothing with -q; where standard error
 * is no terminal, it writes lines only if cli->every says how often. May be called often. */
void cli_progress(Cli *cli, const char *what, uint64_t done, uint64_t total);

/* A clock that nobody sets, in seconds. */
double cli_seconds(void);

/* Removes the progress line. */
void cli_progress_end(Cli *cli);

#endif
