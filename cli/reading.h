/* Reading game text: the options that say how, and going through the files, the same in all
 * programs.
 *
 * A program puts CLI_READING_OPTIONS into its table, starts with cli_reading, and hands every code
 * that it does not know to cli_reading_option.
 */
#ifndef GR_CLI_READING_H
#define GR_CLI_READING_H

#include "cli/common.h"
#include "notation/eval_dialect.h"
#include "notation/repair/repair_text.h"

/* Their codes; a program's own begin elsewhere. */
enum { CLI_EVALS = CLI_LONG + 2000, CLI_REPAIR, CLI_REPAIR_STEPS };

#define CLI_READING_OPTIONS                                                                        \
    {"eval-dialect", CLI_EVALS, "NAME",                                                            \
     "origin of evaluations: auto, lichess, python-chess, chessbase, cutechess"},                   \
    {"repair", CLI_REPAIR, NULL, "repair damaged games with the fewest changes"},        \
    {"repair-steps", CLI_REPAIR_STEPS, "N", "moves to try per game (default: 6000000)"}

typedef struct CliReading {
    GrEvalDialect evals;
    GrRepairLimits limits;
    bool repair;
    uint64_t repaired, guessed, unrepaired; /* games */
} CliReading;

/* The defaults, without any option. A signal ends a repair. */
CliReading cli_reading(void);

/* Takes an option. A bad value is reported as bad usage, and the next cli_next will set cli->done.
 * */
void cli_reading_option(Cli *cli, int code, CliReading *reading);

/* The limits of repairs; NULL without --repair. */
const GrRepairLimits *cli_repair(const CliReading *reading);

/* Counts a game as repaired, guessed or not repaired. */
void cli_count_repair(CliReading *reading, const GrGame *game);

/* Prints what was counted, if anything. */
void cli_note_repairs(Cli *cli, const CliReading *reading);

/* Work on the games of all files on the command line. */
typedef struct CliGames {
    Cli *cli;
    CliReading *reading;
    const GrVariants *variants;
    const GrRules *rules; /* of games that do not name theirs; NULL: chess, or as they look */
    void *context;
    /* Takes a game, which it may change, with its number within the file; what it returns other
     * than CLI_OK ends it all. */
    int (*take)(void *context, GrGame *game, const char *file, uint64_t number);
    uint64_t failed;      /* set: files that could not be read to their end, or have no games */
} CliGames;

/* Reads the games of all files, counts repairs, and shows progress. A file that cannot be read
 * is reported, and the next one read. Returns the greatest status that there was. */
int cli_read_games(CliGames *games);

#endif
