/* grimoire-tree: what was played in a position, and how it went. */
#include <inttypes.h>

#include "cli/select.h"
#include "cli/target.h"
#include "db/tree.h"
#include "notation/json.h"
#include "notation/san.h"
#include "notation/uci.h"

enum { FEN = CLI_LONG };

static const CliOption OPTIONS[] = {
    {"fen", FEN, "FEN", "the position; without it, the start position"},
    CLI_SELECT_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static const CliProgram PROGRAM = {
    .name = "tree",
    .summary = "Show what was played in a position, and how it went",
    .usage = "-d DB [-v NAME] [--fen FEN] [selection] [-f text|json]",
    .common = "vdfoq",
    .options = OPTIONS,
    .notes = "A game counts once for the position and once for each move, however it came there.\n"
             "The score is White's share of the points. The exit status is 1 if no game of the\n"
             "selection has the position.\n",
};

typedef enum Format { TEXT, JSON } Format;
static const char *const FORMATS[] = {"text", "json", NULL};

typedef struct Work {
    Cli *cli;
    GrDb *db;
    Format format;
    FILE *out;
    GrTarget target;
    GrTree tree;
    uint64_t unread;
} Work;

static void put_number(GrJson *json, const char *name, int number) {
    if (number)
        gr_json_int(json, name, number);
    else
        gr_json_null(json, name);
}

/* As far as it is known: 2023, 2023.05 or 2023.05.17. */
static const char *date_text(uint32_t date, char text[24]) {
    unsigned year = date / 512, month = date / 32 % 16, day = date % 32;
    int len = snprintf(text, 24, "%04u", year);
    if (month)
        len += snprintf(text + len, 24 - (size_t)len, ".%02u", month);
    if (month && day)
        snprintf(text + len, 24 - (size_t)len, ".%02u", day);
    return text;
}

static void put_json(const Work *w, const GrTreeMove *row) {
    char san[GR_SAN_SIZE], uci[GR_UCI_SIZE], date[24];
    GrJson json;
    gr_san_write(&w->target.pos, row->move, san);
    gr_uci_write(&w->target.pos, row->move, uci);
    gr_json_start(&json, gr_put_file, w->out);
    gr_json_open(&json, NULL, '{');
    gr_json_string(&json, "san", san);
    gr_json_string(&json, "uci", uci);
    gr_json_int(&json, "games", (int64_t)row->games);
    gr_json_int(&json, "white", (int64_t)row->white);
    gr_json_int(&json, "draws", (int64_t)row->draws);
    gr_json_int(&json, "black", (int64_t)row->black);
    if (gr_tree_score(row) < 0)
        gr_json_null(&json, "score");
    else
        gr_json_real(&json, "score", gr_tree_score(row), 4);
    put_number(&json, "averageRating", gr_tree_rating(row));
    put_number(&json, "performance", gr_tree_performance(row));
    if (row->played)
        gr_json_string(&json, "lastPlayed", date_text(row->played, date));
    else
        gr_json_null(&json, "lastPlayed");
    gr_json_close(&json, '}');
    fputc('\n', w->out);
}

static void put_text(const Work *w, const GrTreeMove *row) {
    char san[GR_SAN_SIZE], score[16] = "-";
    gr_san_write(&w->target.pos, row->move, san);
    if (gr_tree_score(row) >= 0)
        snprintf(score, sizeof score, "%.1f%%", 100 * gr_tree_score(row));
    fprintf(w->out, "%-10s %8" PRIu64 " %7s %8" PRIu64 " %8" PRIu64 " %8" PRIu64 "\n", san,
            row->games, score, row->white, row->draws, row->black);
}

static void put_tree(const Work *w) {
    const GrTree *tree = &w->tree;
    if (w->format == TEXT)
        fprintf(w->out, "%-10s %8s %7s %8s %8s %8s\n", "move", "games", "score", "white", "draws",
                "black");
    for (size_t i = 0; i < tree->count; i++) {
        if (w->format == JSON)
            put_json(w, &tree->move[i]);
        else
            put_text(w, &tree->move[i]);
    }
    if (w->format == TEXT)
        fprintf(w->out, "%" PRIu64 " games, %" PRIu64 " end here\n", tree->games, tree->ended);
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

static int grow(Work *w, const GrSelection *selection) {
    GrError error;
    GrScan scan = {.context = w, .unread = tell_unread, .stop = stop};
    int code = gr_tree_grow(&w->tree, w->db, selection, &w->target, &scan, &error);
    cli_progress_end(w->cli);
    if (code == GR_ERR_STOPPED)
        cli_error(w->cli, "stopped; the answer is not complete");
    else if (code && code != GR_ERR_DAMAGED)
        return cli_fail(w->cli, &error);
    put_tree(w);
    if (code == GR_ERR_DAMAGED) {
        cli_error(w->cli, "%" PRIu64 " games cannot be read", w->unread);
        return CLI_DAMAGED;
    }
    return w->tree.games && !code ? CLI_OK : CLI_FAULTS;
}

/* Without --fen: the start position of -v, else of the first variant that the database has. */
static bool find_target(Work *w, const GrBook *book, const char *fen) {
    const GrRules *rules;
    if (fen)
        return cli_target(w->cli, w->db, book, fen, NULL, &w->target);
    if (!cli_rules(w->cli, book, NULL, &rules))
        return false;
    for (size_t n = 0; !rules && n < gr_db_variants(w->db); n++)
        rules = gr_db_variant(w->db, n);
    GrPosition start;
    gr_start(rules ? rules : gr_book_at(book, 0), &start);
    gr_target_position(&w->target, &start);
    return true;
}

static int run(Cli *cli, const GrBook *book, const GrSelection *selection, const char *fen,
               Format format) {
    GrError error;
    Work w = {.cli = cli, .format = format};
    const char *path = cli_database(cli);
    if (!path)
        return CLI_USAGE;
    if (gr_db_open(path, book, GR_DB_READ, &w.db, &error))
        return cli_fail(cli, &error);
    int status = CLI_USAGE;
    gr_tree_init(&w.tree);
    if (find_target(&w, book, fen) && (w.out = cli_output(cli)) != NULL)
        status = grow(&w, selection);
    gr_tree_free(&w.tree);
    gr_db_close(w.db);
    return status;
}

static int read_options(Cli *cli, const GrBook *book) {
    GrSelection selection;
    const char *fen = NULL;
    gr_selection_init(&selection);
    for (int code; (code = cli_next(cli)) > 0;) {
        if (code == FEN)
            fen = cli->arg;
        else
            cli_select(cli, code, &selection, book);
    }
    int status = cli->status;
    if (!cli->done) {
        int format = cli_format(cli, FORMATS, TEXT);
        status = CLI_USAGE;
        if (cli->operands)
            cli_usage(cli, "'%s': no operands are taken", cli->operand[0]);
        else if (format >= 0 && cli_select_variant(cli, &selection, book))
            status = run(cli, book, &selection, fen, (Format)format);
    }
    gr_selection_free(&selection);
    return status;
}

int main(int argc, char **argv) {
    return cli_main(&PROGRAM, argc, argv, read_options);
}
