/* grimoire-tree: books of openings in Polyglot's format, read and written. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/apart.h"
#include "cli/tree.h"
#include "cli/unmet.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "rules/fen.h"
#include "rules/plural.h"

enum {
    MOST_MOVES = 256,    /* of a position that are shown; no position has so many */
    USUAL_DEPTH = 24,    /* plies of a book that is written */
    BOOK_MOVE_WIDTH = 10
};

bool cli_tree_book_alone(CliTree *w) {
    bool sides = w->side[0].texts || w->side[1].texts, other = sides || w->orders || w->novelties || w->openings;
    if (w->book && w->polyglot)
        cli_usage(w->cli, "--book and --polyglot exclude each other");
    else if (w->book && (other || w->selects || w->judges || w->query || w->least || cli_names_database(w->cli)))
        cli_usage(w->cli, "--book shows no games: -d, --least, a query, selections and the like do not go with it");
    else if (w->polyglot && (other || w->query || w->judges || w->cli->output || w->cli->format))
        cli_usage(w->cli, "--polyglot goes with --fen, --line, --depth, --least and a selection alone");
    else if (w->format == CLI_TREE_EXPLORER)
        cli_usage(w->cli, "-f explorer does not go with --book");
    else
        return true;
    return false;
}

/* Books are for one game. */
static bool is_of_chess(CliTree *w) {
    const GrRules *rules = w->target.pos.rules;
    if (!gr_book_plays(rules))
        cli_error(w->cli, "Polyglot's books are for chess alone, not for %s", gr_variant(rules)->title);
    return gr_book_plays(rules);
}

/* ---- reading ---- */

static void report_illegal(CliTree *w, const GrPosition *pos, const GrBookMove *move) {
    char fen[GR_FEN_SIZE], text[GR_BOOK_CODE_SIZE];
    gr_fen_write(pos, fen);
    gr_book_code_write(move->code, text);
    cli_error(w->cli, "%s: entry %zu: %s is not legal in the position %s", w->book, move->entry, text, fen);
    w->unread++;
}

static void put_book_json(CliTree *w, const GrPosition *pos, const GrBookMove *move, double share, int ply) {
    GrJson json;
    char san[GR_SAN_SIZE], uci[GR_UCI_SIZE];
    gr_san_write(pos, move->move, san);
    gr_uci_write(pos, move->move, uci);
    cli_tree_open_json(w, &json, ply);
    gr_json_string(&json, "san", san);
    gr_json_string(&json, "uci", uci);
    gr_json_int(&json, "weight", move->weight);
    gr_json_real(&json, "share", share, 4);
    gr_json_int(&json, "learn", move->learn);
    cli_tree_close_json(w, &json);
}

static void put_book_move(CliTree *w, const GrPosition *pos, const GrBookMove *move, double share, int ply) {
    char san[GR_SAN_SIZE];
    int width = BOOK_MOVE_WIDTH + 2 * (w->depth - 1 - ply);
    if (w->format == CLI_TREE_JSON) {
        put_book_json(w, pos, move, share, ply);
        return;
    }
    gr_san_write(pos, move->move, san);
    fprintf(w->out, "%*s%-*s %8u %5.1f%%\n", 2 * ply, "", width, san, (unsigned)move->weight, 100 * share);
}

/* What the book has in a position and, up to the depth, after each move; returns how many moves it has there. */
static size_t put_book(CliTree *w, const GrBook *book, const GrPosition *pos, int step, int ply) {
    GrBookMove *move = malloc(MOST_MOVES * sizeof *move);
    size_t found = move ? gr_book_find(book, pos, step, move, MOST_MOVES) : 0, legal = 0;
    uint64_t sum = 0;
    w->stopped |= cli_signal() != 0;
    if (!move)
        w->heard++; /* memory ran out */
    found = found < MOST_MOVES ? found : MOST_MOVES;
    for (size_t i = 0; i < found; i++)
        sum += move[i].move ? move[i].weight : 0;
    for (size_t i = 0; i < found && !w->stopped; i++) {
        if (!move[i].move) {
            report_illegal(w, pos, &move[i]);
            continue;
        }
        legal++;
        put_book_move(w, pos, &move[i], sum ? (double)move[i].weight / (double)sum : 0, ply);
        if (ply + 1 < w->depth) {
            GrPosition after = *pos;
            w->path[ply] = move[i].move;
            gr_play(&after, move[i].move);
            put_book(w, book, &after, gr_book_step(pos, move[i].move), ply + 1);
        }
    }
    free(move);
    return legal;
}

static int show_book(CliTree *w, const GrBook *book) {
    GrError error;
    if (!(w->out = cli_output(w->cli)))
        return CLI_USAGE;
    if (w->format == CLI_TREE_TEXT)
        fprintf(w->out, "%-*s %8s %6s\n", BOOK_MOVE_WIDTH + 2 * (w->depth - 1), "move", "weight", "share");
    size_t moves = put_book(w, book, &w->target.pos, w->step, 0);
    if (w->heard)
        return cli_fail(w->cli, (gr_no_memory(&error), &error));
    if (w->stopped)
        cli_stopped(w->cli, "stopped; the answer is not complete");
    else if (w->format == CLI_TREE_TEXT)
        fprintf(w->out, "%zu %s; the book has %zu %s\n", moves, gr_plural(moves, "move", "moves"),
                gr_book_entries(book), gr_plural(gr_book_entries(book), "entry", "entries"));
    return moves && !w->unread && !w->stopped ? CLI_OK : CLI_FAULTS;
}

int cli_tree_book(CliTree *w) {
    GrError error;
    GrBook *book;
    if (!is_of_chess(w))
        return CLI_USAGE;
    int code = gr_book_open(w->book, cli_stop, NULL, &book, &error);
    if (code)
        return code == GR_ERR_SYNTAX ? (cli_fail(w->cli, &error), CLI_USAGE) : cli_fail(w->cli, &error);
    int status = show_book(w, book);
    gr_book_close(book);
    return status;
}

/* ---- writing ---- */

/* Games that are made a book. */
typedef struct Making {
    CliTree *w;
    GrBookMaker *maker;
    uint32_t depth;  /* plies that count */
    bool anywhere;   /* they count from the start of each game, whatever that is */
    bool counts;     /* the game at hand has come to the position; */
    uint32_t from;   /* after so many plies */
    int step;        /* the move before was this double step */
    uint64_t games;
} Making;

static int begin_game(void *context, const GrScanGame *game) {
    Making *m = context;
    m->counts = false;
    m->step = GR_BOOK_NO_STEP;
    return game->result == GR_WHITE_WINS || game->result == GR_BLACK_WINS || game->result == GR_DRAW;
}

static int visit(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos, GrMove next) {
    Making *m = context;
    if (!m->counts && (m->anywhere || gr_same(pos, &m->w->target.pos))) {
        m->counts = true;
        m->from = ply;
        m->games++;
    }
    if (next == GR_NO_MOVE || (m->counts && ply - m->from >= m->depth))
        return 0;
    bool won = (game->result == GR_WHITE_WINS) == (pos->turn == GR_WHITE);
    unsigned points = game->result == GR_DRAW ? 1 : won ? 2 : 0;
    if (gr_move_kind(next) == GR_PASS)
        return 0;
    if (m->counts && gr_book_maker_add(m->maker, pos, m->step, next, points))
        return GR_ERR_MEMORY;
    m->step = gr_book_step(pos, next);
    return 1;
}

static void on_unread(void *context, int64_t id, const GrError *why) {
    cli_tree_unread(((Making *)context)->w, id, why);
}

static bool should_stop(void *context, int64_t id, int64_t last) {
    return cli_tree_stop(((Making *)context)->w, id, last);
}

/* Counts the games of all databases; an exit status. */
static int count_games(CliTree *w, Making *m) {
    GrError error;
    const GrScan scan = {.rules = w->target.pos.rules, .context = m, .begin = begin_game, .visit = visit,
                         .unread = on_unread, .stop = should_stop};
    for (GrDb *db; (db = cli_next_database(&w->all));) {
        w->heard = 0;
        int code = w->stopped ? 0 : gr_scan(db, w->selection, &scan, &error);
        cli_progress_end(w->cli);
        w->stopped |= code == GR_ERR_STOPPED;
        if (code && code != GR_ERR_STOPPED && !(code == GR_ERR_DAMAGED && w->heard))
            return cli_fail_database(w->cli, &error);
    }
    return CLI_OK;
}

static bool is_special(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

/* The selection may be empty, or none of its games have a result. */
static void report_no_games(CliTree *w) {
    bool any = false;
    GrError error;
    int64_t id;
    for (int n = 0; n < w->all.count && !any; n++) {
        GrCursor *cursor = gr_cursor_open(w->all.db[n], w->selection, &error);
        any = cursor && gr_cursor_next(cursor, &id, &error) > 0;
        gr_cursor_close(cursor);
    }
    if (any)
        cli_error(w->cli, "no move makes a book: 0 games with a result");
    else
        cli_report_none(w->cli, w->all.db, w->all.count, w->selection);
}

/* Writes the book beside the file and then in its place, so that a book is there whole or not at all. */
static int write_book(CliTree *w, Making *m, const char *part) {
    size_t entries = 0;
    const char *path = is_special(w->polyglot) ? w->polyglot : part;
    FILE *file = cli_open_output(w->cli, "polyglot", path, "w");
    if (!file)
        return CLI_USAGE;
    int code = gr_book_maker_put(m->maker, w->least, gr_put_file, file, &entries);
    bool good = fclose(file) == 0 && !code && (path != part || entries);
    int why = errno;
    if (good && path == part)
        good = rename(part, w->polyglot) == 0 || (why = errno, false);
    if (!good && path == part)
        remove(part);
    if (!m->games && !code && !w->stopped)
        report_no_games(w);
    else if (!entries && !code)
        cli_error(w->cli, "no move makes a book: %" PRIu64 " %s with a result", m->games,
                  gr_plural(m->games, "game", "games"));
    else if (!good)
        cli_error(w->cli, "cannot write %s: %s", w->polyglot, strerror(code == GR_ERR_MEMORY ? ENOMEM : why));
    else
        cli_note(w->cli, "%" PRIu64 " %s, %zu %s", m->games, gr_plural(m->games, "game", "games"), entries,
                 gr_plural(entries, "entry", "entries"));
    return good && entries ? CLI_OK : CLI_FAULTS;
}

static int make_book(CliTree *w, Making *m) {
    GrBuffer part;
    gr_buffer_init(&part);
    gr_buffer_printf(&part, "%s.part", w->polyglot);
    int status = CLI_USAGE;
    GrError error;
    if (part.failed || !m->maker)
        status = cli_fail(w->cli, (gr_no_memory(&error), &error));
    else if (cli_can_write(w->cli, w->polyglot) &&
             (is_special(w->polyglot) || cli_may_write(w->cli, "polyglot", part.data))) /* counting takes long */
        status = count_games(w, m);
    if (status == CLI_OK && !w->stopped)
        status = write_book(w, m, part.data);
    gr_buffer_free(&part);
    return status;
}

int cli_tree_polyglot(CliTree *w) {
    Making m = {.w = w, .depth = w->deep ? (uint32_t)w->deep : USUAL_DEPTH, .anywhere = !w->fen && !w->line};
    if (!is_of_chess(w))
        return CLI_USAGE;
    m.maker = gr_book_maker_new();
    int status = make_book(w, &m);
    gr_book_maker_free(m.maker);
    w->cli->complete = !w->stopped;
    if (w->stopped) {
        cli_stopped(w->cli, "stopped; no book was written");
        status = CLI_FAULTS;
    }
    if (w->unread) {
        cli_error(w->cli, "%" PRIu64 " %s cannot be read", w->unread, gr_plural(w->unread, "game", "games"));
        return CLI_DAMAGED;
    }
    return status;
}
