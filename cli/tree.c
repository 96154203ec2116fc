/* grimoire-tree: what was played in a position, and how it went. */
#include <inttypes.h>
#include <string.h>

#include "cli/openings.h"
#include "cli/place.h"
#include "cli/query.h"
#include "cli/select.h"
#include "cli/target.h"
#include "cli/tree.h"
#include "cli/unmet.h"
#include "db/db.h"
#include "notation/move/san.h"
#include "rules/plural.h"

enum { FEN = CLI_LONG, LINE, DEPTH, LEAST, OPENINGS, COMPARE, WITH, NOVELTIES, TRANSPOSITIONS, BOOK, POLYGLOT };

static const CliOption OPTIONS[] = {
    {"fen", FEN, "FEN", "position (default: the start position)"},
    {"line", LINE, "MOVES", "continue from there with these moves: 'e4 e5 Nf3'"},
    {"depth", DEPTH, "N", "show what was played after each move, N plies deep"},
    {"least", LEAST, "N", "only moves of at least N games"},
    {"compare", COMPARE, "KEY=VALUE", "compare the games of a selection, as in player=Tal, date=1990 or db=a.db,"},
    {"with", WITH, "KEY=VALUE", "with those of another one"},
    {"novelties", NOVELTIES, NULL, "the first game with each move, the latest first"},
    {"transpositions", TRANSPOSITIONS, "N", "the N most frequent orders of moves that led to the position"},
    {"openings", OPENINGS, "FILE", "name positions by this list of openings"},
    {"book", BOOK, "FILE", "show what a book in Polyglot's format has, in place of games"},
    {"polyglot", POLYGLOT, "FILE", "write the tree as such a book"},
    CLI_JUDGE_OPTIONS,
    CLI_SELECT_OPTIONS
    {NULL, 0, NULL, NULL},
};

static const int WRITES[] = {POLYGLOT, 0};

static const CliProgram PROGRAM = {
    .name = "tree",
    .summary = "Show what was played in a position, and how it went",
    .usage = "-d DB... [-v NAME] ['QUERY'] [--fen FEN] [--line MOVES] [--depth N] [--least N] [--novelties]"
             " [--openings FILE] [selection] [--judge TEXT] [--thresholds A,B,C] [-f text|json|explorer]\n"
             "-d DB... --compare KEY=VALUE... --with KEY=VALUE... ['QUERY'] [--fen FEN] [--line MOVES] [--least N]"
             " [selection] [-f text|json]\n"
             "-d DB... --transpositions N [--fen FEN] [--line MOVES] [selection] [-f text|json]\n"
             "-d DB... --polyglot FILE [--fen FEN] [--line MOVES] [--depth N] [--least N] [selection]\n"
             "--book FILE [--fen FEN] [--line MOVES] [--depth N] [-f text|json]",
    .common = "vdfoqj",
    .parts = true,
    .options = OPTIONS,
    .writes = WRITES,
    .words = CLI_WORDS,
    .notes = "The games of several databases are added up. A game counts once for the\n"
             "position and once for each move, whatever moves led there. With a query\n"
             "(see grimoire-query(7)), only the games that match it count.\n"
             "The score is White's share of the points. The exit status is 1 if no game of\n"
             "the selection has the position.\n",
};

/* By CliTreeFormat. */
static const char *const FORMATS[] = {"text", "json", "explorer", NULL};

enum { LAST_PLAYED = 11 /* columns of that heading */ };

/* ---- as text ---- */

static int move_width(const CliTree *w) {
    return 10 + 2 * (w->depth - 1);
}

static void put_heading(CliTree *w, const GrTree *tree) {
    for (size_t i = 0; i < tree->count; i++) {
        w->points |= tree->move[i].pointed != 0;
        w->ratings |= tree->move[i].rated != 0;
        w->dates |= tree->move[i].played != 0;
    }
    fprintf(w->out, "%-*s %8s %6s %7s %7s %7s", move_width(w), "move", "games", "score", "white",
            "draws", "black");
    if (w->points)
        fprintf(w->out, " %13s", "points");
    if (w->ratings)
        fprintf(w->out, " %6s %7s", "rating", "perform");
    if (w->dates)
        fprintf(w->out, "  %s", "last played");
    fputc('\n', w->out);
}

static void put_figure(const CliTree *w, int width, int figure) {
    if (figure)
        fprintf(w->out, " %*d", width, figure);
    else
        fprintf(w->out, " %*s", width, "-");
}

/* The name of a position's opening, if it has one, and `gap` blanks before it. */
void cli_tree_put_opening(const CliTree *w, const GrPosition *pos, int gap) {
    GrOpeningName name;
    if (w->names && gr_opening_name(w->names, pos, &name))
        fprintf(w->out, "%*s%s%s%s", gap, "", name.eco, *name.eco ? " " : "", name.name);
}

static void put_opening_after(const CliTree *w, const GrPosition *pos, GrMove move, int gap) {
    GrPosition after = *pos;
    if (!w->names)
        return;
    gr_play(&after, move);
    cli_tree_put_opening(w, &after, gap);
}

void cli_tree_score(const GrTreeMove *row, char text[CLI_TREE_SCORE]) {
    double score = gr_tree_score(row);
    if (score >= 0)
        snprintf(text, CLI_TREE_SCORE, "%.1f%%", 100 * score);
    else
        snprintf(text, CLI_TREE_SCORE, "-");
}

static void put_text(const CliTree *w, const GrPosition *pos, const GrTreeMove *row, int ply) {
    char san[GR_SAN_SIZE], score[CLI_TREE_SCORE], points[32] = "-", date[GR_TREE_DATE_SIZE];
    gr_san_write(pos, row->move, san);
    cli_tree_score(row, score);
    if (row->pointed)
        snprintf(points, sizeof points, "%.2f-%.2f", gr_tree_points(row, GR_WHITE),
                 gr_tree_points(row, GR_BLACK));
    fprintf(w->out, "%*s%-*s %8" PRIu64 " %6s %7" PRIu64 " %7" PRIu64 " %7" PRIu64, 2 * ply, "",
            move_width(w) - 2 * ply, san, row->games, score, row->white, row->draws, row->black);
    if (w->points)
        fprintf(w->out, " %13s", points);
    if (w->ratings) {
        put_figure(w, 6, gr_tree_rating(row));
        put_figure(w, 7, gr_tree_performance(row));
    }
    if (w->dates)
        fprintf(w->out, "  %s", row->played ? gr_tree_date(row->played, date) : strcpy(date, "-"));
    put_opening_after(w, pos, row->move, w->dates ? LAST_PLAYED + 2 - (int)strlen(date) : 2);
    fputc('\n', w->out);
}

/* ---- as JSON ---- */

void cli_tree_open_json(const CliTree *w, GrJson *json, int ply) {
    GrPosition at = w->target.pos;
    char san[GR_SAN_SIZE];
    gr_json_start(json, cli_put_bytes, w->cli);
    gr_json_open(json, NULL, '{');
    if (w->depth > 1)
        gr_json_open(json, "line", '[');
    for (int i = 0; i < ply; i++) {
        gr_san_play(&at, w->path[i], san);
        gr_json_string(json, NULL, san);
    }
    if (w->depth > 1)
        gr_json_close(json, ']');
}

void cli_tree_close_json(const CliTree *w, GrJson *json) {
    gr_json_close(json, '}');
    fputc('\n', w->out);
}

static void put_json(const CliTree *w, const GrPosition *pos, const GrTreeMove *row, int ply) {
    GrJson json;
    cli_tree_open_json(w, &json, ply);
    gr_tree_write_move(&json, pos, row);
    if (w->names) {
        GrPosition after = *pos;
        gr_play(&after, row->move);
        gr_tree_write_opening(&json, w->names, &after);
    }
    cli_tree_close_json(w, &json);
}

static int put_explorer(const CliTree *w, const GrTree *tree) {
    GrJson json;
    GrError error;
    gr_json_start(&json, cli_put_bytes, w->cli);
    const GrTreeSources from = {.db = w->all.db, .name = w->all.count > 1 ? w->all.path : NULL,
                                .openings = w->names};
    int code = gr_tree_write_explorer(&json, &from, &w->target.pos, tree, &error);
    fputc('\n', w->out);
    return code ? cli_fail_database(w->cli, &error) : CLI_OK;
}

/* ---- growing ---- */

void cli_tree_unread(void *context, int64_t id, const GrError *why) {
    CliTree *w = context;
    if (!w->path[0]) /* further plies have no other games */
        cli_bad_game(w->cli, id, why->text);
    w->unread += !w->path[0];
    w->heard++;
}

bool cli_tree_stop(void *context, int64_t id, int64_t last) {
    CliTree *w = context;
    (void)last;
    cli_show_games(&w->all, id);
    return cli_signal() != 0;
}

/* Adds what was played in one database, the one at work. Another failure than damage to games takes
 * the database out of all that follows. */
static void grow_from(CliTree *w, GrDb *db, const GrTarget *target, GrTree *tree) {
    GrError error;
    GrJudging judging;
    const GrTreeAsk ask = {.target = target, .query = w->query,
                           .selection = w->only ? &w->only->selection : w->selection, .firsts = w->novelties,
                           .judging = &judging, .jobs = w->cli->jobs, .context = w,
                           .no_lists = w->format != CLI_TREE_EXPLORER,
                           .unread = cli_tree_unread, .stop = cli_tree_stop};
    w->heard = 0;
    int code = cli_begin_judging(db, &w->judge, &judging, &error);
    if (code)
        tree->databases++; /* those that follow keep their numbers */
    else
        code = gr_tree_grow(tree, db, &ask, &error);
    gr_judging_free(&judging);
    cli_progress_end(w->cli);
    w->stopped |= code == GR_ERR_STOPPED;
    if (!code || code == GR_ERR_STOPPED || (code == GR_ERR_DAMAGED && w->heard))
        return;
    cli_add_status(&w->all, cli_fail_database(w->cli, &error));
    w->out_of_it[w->all.at - 1] = true;
    w->out_count++;
}

/* Is the database at work one of the side at work? */
static bool is_wanted(const CliTree *w) {
    const char *path = w->all.path[w->all.at - 1];
    if (!w->only)
        return true;
    const CliTreeSide *other = &w->side[w->only == &w->side[0]];
    return w->only->db ? cli_same_file(w->only->db, path) : !other->added || !cli_same_file(other->db, path);
}

int cli_tree_grow(CliTree *w, const GrTarget *target, GrTree *tree) {
    gr_tree_init(tree);
    for (GrDb *db; (db = cli_next_database(&w->all));)
        if (!w->out_of_it[w->all.at - 1] && !w->stopped && is_wanted(w))
            grow_from(w, db, target, tree);
        else
            tree->databases++; /* those that follow keep their numbers */
    return w->out_count < w->all.count ? CLI_OK : w->all.status;
}

static int put_moves(CliTree *w, const GrPosition *pos, GrTree *tree, int ply);

static int put_after(CliTree *w, const GrPosition *pos, GrMove move, int ply) {
    GrTarget target;
    GrTree tree;
    GrPosition after = *pos;
    gr_play(&after, move);
    gr_target_position(&target, &after);
    w->path[ply] = move;
    int status = cli_tree_grow(w, &target, &tree);
    if (!status)
        status = put_moves(w, &after, &tree, ply + 1);
    gr_tree_free(&tree);
    return status;
}

static int put_moves(CliTree *w, const GrPosition *pos, GrTree *tree, int ply) {
    int status = CLI_OK;
    if (w->novelties)
        cli_tree_sort_novelties(tree);
    for (size_t i = 0; i < tree->count && !status && !w->stopped; i++) {
        const GrTreeMove *row = &tree->move[i];
        if (row->games < w->least)
            continue;
        if (w->novelties)
            status = cli_tree_novelty(w, pos, row, ply);
        else if (w->format == CLI_TREE_JSON)
            put_json(w, pos, row, ply);
        else
            put_text(w, pos, row, ply);
        if (ply + 1 < w->depth && !status)
            status = put_after(w, pos, row->move, ply);
    }
    return status;
}

static int put_tree(CliTree *w, GrTree *tree) {
    if (!tree->games && w->format == CLI_TREE_TEXT)
        return CLI_OK; /* the words for it do */
    if (w->format == CLI_TREE_EXPLORER)
        return put_explorer(w, tree);
    if (!w->least) /* of deep trees, only what is not rare */
        w->least = w->depth > 1 ? tree->games / 100 : 0;
    if (w->novelties && w->format == CLI_TREE_TEXT)
        cli_tree_novelty_heading(w);
    else if (w->format == CLI_TREE_TEXT)
        put_heading(w, tree);
    int status = put_moves(w, &w->target.pos, tree, 0);
    if (w->format == CLI_TREE_TEXT && !status) {
        fprintf(w->out, "%" PRIu64 " %s, %" PRIu64 " %s here", tree->games,
                gr_plural(tree->games, "game", "games"), tree->ended,
                gr_plural(tree->ended, "ends", "end"));
        cli_tree_put_opening(w, &w->target.pos, 2);
        fputc('\n', w->out);
    }
    return status;
}

static int show_moves(CliTree *w) {
    GrTree tree;
    int status = cli_tree_grow(w, &w->target, &tree);
    if (!status)
        status = put_tree(w, &tree);
    if (!status && !tree.games) {
        status = CLI_FAULTS;
        cli_report_none(w->cli, w->all.db, w->all.count, w->selection);
    }
    gr_tree_free(&tree);
    return status;
}

static int show(CliTree *w) {
    int status = w->orders ? cli_tree_orders(w) : w->side[0].texts ? cli_tree_compare(w) : show_moves(w);
    w->cli->complete = !w->stopped;
    if (w->stopped) {
        cli_stopped(w->cli, "stopped; the answer is not complete");
        status = CLI_FAULTS;
    }
    if (w->unread) {
        cli_error(w->cli, "%" PRIu64 " %s cannot be read", w->unread,
                  gr_plural(w->unread, "game", "games"));
        return CLI_DAMAGED;
    }
    return status;
}

/* ---- the position ---- */

/* Without --fen: the start position of -v, else of the first variant that the databases have. */
static bool find_position(CliTree *w, const GrVariants *variants) {
    const GrRules *rules;
    if (w->fen)
        return cli_target(&w->all, variants, w->fen, NULL, &w->target);
    if (!cli_rules(w->cli, variants, NULL, &rules))
        return false;
    for (GrDb *db; (db = cli_next_database(&w->all));)
        for (size_t n = 0; !rules && !w->polyglot && n < gr_db_variants(db); n++)
            rules = gr_db_variant(db, n);
    GrPosition start;
    gr_start(rules ? rules : gr_variants_at(variants, 0), &start);
    gr_target_position(&w->target, &start);
    return true;
}

/* The length of a move number with its dots, as in `1.`, `1...` and `...`; 0 if there is none. */
static size_t number_length(const char *text) {
    size_t digits = strspn(text, "0123456789"), dots = strspn(text + digits, ".");
    return dots ? digits + dots : 0;
}

/* Plays the moves of --line; what is no move is reported with its column. */
static bool play_line(CliTree *w) {
    w->step = w->fen ? gr_book_step_of_fen(w->fen) : GR_BOOK_NO_STEP;
    static const char BLANKS[] = " \t\r\n";
    GrPosition pos = w->target.pos;
    for (const char *at = w->line ? w->line : ""; at[strspn(at, BLANKS)];) {
        char text[GR_SAN_SIZE * 2];
        GrMove move;
        at += strspn(at, BLANKS);
        at += number_length(at);
        size_t len = strcspn(at, BLANKS);
        snprintf(text, sizeof text, "%.*s", (int)(len < sizeof text ? len : sizeof text - 1), at);
        if (len && gr_san_read(&pos, text, &move, NULL)) {
            cli_tree_refuse_move(w, &pos, at, text);
            return false;
        }
        if (len) {
            w->step = gr_book_step(&pos, move);
            gr_play(&pos, move);
        }
        at += len;
    }
    gr_target_position(&w->target, &pos);
    return true;
}

/* The list is for the variant of the position. */
static bool find_names(CliTree *w) {
    if (w->openings)
        w->names = cli_openings(w->cli, w->openings, w->target.pos.rules);
    return !w->openings || w->names;
}

/* ---- options ---- */

static int run(CliTree *w, const GrVariants *variants) {
    w->all.cli = w->cli;
    if (w->book)
        return find_position(w, variants) && play_line(w) ? cli_tree_book(w) : CLI_USAGE;
    if (!cli_open_judged(w->cli, variants, &w->judge, &w->all))
        return w->all.status;
    int status = CLI_USAGE;
    if (w->polyglot)
        status = find_position(w, variants) && play_line(w) ? cli_tree_polyglot(w) : CLI_USAGE;
    else if (find_position(w, variants) && play_line(w) && find_names(w) && (w->out = cli_output(w->cli)) != NULL) {
        if (w->query)
            cli_report_never(w->cli, w->all.db, w->all.count, w->query, w->target.pos.rules);
        status = show(w);
    }
    gr_opening_names_free(w->names);
    return cli_close_databases(&w->all, status);
}

/* Options that answer another question than the tree of moves. */
static bool fit_together(CliTree *w) {
    bool sides = w->side[0].texts || w->side[1].texts, plain = w->depth == 1 && w->format != CLI_TREE_EXPLORER;
    if (w->book || w->polyglot)
        return cli_tree_book_alone(w);
    if (!w->side[0].texts != !w->side[1].texts)
        cli_usage(w->cli, "--compare and --with go together");
    else if (sides && w->cli->databases == w->side[0].added + w->side[1].added && (!w->side[0].db || !w->side[1].db))
        cli_usage(w->cli, "--%s has no database: name it by -d, or by db=FILE", w->side[0].db ? "with" : "compare");
    else if (sides && (w->novelties || w->orders || !plain))
        cli_usage(w->cli, "--compare does not go with --depth, --novelties, --transpositions or -f explorer");
    else if (w->orders && (w->novelties || w->query || w->least || !plain))
        cli_usage(w->cli,
                  "--transpositions does not go with a query, --depth, --least, --novelties or -f explorer");
    else if (w->novelties && w->format == CLI_TREE_EXPLORER)
        cli_usage(w->cli, "--novelties does not go with -f explorer");
    else
        return true;
    return false;
}

static int check_and_run(CliTree *w, const GrVariants *variants, GrSelection *selection) {
    int format = cli_format(w->cli, FORMATS, CLI_TREE_TEXT);
    w->format = (CliTreeFormat)format;
    w->selection = selection;
    if (format < 0 || !cli_query(w->cli, variants, &w->query))
        return CLI_USAGE;
    if (w->format == CLI_TREE_EXPLORER && (w->depth > 1 || w->least))
        return cli_usage(w->cli, "--depth and --least do not go with -f explorer");
    if (w->query && w->depth > 1)
        return cli_usage(w->cli, "--depth does not go with a query");
    return fit_together(w) && cli_select_variant(w->cli, selection, variants) &&
                   cli_select_variant(w->cli, &w->side[0].selection, variants) &&
                   cli_select_variant(w->cli, &w->side[1].selection, variants)
               ? run(w, variants)
               : CLI_USAGE;
}

/* What is selected holds for both sides of a comparison, too. */
static void select_games(CliTree *w, int code, GrSelection *selection, const GrVariants *variants) {
    w->selects = true;
    cli_select(w->cli, code, selection, variants);
    for (int n = 0; n < 2 && !w->cli->done; n++)
        cli_select(w->cli, code, &w->side[n].selection, variants);
}

static int read_options(Cli *cli, const GrVariants *variants) {
    GrSelection selection;
    CliTree w = {.cli = cli, .depth = 1, .judge = cli_judge()};
    gr_selection_init(&selection);
    gr_selection_init(&w.side[0].selection);
    gr_selection_init(&w.side[1].selection);
    for (int code; (code = cli_next(cli)) > 0;) {
        if (code == FEN)
            w.fen = cli->arg;
        else if (code == LINE)
            w.line = cli->arg;
        else if (code == DEPTH)
            w.deep = w.depth = (int)cli_number(cli, 1, CLI_TREE_DEPTH);
        else if (code == BOOK)
            w.book = cli->arg;
        else if (code == POLYGLOT)
            w.polyglot = cli->arg;
        else if (code == OPENINGS)
            w.openings = cli->arg;
        else if (code == LEAST)
            w.least = (uint64_t)cli_number(cli, 1, INT64_MAX);
        else if (code == COMPARE || code == WITH)
            cli_tree_side(&w, code == WITH, variants);
        else if (code == NOVELTIES)
            w.novelties = true;
        else if (code == TRANSPOSITIONS)
            w.orders = (uint64_t)cli_number(cli, 1, INT64_MAX);
        else if (cli_judge_option(cli, code, &w.judge))
            w.judges = true;
        else
            select_games(&w, code, &selection, variants);
    }
    int status = cli->done ? cli->status : check_and_run(&w, variants, &selection);
    gr_query_free(w.query);
    gr_selection_free(&selection);
    gr_selection_free(&w.side[0].selection);
    gr_selection_free(&w.side[1].selection);
    return status;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, read_options);
}
