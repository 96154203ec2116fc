/* grimoire-convert: game text in, game text out, without a database. */
#include <string.h>

#include "cli/reading.h"
#include "notation/writer.h"

/* Output is written in pieces of about this size. */
enum { PIECE = 64 * 1024 };

static const CliOption OPTIONS[] = {
    CLI_READING_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "convert",
    .summary = "Convert games between PGN and other notations",
    .usage = "[-v NAME] [-f FORMAT] [-o FILE] [--eval-dialect NAME] [--repair] FILE...",
    .common = "vfoq",
    .options = OPTIONS,
    .notes = "Formats: pgn (the default), san, long, uci, fen, json. A game that cannot be\n"
             "replayed to its end is converted as far as it goes; PGN and JSON tell of the rest.\n",
};

typedef struct Work {
    Cli *cli;
    const GrBook *book;
    const GrRules *rules;
    CliReading reading;
    GrFormat format;
    FILE *out;
    GrBuffer text;
    GrGame game;
    uint64_t games; /* of all files */
    int status;
} Work;

static void tell(Work *w, const char *file, uint64_t number) {
    for (size_t i = 0; i < w->game.diag_count; i++) {
        const GrDiagnostic *d = &w->game.diags[i];
        cli_diagnose(w->cli, file, d->line, d->column, d->severity, number, d->ply,
                     gr_game_string(&w->game, d->text));
        if (d->severity == GR_ERROR)
            w->status = CLI_FAULTS;
    }
}

static void flush(Work *w) {
    if (w->text.len)
        fwrite(w->text.data, 1, w->text.len, w->out);
    gr_buffer_clear(&w->text);
}

static int convert_game(Work *w, const char *file, uint64_t number) {
    tell(w, file, number);
    cli_count_repair(&w->reading, &w->game);
    gr_write_game(&w->text, &w->game, w->format, ++w->games);
    if (w->text.failed) {
        cli_error(w->cli, "out of memory");
        return CLI_FAULTS;
    }
    if (w->text.len >= PIECE)
        flush(w);
    return ferror(w->out) || cli_signal() ? CLI_FAULTS : CLI_OK;
}

static int convert_file(Work *w, const char *file) {
    GrError error;
    GrReader *reader = gr_reader_open(file, w->book, w->rules, &error);
    uint64_t number = 0;
    int code, status = CLI_OK;
    if (!reader)
        return cli_fail(w->cli, &error);
    gr_reader_set_evals(reader, w->reading.evals);
    const GrRepairLimits *limits = cli_repair(&w->reading);
    while (!status && (code = gr_repair_next(reader, limits, &w->game, &error)) > 0) {
        status = convert_game(w, file, ++number);
        if (number % 256 == 0)
            cli_progress(w->cli, "bytes", gr_reader_bytes(reader), gr_reader_size(reader));
    }
    cli_progress_end(w->cli);
    if (!status && code < 0)
        status = cli_fail(w->cli, &error);
    else if (!status && number == 0) {
        cli_error(w->cli, "%s: no games found", file);
        w->status = CLI_FAULTS;
    }
    uint32_t stray = number ? gr_reader_stray(reader) : 0;
    if (!status && stray)
        cli_diagnose(w->cli, file, stray, 0, GR_NOTE, 0, 0, "text from here on belongs to no game");
    gr_reader_close(reader);
    return status;
}

static int convert_all(Work *w) {
    int status = CLI_OK;
    gr_buffer_init(&w->text);
    gr_game_init(&w->game);
    for (int i = 0; i < w->cli->operands && !status; i++)
        status = convert_file(w, w->cli->operand[i]);
    flush(w);
    gr_game_free(&w->game);
    gr_buffer_free(&w->text);
    cli_tell_repairs(w->cli, &w->reading);
    return status ? status : w->status;
}

static int run(Cli *cli, const GrBook *book) {
    Work w = {.cli = cli, .book = book, .reading = cli_reading()};
    for (int code; (code = cli_next(cli)) > 0;)
        cli_reading_option(cli, code, &w.reading);
    if (cli->done)
        return cli->status;
    int format = cli_format(cli, gr_format_names(), GR_FORMAT_PGN);
    if (format < 0)
        return CLI_USAGE;
    w.format = (GrFormat)format;
    if (cli->operands == 0)
        return cli_usage(cli, "no file given; - stands for standard input");
    w.out = cli_rules(cli, book, NULL, &w.rules) ? cli_output(cli) : NULL;
    return w.out ? convert_all(&w) : CLI_USAGE;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
