/* grimoire-check: replays games and reports every fault of their text. */
#include <inttypes.h>
#include <string.h>

#include "cli/reading.h"
#include "notation/claims.h"
#include "notation/json.h"

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
             "-f json they are data, an object a line. The exit status is 1 if there are errors,\n"
             "and if a game was repaired.\n",
};

enum { TEXT, JSON };
static const char *const FORMATS[] = {"text", "json", NULL};
static const char *const SEVERITY[] = {"note", "warning", "error"};

typedef struct Work {
    Cli *cli;
    const GrBook *book;
    const GrRules *rules;
    CliReading reading;
    int format;
    FILE *out; /* of the JSON */
    GrGame game;
    uint64_t games, plies, faulty, warnings, errors;
} Work;

static void put_json(Work *w, const char *file, uint64_t number, const GrDiagnostic *d) {
    GrJson json;
    gr_json_start(&json, gr_put_file, w->out);
    gr_json_open(&json, NULL, '{');
    gr_json_string(&json, "file", file);
    gr_json_int(&json, "game", (int64_t)number);
    gr_json_int(&json, "line", d->line);
    gr_json_int(&json, "column", d->column);
    gr_json_int(&json, "ply", d->ply);
    gr_json_string(&json, "severity", SEVERITY[d->severity]);
    gr_json_string(&json, "message", gr_game_string(&w->game, d->text));
    gr_json_close(&json, '}');
    fputc('\n', w->out);
}

/* Returns false if memory has run out. */
static bool check_game(Work *w, const char *file, uint64_t number) {
    const GrGame *game = &w->game;
    uint64_t errors = 0;
    if (!w->cli->quiet && gr_note_claims(&w->game))
        return false;
    for (size_t i = 0; i < game->diag_count; i++) {
        const GrDiagnostic *d = &game->diags[i];
        errors += d->severity == GR_ERROR;
        w->warnings += d->severity == GR_WARNING;
        if (w->format == JSON)
            put_json(w, file, number, d);
        else
            cli_diagnose(w->cli, file, d->line, d->column, d->severity, number, d->ply,
                         gr_game_string(game, d->text));
    }
    w->games++;
    w->plies += game->plies;
    w->errors += errors;
    w->faulty += errors > 0;
    cli_count_repair(&w->reading, game);
    return true;
}

static int check_file(Work *w, const char *file) {
    GrError error;
    GrReader *reader = gr_reader_open(file, w->book, w->rules, &error);
    uint64_t number = 0;
    int code = 0;
    if (!reader)
        return cli_fail(w->cli, &error);
    gr_reader_set_evals(reader, w->reading.evals);
    const GrRepairLimits *limits = cli_repair(&w->reading);
    while (!cli_signal() && (code = gr_repair_next(reader, limits, &w->game, &error)) > 0) {
        if (!check_game(w, file, ++number)) {
            code = gr_fail(&error, GR_ERR_MEMORY, "out of memory");
            break;
        }
        if (number % 256 == 0)
            cli_progress(w->cli, "bytes", gr_reader_bytes(reader), gr_reader_size(reader));
    }
    cli_progress_end(w->cli);
    uint32_t stray = gr_reader_stray(reader);
    gr_reader_close(reader);
    if (code < 0) {
        w->errors++;
        return cli_fail(w->cli, &error);
    }
    if (number == 0 && !cli_signal()) {
        w->errors++;
        cli_error(w->cli, "%s: no games found", file);
    } else if (stray) {
        cli_diagnose(w->cli, file, stray, 0, GR_NOTE, 0, 0,
                     "text from here on belongs to no game");
    }
    return CLI_OK;
}

static const char *plural(uint64_t n) {
    return n == 1 ? "" : "s";
}

static int check_all(Work *w) {
    int status = CLI_OK;
    gr_game_init(&w->game);
    for (int i = 0; i < w->cli->operands && !status; i++)
        status = check_file(w, w->cli->operand[i]);
    gr_game_free(&w->game);
    cli_note(w->cli, "%" PRIu64 " game%s, %" PRIu64 " pl%s, %" PRIu64 " faulty; %" PRIu64
                     " error%s, %" PRIu64 " warning%s",
             w->games, plural(w->games), w->plies, w->plies == 1 ? "y" : "ies", w->faulty,
             w->errors, plural(w->errors), w->warnings, plural(w->warnings));
    cli_tell_repairs(w->cli, &w->reading);
    return status ? status : w->errors || w->reading.repaired ? CLI_FAULTS : CLI_OK;
}

static int run(Cli *cli, const GrBook *book) {
    Work w = {.cli = cli, .book = book, .reading = cli_reading()};
    for (int code; (code = cli_next(cli)) > 0;)
        cli_reading_option(cli, code, &w.reading);
    if (cli->done)
        return cli->status;
    w.format = cli_format(cli, FORMATS, TEXT);
    if (w.format < 0)
        return CLI_USAGE;
    if (cli->operands == 0)
        return cli_usage(cli, "no file given; - stands for standard input");
    w.out = cli_rules(cli, book, NULL, &w.rules) ? cli_output(cli) : NULL;
    return w.out ? check_all(&w) : CLI_USAGE;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
