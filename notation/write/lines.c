/* The formats that have the moves of the main line alone: SAN, UCI, long form, FEN. */
#include "notation/write/format.h"

#include "notation/move/long.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "rules/fen.h"

/* The main line, move by move. */
typedef struct Walk {
    const GrGame *game;
    GrPosition before, after;
    uint32_t node;
} Walk;

static void walk_start(Walk *w, const GrGame *game) {
    w->game = game;
    w->node = 0;
    if (game->rules)
        w->after = game->start;
}

static bool walk_next(Walk *w) {
    if (!w->game->rules || !w->game->node_count)
        return false;
    w->node = w->game->nodes[w->node].next;
    if (!w->node)
        return false;
    w->before = w->after;
    gr_play(&w->after, w->game->nodes[w->node].move);
    return true;
}

static void write_line(GrBuffer *out, const GrGame *game, bool uci) {
    Walk w;
    walk_start(&w, game);
    for (bool first = true; walk_next(&w); first = false) {
        char text[GR_SAN_SIZE];
        GrMove move = game->nodes[w.node].move;
        size_t len = uci ? gr_uci_write(&w.before, move, text)
                         : gr_san_write_after(&w.before, move, &w.after, text);
        if (!first)
            gr_buffer_putc(out, ' ');
        gr_buffer_add(out, text, len);
    }
    gr_buffer_putc(out, '\n');
}

static void write_long(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    Walk w;
    (void)id;
    gr_buffer_printf(out, "%sGame #%llu\n\n", number > 1 ? "\n" : "", (unsigned long long)number);
    for (walk_start(&w, game); walk_next(&w);) {
        char text[GR_LONG_SIZE];
        gr_long_write(&w.before, game->nodes[w.node].move, text);
        gr_buffer_printf(out, "%u. %s\n", w.before.number, text);
    }
}

static void write_fens(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    Walk w;
    (void)id;
    if (number > 1)
        gr_buffer_putc(out, '\n');
    for (walk_start(&w, game); walk_next(&w);) {
        char fen[GR_FEN_SIZE];
        gr_buffer_add(out, fen, gr_fen_write(&w.after, fen));
        gr_buffer_putc(out, '\n');
    }
}

/* ---- games of a line each ---- */

/* Could the moves of the line be played behind those of the game before, all of them? */
static bool goes_on(const GrGameBefore *before, const GrGame *game, bool uci) {
    GrPosition pos = before->last;
    Walk w;
    for (walk_start(&w, game); walk_next(&w);) {
        char text[GR_SAN_SIZE];
        GrMove move = game->nodes[w.node].move;
        GrError error;
        if (uci)
            gr_uci_write(&w.before, move, text);
        else
            gr_san_write_after(&w.before, move, &w.after, text);
        if (gr_san_read(&pos, text, &move, &error))
            return false;
        gr_play(&pos, move);
    }
    return true;
}

/* A line is read as a game of its own if it cannot go on from the one before, and if both have moves enough not to be
 * taken for a slip in one game. */
static bool runs_on(const GrGameBefore *before, const GrGame *game, bool uci) {
    enum { SURE = 5 };
    return before->plies < SURE || game->plies < 2 || before->rules != game->rules || goes_on(before, game, uci);
}

static bool san_runs_on(const GrGameBefore *before, const GrGame *game) {
    return runs_on(before, game, false);
}

static bool uci_runs_on(const GrGameBefore *before, const GrGame *game) {
    return runs_on(before, game, true);
}

static void write_san(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    (void)number;
    (void)id;
    write_line(out, game, false);
}

static void write_uci(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    (void)number;
    (void)id;
    write_line(out, game, true);
}

const GrFormat gr_format_san = {.name = "san", .game = write_san, .runs_on = san_runs_on};
const GrFormat gr_format_uci = {.name = "uci", .game = write_uci, .runs_on = uci_runs_on};
const GrFormat gr_format_long = {.name = "long", .game = write_long};
const GrFormat gr_format_fen = {.name = "fen", .game = write_fens};
