/* Reading games from files: options and messages that programs share. */
#include "cli/reading.h"
#include "rules/plural.h"

#include <inttypes.h>
#include <stdio.h>


CliReading cli_reading(void) {
    CliReading reading = {.evals = GR_EVAL_AUTO, .limits = gr_repair_limits()};
    reading.limits.stop = cli_stop;
    return reading;
}

void cli_reading_option(Cli *cli, int code, CliReading *reading) {
    if (code == CLI_EVALS)
        reading->evals = (GrEvalDialect)cli_choice(cli, "evaluation dialect",
                                                   gr_eval_dialect_names());
    else if (code == CLI_REPAIR_STEPS)
        reading->limits.steps = (uint64_t)cli_number(cli, 1, INT64_MAX);
    reading->repair |= code == CLI_REPAIR || code == CLI_REPAIR_STEPS;
}

const GrRepairLimits *cli_repair(const CliReading *reading) {
    return reading->repair ? &reading->limits : NULL;
}

void cli_count_repair(CliReading *reading, const GrGame *game) {
    bool guessed = false;
    for (size_t i = 0; i < game->edit_count; i++)
        guessed |= game->edits[i].open;
    reading->repaired += game->edit_count > 0;
    reading->guessed += guessed;
    reading->unrepaired += reading->repair && game->rules && game->partial;
}

void cli_note_repairs(Cli *cli, const CliReading *reading) {
    char guessed[60] = "";
    if (reading->guessed)
        snprintf(guessed, sizeof guessed, " (%" PRIu64 " by a guess)", reading->guessed);
    if (reading->unrepaired)
        cli_note(cli, "%" PRIu64 " %s repaired%s, %" PRIu64 " could not be", reading->repaired,
                 gr_plural(reading->repaired, "game", "games"), guessed, reading->unrepaired);
    else if (reading->repaired)
        cli_note(cli, "%" PRIu64 " %s repaired%s", reading->repaired,
                 gr_plural(reading->repaired, "game", "games"), guessed);
}

/* Reports on a file that was read to its end. */
static int report_file(Cli *cli, const GrReader *reader, const char *file, uint64_t number) {
    uint32_t stray = gr_reader_stray(reader);
    if (number == 0)
        return cli_no_games(cli, file, gr_reader_looks_like(reader));
    if (stray)
        cli_diagnose(cli, file, stray, 0, GR_NOTE, 0, 0, "text from here on belongs to no game");
    return CLI_OK;
}

/* Sets *status; returns false to read no further file. */
static bool read_file(CliGames *games, const char *file, GrGame *game, int *status) {
    Cli *cli = games->cli;
    GrError error;
    uint64_t number = 0;
    int code = 0, taken = CLI_OK;
    GrReader *reader = gr_reader_open(file, games->variants, games->rules, &error);
    if (!reader) {
        *status = cli_fail(cli, &error);
        return true;
    }
    gr_reader_set_evals(reader, games->reading->evals);
    gr_reader_set_stop(reader, cli_stop, NULL);
    const GrRepairLimits *limits = cli_repair(games->reading);
    while (!taken && !cli_signal() && (code = gr_repair_next(reader, limits, game, &error)) > 0) {
        cli_count_repair(games->reading, game);
        taken = games->take(games->context, game, file, ++number);
        if (number % 256 == 0)
            cli_progress(cli, "bytes", gr_reader_bytes(reader), gr_reader_size(reader));
    }
    cli_progress_end(cli);
    if (taken)
        *status = taken;
    else if (code < 0)
        *status = cli_fail(cli, &error);
    else if (!cli_signal())
        *status = report_file(cli, reader, file, number);
    gr_reader_close(reader);
    return !taken && !cli_signal();
}

int cli_read_games(CliGames *games) {
    int worst = CLI_OK;
    bool more = true;
    GrGame game;
    gr_game_init(&game);
    for (int i = 0; more && i < games->cli->operands; i++) {
        int status = CLI_OK;
        more = read_file(games, games->cli->operand[i], &game, &status);
        games->failed += more && status;
        worst = status > worst ? status : worst;
    }
    gr_game_free(&game);
    return worst;
}
