/* grimoire-search: finds games and positions in a database. */
#include <inttypes.h>

#include "cli/select.h"
#include "cli/target.h"
#include "notation/json.h"
#include "notation/writer.h"

enum { FEN = CLI_LONG, BOARD, COUNT };

static const CliOption OPTIONS[] = {
    {"fen", FEN, "FEN", "find this position: pieces, side to move and all rights"},
    {"board", BOARD, "BOARD", "find this board, whoever is to move"},
    {"count", COUNT, NULL, "print only the numbers of games and of positions"},
    CLI_SELECT_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "search",
    .summary = "Find games and positions in a database",
    .usage = "-d DB [--fen FEN | --board BOARD] [selection] [--count] [-f FORMAT]",
    .common = "vdfoq",
    .options = OPTIONS,
    .notes = "Formats: text (the default), csv (game,ply), json (an object for each occurrence),\n"
             "pgn (the games). Without a position the games of the selection are found. The exit\n"
             "status is 1 if nothing is found.\n",
};

typedef enum Format { TEXT, CSV, JSON, PGN } Format;
static const char *const FORMATS[] = {"text", "csv", "json", "pgn", NULL};

typedef struct Work {
    Cli *cli;
    GrDb *db;
    const GrTarget *target; /* NULL: none asked for */
    Format format;
    bool count;
    FILE *out;
    GrGame game;            /* header of the game found last (the whole game for pgn) */
    int64_t shown;          /* its number */
    GrBuffer text;
    uint64_t games, positions, unread;
    int64_t last;           /* the game counted last */
    GrError error;
} Work;

static const char *tag(const Work *w, const char *name) {
    const char *value = gr_game_tag(&w->game, name);
    return value ? value : "?";
}

static void put_text(Work *w, int64_t id, int ply) {
    gr_buffer_printf(&w->text, "%" PRId64, id);
    if (ply >= 0)
        gr_buffer_printf(&w->text, " ply %d", ply);
    gr_buffer_printf(&w->text, "\t%s - %s %s\t%s, %s, %s\n", tag(w, "White"), tag(w, "Black"),
                     gr_result_text(w->game.result), tag(w, "Event"), tag(w, "Site"),
                     tag(w, "Date"));
}

static int put_json_bytes(void *context, const char *bytes, size_t len) {
    gr_buffer_add(context, bytes, len);
    return 0;
}

static void put_json(Work *w, int64_t id, int ply) {
    static const char *const member[][2] = {{"white", "White"}, {"black", "Black"},
                                            {"event", "Event"}, {"site", "Site"},
                                            {"date", "Date"},   {"round", "Round"}};
    GrJson json;
    gr_json_start(&json, put_json_bytes, &w->text);
    gr_json_open(&json, NULL, '{');
    gr_json_int(&json, "game", id);
    if (ply >= 0)
        gr_json_int(&json, "ply", ply);
    gr_json_string(&json, "variant", gr_game_variant(&w->game));
    for (size_t i = 0; i < sizeof member / sizeof *member; i++)
        gr_json_string(&json, member[i][0], gr_game_tag(&w->game, member[i][1]));
    gr_json_string(&json, "result", gr_result_text(w->game.result));
    gr_json_int(&json, "plies", w->game.plies);
    gr_json_close(&json, '}');
    gr_buffer_putc(&w->text, '\n');
}

/* Reads what the format shows of the game. Returns 0, 1 if the game is damaged, or a code. */
static int read_game(Work *w, int64_t id) {
    GrError error;
    if (w->format == CSV || w->shown == id)
        return 0;
    int code = w->format == PGN ? gr_db_get_game(w->db, id, &w->game, &error)
                                : gr_db_get_header(w->db, id, &w->game, &error);
    w->shown = id;
    if (code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN) {
        cli_error(w->cli, "game %" PRId64 ": %s", id, error.text);
        w->unread++;
        return 1;
    }
    return code ? gr_fail(&w->error, error.code, "%s", error.text) : 0;
}

/* Shows an occurrence; ply is -1 for a game as such. Returns 0 or a code. */
static int show(Work *w, int64_t id, int ply) {
    bool again = w->shown == id;
    int code = read_game(w, id);
    if (code)
        return code < 0 ? code : 0;
    if (w->format == TEXT)
        put_text(w, id, ply);
    else if (w->format == JSON)
        put_json(w, id, ply);
    else if (w->format == PGN && !again)
        gr_write_pgn(&w->text, &w->game);
    else if (w->format == CSV && ply >= 0)
        gr_buffer_printf(&w->text, "%" PRId64 ",%d\n", id, ply);
    else if (w->format == CSV)
        gr_buffer_printf(&w->text, "%" PRId64 ",\n", id);
    if (w->text.failed)
        return gr_fail(&w->error, GR_ERR_MEMORY, "out of memory");
    fwrite(w->text.data, 1, w->text.len, w->out);
    gr_buffer_clear(&w->text);
    return ferror(w->out) ? gr_fail(&w->error, GR_ERR_STOPPED, "stopped") : 0;
}

static int visit(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                 GrMove next) {
    Work *w = context;
    (void)next;
    if (!gr_target_fits(w->target, pos))
        return 1;
    w->positions++;
    w->games += w->last != game->id;
    w->last = game->id;
    int code = w->count ? 0 : show(w, game->id, (int)ply);
    return code ? code : 1;
}

static void tell_unread(void *context, int64_t id, const GrError *why) {
    Work *w = context;
    cli_error(w->cli, "game %" PRId64 ": %s", id, why->text);
    w->unread++;
}

static bool stop(void *context, int64_t id, int64_t last) {
    Work *w = context;
    cli_progress(w->cli, "games", (uint64_t)id, (uint64_t)last);
    return cli_signal() != 0;
}

static int find_positions(Work *w, const GrSelection *selection) {
    GrScan scan = {.rules = w->target->pos.rules, .context = w, .visit = visit,
                   .unread = tell_unread, .stop = stop};
    int code = gr_scan(w->db, selection, &scan, &w->error);
    return code == GR_ERR_DAMAGED && w->unread ? 0 : code;
}

static int find_games(Work *w, const GrSelection *selection) {
    int64_t id;
    int got, code = 0;
    GrCursor *cursor = gr_cursor_open(w->db, selection, &w->error);
    if (!cursor)
        return w->error.code;
    while (!code && (got = gr_cursor_next(cursor, &id, &w->error)) != 0) {
        w->games += got > 0;
        code = got < 0 ? got : w->count ? 0 : show(w, id, -1);
        if (!code && cli_signal())
            code = gr_fail(&w->error, GR_ERR_STOPPED, "stopped");
    }
    gr_cursor_close(cursor);
    return code;
}

static int search(Work *w, const GrSelection *selection) {
    if (w->format == CSV && !w->count)
        fputs("game,ply\n", w->out);
    int code = w->target ? find_positions(w, selection) : find_games(w, selection);
    cli_progress_end(w->cli);
    if (code && code != GR_ERR_STOPPED)
        return cli_fail(w->cli, &w->error);
    if (w->count)
        fprintf(w->out, "%" PRIu64 " %" PRIu64 "\n", w->games, w->positions);
    if (code)
        cli_error(w->cli, "stopped; the answer is not complete");
    if (w->unread)
        cli_error(w->cli, "%" PRIu64 " games cannot be read", w->unread);
    if (code || w->unread)
        return w->unread ? CLI_DAMAGED : CLI_FAULTS;
    return w->games ? CLI_OK : CLI_FAULTS;
}

typedef struct Asked {
    const char *fen, *board;
    bool count;
    Format format;
} Asked;

static int run(Cli *cli, const GrBook *book, const GrSelection *selection, const Asked *asked) {
    GrTarget target;
    Work w = {.cli = cli, .format = asked->format, .count = asked->count};
    const char *path = cli_database(cli);
    if (!path)
        return CLI_USAGE;
    if (gr_db_open(path, book, GR_DB_READ, &w.db, &w.error))
        return cli_fail(cli, &w.error);
    int status = CLI_USAGE;
    bool wanted = asked->fen || asked->board;
    gr_game_init(&w.game);
    gr_buffer_init(&w.text);
    if (!wanted || cli_target(cli, w.db, book, asked->fen, asked->board, &target)) {
        w.target = wanted ? &target : NULL;
        if ((w.out = cli_output(cli)) != NULL)
            status = search(&w, selection);
    }
    gr_buffer_free(&w.text);
    gr_game_free(&w.game);
    gr_db_close(w.db);
    return status;
}

static int read_options(Cli *cli, const GrBook *book) {
    GrSelection selection;
    Asked asked = {.count = false};
    gr_selection_init(&selection);
    for (int code; (code = cli_next(cli)) > 0;) {
        if (code == FEN)
            asked.fen = cli->arg;
        else if (code == BOARD)
            asked.board = cli->arg;
        else if (code == COUNT)
            asked.count = true;
        else
            cli_select(cli, code, &selection, book);
    }
    int status = cli->status;
    if (!cli->done) {
        int format = cli_format(cli, FORMATS, TEXT);
        asked.format = (Format)format;
        status = CLI_USAGE;
        if (cli->operands)
            cli_usage(cli, "'%s': no operands are taken", cli->operand[0]);
        else if (asked.fen && asked.board)
            cli_usage(cli, "--fen and --board cannot both be given");
        else if (format >= 0 && cli_select_variant(cli, &selection, book))
            status = run(cli, book, &selection, &asked);
    }
    gr_selection_free(&selection);
    return status;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, read_options);
}
