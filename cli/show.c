/* grimoire-show: a position, or a ply of a game, as text or as a picture. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/faults.h"
#include "cli/judge.h"
#include "cli/opening.h"
#include "cli/png.h"
#include "cli/strip.h"
#include "db/db.h"
#include "notation/move/san.h"
#include "notation/plain.h"
#include "notation/reader/reader.h"
#include "notation/write/diagram.h"
#include "rules/fen.h"
#include "rules/plural.h"

enum { FEN = CLI_LONG, FLIP, COLOR, MOVES, CAPTION, SIZE, STRIP, LETTERS };

enum { MOST_PICTURES = 1000 }; /* of a strip */

static const CliOption OPTIONS[] = {
    {"fen", FEN, "FEN", "show this position"},
    {"game", 'g', "N", "show game N of the file or database (default: 1)"},
    {"ply", 'p', "N", "show it after ply N (default: the last; 0: the start)"},
    {"strip", STRIP, "N", "draw the start and each Nth ply up to --ply, in rows (svg, png)"},
    {"flip", FLIP, NULL, "draw the board from Black's side"},
    {"letters", LETTERS, NULL, "letters instead of figures and of characters such as Shogi's"},
    {"moves", MOVES, NULL, "list the legal moves below a text diagram"},
    {"caption", CAPTION, "TEXT", "line above the board (default: from the game's tags)"},
    {"color", COLOR, "WHEN", "when to colour the board: auto, always, never (default: auto)"},
    {"size", SIZE, "N", "width of a square in pixels (pictures; 8 to 400; default: 48)"},
    CLI_JUDGE_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "show",
    .summary = "Show a position as text or as a picture",
    .usage = "[-v NAME] [--fen FEN] [-f text|unicode|svg|png] [options]\n"
             "[-v NAME] FILE [--game N] [--ply N] [options]\n"
             "-d DB --game N [--ply N] [options]",
    .common = "vdfoq",
    .options = OPTIONS,
    .notes = "Without --fen, FILE and --game it shows the start position. A placement in wizard\n"
             "chess is a ply. ### is a hole; ( ) mark the squares of the last move.\n",
};

static const char *const FORMATS[] = {"text", "unicode", "svg", "png", NULL};
/* One more than the styles of diagrams: an SVG that is made a PNG. */
enum { PNG = GR_DIAGRAM_SVG + 1 };
static const char *const WHEN[] = {"auto", "always", "never", NULL};

typedef struct Options {
    const char *fen, *caption;
    int64_t game; /* 0: not given */
    int64_t ply;  /* -1: not given */
    uint32_t strip; /* plies from a picture to the next; 0: one picture */
    int color;    /* of WHEN */
    unsigned size;
    bool flip, letters, moves;
    CliJudge judge;
} Options;

/* What is shown: a ply, and where it came from. */
typedef struct Shown {
    GrPly at;
    GrPly *strip; /* what is shown instead, if there is any */
    size_t pictures;
    GrBuffer caption, judgement; /* lines above and below the board */
    GrJudgement judged;          /* of the game */
    int status;
} Shown;

/* ---- where the position comes from ---- */

static int take_fen(Cli *cli, const GrVariants *variants, const GrRules *rules, const char *fen, Shown *shown) {
    GrFaults faults;
    if (!fen) {
        gr_start(rules, &shown->at.pos);
        return CLI_OK;
    }
    unsigned found = gr_fen_read(rules, fen, &shown->at.pos, &faults);
    gr_faults_arrange(&faults, variants, rules, fen);
    cli_report_faults(cli, "--fen", &faults);
    return found ? CLI_USAGE : CLI_OK;
}

/* Takes the plies of a strip, the last one among them whatever its number. */
static int take_strip(Cli *cli, const GrGame *game, uint32_t last, uint32_t every, Shown *shown) {
    size_t count = (last + every - 1) / every + 1;
    if (count > MOST_PICTURES) {
        cli_error(cli, "--strip: more than %d pictures; take fewer plies", MOST_PICTURES);
        return CLI_USAGE;
    }
    shown->strip = calloc(count, sizeof *shown->strip);
    if (!shown->strip) {
        cli_error(cli, "out of memory");
        return CLI_FAULTS;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t ply = (uint32_t)i * every;
        gr_diagram_ply(game, ply < last ? ply : last, &shown->strip[i]);
    }
    shown->pictures = count;
    return CLI_OK;
}

/* Takes a ply of a game. A game whose text cannot be read to the end is shown up to there,
 * and the fault reported if its end was asked for. */
static int take_ply(Cli *cli, const char *file, int64_t number, const GrGame *game,
                    const Options *options, Shown *shown) {
    if (!game->rules) {
        cli_diagnose_game(cli, file, (uint64_t)number, game, GR_ERROR);
        cli_error(cli, "%s: the variant of game %lld is unknown", file, (long long)number);
        return CLI_FAULTS;
    }
    bool all = options->ply < 0;
    gr_diagram_ply(game, all ? UINT32_MAX : (uint32_t)options->ply, &shown->at);
    gr_diagram_caption(game, &shown->caption);
    gr_diagram_judgement(game, all ? UINT32_MAX : (uint32_t)options->ply, &shown->judgement);
    uint32_t last = all || options->ply > game->plies ? game->plies : (uint32_t)options->ply;
    if (options->strip && take_strip(cli, game, last, options->strip, shown))
        return CLI_FAULTS;
    if (all ? !game->partial : options->ply <= game->plies)
        return CLI_OK;
    cli_diagnose_game(cli, file, (uint64_t)number, game, GR_ERROR);
    if (all) {
        cli_error(cli, "%s: game %lld can be replayed up to ply %u only", file, (long long)number,
                  (unsigned)game->plies);
        shown->status = CLI_FAULTS;
        return CLI_OK;
    }
    cli_error(cli, "%s: game %lld has no ply %lld; its last %sply is %u", file, (long long)number,
              (long long)options->ply, game->partial ? "legal " : "", (unsigned)game->plies);
    return CLI_FAULTS;
}

/* Reads a file up to the game asked for. */
static int take_from_file(Cli *cli, const GrVariants *variants, const GrRules *rules,
                          const Options *options, Shown *shown) {
    const char *file = cli->operand[0];
    int64_t wanted = options->game ? options->game : 1, number = 0;
    GrError error;
    GrGame game;
    GrReader *reader = gr_reader_open(file, variants, rules, &error);
    if (!reader)
        return cli_fail(cli, &error);
    gr_game_init(&game);
    gr_reader_set_stop(reader, cli_stop, NULL);
    int code = 1, status;
    while (number < wanted && code > 0 && !cli_signal()) {
        code = gr_reader_next(reader, &game, &error);
        number += code > 0;
    }
    if (code > 0 && gr_judge_own_evals(&shown->judged, &game, &options->judge.thresholds))
        code = gr_no_memory(&error);
    if (code > 0)
        status = take_ply(cli, file, number, &game, options, shown);
    else if (code < 0)
        status = cli_fail(cli, &error);
    else if (!number)
        status = cli_no_games(cli, file, gr_reader_looks_like(reader));
    else {
        cli_error(cli, "%s: there is no game %lld; the file has %lld %s", file, (long long)wanted,
                  (long long)number, gr_plural((uint64_t)number, "game", "games"));
        status = CLI_FAULTS;
    }
    gr_game_free(&game);
    gr_reader_close(reader);
    return status;
}

/* Reads the game with its judgement. 0, or an exit status after reporting why not. */
static int read_judged(Cli *cli, GrDb *db, const Options *options, GrGame *game, Shown *shown) {
    GrError error;
    GrJudging judging;
    int status = CLI_OK, judged = cli_begin_judging(db, &options->judge, &judging, &error);
    int code = judged ? judged : gr_db_get_game(db, options->game, game, &error);
    if (!code)
        code = gr_judge_game(db, &judging, &shown->judged, game, &error);
    if (!code && gr_judge_own_evals(&shown->judged, game, &judging.thresholds))
        code = gr_no_memory(&error);
    if (code)
        status = code == GR_ERR_NOT_FOUND ? cli_fail_file(cli, cli->db, &error) : cli_fail_database(cli, &error);
    else if (cli_report_lost(cli, db))
        shown->status = CLI_DAMAGED;
    if (code == GR_ERR_NOT_FOUND && !judged) /* a game, not a file */
        status = CLI_FAULTS;
    gr_judging_free(&judging);
    return status;
}

/* Its faults stand in the text that was imported, which is not here. */
static void forget_places(GrGame *game) {
    for (size_t i = 0; i < game->diag_count; i++)
        game->diags[i].line = game->diags[i].column = 0;
}

static int take_from_database(Cli *cli, const GrVariants *variants, const Options *options, Shown *shown) {
    GrError error;
    GrGame game;
    GrDb *db;
    if (cli_open_db(cli, cli->db, variants, GR_DB_READ, &db, &error))
        return cli_fail_file(cli, cli->db, &error);
    gr_game_init(&game);
    int status = read_judged(cli, db, options, &game, shown);
    if (!status) {
        forget_places(&game);
        status = take_ply(cli, cli->db, options->game, &game, options, shown);
    }
    gr_game_free(&game);
    gr_db_close(db);
    return status;
}

static int take(Cli *cli, const GrVariants *variants, const Options *options, Shown *shown) {
    const GrRules *rules;
    bool file = cli->operands > 0, game = options->game > 0;
    if (!cli_rules(cli, variants, file || game ? NULL : "chess", &rules))
        return CLI_USAGE;
    if (file)
        return take_from_file(cli, variants, rules, options, shown);
    if (game)
        return take_from_database(cli, variants, options, shown);
    return take_fen(cli, variants, rules, options->fen, shown);
}

/* ---- output ---- */

/* The legal moves in SAN, 80 columns wide. */
static void add_moves(const GrPosition *pos, GrBuffer *out) {
    GrMoveList list;
    gr_moves(pos, &list);
    gr_buffer_printf(out, "\n%u legal %s", list.count, gr_plural(list.count, "move", "moves"));
    size_t column = 80;
    for (unsigned n = 0; n < list.count; n++) {
        char san[GR_SAN_SIZE];
        size_t length = gr_san_write(pos, list.move[n], san);
        bool fits = column + 1 + length <= 80;
        gr_buffer_puts(out, fits ? " " : "\n  ");
        column = (fits ? column + 1 : 2) + length;
        gr_buffer_puts(out, san);
    }
    gr_buffer_putc(out, '\n');
}

/* Use colours? By default only on a terminal that has them. */
static bool wants_color(const Cli *cli, const Options *options) {
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    if (options->color != 0)
        return options->color == 1;
    return !cli->output && !(no && *no) && !(term && !strcmp(term, "dumb")) &&
           isatty(STDOUT_FILENO);
}

static void add_diagram(const Cli *cli, const Options *options, GrDiagramStyle style, const Shown *shown,
                        const GrPly *at, GrBuffer *out) {
    const char *caption = options->caption ? options->caption : shown->caption.data;
    GrDiagram diagram = {.pos = &at->pos,
                         .last = at->last,
                         .caption = caption && *caption ? caption : NULL,
                         .after = *at->after ? at->after : NULL,
                         .flip = options->flip,
                         .letters = options->letters,
                         .color = style != GR_DIAGRAM_SVG && wants_color(cli, options),
                         .square = options->size};
    gr_diagram(&diagram, style, out);
    if (style != GR_DIAGRAM_SVG && shown->judgement.len) {
        gr_buffer_putc(out, '\n');
        gr_put_plain(out, shown->judgement.data, true);
    }
    if (options->moves)
        add_moves(&at->pos, out);
}

static void add_strip(const Cli *cli, const Options *options, const Shown *shown, GrBuffer *out) {
    GrBuffer *picture = calloc(shown->pictures, sizeof *picture);
    bool failed = !picture;
    for (size_t i = 0; picture && i < shown->pictures; i++) {
        gr_buffer_init(&picture[i]);
        add_diagram(cli, options, GR_DIAGRAM_SVG, shown, &shown->strip[i], &picture[i]);
        failed |= picture[i].failed;
    }
    if (!failed)
        cli_put_strip(picture, shown->pictures, out);
    out->failed |= failed;
    for (size_t i = 0; picture && i < shown->pictures; i++)
        gr_buffer_free(&picture[i]);
    free(picture);
}

static int print(Cli *cli, const Options *options, int format, const Shown *shown) {
    GrBuffer out;
    gr_buffer_init(&out);
    if (shown->strip)
        add_strip(cli, options, shown, &out);
    else
        add_diagram(cli, options, format == PNG ? GR_DIAGRAM_SVG : (GrDiagramStyle)format, shown, &shown->at, &out);
    int status = out.failed || shown->caption.failed || shown->judgement.failed ? CLI_FAULTS : CLI_OK;
    if (status)
        cli_error(cli, "out of memory");
    else if (format == PNG)
        status = cli_make_png(cli, &out);
    if (!status && out.failed) {
        cli_error(cli, "out of memory");
        status = CLI_FAULTS;
    }
    if (!status && !cli_output(cli))
        status = CLI_USAGE;
    if (!status) {
        bool text = format != PNG && format != GR_DIAGRAM_SVG && !shown->strip;
        if (text && wants_color(cli, options))
            cli_put_coloured(cli, &out);
        else
            cli_put(cli, &out);
        status = shown->status;
    }
    gr_buffer_free(&out);
    return status;
}

static int show(Cli *cli, const GrVariants *variants, const Options *options, int format) {
    Shown shown = {.status = CLI_OK};
    gr_buffer_init(&shown.caption);
    gr_buffer_init(&shown.judgement);
    gr_judgement_init(&shown.judged);
    int status = take(cli, variants, options, &shown);
    if (status == CLI_OK)
        status = print(cli, options, format, &shown);
    gr_buffer_free(&shown.caption);
    gr_buffer_free(&shown.judgement);
    gr_judgement_free(&shown.judged);
    free(shown.strip);
    return status;
}

/* ---- options ---- */

static void read_options(Cli *cli, Options *options) {
    *options = (Options){.ply = -1, .judge = cli_judge()};
    for (int code; (code = cli_next(cli)) > 0;) {
        if (cli_judge_option(cli, code, &options->judge))
            continue;
        switch (code) {
        case FEN:
            options->fen = cli->arg;
            break;
        case 'g':
            options->game = cli_number(cli, 1, INT64_MAX);
            break;
        case 'p':
            options->ply = cli_number(cli, 0, UINT32_MAX - 1);
            break;
        case FLIP:
            options->flip = true;
            break;
        case MOVES:
            options->moves = true;
            break;
        case CAPTION:
            options->caption = cli->arg;
            break;
        case LETTERS:
            options->letters = true;
            break;
        case COLOR:
            options->color = cli_choice(cli, "value of --color", WHEN);
            break;
        case STRIP:
            options->strip = (uint32_t)cli_number(cli, 1, 10000);
            break;
        case SIZE:
            options->size = (unsigned)cli_number(cli, 8, 400);
            break;
        }
    }
}

/* What is wrong with the options as a whole; NULL if nothing is. */
static const char *misuse(const Cli *cli, const Options *options, int format) {
    bool in_game = options->game > 0 || options->ply >= 0;
    if (cli->operands > 1)
        return "give one file at a time";
    bool asked = cli_names_database(cli);
    if (options->fen && (in_game || cli->operands > 0))
        return "--fen excludes a file, --game and --ply";
    if (asked && cli->operands > 0)
        return "give a file or a database, not both";
    if (asked && !options->game)
        return "--db needs --game";
    if (options->ply >= 0 && !options->game && !cli->operands)
        return "--ply needs a game: give a file, or a database and --game";
    if (options->game && !cli->operands && !cli->db)
        return "--game needs a file, or a database (-d FILE or GRIMOIRE_DB)";
    if (options->strip && format < (int)GR_DIAGRAM_SVG)
        return "--strip is a picture: -f svg or -f png";
    if (options->strip && !options->game && !cli->operands)
        return "--strip needs a game: give a file, or a database and --game";
    if (options->moves && format >= (int)GR_DIAGRAM_SVG)
        return "--moves goes with the text formats only";
    return NULL;
}

static int run(Cli *cli, const GrVariants *variants) {
    Options options;
    read_options(cli, &options);
    if (cli->done)
        return cli->status;
    int format = cli_format(cli, FORMATS, GR_DIAGRAM_TEXT);
    if (format < 0)
        return CLI_USAGE;
    const char *wrong = misuse(cli, &options, format);
    return wrong ? cli_usage(cli, "%s", wrong) : show(cli, variants, &options, format);
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, run);
}
