/* The formats that have the moves of the main line alone, and which function writes which. */
#include "notation/write/writer.h"

#include "notation/move/long.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"
#include "rules/fen.h"

const char *const *gr_format_names(void) {
    static const char *const names[] = {"pgn", "san", "long", "uci", "fen", "json", NULL};
    return names;
}

const char *gr_game_variant(const GrGame *game) {
    return game->rules ? gr_variant(game->rules)->name : NULL;
}

const char *gr_game_stop_reason(const GrGame *game) {
    for (size_t i = 0; i < game->diag_count; i++)
        if (game->diags[i].severity == GR_ERROR && game->diags[i].ply == game->plies + 1)
            return gr_game_string(game, game->diags[i].text);
    return "";
}

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

static void write_long(GrBuffer *out, const GrGame *game, uint64_t number) {
    Walk w;
    gr_buffer_printf(out, "%sGame #%llu\n\n", number > 1 ? "\n" : "", (unsigned long long)number);
    for (walk_start(&w, game); walk_next(&w);) {
        char text[GR_LONG_SIZE];
        gr_long_write(&w.before, game->nodes[w.node].move, text);
        gr_buffer_printf(out, "%u. %s\n", w.before.number, text);
    }
}

static void write_fens(GrBuffer *out, const GrGame *game, uint64_t number) {
    Walk w;
    if (number > 1)
        gr_buffer_putc(out, '\n');
    for (walk_start(&w, game); walk_next(&w);) {
        char fen[GR_FEN_SIZE];
        gr_buffer_add(out, fen, gr_fen_write(&w.after, fen));
        gr_buffer_putc(out, '\n');
    }
}

void gr_write_game(GrBuffer *out, const GrGame *game, GrFormat format, uint64_t number) {
    switch (format) {
    case GR_FORMAT_PGN:
        gr_write_pgn(out, game);
        break;
    case GR_FORMAT_JSON:
        gr_write_json(out, game);
        break;
    case GR_FORMAT_LONG:
        write_long(out, game, number);
        break;
    case GR_FORMAT_FEN:
        write_fens(out, game, number);
        break;
    default:
        write_line(out, game, format == GR_FORMAT_UCI);
        break;
    }
}
