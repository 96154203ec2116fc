/* Games of Xiangqi as PGN for its programs, with moves as its players write them; and as engines speak of them. */
#include <string.h>

#include "notation/write/format.h"
#include "notation/write/pgn_tags.h"
#include "rules/fen.h"

static const char *refuses(const GrGame *game) {
    if (!game->rules)
        return "its rules are not known";
    return gr_is_xiangqi(gr_variant(game->rules)) ? NULL : "it is none of Xiangqi";
}

static void write_as(GrBuffer *out, const GrGame *game, GrXiangqiForm form) {
    if (refuses(game)) /* the escape of PGN: its readers leave out the line */
        gr_buffer_printf(out, "%% a game that is left out: %s\n\n", refuses(game));
    else
        gr_write_pgn_as(out, game, &form);
}

static void write_wxf(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    (void)number;
    (void)id;
    write_as(out, game, GR_XIANGQI_WXF);
}

static void write_iccs(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    (void)number;
    (void)id;
    write_as(out, game, GR_XIANGQI_ICCS);
}

static void write_chinese(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    (void)number;
    (void)id;
    write_as(out, game, GR_XIANGQI_CHINESE);
}

static void put_square(GrBuffer *out, const GrVariant *v, int sq) {
    gr_buffer_printf(out, "%c%d", 'a' + sq % v->files, sq / v->files);
}

static void write_ucci(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    char fen[GR_FEN_SIZE];
    GrPosition usual;
    (void)number;
    (void)id;
    if (refuses(game)) {
        gr_buffer_printf(out, "# a game that is left out: %s\n", refuses(game));
        return;
    }
    const GrVariant *v = gr_variant(game->rules);
    gr_start(game->rules, &usual);
    gr_fen_write(&game->start, fen);
    gr_buffer_puts(out, "position ");
    gr_buffer_puts(out, gr_same(&usual, &game->start) ? "startpos" : "fen ");
    gr_buffer_puts(out, gr_same(&usual, &game->start) ? "" : fen);
    uint32_t node = game->nodes[0].next;
    gr_buffer_puts(out, node ? " moves" : "");
    for (; node && gr_move_kind(game->nodes[node].move) != GR_PASS; node = game->nodes[node].next) {
        gr_buffer_putc(out, ' ');
        put_square(out, v, gr_move_from(game->nodes[node].move));
        put_square(out, v, gr_move_to(game->nodes[node].move));
    }
    gr_buffer_putc(out, '\n');
}

const GrFormat gr_format_wxf = {.name = "wxf", .summary = "Xiangqi", .game = write_wxf, .refuses = refuses};
const GrFormat gr_format_iccs = {.name = "iccs", .summary = "Xiangqi", .game = write_iccs, .refuses = refuses};
const GrFormat gr_format_chinese = {.name = "chinese", .summary = "Xiangqi", .game = write_chinese,
                                    .refuses = refuses};
const GrFormat gr_format_ucci = {.name = "ucci", .summary = "Xiangqi", .game = write_ucci, .refuses = refuses};
