/* The options that say how game text is read, the same in all programs that read it.
 *
 * A program puts CLI_READING_OPTIONS into its table, starts with cli_reading, and hands every code
 * that it does not know to cli_reading_option.
 */
#ifndef GR_CLI_READING_H
#define GR_CLI_READING_H

#include <inttypes.h>
#include <stdio.h>

#include "cli/common.h"
#include "notation/eval_dialect.h"
#include "notation/repair/repair_text.h"

/* Their codes; a program's own begin elsewhere. */
enum { CLI_EVALS = CLI_LONG + 2000, CLI_REPAIR, CLI_REPAIR_STEPS };

#define CLI_READING_OPTIONS                                                                        \
    {"eval-dialect", CLI_EVALS, "NAME",                                                            \
     "who wrote the evaluations: auto, lichess, python-chess, chessbase, cutechess"},              \
    {"repair", CLI_REPAIR, NULL, "find the fewest changes that make a damaged game whole"},        \
    {"repair-steps", CLI_REPAIR_STEPS, "N", "moves to try at most for that, a game (6000000)"}

typedef struct CliReading {
    GrEvalDialect evals;
    GrRepairLimits limits;
    bool repair;
    uint64_t repaired, guessed, unrepaired; /* games */
} CliReading;

/* As it is without any option. A signal ends a repair. */
static inline CliReading cli_reading(void) {
    CliReading reading = {.evals = GR_EVAL_AUTO, .limits = gr_repair_limits()};
    reading.limits.stop = cli_stop;
    return reading;
}

/* Takes an option. A bad value is told as bad usage, and the next cli_next will set cli->done. */
static inline void cli_reading_option(Cli *cli, int code, CliReading *reading) {
    if (code == CLI_EVALS)
        reading->evals = (GrEvalDialect)cli_choice(cli, "evaluation dialect",
                                                   gr_eval_dialect_names());
    else if (code == CLI_REPAIR_STEPS)
        reading->limits.steps = (uint64_t)cli_number(cli, 1, INT64_MAX);
    reading->repair |= code == CLI_REPAIR || code == CLI_REPAIR_STEPS;
}

/* How far damaged games are to be repaired; NULL: not at all. */
static inline const GrRepairLimits *cli_repair(const CliReading *reading) {
    return reading->repair ? &reading->limits : NULL;
}

/* Counts what a repair has made of a game. */
static inline void cli_count_repair(CliReading *reading, const GrGame *game) {
    bool guessed = false;
    for (size_t i = 0; i < game->edit_count; i++)
        guessed |= game->edits[i].open;
    reading->repaired += game->edit_count > 0;
    reading->guessed += guessed;
    reading->unrepaired += reading->repair && game->rules && game->partial;
}

/* Tells what was counted, if anything. */
static inline void cli_tell_repairs(Cli *cli, const CliReading *reading) {
    char guessed[60] = "";
    if (reading->guessed)
        snprintf(guessed, sizeof guessed, " (%" PRIu64 " by a guess)", reading->guessed);
    if (reading->unrepaired)
        cli_note(cli, "%" PRIu64 " game%s repaired%s, %" PRIu64 " could not be", reading->repaired,
                 reading->repaired == 1 ? "" : "s", guessed, reading->unrepaired);
    else if (reading->repaired)
        cli_note(cli, "%" PRIu64 " game%s repaired%s", reading->repaired,
                 reading->repaired == 1 ? "" : "s", guessed);
}

#endif
