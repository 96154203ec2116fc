/* grimoire-search: finds games and positions in a database. */
#include <inttypes.h>
#include <unistd.h>

#include "cli/databases.h"
#include "cli/explain.h"
#include "cli/formats.h"
#include "cli/judge.h"
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

enum { FEN = CLI_LONG, BOARD, COUNT, LIMIT, EXPLAIN };

static const CliOption OPTIONS[] = {
    {"fen", FEN, "FEN", "find this position: pieces, side to move and all rights"},
    {"board", BOARD, "BOARD", "find this board, with either side to move"},
    {"count", COUNT, NULL, "print only the numbers of games and positions"},
    {"limit", LIMIT, "N", "stop after N lines, or N games with -f pgn and the like"},
    {"explain", EXPLAIN, NULL, "show how the query runs, with estimated and real numbers of games"},
    CLI_JUDGE_OPTIONS,
    CLI_SELECT_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "search",
    .summary = "Find games and positions in a database",
    .usage = "-d DB... ['QUERY'] [--fen FEN | --board BOARD] [selection] [--count]"
             " [-f FORMAT]\n"
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

/* What is said of a place: a ply; with a query, a last ply, too; if it asks for variations, which
 * one. */
typedef enum Columns { PLY, SPAN, VARIATION } Columns;

typedef struct Work {
    Cli *cli;
    CliDatabases *all;
    FILE *out;
    const struct HitFormat *hits; /* one of these two */
    const GrFormat *games;
    Columns columns;
    const char *part; /* the database at work, if there are several: */
    GrBuffer prefix;  /* what names it in a line */
    size_t width;     /* of the terminal that is written to; 0: none */
} Work;

/* ---- findings as text; done by threads ---- */

/* Where the character behind this one begins. */
static size_t behind(const GrBuffer *text, size_t at) {
    do
        at++;
    while (at < text->len && (text->data[at] & 0xC0) == 0x80);
    return at;
}

/* A tag's value on one line, cut to `most` characters, the last an ellipsis, if it is longer. */
static void put_tag(GrBuffer *out, const GrGame *game, const char *name, size_t most) {
    const char *value = gr_game_tag(game, name);
    size_t from = out->len, cut = from, characters = 0;
    gr_put_plain(out, value ? value : "?", false);
    for (size_t at = from; at < out->len; at = behind(out, at))
        if (++characters < most)
            cut = behind(out, at);
    if (characters <= most)
        return;
    out->len = cut;
    gr_buffer_puts(out, "\xE2\x80\xA6");
}

/* A line has several numbers, and printf takes longer for them than finding the game. */
static void put_decimal(GrBuffer *out, uint64_t number) {
    char digit[20];
    size_t at = sizeof digit;
    do
        digit[--at] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    gr_buffer_add(out, digit + at, sizeof digit - at);
}

/* The columns that a line takes from `from` to the end of the buffer. */
static size_t width_of(const GrBuffer *text, size_t from) {
    enum { TAB = 8 };
    size_t column = 0;
    for (size_t at = from; at < text->len; at = behind(text, at))
        column = text->data[at] == '\t' ? column / TAB * TAB + TAB : column + 1;
    return column;
}

static void put_names(GrBuffer *out, const GrGame *game, size_t most) {
    enum { DATE = 10 };
    gr_buffer_putc(out, '\t');
    put_tag(out, game, "White", most);
    gr_buffer_puts(out, " - ");
    put_tag(out, game, "Black", most);
    gr_buffer_putc(out, ' ');
    gr_buffer_puts(out, gr_result_text(game->result));
    gr_buffer_putc(out, '\t');
    put_tag(out, game, "Event", most);
    gr_buffer_puts(out, ", ");
    put_tag(out, game, "Site", most);
    gr_buffer_puts(out, ", ");
    put_tag(out, game, "Date", most < DATE ? DATE : most);
}

/* The rest of a line that begins at `line`. On a terminal names are shortened until it fits. */
static void put_game(GrBuffer *out, const GrGame *game, const Work *w, size_t line) {
    enum { LONGEST = 60, SHORTEST = 4 };
    size_t from = out->len, most = LONGEST;
    put_names(out, game, SIZE_MAX);
    for (; w->width && most >= SHORTEST && !out->failed && width_of(out, line) >= w->width; most--) {
        out->len = from;
        put_names(out, game, most);
    }
    gr_buffer_putc(out, '\n');
}

/* In which variation it ends, if it does not in the game as played. */
static void put_variation(GrBuffer *out, const GrHit *hit) {
    if (hit && hit->line)
        gr_buffer_printf(out, " variation %" PRIu32, hit->line);
}

/* The number of the game, behind the name of its database if there are several. */
static void put_number(GrBuffer *out, const GrFinding *found, const Work *w) {
    gr_buffer_add(out, w->prefix.data, w->prefix.len);
    put_decimal(out, (uint64_t)found->id);
}

static void put_text(GrBuffer *out, const GrFinding *found, const GrHit *hit, const Work *w) {
    size_t line = out->len;
    put_number(out, found, w);
    bool span = hit && hit->last > hit->first;
    if (hit) {
        gr_buffer_puts(out, span ? " plies " : " ply ");
        put_decimal(out, hit->first);
    }
    if (span) {
        gr_buffer_putc(out, '-');
        put_decimal(out, hit->last);
    }
    put_variation(out, hit);
    put_game(out, found->game, w, line);
}

static void put_plies(GrBuffer *out, const GrFinding *found, const GrHit *hit, const Work *w) {
    put_number(out, found, w);
    if (hit) {
        gr_buffer_putc(out, ' ');
        put_decimal(out, hit->first);
    }
    if (hit && hit->last > hit->first) {
        gr_buffer_putc(out, '-');
        put_decimal(out, hit->last);
    }
    put_variation(out, hit);
    gr_buffer_putc(out, '\n');
}

static void put_csv(GrBuffer *out, const GrFinding *found, const GrHit *hit, const Work *w) {
    put_number(out, found, w);
    gr_buffer_putc(out, ',');
    if (hit)
        gr_buffer_printf(out, "%" PRIu32, hit->first);
    if (w->columns >= SPAN)
        gr_buffer_putc(out, ',');
    if (hit && w->columns >= SPAN)
        gr_buffer_printf(out, "%" PRIu32, hit->last);
    if (w->columns >= VARIATION)
        gr_buffer_putc(out, ',');
    if (hit && hit->line)
        gr_buffer_printf(out, "%" PRIu32, hit->line);
    gr_buffer_putc(out, '\n');
}

static int put_json_bytes(void *context, const char *bytes, size_t len) {
    gr_buffer_add(context, bytes, len);
    return 0;
}

static void put_json(GrBuffer *out, const GrFinding *found, const GrHit *hit, const Work *w) {
    static const char *const member[][2] = {{"white", "White"}, {"black", "Black"},
                                            {"event", "Event"}, {"site", "Site"},
                                            {"date", "Date"},   {"round", "Round"}};
    GrJson json;
    gr_json_start(&json, put_json_bytes, out);
    gr_json_open(&json, NULL, '{');
    if (w->part)
        gr_json_string(&json, "db", w->part);
    gr_json_int(&json, "game", found->id);
    if (hit)
        gr_json_int(&json, "ply", hit->first);
    if (hit && hit->last > hit->first)
        gr_json_int(&json, "last", hit->last);
    if (hit && hit->line)
        gr_json_int(&json, "variation", hit->line);
    gr_json_string(&json, "variant", gr_game_variant(found->game));
    for (size_t i = 0; i < sizeof member / sizeof *member; i++)
        gr_json_string(&json, member[i][0], gr_game_tag(found->game, member[i][1]));
    gr_json_string(&json, "result", gr_result_text(found->game->result));
    gr_json_int(&json, "plies", found->game->plies);
    gr_json_close(&json, '}');
    gr_buffer_putc(out, '\n');
}

static void put_fen(GrBuffer *out, const GrFinding *found, const GrHit *hit, const Work *w) {
    char fen[GR_FEN_SIZE];
    (void)hit;
    (void)w;
    if (!found->pos)
        return;
    gr_fen_write(found->pos, fen);
    gr_buffer_puts(out, fen);
    gr_buffer_putc(out, '\n');
}

static void put_header(GrBuffer *out, const GrFinding *found, const GrHit *hit, const Work *w) {
    (void)hit;
    put_text(out, found, NULL, w);
}

/* ---- formats ---- */

/* Findings, a line each; the other formats are those of games, marked at the findings. */
#define TABLE {"game,ply\n", "game,ply,last\n", "game,ply,last,variation\n"}

static const struct HitFormat {
    const char *name;
    GrFindRead read;
    bool by_game; /* a line for each game */
    void (*put)(GrBuffer *out, const GrFinding *found, const GrHit *hit, const Work *w);
    GrCsvField *field;   /* of tables: text in them */
    const char *head[3]; /* the first line, by Columns; NULL: there is none, and it is no table */
} HITS[] = {
    {"text", GR_FIND_HEADERS, false, put_text, NULL, {NULL}},
    {"games", GR_FIND_HEADERS, true, put_header, NULL, {NULL}},
    {"plies", GR_FIND_NUMBERS, false, put_plies, NULL, {NULL}},
    {"csv", GR_FIND_NUMBERS, false, put_csv, gr_csv_field, TABLE},
    {"csv-plain", GR_FIND_NUMBERS, false, put_csv, gr_csv_plain, TABLE},
    {"json", GR_FIND_HEADERS, false, put_json, NULL, {NULL}},
    {"fen", GR_FIND_POSITIONS, false, put_fen, NULL, {NULL}},
};

enum { HIT_FORMATS = sizeof HITS / sizeof *HITS, MOST_FORMATS = 32 };

static const struct HitFormat *find_hits(const char *name) {
    for (size_t i = 0; i < HIT_FORMATS; i++)
        if (!strcmp(HITS[i].name, name))
            return &HITS[i];
    return NULL;
}

/* Sets one of the two; false after reporting an unknown format. */
static bool read_format(Cli *cli, const struct HitFormat **hits, const GrFormat **games) {
    const char *names[MOST_FORMATS + 1];
    size_t n = 0;
    for (; n < HIT_FORMATS; n++)
        names[n] = HITS[n].name;
    for (size_t i = 0; gr_formats[i] && n < MOST_FORMATS; i++)
        if (!find_hits(gr_formats[i]->name))
            names[n++] = gr_formats[i]->name;
    names[n] = NULL;
    int chosen = cli_format(cli, names, 0);
    *hits = chosen < 0 ? NULL : find_hits(names[chosen]);
    *games = chosen < 0 || *hits ? NULL : gr_format_find(names[chosen]);
    return chosen >= 0;
}

static void show(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    const Work *w = context;
    const GrHit *hit = n < found->hits ? &found->hit[n] : NULL;
    if (w->hits)
        w->hits->put(out, found, hit, w);
    else if (gr_finding_mark(found))
        out->failed = true;
    else
        cli_put_game(w->games, out, found->game, w->part, w->all->before + (uint64_t)found->id,
                     (uint64_t)found->id);
}

/* ---- running ---- */

/* Findings are written at once, even to a pipe. */
static int put(void *context, const char *bytes, size_t len) {
    Work *w = context;
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
    CliJudge judge;
    const struct HitFormat *hits; /* one of these two */
    const GrFormat *games;
} Asked;

/* Writes what comes before or after all findings. */
static void put_around(Work *w, bool before) {
    GrBuffer text;
    gr_buffer_init(&text);
    if (w->hits && before && w->hits->head[w->columns])
        gr_buffer_printf(&text, "%s%s", w->cli->databases > 1 ? "db," : "",
                         w->hits->head[w->columns]);
    else if (w->games && before)
        cli_begin_games(w->cli, w->games, &text, NULL);
    else if (w->games && !before && w->games->end)
        w->games->end(&text);
    cli_put(w->cli, &text);
    gr_buffer_free(&text);
}

/* Makes what names the database at work in a line of this format, as grep names files: nothing if
 * there is but one. */
static void name_part(Work *w) {
    gr_buffer_clear(&w->prefix);
    w->part = cli_part(w->cli);
    if (w->part && w->hits && w->hits->head[w->columns]) {
        w->hits->field(&w->prefix, w->part, ',');
    } else if (w->part) {
        gr_put_plain(&w->prefix, w->part, false);
        gr_buffer_putc(&w->prefix, ':');
    }
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
        code = w->prefix.failed ? gr_no_memory(&error) : gr_find(db, &rest, &count, &error);
    gr_judging_free(&judging);
    cli_progress_end(w->cli);
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

static int search(Cli *cli, CliDatabases *all, const GrSelection *selection, const GrTarget *target,
                  const Asked *asked) {
    Work w = {.cli = cli, .all = all, .hits = asked->hits, .games = asked->games,
              .out = cli_output(cli),
              .columns = !asked->query                       ? PLY
                         : gr_query_variations(asked->query) ? VARIATION
                                                             : SPAN};
    static const char *const tags[] = {"Round", "Variant", "White", "Black", "Event", "Site", "Date", NULL};
    bool in_lines = w.hits && w.hits->put != put_json; /* which have neither of the first two */
    GrFind find = {.selection = selection, .query = asked->query, .target = target, .tags = tags + (in_lines ? 2 : 0),
                   .jobs = cli->jobs, .limit = asked->limit, .read = w.hits ? w.hits->read : GR_FIND_GAMES,
                   .by_game = !w.hits || w.hits->by_game, .context = &w,
                   .show = asked->count ? NULL : show, .put = put, .unread = report_unread,
                   .stop = stop};
    GrFindCount sum = {0};
    if (!w.out)
        return CLI_USAGE;
    gr_buffer_init(&w.prefix);
    w.width = !cli->output && isatty(STDOUT_FILENO) ? cli_columns(STDOUT_FILENO) : 0;
    if (!asked->count)
        put_around(&w, true);
    for (GrDb *db; (db = cli_next_database(all)) && search_database(&w, db, &asked->judge, &find, &sum);) {
    }
    if (asked->query && gr_query_of_game(asked->query) && !target)
        sum.hits = sum.games; /* each is one hit */
    if (!asked->count)
        put_around(&w, false);
    else if (all->status != CLI_FAULTS || !cli->complete || all->count > 1)
        fprintf(w.out, "%" PRIu64 " %" PRIu64 "\n", sum.games, sum.hits);
    if (!cli->complete && cli_signal()) /* else it cannot be written: cli_finish reports it */
        cli_stopped(cli, "stopped; the answer is not complete");
    if (sum.unread)
        cli_error(cli, "%" PRIu64 " %s cannot be read", sum.unread,
                  gr_plural(sum.unread, "game", "games"));
    if (!sum.games && cli->complete)
        cli_report_unmet(cli, all->db, all->count, selection);
    gr_buffer_free(&w.prefix);
    return sum.games ? CLI_OK : CLI_FAULTS;
}

static int run(Cli *cli, const GrVariants *variants, const GrSelection *selection, const Asked *asked) {
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
        else if (!cli_judge_option(cli, code, &asked.judge))
            cli_select(cli, code, &selection, variants);
    }
    int status = cli->done ? cli->status : check_and_run(cli, variants, &selection, &asked);
    gr_query_free(asked.query);
    gr_selection_free(&selection);
    return status;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, read_options);
}
