/* grimoire-tree --transpositions: the orders of moves in which games came to a position. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/tree.h"
#include "notation/move/diagnose.h"
#include "notation/move/san.h"
#include "rules/plural.h"

typedef struct Orders {
    CliTree *w;
    GrBuffer text; /* lines of moves, each with a NUL behind it, one for each game */
    uint64_t games;
} Orders;

/* Adds the moves of the main line up to the ply, with their numbers. */
static void put_line(const GrGame *game, uint32_t plies, GrBuffer *out) {
    GrPosition pos = game->start;
    char san[GR_SAN_SIZE];
    for (uint32_t ply = 0, at = 0; ply < plies && game->nodes[at].next; ply++) {
        at = game->nodes[at].next;
        bool begins = pos.turn == gr_variant(pos.rules)->first;
        if (ply)
            gr_buffer_putc(out, ' ');
        if (begins || !ply)
            gr_buffer_printf(out, "%u%s ", (unsigned)pos.number, begins ? "." : "...");
        gr_san_play(&pos, game->nodes[at].move, san);
        gr_buffer_puts(out, san);
    }
}

/* Of each game, how it came to the position the first time; by any thread. */
static void show(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    (void)context;
    if (n || !found->hits)
        return;
    put_line(found->game, found->hit[0].first, out);
    gr_buffer_putc(out, '\0');
}

static int take(void *context, const char *bytes, size_t len) {
    Orders *orders = context;
    gr_buffer_add(&orders->text, bytes, len);
    return orders->text.failed;
}

static void unread(void *context, int64_t id, const GrError *why) {
    cli_tree_unread(((Orders *)context)->w, id, why);
}

static bool stop(void *context, int64_t id, int64_t last) {
    return cli_tree_stop(((Orders *)context)->w, id, last);
}

static int find_in(Orders *orders, GrDb *db) {
    CliTree *w = orders->w;
    GrError error;
    GrFindCount count;
    GrFind find = {.selection = w->selection, .target = &w->target, .jobs = w->cli->jobs, .by_game = true,
                   .read = GR_FIND_GAMES, .context = orders, .show = show, .put = take, .unread = unread, .stop = stop};
    int code = gr_find(db, &find, &count, &error);
    cli_progress_end(w->cli);
    w->stopped |= code == GR_ERR_STOPPED;
    orders->games += count.games;
    if (orders->text.failed)
        code = gr_no_memory(&error);
    return !code || code == GR_ERR_STOPPED || (code == GR_ERR_DAMAGED && count.unread)
               ? CLI_OK
               : cli_fail_database(w->cli, &error);
}

/* ---- counting ---- */

typedef struct Order {
    const char *line;
    uint64_t games;
} Order;

static int compare_lines(const void *one, const void *other) {
    return strcmp(((const Order *)one)->line, ((const Order *)other)->line);
}

static int compare_games(const void *one, const void *other) {
    const Order *a = one, *b = other;
    if (a->games != b->games)
        return a->games > b->games ? -1 : 1;
    return compare_lines(one, other);
}

/* The different lines, those of most games first; NULL without memory. */
static Order *count_lines(const Orders *orders, size_t *count) {
    Order *order = calloc((size_t)orders->games + 1, sizeof *order);
    size_t lines = 0;
    *count = 0;
    for (size_t at = 0; order && at < orders->text.len && lines < orders->games; lines++) {
        order[lines] = (Order){orders->text.data + at, 1};
        at += strlen(orders->text.data + at) + 1;
    }
    if (lines)
        qsort(order, lines, sizeof *order, compare_lines);
    for (size_t n = 0; n < lines; n++)
        if (*count && !compare_lines(&order[*count - 1], &order[n]))
            order[*count - 1].games++;
        else
            order[(*count)++] = order[n];
    if (*count)
        qsort(order, *count, sizeof *order, compare_games);
    return order;
}

static void put_order(const CliTree *w, const Order *order, uint64_t games) {
    GrJson json;
    const char *line = *order->line ? order->line : "-";
    if (w->format == CLI_TREE_TEXT) {
        fprintf(w->out, "%8" PRIu64 " %6.1f%%  %s\n", order->games, 100.0 * (double)order->games / (double)games, line);
        return;
    }
    cli_tree_open_json(w, &json, 0);
    gr_json_string(&json, "moves", order->line);
    gr_json_int(&json, "games", (int64_t)order->games);
    gr_json_real(&json, "share", (double)order->games / (double)games, 4);
    cli_tree_close_json(w, &json);
}

static int put_orders(const Orders *orders) {
    const CliTree *w = orders->w;
    size_t count;
    Order *order = count_lines(orders, &count);
    if (!order) {
        cli_error(w->cli, "out of memory");
        return CLI_FAULTS;
    }
    if (w->format == CLI_TREE_TEXT && count)
        fprintf(w->out, "%8s %7s  %s\n", "games", "share", "moves");
    for (size_t n = 0; n < count && n < w->orders; n++)
        put_order(w, &order[n], orders->games);
    free(order);
    if (w->format == CLI_TREE_TEXT)
        fprintf(w->out, "%" PRIu64 " %s, %zu %s of moves\n", orders->games,
                gr_plural(orders->games, "game", "games"), count, gr_plural(count, "order", "orders"));
    return orders->games ? CLI_OK : CLI_FAULTS;
}

int cli_tree_orders(CliTree *w) {
    Orders orders = {.w = w};
    int status = CLI_OK;
    gr_buffer_init(&orders.text);
    for (GrDb *db; (db = cli_next_database(&w->all));)
        if (!w->stopped && !orders.text.failed) {
            int one = find_in(&orders, db);
            status = one > status ? one : status;
        }
    int put = orders.text.failed ? CLI_FAULTS : put_orders(&orders);
    gr_buffer_free(&orders.text);
    return put > status ? put : status;
}

/* ---- --line ---- */

void cli_tree_refuse_move(CliTree *w, const GrPosition *pos, const char *at, const char *word) {
    GrBuffer why;
    gr_buffer_init(&why);
    gr_diagnose_typed(pos, word, &why);
    cli_error(w->cli, "--line, column %d: %s", (int)(at - w->line) + 1, why.failed ? "out of memory" : why.data);
    gr_buffer_free(&why);
}
