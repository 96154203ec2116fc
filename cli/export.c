/* grimoire-export: writes games of a database as text. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/databases.h"
#include "cli/export_engine.h"
#include "cli/formats.h"
#include "cli/judge.h"
#include "cli/pairs.h"
#include "cli/select.h"
#include "cli/split.h"
#include "cli/split_by.h"
#include "cli/unmet.h"
#include "notation/room.h"
#include "notation/write/boards.h"
#include "rules/plural.h"

enum { TITLE = CLI_LONG, SPLIT, ENGINE };

static const CliOption OPTIONS[] = {
    {"split", SPLIT, "TAG", "write a file for each value of TAG into the folder of -o"},
    {"engine", ENGINE, NULL, "the page can analyse its games (html)"},
    {"title", TITLE, "TEXT", "page heading (html; default: the database's name)"},
    CLI_JUDGE_OPTIONS,
    CLI_SELECT_OPTIONS
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "export",
    .summary = "Write the games of a database, or a selection of them, as text",
    .usage = "-d DB... [-f FORMAT] [-o FILE] [--engine] [--title TEXT] [--judge TEXT]"
             " [--thresholds A,B,C] [selection]\n"
             "-d DB... --split TAG[:N] -o FOLDER [-f FORMAT] [selection]",
    .common = "vdfoq",
    .parts = true,
    .options = OPTIONS,
    .notes = "-v selects the games of a variant. Games must meet all conditions.\n"
             "--split takes any tag, or Year, Player (either one), Result or Variant; with :N, the\n"
             "first N characters of the value.\n",
    .print_more = cli_print_formats,
};

/* Output is written in pieces of about this size. */
enum { PIECE = 64 * 1024 };

/* What was asked for. */
typedef struct Options {
    GrSelection selection;
    CliJudge judge;
    CliDivision division; /* --split; tag NULL: none */
    const char *title;
    bool engine;
} Options;

typedef struct Work {
    Cli *cli;
    GrDb *db; /* the one at work */
    CliDatabases all;
    const GrFormat *format;
    const char *title; /* of a page */
    GrJudging judging;
    GrJudgement judgement; /* of the game */
    GrGame game;
    CliPairs pairs;
    GrBuffer text;
    CliDivision *division; /* NULL: all goes into one output */
    CliSplit split;
    const char *ending;    /* of their names */
    GrGameBefore before;   /* of what goes into one output */
    CliLeftOut left;
    bool engine;           /* pages have one: */
    CliEngines engines;
    CliEnginesPage *page;  /* that one, or one for each file */
    size_t pages, page_cap;
    uint64_t written, unread, size;
} Work;

static bool flush(Work *w) {
    w->size += w->text.len;
    cli_put(w->cli, &w->text);
    return cli_written(w->cli);
}

/* Reads what the format shows of a game, with its judgement. */
static int read_game(Work *w, int64_t id, GrError *error) {
    bool any = gr_judging_any(&w->judging);
    if (w->format->header && !(w->format->judged && any))
        return gr_db_get_header(w->db, id, &w->game, error);
    int code = gr_db_get_game(w->db, id, &w->game, error);
    if (!code)
        code = gr_judge_game(w->db, &w->judging, &w->judgement, &w->game, error);
    if (!code && w->format->judged && gr_judge_own_evals(&w->judgement, &w->game, &w->judging.thresholds))
        code = gr_no_memory(error);
    return code;
}

static void put(Work *w, GrBuffer *out, GrGameBefore *before, uint64_t number, int64_t id) {
    if (w->pairs.paired) {
        w->format->pair(out, &w->game, &w->pairs.other, number);
        return;
    }
    cli_put_game(w->format, out, before, &w->game, cli_part(w->cli), number, (uint64_t)id);
    cli_leave_out(&w->left, w->format, &w->game);
}

/* ---- pages with an engine ---- */

/* Notes the game for the engine of the nth page. */
static bool note_game(Work *w, size_t n) {
    for (; w->pages <= n; w->pages++) {
        if (!gr_room(&w->page, w->pages, 1, &w->page_cap, sizeof *w->page))
            return false;
        cli_engines_page_init(&w->page[w->pages]);
    }
    return cli_engines_add(&w->engines, &w->page[n], &w->game);
}

static void end_page(Work *w, size_t n, GrBuffer *out) {
    CliEnginesPage none;
    cli_engines_page_init(&none);
    if (w->engine)
        cli_engines_end(&w->engines, n < w->pages ? &w->page[n] : &none, out);
    else if (w->format->end)
        w->format->end(out);
}

static void free_pages(Work *w) {
    for (size_t n = 0; n < w->pages; n++)
        cli_engines_page_free(&w->page[n]);
    free(w->page);
    cli_engines_free(&w->engines);
}

/* ---- one output ---- */

static int put_game(Work *w, int64_t id, GrError *error) {
    put(w, &w->text, &w->before, w->written, id);
    if (w->text.failed || (w->engine && !note_game(w, 0)))
        return gr_no_memory(error);
    if (w->text.len >= PIECE && !flush(w))
        return gr_fail(error, GR_ERR_STOPPED, "stopped"); /* cli_finish reports why */
    return 0;
}

/* ---- a file for each value ---- */

static bool put_in_file(Work *w, const char *value, int64_t id) {
    CliSplitFile *file = cli_split_file(&w->split, value);
    if (!file)
        return false;
    size_t before = file->text.len;
    if (!file->games++)
        cli_begin_games(w->cli, w->format, &file->text, w->title ? w->title : *value ? value : "unknown");
    put(w, &file->text, &file->before, file->games, id);
    if (w->engine && !note_game(w, (size_t)(file - w->split.file)))
        file->text.failed = true;
    return cli_split_keep(&w->split, file, before);
}

static int put_in_files(Work *w, int64_t id, GrError *error) {
    GrBuffer value[CLI_SPLIT_VALUES];
    int values = cli_division_values(w->division, &w->game, value);
    bool well = true;
    for (int n = 0; n < values && well; n++)
        well = put_in_file(w, value[n].len ? value[n].data : "", id);
    for (int n = 0; n < CLI_SPLIT_VALUES; n++)
        gr_buffer_free(&value[n]);
    if (values < 0)
        return gr_no_memory(error);
    return well ? 0 : gr_fail(error, GR_ERR_STOPPED, "stopped"); /* and reported */
}

static bool end_files(Work *w) {
    bool well = true;
    for (size_t n = 0; n < w->split.files && well; n++) {
        CliSplitFile *file = &w->split.file[n];
        size_t before = file->text.len;
        gr_format_close(&file->text, &file->before);
        end_page(w, n, &file->text);
        well = cli_split_keep(&w->split, file, before);
    }
    return well && cli_split_finish(&w->split);
}

/* ---- all games ---- */

/* Writes a game. A damaged one is reported and skipped. */
static int export_game(Work *w, int64_t id, GrError *error) {
    int code = read_game(w, id, error);
    if (!code)
        code = cli_pairs_read(&w->pairs, w->db, w->format, &w->game, id, error);
    if (code > 0)
        return 0;
    if (code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN) {
        cli_bad_game(w->cli, id, error->text);
        w->unread++;
        return 0;
    }
    if (code)
        return code;
    w->written++;
    if (w->written % 256 == 0)
        cli_show_games(&w->all, id);
    code = w->division ? put_in_files(w, id, error) : put_game(w, id, error);
    if (code)
        return code;
    return cli_signal() ? gr_fail(error, GR_ERR_STOPPED, "stopped") : 0;
}

/* Writes the games of the database at work. */
static int export_selected(Work *w, const GrSelection *selection, GrError *error) {
    int64_t id;
    int got, code = 0;
    GrCursor *cursor = gr_cursor_open(w->db, selection, error);
    if (!cursor)
        return error->code;
    while (!code && (got = gr_cursor_next(cursor, &id, error)) != 0)
        code = got < 0 ? got : export_game(w, id, error);
    gr_cursor_close(cursor);
    return code;
}

/* The same in one state of the database, with its judge. True if others may follow. */
static bool export_database(Work *w, const Options *options) {
    GrError error;
    cli_pairs_begin(&w->pairs);
    int code = gr_db_begin_read(w->db, &error);
    if (!code)
        code = cli_begin_judging(w->db, &options->judge, &w->judging, &error);
    if (!code)
        code = export_selected(w, &options->selection, &error);
    gr_judging_free(&w->judging);
    gr_db_end_read(w->db);
    cli_engines_forget(&w->engines);
    cli_progress_end(w->cli);
    cli_add_status(&w->all, cli_report_lost(w->cli, w->db));
    if (code)
        cli_add_status(&w->all, code == GR_ERR_STOPPED ? CLI_FAULTS
                                                       : cli_fail_database(w->cli, &error));
    return code != GR_ERR_STOPPED && code != GR_ERR_MEMORY;
}

/* All databases; false if it ended before the last game. */
static bool export_each(Work *w, const Options *options) {
    bool more = true;
    while (more && (w->db = cli_next_database(&w->all)))
        more = export_database(w, options);
    return more;
}

/* The exit status of what was found, reported where it is not what was asked for. */
static int report(Work *w, const Options *options) {
    if (w->unread) {
        cli_error(w->cli, "%" PRIu64 " damaged %s left out", w->unread,
                  gr_plural(w->unread, "game", "games"));
        return CLI_DAMAGED;
    }
    if (!w->written && !w->all.status) {
        cli_report_none(w->cli, w->all.db, w->all.count, &options->selection);
    }
    return w->written && !w->engines.missing ? CLI_OK : CLI_FAULTS;
}

static int export_all(Work *w, const Options *options) {
    if (!cli_output(w->cli))
        return CLI_USAGE;
    cli_begin_games(w->cli, w->format, &w->text, w->title);
    export_each(w, options);
    gr_format_close(&w->text, &w->before);
    end_page(w, 0, &w->text);
    if (w->text.failed) {
        cli_error(w->cli, "out of memory");
        return CLI_FAULTS;
    }
    flush(w);
    if (w->engine)
        cli_note(w->cli, "%" PRIu64 " bytes, %" PRIu64 " of them for the engine", w->size, w->engines.bytes);
    return report(w, options);
}

/* Puts the files in their places, unless that makes no sense or something failed, and reports it. */
static int finish_files(Work *w, const Options *options) {
    int status = report(w, options);
    size_t files = w->split.files;
    if (!files)
        return status;
    if (!w->division->known) {
        cli_division_unknown(w->cli, w->division);
        return CLI_FAULTS;
    }
    if (end_files(w))
        cli_note(w->cli, "%" PRIu64 " %s in %zu %s", w->written, gr_plural(w->written, "game", "games"), files,
                 gr_plural(files, "file", "files"));
    if (w->engine && !w->split.status)
        cli_note(w->cli, "%" PRIu64 " bytes in these files are the engine", w->engines.bytes);
    return status;
}

static int export_files(Work *w, const Options *options) {
    int status = CLI_FAULTS;
    if (cli_split_begin(w->cli, &w->split, w->cli->output, w->ending)) {
        if (export_each(w, options))
            status = finish_files(w, options);
        else if (cli_signal())
            cli_stopped(w->cli, "stopped; no file was written");
    }
    int failed = cli_split_end(&w->split);
    return failed ? failed : status;
}

static int run(Cli *cli, const GrVariants *variants, Options *options, const GrFormat *format) {
    GrFormat own;
    Work w = {.cli = cli, .title = options->title, .engine = options->engine};
    w.format = w.engine ? cli_engines_format(&own) : format;
    char ending[16];
    snprintf(ending, sizeof ending, "%.*s", (int)strcspn(format->name, "-"), format->name);
    w.ending = ending;
    w.division = options->division.tag ? &options->division : NULL;
    if (!cli_open_judged(cli, variants, &options->judge, &w.all))
        return w.all.status;
    cli_engines_init(&w.engines, cli);
    gr_game_init(&w.game);
    cli_pairs_init(&w.pairs);
    gr_buffer_init(&w.text);
    gr_judgement_init(&w.judgement);
    int status = w.division ? export_files(&w, options) : export_all(&w, options);
    free_pages(&w);
    gr_judgement_free(&w.judgement);
    gr_buffer_free(&w.text);
    cli_note_left_out(cli, &w.left, format);
    cli_pairs_free(&w.pairs);
    gr_game_free(&w.game);
    return cli_close_databases(&w.all, status);
}

/* Only pages have an engine. */
static bool may_have_engine(Cli *cli, const Options *options, const GrFormat *format) {
    bool may = !options->engine || !strcmp(format->name, gr_format_html.name);
    if (!may)
        cli_usage(cli, "--engine is for pages (-f html)");
    return may;
}

/* Files need a folder. */
static bool has_folder(Cli *cli, const Options *options) {
    bool has = cli->output && *cli->output && strcmp(cli->output, "-") != 0;
    if (options->division.tag && !has)
        cli_usage(cli, "--split writes files into a folder (-o FOLDER)");
    return has || !options->division.tag;
}

static const char no_query[] = " (use -d FILE; export takes no query: search -f pgn QUERY prints the games in which one "
                               "is found)";

static int read_options(Cli *cli, const GrVariants *variants) {
    Options options = {.judge = cli_judge()};
    gr_selection_init(&options.selection);
    for (int code; (code = cli_next(cli)) > 0;) {
        if (code == TITLE)
            options.title = cli->arg;
        else if (code == ENGINE)
            options.engine = true;
        else if (code == SPLIT)
            cli_division_read(cli, &options.division, cli->arg);
        else if (!cli_judge_option(cli, code, &options.judge))
            cli_select(cli, code, &options.selection, variants);
    }
    int status = cli->status;
    if (!cli->done) {
        const GrFormat *format = cli_game_format(cli);
        status = CLI_USAGE;
        if (cli_no_operands(cli, no_query) && format && may_have_engine(cli, &options, format) &&
            has_folder(cli, &options) && cli_select_variant(cli, &options.selection, variants))
            status = run(cli, variants, &options, format);
    }
    gr_selection_free(&options.selection);
    cli_division_free(&options.division);
    return status;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, read_options);
}
