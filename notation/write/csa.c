/* Records of Shogi in the form of the Computer Shogi Association: the main line alone. */
#include <string.h>

#include "notation/write/format.h"
#include "notation/write/shogi.h"

static void put_square(GrBuffer *out, const GrVariant *v, int sq) {
    gr_buffer_printf(out, "%d%d", gr_shogi_file(v, sq), gr_shogi_rank(v, sq));
}

static void put_hand(GrBuffer *out, const GrPosition *pos, int side) {
    const GrVariant *v = gr_variant(pos->rules);
    bool any = false;
    for (int i = 1; i < GR_SHOGI_FIRST_PROMOTED; i++) {
        int type = gr_shogi_type(v, &gr_shogi_pieces[i]);
        for (int n = type ? gr_in_hand(pos, side, type) : 0; n > 0; n--) {
            if (!any)
                gr_buffer_puts(out, side == GR_WHITE ? "P+" : "P-");
            gr_buffer_printf(out, "00%s", gr_shogi_pieces[i].csa);
            any = true;
        }
    }
    if (any)
        gr_buffer_putc(out, '\n');
}

static void put_board(GrBuffer *out, const GrPosition *pos) {
    const GrVariant *v = gr_variant(pos->rules);
    for (int rank = 1; rank <= v->ranks; rank++) {
        gr_buffer_printf(out, "P%d", rank);
        for (int file = v->files; file >= 1; file--) {
            int code = pos->board[gr_shogi_square(v, file, rank)];
            const GrShogiPiece *piece = code == GR_EMPTY ? NULL : gr_shogi_piece(v, gr_type_of(code));
            if (piece)
                gr_buffer_printf(out, "%c%s", gr_side_of(code) == GR_WHITE ? '+' : '-', piece->csa);
            else
                gr_buffer_puts(out, " * ");
        }
        gr_buffer_putc(out, '\n');
    }
    put_hand(out, pos, GR_WHITE);
    put_hand(out, pos, GR_BLACK);
}

static void put_header(GrBuffer *out, const GrGame *game) {
    gr_buffer_puts(out, "V2.2\n");
    gr_shogi_put_tag(out, game, "N+", "White");
    gr_shogi_put_tag(out, game, "N-", "Black");
    gr_shogi_put_tag(out, game, "$EVENT:", "Event");
    gr_shogi_put_tag(out, game, "$SITE:", "Site");
    gr_shogi_put_tag(out, game, "$ROUND:", "Round");
    gr_shogi_put_start(out, game, "$START_TIME:");
    gr_shogi_put_tag(out, game, "$END_TIME:", "EndTime");
    gr_shogi_put_tag(out, game, "$TIME_LIMIT:", "TimeLimit");
    gr_shogi_put_tag(out, game, "$OPENING:", "Opening");
    if (gr_shogi_usual_start(game) && gr_variant(game->rules)->files == GR_SHOGI_SIZE)
        gr_buffer_puts(out, "PI\n");
    else
        put_board(out, &game->start);
    gr_buffer_puts(out, game->start.turn == GR_WHITE ? "+\n" : "-\n");
}

/* The piece is that which it has become. */
static void put_move(GrBuffer *out, const GrPosition *pos, GrMove move) {
    const GrVariant *v = gr_variant(pos->rules);
    bool drop = gr_move_kind(move) == GR_ENTER;
    int becomes = drop ? 0 : gr_move_becomes(move);
    const GrShogiPiece *piece = becomes ? gr_shogi_piece(v, becomes) : gr_shogi_mover(pos, move);
    gr_buffer_putc(out, pos->turn == GR_WHITE ? '+' : '-');
    if (drop)
        gr_buffer_puts(out, "00");
    else
        put_square(out, v, gr_move_from(move));
    put_square(out, v, gr_move_to(move));
    gr_buffer_puts(out, piece ? piece->csa : "??");
    gr_buffer_putc(out, '\n');
}

static void put_end(GrBuffer *out, const GrGame *game, const GrPosition *last) {
    static const char *const words[] = {
        [GR_SHOGI_OPEN] = NULL, [GR_SHOGI_BROKEN] = "%CHUDAN", [GR_SHOGI_RESIGNS] = "%TORYO",
        [GR_SHOGI_MATED] = "%TSUMI", [GR_SHOGI_TIME] = "%TIME_UP", [GR_SHOGI_FOUL] = "%ILLEGAL_MOVE",
        [GR_SHOGI_ABSENT] = "%TORYO", [GR_SHOGI_ABSENT_BEFORE] = NULL, [GR_SHOGI_WON] = NULL, /* it has no words */
        [GR_SHOGI_ENTERED] = "%KACHI", [GR_SHOGI_FOUL_BEFORE] = "", [GR_SHOGI_REPEATED] = "%SENNICHITE",
        [GR_SHOGI_IMPASSE] = "%JISHOGI", [GR_SHOGI_LIMIT] = "%MAX_MOVES", [GR_SHOGI_DRAWN] = "%HIKIWAKE"};
    GrShogiEnd end = gr_shogi_end(game);
    if (game->partial)
        gr_shogi_put_comment(out, game, game->rest, "'*");
    if (end == GR_SHOGI_FOUL_BEFORE)
        gr_buffer_printf(out, "%%%cILLEGAL_ACTION\n", last->turn == GR_WHITE ? '-' : '+');
    else if (words[end])
        gr_buffer_printf(out, "%s\n", words[end]);
    else if (end != GR_SHOGI_OPEN)
        gr_buffer_printf(out, "'*%s has won\n", last->turn == GR_WHITE ? "Sente" : "Gote");
}

/* How the game ended is said behind its moves, where it is one of these words. */
static bool leaves_out(const GrGame *game, const char *tag) {
    static const char *const kept[] = {"White", "Black", "Event", "Site", "Round", "Date", "EndTime", "TimeLimit",
                                       "Opening", "Result", "Variant", "FEN", "SetUp", "Handicap"};
    static const char *const ends[] = {"normal", "time forfeit", "rules infraction", "forfeit", "entering king",
                                       "impasse", "adjudication", "unterminated"};
    const char *value = gr_game_known_tag(game, tag);
    bool kept_tag = !value || (!strcmp(tag, "Time") && gr_game_known_tag(game, "Date"));
    for (size_t i = 0; i < sizeof kept / sizeof *kept && !kept_tag; i++)
        kept_tag = !strcmp(tag, kept[i]);
    for (size_t i = 0; i < sizeof ends / sizeof *ends && !kept_tag && !strcmp(tag, "Termination"); i++)
        kept_tag = !strcmp(value, ends[i]);
    return !kept_tag;
}

static void write_csa(GrBuffer *out, const GrGame *game, uint64_t number, uint64_t id) {
    (void)id;
    if (number > 1)
        gr_buffer_puts(out, "/\n");
    if (gr_shogi_refuses_board(game)) {
        gr_buffer_printf(out, "' a game that is left out: %s\n", gr_shogi_refuses_board(game));
        return;
    }
    put_header(out, game);
    GrPosition pos = game->start;
    gr_shogi_put_comment(out, game, game->nodes[0].comment, "'*");
    for (uint32_t node = game->nodes[0].next; node; node = game->nodes[node].next) {
        const GrNode *n = &game->nodes[node];
        long seconds = gr_shogi_time(game, n->comment);
        if (gr_move_kind(n->move) == GR_PASS)
            break;
        put_move(out, &pos, n->move);
        if (seconds >= 0)
            gr_buffer_printf(out, "T%ld\n", seconds);
        gr_shogi_put_comment(out, game, n->comment, "'*");
        gr_play(&pos, n->move);
    }
    put_end(out, game, &pos);
}

const GrFormat gr_format_csa = {.name = "csa", .summary = "Shogi", .game = write_csa,
                              .refuses = gr_shogi_refuses_board, .leaves_out = leaves_out};
