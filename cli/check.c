/* grimoire-check: replays games and reports every fault of their text. */
#include <inttypes.h>
#include <string.h>

#include "cli/reading.h"
#include "notation/claims.h"
#include "notation/json.h"
#include "rules/plural.h"

static const CliOption OPTIONS[] = {
    CLI_READING_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "check",
    .summary = "Replay games and report every fault",
    .usage = "[-v NAME] [-f text|json] [--eval-dialect NAME] [--repair] FILE...",
    .common = "vfoq",
    .options = OPTIONS,
    .notes = "Diagnostics go to standard error as FILE:LINE:COL: error: game N, ply M: text; with\n"
             "-f json they go to standard output, one object per line. The exit status is 1 if there\n"
             "are errors or a game was repaired.\n",
};

enum { TEXT, JSON };
static const char *const FORMATS[] = {"text", "json", NULL};
static const char *const SEVERITY[] = {"note", "warning", "error"};

typedef struct Work {
    Cli *cli;
    CliReading reading;
    int format;
    FILE *out; /* of the JSON */
    uint64_t games, plies, faulty, warnings, errors;
} Work;

static void put_json(const Work *w, const GrGame *game, const char *file, uint64_t number,
                     const GrDiagnostic *d) {
    GrJson json;
    gr_json_start(&json, cli_put_bytes, w->cli);
    gr_json_open(&json, NULL, '{');
    gr_json_string(&json, "file", file);
    gr_json_int(&json, "game", (int64_t)number);
    gr_json_int(&json, "line", d->line);
    gr_json_int(&json, "column", d->column);
    gr_json_int(&json, "ply", d->ply);
    gr_json_string(&json, "severity", SEVERITY[d->severity]);
    gr_json_string(&json, "message", gr_game_string(game, d->text));
    gr_json_close(&json, '}');
    fputc('\n', w->out);
}

static int check_game(void *context, GrGame *game, const char *file, uint64_t number) {
    Work *w = context;
    uint64_t errors = 0;
    if ((w->format == JSON || !w->cli->quiet) && gr_note_claims(game)) {
        cli_error(w->cli, "out of memory");
        return CLI_FAULTS;
    }
    for (size_t i = 0; i < game->diag_count; i++) {
        const GrDiagnostic *d = &game->diags[i];
        errors += d->severity == GR_ERROR;
        w->warnings += d->severity == GR_WARNING;
        if (w->format == JSON)
            put_json(w, game, file, number, d);
        else
            cli_diagnose(w->cli, file, d->line, d->column, d->severity, number, d->ply,
                         gr_game_string(game, d->text));
    }
    w->games++;
    w->plies += game->plies;
    w->errors += errors;
    w->faulty += errors > 0;
    return CLI_OK;
}

static int check_all(Work *w, const GrVariants *variants, const GrRules *rules) {
    CliGames games = {.cli = w->cli, .reading = &w->reading, .variants = variants, .rules = rules,
                      .context = w, .take = check_game};
    int status = cli_read_games(&games);
    w->errors += games.failed;
    cli_note(w->cli, "%" PRIu64 " %s, %" PRIu64 " %s, %" PRIu64 " faulty; %" PRIu64 " %s, %" PRIu64
                     " %s",
             w->games, gr_plural(w->games, "game", "games"), w->plies,
             gr_plural(w->plies, "ply", "plies"), w->faulty, w->errors,
             gr_plural(w->errors, "error", "errors"), w->warnings,
             gr_plural(w->warnings, "warning", "warnings"));
    cli_note_repairs(w->cli, &w->reading);
    return status ? status : w->errors || w->reading.repaired ? CLI_FAULTS : CLI_OK;
}

static int run(Cli *cli, const GrVariants *variants) {
    const GrRules *rules;
    Work w = {.cli = cli, .reading = cli_reading()};
    for (int code; (code = cli_next(cli)) > 0;)
        cli_reading_option(cli, code, &w.reading);
    if (cli->done)
        return cli->status;
    w.format = cli_format(cli, FORMATS, TEXT);
    if (w.format < 0)
        return CLI_USAGE;
    if (cli->operands == 0)
        return cli_usage(cli, "no file given; - stands for standard input");
    w.out = cli_rules(cli, variants, NULL, &rules) ? cli_output(cli) : NULL;
    return w.out ? check_all(&w, variants, rules) : CLI_USAGE;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
