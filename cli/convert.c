/* grimoire-convert: game text in, game text out, without a database. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/formats.h"
#include "cli/judge.h"
#include "cli/reading.h"
#include "notation/write/boards.h"

/* Output is written in pieces of about this size. */
enum { PIECE = 64 * 1024 };

enum { TITLE = CLI_LONG };

static const CliOption OPTIONS[] = {
    {"title", TITLE, "TEXT", "page heading (html; default: Games)"},
    CLI_READING_OPTIONS,
    CLI_THRESHOLD_OPTION,
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "convert",
    .summary = "Convert games between PGN and other notations",
    .usage = "[-v NAME] [-f FORMAT] [-o FILE] [--title TEXT] [--eval-dialect NAME]"
             " [--repair] FILE...",
    .common = "vfoq",
    .options = OPTIONS,
    .notes = "A game that cannot be replayed to its end is converted as far as it goes; PGN\n"
             "and JSON keep the rest.\n",
    .print_more = cli_print_formats,
};

typedef struct Work {
    Cli *cli;
    CliReading reading;
    const GrFormat *format;
    const char *title;
    CliJudge judge;
    GrJudgement judgement;
    GrBuffer text;
    uint64_t games; /* of all files */
    bool faults;
    GrGameBefore before;
    CliLeftOut left;
    GrGame half;        /* of a record with two boards, which waits for the other one, */
    bool waits;         /* if there is one; */
    char *file;         /* it is that game of that file */
    uint64_t number;
} Work;

static void leave_out(Work *w, const GrGame *game, const char *file, uint64_t number, const char *why) {
    char text[120];
    snprintf(text, sizeof text, "it is left out of what is written as %s: %s", w->format->name, why);
    cli_diagnose(w->cli, file, game->line, 0, GR_ERROR, number, 0, text);
    w->faults = true;
}

static void leave_half_out(Work *w) {
    if (w->waits)
        leave_out(w, &w->half, w->file, w->number, w->format->refuses(&w->half));
    w->waits = false;
    free(w->file);
    w->file = NULL;
}

/* Of a format that writes two boards as one: the first waits for the second. False if memory is short. */
static bool put_half(Work *w, const GrGame *game, const char *file, uint64_t number) {
    if (w->waits && gr_is_one_record(&w->half, game)) {
        w->waits = false;
        w->format->pair(&w->text, &w->half, game, ++w->games);
        return true;
    }
    leave_half_out(w);
    if (gr_record_board(game) != 0) {
        leave_out(w, game, file, number, w->format->refuses(game));
        return true;
    }
    gr_game_free(&w->half);
    w->file = strdup(file);
    w->number = number;
    w->waits = w->file && !gr_game_copy(game, &w->half);
    return w->waits;
}

static int convert_game(void *context, GrGame *game, const char *file, uint64_t number) {
    Work *w = context;
    w->faults |= cli_diagnose_game(w->cli, file, number, game, GR_NOTE) > 0;
    const char *refused = w->format->refuses && !w->format->pair ? w->format->refuses(game) : NULL;
    if (refused) {
        leave_out(w, game, file, number, refused);
        return CLI_OK;
    }
    bool well = !w->format->judged || !gr_judge_own_evals(&w->judgement, game, &w->judge.thresholds);
    if (w->format->pair)
        well = put_half(w, game, file, number);
    else if (well) {
        w->games++;
        gr_format_put(w->format, &w->text, &w->before, game, w->games, w->games);
        cli_leave_out(&w->left, w->format, game);
    }
    if (!well || w->text.failed) {
        cli_error(w->cli, "out of memory");
        return CLI_FAULTS;
    }
    if (w->text.len >= PIECE)
        cli_put(w->cli, &w->text);
    return cli_written(w->cli) ? CLI_OK : CLI_FAULTS;
}

static int convert_all(Work *w, const GrVariants *variants, const GrRules *rules) {
    CliGames games = {.cli = w->cli, .reading = &w->reading, .variants = variants, .rules = rules,
                      .context = w, .take = convert_game};
    gr_buffer_init(&w->text);
    gr_game_init(&w->half);
    gr_judgement_init(&w->judgement);
    if (w->format->begin)
        w->format->begin(&w->text, w->title);
    int status = cli_read_games(&games);
    leave_half_out(w);
    gr_format_close(&w->text, &w->before);
    if (w->format->end)
        w->format->end(&w->text);
    cli_put(w->cli, &w->text);
    gr_buffer_free(&w->text);
    gr_judgement_free(&w->judgement);
    gr_game_free(&w->half);
    cli_note_left_out(w->cli, &w->left, w->format);
    cli_note_repairs(w->cli, &w->reading);
    return status ? status : w->faults ? CLI_FAULTS : CLI_OK;
}

static int run(Cli *cli, const GrVariants *variants) {
    const GrRules *rules;
    Work w = {.cli = cli, .reading = cli_reading(), .judge = cli_judge(), .title = "Games"};
    for (int code; (code = cli_next(cli)) > 0;) {
        if (code == TITLE)
            w.title = cli->arg;
        else if (!cli_judge_option(cli, code, &w.judge))
            cli_reading_option(cli, code, &w.reading);
    }
    if (cli->done)
        return cli->status;
    w.format = cli_game_format(cli);
    if (!w.format)
        return CLI_USAGE;
    if (cli->operands == 0)
        return cli_usage(cli, "no file given; - stands for standard input");
    bool ready = cli_rules(cli, variants, NULL, &rules) && cli_output(cli);
    return ready ? convert_all(&w, variants, rules) : CLI_USAGE;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
