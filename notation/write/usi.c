/* Games of Shogi as engines speak of them: a line a game, `position startpos moves 7g7f`. */
#include <ctype.h>
#include <string.h>

#include "notation/write/format.h"
#include "notation/write/shogi.h"
#include "rules/fen.h"

/* The board of a FEN, whose hand stands in brackets behind it; then side and hands as SFEN has them. */
static void put_sfen(GrBuffer *out, const GrPosition *pos) {
    char fen[GR_FEN_SIZE];
    const GrVariant *v = gr_variant(pos->rules);
    bool any = false;
    gr_fen_write_board(pos, fen);
    gr_buffer_add(out, fen, strcspn(fen, "[ "));
    gr_buffer_puts(out, pos->turn == GR_WHITE ? " b " : " w ");
    for (int side = 0; side < 2; side++)
        for (int i = 1; i < GR_SHOGI_FIRST_PROMOTED; i++) {
            int type = gr_shogi_type(v, &gr_shogi_pieces[i]), n = type ? gr_in_hand(pos, side, type) : 0;
            char letter = gr_shogi_pieces[i].base;
            if (n > 1)
                gr_buffer_printf(out, "%d", n);
            if (n > 0)
                gr_buffer_putc(out, side == GR_WHITE ? letter : (char)tolower((unsigned char)letter));
            any |= n > 0;
        }
    gr_buffer_puts(out, any ? " 1" : "- 1");
}

static void put_square(GrBuffer *out, const GrVariant *v, int sq) {
    gr_buffer_printf(out, "%d%c", gr_shogi_file(v, sq), 'a' + gr_shogi_rank(v, sq) - 1);
}

/* As engines for Kyoto Shogi have it, '-' turns a promoted piece back, and `+P*3c` drops one. */
static void put_move(GrBuffer *out, const GrPosition *pos, GrMove move) {
    const GrVariant *v = gr_variant(pos->rules);
    const GrShogiPiece *piece = gr_shogi_mover(pos, move);
    const bool promoted = piece && gr_shogi_is_promoted(piece);
    gr_buffer_putc(out, ' ');
    if (gr_move_kind(move) == GR_ENTER)
        gr_buffer_printf(out, "%s%c*", promoted ? "+" : "", piece ? piece->base : '?');
    else
        put_square(out, v, gr_move_from(move));
    put_square(out, v, gr_move_to(move));
    if (gr_move_kind(move) != GR_ENTER && gr_move_becomes(move))
        gr_buffer_putc(out, promoted ? '-' : '+');
}

static void write_usi(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    (void)number;
    (void)id;
    if (gr_shogi_refuses(game)) {
        gr_buffer_printf(out, "# a game that is left out: %s\n", gr_shogi_refuses(game));
        return;
    }
    gr_buffer_puts(out, "position ");
    if (gr_shogi_usual_start(game)) {
        gr_buffer_puts(out, "startpos");
    } else {
        gr_buffer_puts(out, "sfen ");
        put_sfen(out, &game->start);
    }
    GrPosition pos = game->start;
    uint32_t node = game->nodes[0].next;
    gr_buffer_puts(out, node ? " moves" : "");
    for (; node && gr_move_kind(game->nodes[node].move) != GR_PASS; node = game->nodes[node].next) {
        put_move(out, &pos, game->nodes[node].move);
        gr_play(&pos, game->nodes[node].move);
    }
    gr_buffer_putc(out, '\n');
}

const GrFormat gr_format_usi = {.name = "usi", .summary = "Shogi", .game = write_usi, .refuses = gr_shogi_refuses};
