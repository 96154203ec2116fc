/* grimoire-export: writes games of a database as text. */
#include <inttypes.h>
#include <string.h>

#include "cli/formats.h"
#include "cli/select.h"
#include "rules/plural.h"

enum { TITLE = CLI_LONG };

static const CliOption OPTIONS[] = {
    {"title", TITLE, "TEXT", "page heading (html; default: the database's name)"},
    CLI_SELECT_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "export",
    .summary = "Write the games of a database, or a selection of them, as text",
    .usage = "-d DB [-f FORMAT] [-o FILE] [--title TEXT] [selection]",
    .common = "vdfoq",
    .options = OPTIONS,
    .notes = "-v selects the games of a variant. Games must meet all conditions.\n",
    .print_more = cli_print_formats,
};

/* Output is written in pieces of about this size. */
enum { PIECE = 64 * 1024 };

typedef struct Work {
    Cli *cli;
    GrDb *db;
    const GrFormat *format;
    const char *title; /* of a page */
    GrGame game;
    GrBuffer text;
    uint64_t written, unread;
    int64_t last;
} Work;

static bool flush(Work *w) {
    cli_put(w->cli, &w->text);
    return cli_written(w->cli);
}

/* Writes a game. A damaged one is reported and skipped. */
static int export_game(Work *w, int64_t id, GrError *error) {
    int code = w->format->header ? gr_db_get_header(w->db, id, &w->game, error)
                                 : gr_db_get_game(w->db, id, &w->game, error);
    if (code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN) {
        cli_error(w->cli, "game %" PRId64 ": %s", id, error->text);
        w->unread++;
        return 0;
    }
    if (code)
        return code;
    w->written++;
    w->format->game(&w->text, &w->game, w->written, (uint64_t)id);
    if (w->text.failed)
        return gr_no_memory(error);
    if (w->written % 256 == 0)
        cli_progress(w->cli, "games", (uint64_t)id, (uint64_t)w->last);
    if (w->text.len >= PIECE && !flush(w))
        return gr_fail(error, GR_ERR_STOPPED, "stopped"); /* cli_finish reports why */
    return cli_signal() ? gr_fail(error, GR_ERR_STOPPED, "stopped") : 0;
}

/* Writes what comes before the first game. */
static void put_head(Work *w) {
    if (w->format->begin)
        w->format->begin(&w->text, w->title ? w->title : cli_database_name(w->cli));
}

static int export_all(Work *w, const GrSelection *selection) {
    GrError error;
    int64_t id;
    int got, code = 0;
    GrCursor *cursor = gr_cursor_open(w->db, selection, &error);
    if (!cursor)
        return cli_fail(w->cli, &error);
    w->last = gr_db_last(w->db, &error);
    put_head(w);
    while (!code && (got = gr_cursor_next(cursor, &id, &error)) != 0)
        code = got < 0 ? got : export_game(w, id, &error);
    cli_progress_end(w->cli);
    gr_cursor_close(cursor);
    if (w->format->end)
        w->format->end(&w->text);
    flush(w);
    if (code)
        return code == GR_ERR_STOPPED ? CLI_FAULTS : cli_fail(w->cli, &error);
    if (w->unread) {
        cli_error(w->cli, "%" PRIu64 " damaged %s left out", w->unread,
                  gr_plural(w->unread, "game", "games"));
        return CLI_DAMAGED;
    }
    if (!w->written)
        cli_note(w->cli, "no games found");
    return w->written ? CLI_OK : CLI_FAULTS;
}

static int run(Cli *cli, const GrVariants *variants, const GrSelection *selection,
               const GrFormat *format, const char *title) {
    GrError error;
    Work w = {.cli = cli, .format = format, .title = title};
    const char *path = cli_database(cli);
    if (!path)
        return CLI_USAGE;
    if (gr_db_open(path, variants, GR_DB_READ, &w.db, &error))
        return cli_fail_file(cli, path, &error);
    int status = CLI_USAGE;
    gr_game_init(&w.game);
    gr_buffer_init(&w.text);
    if (cli_output(cli)) {
        if (gr_db_begin_read(w.db, &error))
            status = cli_fail(cli, &error);
        else
            status = export_all(&w, selection);
        gr_db_end_read(w.db);
    }
    gr_buffer_free(&w.text);
    gr_game_free(&w.game);
    gr_db_close(w.db);
    return status;
}

static int read_options(Cli *cli, const GrVariants *variants) {
    GrSelection selection;
    const char *title = NULL;
    gr_selection_init(&selection);
    for (int code; (code = cli_next(cli)) > 0;) {
        if (code == TITLE)
            title = cli->arg;
        else
            cli_select(cli, code, &selection, variants);
    }
    int status = cli->status;
    if (!cli->done) {
        const GrFormat *format = cli_game_format(cli);
        status = CLI_USAGE;
        if (cli_no_operands(cli, " (use -d FILE)") && format &&
            cli_select_variant(cli, &selection, variants))
            status = run(cli, variants, &selection, format, title);
    }
    gr_selection_free(&selection);
    return status;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, read_options);
}
