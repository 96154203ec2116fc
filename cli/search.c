/* grimoire-search: finds games and positions in a database. */
#include <inttypes.h>
#include <unistd.h>

#include "cli/databases.h"
#include "cli/explain.h"
#include "cli/findings.h"
#include "cli/formats.h"
#include "cli/judge.h"
#include "cli/pairs.h"
#include "cli/query.h"
#include "cli/select.h"
#include "cli/target.h"
#include "cli/terminal.h"
#include "cli/unmet.h"
#include "db/db.h"
#include "notation/csv.h"
#include "notation/json.h"
#include "notation/plain.h"
#include "notation/write/format.h"
#include "rules/plural.h"

enum { FEN = CLI_LONG, BOARD, COUNT, LIMIT, EXPLAIN, SORT, REVERSE };

static const CliOption OPTIONS[] = {
    {"fen", FEN, "FEN", "find this position: pieces, side to move and all rights"},
    {"board", BOARD, "BOARD", "find this board, with either side to move"},
    {"count", COUNT, NULL, "print only the numbers of games and positions"},
    {"limit", LIMIT, "N", "stop after N lines, or N games with -f pgn and the like"},
    {"sort", SORT, "KEY", "order findings by date, elo, plies, count, white, black or event"},
    {"reverse", REVERSE, NULL, "with --sort: the greatest first"},
    {"explain", EXPLAIN, NULL, "show how the query runs, with estimated and real numbers of games"},
    CLI_JUDGE_OPTIONS,
    CLI_SELECT_OPTIONS
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "search",
    .summary = "Find games and positions in a database",
    .usage = "-d DB... ['QUERY'] [--fen FEN | --board BOARD] [selection] [--count]"
             " [--sort KEY [--reverse]] [--limit N] [-f FORMAT]\n"
             "-d DB... 'QUERY' [--fen FEN | --board BOARD] [selection] --explain",
    .common = "vdfoqj",
    .parts = true,
    .options = OPTIONS,
    .words = CLI_WORDS,
    .notes = "A query is one argument in the language of grimoire-query(7):\n"
             "    grimoire search -d games.db 'white N takes Q then within 6 plies checkmate'\n"
             "Formats of findings, a line each: text (default), games, plies, csv, csv-plain, json,\nfen.\n"
             "Any other of grimoire export's shows the games; pgn and html have a comment [%hit]\n"
             "where something was found.\n"
             "With several databases each finding says which one it is from: DB:GAME, a first\n"
             "column db, or a member db.\n"
             "The exit status is 1 if nothing is found.\n",
};

typedef struct Work {
    Cli *cli;
    CliDatabases *all;
    FILE *out;
    const CliHitFormat *hits; /* one of these two */
    const GrFormat *games;
    CliFindings lines;
    bool later;              /* how a game is written depends on others: numbers are gathered, */
    GrBuffer ids;            /* of eight bytes each, and what they are of is written when all are found */
    uint64_t written;
    GrGameBefore before;
    GrSorting *sorting;      /* findings wait here for the last one; NULL: they are written at once */
} Work;

/* ---- formats ---- */

enum { MOST_FORMATS = 32 };

/* Sets one of the two; false after reporting an unknown format. */
static bool read_format(Cli *cli, const CliHitFormat **hits, const GrFormat **games) {
    const char *names[MOST_FORMATS + 1];
    size_t n = 0;
    for (const CliHitFormat *one; (one = cli_hit_format(n)) != NULL; n++)
        names[n] = one->name;
    for (size_t i = 0; gr_formats[i] && n < MOST_FORMATS; i++)
        if (!cli_find_hit_format(gr_formats[i]->name))
            names[n++] = gr_formats[i]->name;
    names[n] = NULL;
    int chosen = cli_format(cli, names, 0);
    *hits = chosen < 0 ? NULL : cli_find_hit_format(names[chosen]);
    *games = chosen < 0 || *hits ? NULL : gr_format_find(names[chosen]);
    return chosen >= 0;
}

/* A game by itself: what comes before or after it is not known here, so that a line of moves has its result. */
static void put_found(const Work *w, const GrFinding *found, GrBuffer *out) {
    GrGameBefore none = {0};
    uint64_t id = (uint64_t)found->id;
    cli_put_game(w->games, out, &none, found->game, w->lines.part, w->all->before + id, id);
    if (none.open && !none.empty)
        gr_buffer_printf(out, " %s", gr_result_text(found->game->result));
    gr_format_close(out, &none);
}

static void show(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    const Work *w = context;
    const GrHit *hit = n < found->hits ? &found->hit[n] : NULL;
    size_t frame = w->sorting ? gr_sort_begin(w->sorting, found, out) : 0;
    if (w->later)
        gr_buffer_add(out, (const char *)&found->id, sizeof found->id);
    else if (w->hits)
        w->hits->put(out, found, hit, &w->lines);
    else if (gr_finding_mark(found))
        out->failed = true;
    else
        put_found(w, found, out);
    if (w->sorting)
        gr_sort_end(out, frame);
}

/* ---- running ---- */

/* Findings are written at once, even to a pipe. */
static int put(void *context, const char *bytes, size_t len) {
    Work *w = context;
    if (w->sorting)
        return !gr_sort_take(w->sorting, bytes, len);
    if (w->later) {
        gr_buffer_add(&w->ids, bytes, len);
        return w->ids.failed;
    }
    cli_progress_end(w->cli);
    fwrite(bytes, 1, len, w->out);
    fflush(w->out);
    return !cli_written(w->cli);
}

static void report_unread(void *context, int64_t id, const GrError *why) {
    Work *w = context;
    cli_bad_game(w->cli, id, why->text);
}

static bool stop(void *context, int64_t id, int64_t last) {
    Work *w = context;
    (void)last;
    cli_show_games(w->all, id);
    return cli_signal() != 0;
}

typedef struct Asked {
    const char *fen, *board;
    GrQuery *query;
    bool count, explain;
    uint64_t limit;
    GrSorting sorting;
    CliJudge judge;
    const CliHitFormat *hits; /* one of these two */
    const GrFormat *games;
} Asked;

/* Writes what comes before or after all findings. */
static void put_around(Work *w, bool before) {
    GrBuffer text;
    gr_buffer_init(&text);
    if (w->hits && before && w->hits->head[w->lines.columns])
        gr_buffer_printf(&text, "%s%s", w->cli->databases > 1 ? "db," : "",
                         w->hits->head[w->lines.columns]);
    else if (w->games && before)
        cli_begin_games(w->cli, w->games, &text, NULL);
    if (w->games && !before)
        gr_format_close(&text, &w->before);
    if (w->games && !before && w->games->end)
        w->games->end(&text);
    cli_put(w->cli, &text);
    gr_buffer_free(&text);
}

/* Makes what names the database at work in a line of this format, as grep names files: nothing if
 * there is but one. */
static void name_part(Work *w) {
    gr_buffer_clear(&w->lines.prefix);
    w->lines.part = cli_part(w->cli);
    if (w->lines.part && w->hits && w->hits->head[w->lines.columns]) {
        w->hits->field(&w->lines.prefix, w->lines.part, ',');
    } else if (w->lines.part) {
        gr_put_plain(&w->lines.prefix, w->lines.part, false);
        gr_buffer_putc(&w->lines.prefix, ':');
    }
}

/* Writes a game that was found, of a record both boards whichever was. Returns 0 or a GrCode. */
static int write_game(Work *w, GrDb *db, CliPairs *pairs, int64_t id, GrGame *game, GrBuffer *out, GrError *error) {
    int code = gr_db_get_game(db, id, game, error);
    if (!code)
        code = cli_pairs_read(pairs, db, w->games, game, id, error);
    if (code)
        return code > 0 || code == GR_ERR_NOT_FOUND ? 0 : code; /* written before, or deleted meanwhile */
    gr_buffer_clear(out);
    w->written++;
    if (pairs->paired) {
        w->games->pair(out, game, &pairs->other, w->written);
    } else {
        cli_put_game(w->games, out, &w->before, game, w->lines.part, w->written, (uint64_t)id);
    }
    cli_put(w->cli, out);
    return cli_written(w->cli) ? 0 : gr_fail(error, GR_ERR_STOPPED, "stopped");
}

static int write_later(Work *w, GrDb *db, GrError *error) {
    CliPairs pairs;
    GrGame game;
    GrBuffer out;
    int code = w->ids.failed ? gr_no_memory(error) : 0;
    gr_game_init(&game);
    gr_buffer_init(&out);
    cli_pairs_init(&pairs);
    for (size_t at = 0; !code && at < w->ids.len; at += sizeof(int64_t)) {
        int64_t id;
        memcpy(&id, w->ids.data + at, sizeof id);
        code = cli_signal() ? gr_fail(error, GR_ERR_STOPPED, "stopped")
                            : write_game(w, db, &pairs, id, &game, &out, error);
    }
    cli_pairs_free(&pairs);
    gr_buffer_free(&out);
    gr_game_free(&game);
    gr_buffer_clear(&w->ids);
    return code;
}

/* Searches the database at work, with its judge, and adds to *sum. True if others may follow. */
static bool search_database(Work *w, GrDb *db, const CliJudge *judge, const GrFind *find,
                            GrFindCount *sum) {
    GrError error;
    GrFindCount count = {0};
    GrJudging judging;
    GrFind rest = *find;
    name_part(w);
    rest.judging = &judging;
    rest.limit = find->limit ? find->limit - sum->shown : 0;
    int code = cli_begin_judging(db, judge, &judging, &error);
    if (!code)
        code = w->lines.prefix.failed ? gr_no_memory(&error) : gr_find(db, &rest, &count, &error);
    gr_judging_free(&judging);
    cli_progress_end(w->cli);
    if (!code && w->later)
        code = write_later(w, db, &error);
    w->cli->complete = code != GR_ERR_STOPPED;
    if (code && code != GR_ERR_STOPPED && !count.unread)
        cli_add_status(w->all, cli_fail_database(w->cli, &error));
    else if (code)
        cli_add_status(w->all, count.unread ? CLI_DAMAGED : CLI_FAULTS);
    sum->games += count.games;
    sum->hits += count.hits;
    sum->unread += count.unread;
    sum->shown += count.shown;
    return code != GR_ERR_STOPPED && code != GR_ERR_MEMORY &&
           (!find->limit || sum->shown < find->limit);
}

/* False after reporting that memory ran out. */
static bool write_sorted(Cli *cli, GrSorting *sorting) {
    if (!gr_sort_end_all(sorting)) {
        cli_error(cli, "out of memory: there are too many findings to be sorted; --limit keeps the first ones");
        return false;
    }
    for (size_t n = 0; n < sorting->items; n++)
        if (cli_put_bytes(cli, sorting->text.data + sorting->item[n].at, sorting->item[n].len))
            break; /* cli_finish reports it */
    return true;
}

static int search(Cli *cli, CliDatabases *all, const GrSelection *selection, const GrTarget *target,
                  Asked *asked) {
    Work w = {.cli = cli, .all = all, .hits = asked->hits, .games = asked->games,
              .out = cli_output(cli),
              .lines.columns = !asked->query                       ? CLI_PLY
                               : gr_query_variations(asked->query) ? CLI_VARIATION
                                                                   : CLI_SPAN};
    static const char *const tags[] = {"Round", "Variant", "White", "Black", "Event", "Site", "Date", NULL};
    bool in_lines = w.hits && !w.hits->tags; /* which have neither of the first two */
    GrSorting *sorting = asked->sorting.key ? &asked->sorting : NULL;
    GrFind find = {.selection = selection, .query = asked->query, .target = target,
                   .tags = sorting ? gr_sort_tags : tags + (in_lines ? 2 : 0),
                   .jobs = cli->jobs, .limit = sorting ? 0 : asked->limit,
                   .read = !w.hits ? GR_FIND_GAMES : sorting && !w.hits->read ? GR_FIND_HEADERS : w.hits->read,
                   .by_game = !w.hits || w.hits->by_game, .context = &w,
                   .show = asked->count ? NULL : show, .put = put, .unread = report_unread,
                   .stop = stop};
    GrFindCount sum = {0};
    if (!w.out)
        return CLI_USAGE;
    w.sorting = sorting;
    w.later = w.games && !sorting && !asked->count && (w.games->pair || w.games->runs_on);
    gr_buffer_init(&w.lines.prefix);
    gr_buffer_init(&w.ids);
    w.lines.width = !cli->output && isatty(STDOUT_FILENO) ? cli_columns(STDOUT_FILENO) : 0;
    if (!asked->count)
        put_around(&w, true);
    for (GrDb *db; (db = cli_next_database(all)) && search_database(&w, db, &asked->judge, &find, &sum);) {
    }
    if (asked->query && gr_query_of_game(asked->query) && !target)
        sum.hits = sum.games; /* each is one hit */
    if (sorting && !write_sorted(cli, sorting))
        all->status = CLI_FAULTS;
    if (!asked->count)
        put_around(&w, false);
    else if (all->status != CLI_FAULTS || !cli->complete || all->count > 1)
        fprintf(w.out, "%" PRIu64 " %" PRIu64 "\n", sum.games, sum.hits);
    if (!cli->complete && cli_signal()) /* else it cannot be written: cli_finish reports it */
        cli_stopped(cli, "stopped; the answer is not complete");
    if (sum.unread)
        cli_error(cli, "%" PRIu64 " %s cannot be read", sum.unread,
                  gr_plural(sum.unread, "game", "games"));
    if (!sum.games && !sum.unread && !all->status && cli->complete) /* a count says it itself */
        (asked->count ? cli_report_unmet : cli_report_none)(cli, all->db, all->count, selection);
    gr_buffer_free(&w.lines.prefix);
    gr_buffer_free(&w.ids);
    return sum.games ? CLI_OK : CLI_FAULTS;
}

static int run(Cli *cli, const GrVariants *variants, const GrSelection *selection, Asked *asked) {
    GrTarget target;
    CliDatabases all;
    const GrRules *rules;
    int status = CLI_USAGE;
    bool wanted = asked->fen || asked->board;
    CliExplain how = {.query = asked->query, .selection = selection, .judge = &asked->judge};
    if (!cli_database(cli) || !cli_rules(cli, variants, NULL, &rules))
        return CLI_USAGE;
    if (!cli_open_judged(cli, variants, &asked->judge, &all))
        return all.status;
    if (!wanted || cli_target(&all, variants, asked->fen, asked->board, &target))
        how.target = wanted ? &target : NULL;
    else
        return cli_close_databases(&all, status);
    if (asked->query)
        cli_report_never(cli, all.db, all.count, asked->query, rules);
    if (asked->explain)
        status = cli_explain(cli, &all, &how, rules);
    else
        status = search(cli, &all, selection, wanted ? &target : NULL, asked);
    return cli_close_databases(&all, status);
}

/* ---- options ---- */

static int check_and_run(Cli *cli, const GrVariants *variants, GrSelection *selection, Asked *asked) {
    if (!read_format(cli, &asked->hits, &asked->games) || !cli_query(cli, variants, &asked->query))
        return CLI_USAGE;
    if (asked->fen && asked->board)
        return cli_usage(cli, "--fen and --board cannot both be given");
    if (asked->explain && !asked->query)
        return cli_usage(cli, "--explain needs a query");
    if (asked->sorting.key ? asked->count || asked->explain : asked->sorting.reverse)
        return cli_usage(cli, asked->sorting.key ? "--sort has nothing to order with --count or --explain"
                                                 : "--reverse goes with --sort");
    if (asked->sorting.key && asked->games && asked->games->pair)
        return cli_usage(cli, "--sort cannot order what -f %s writes: records of two games", asked->games->name);
    asked->sorting.limit = asked->limit;
    return cli_select_variant(cli, selection, variants) ? run(cli, variants, selection, asked) : CLI_USAGE;
}

static int read_options(Cli *cli, const GrVariants *variants) {
    GrSelection selection;
    Asked asked = {.judge = cli_judge()};
    gr_selection_init(&selection);
    for (int code; (code = cli_next(cli)) > 0;) {
        if (code == FEN)
            asked.fen = cli->arg;
        else if (code == BOARD)
            asked.board = cli->arg;
        else if (code == COUNT)
            asked.count = true;
        else if (code == LIMIT)
            asked.limit = (uint64_t)cli_number(cli, 1, INT64_MAX);
        else if (code == EXPLAIN)
            asked.explain = true;
        else if (code == SORT)
            asked.sorting.key = (GrSortKey)(GR_SORT_DATE + cli_choice(cli, "order", gr_sort_keys));
        else if (code == REVERSE)
            asked.sorting.reverse = true;
        else if (!cli_judge_option(cli, code, &asked.judge))
            cli_select(cli, code, &selection, variants);
    }
    int status = cli->done ? cli->status : check_and_run(cli, variants, &selection, &asked);
    gr_query_free(asked.query);
    gr_sort_free(&asked.sorting);
    gr_selection_free(&selection);
    return status;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, read_options);
}
