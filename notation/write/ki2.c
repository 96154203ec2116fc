/* Moves of Shogi in Japanese without the squares that they come from, KI2: `▲７六歩 △３四歩 ▲５八金右`. */
#include <stdlib.h>
#include <string.h>

#include "notation/write/ki2.h"

/* ---- words that single out a piece among others that could go there ---- */

/* 1 up, -1 down, 0 sideways. */
static int rise(const GrPosition *pos, int from, int to) {
    int up = gr_shogi_up(pos, from, to);
    return (up > 0) - (up < 0);
}

static bool is_straight(const GrPosition *pos, int from, int to) {
    return from % gr_variant(pos->rules)->files == to % gr_variant(pos->rules)->files;
}

/* Those of the pieces that go the same way as the one on `from`. */
static GrSet alike(const GrPosition *pos, GrSet pieces, int from, int to) {
    GrSet found = 0;
    for (GrSet left = pieces; left;) {
        int sq = gr_set_pop(&left);
        if (rise(pos, sq, to) == rise(pos, from, to))
            found |= gr_set_of(sq);
    }
    return found;
}

/* 右 or 左, if the piece is the only one that stands as far there; else NULL. */
static const char *side_word(const GrPosition *pos, GrSet pieces, int from) {
    unsigned right = 0, left = 0, same = 0;
    while (pieces) {
        int by = gr_shogi_right(pos, gr_set_pop(&pieces)) - gr_shogi_right(pos, from);
        right += by > 0;
        left += by < 0;
        same += by == 0;
    }
    return same > 1 ? NULL : !right ? "右" : !left ? "左" : NULL;
}

/* Words that single out the piece on `from`; NULL if none do. In the order in which players use them: which way it
 * goes; that it goes straight on, but for pieces that run; on which side it stands; both. */
static const char *words_for(const GrPosition *pos, GrSet pieces, int from, int to, char out[16]) {
    const GrShogiPiece *piece = gr_shogi_piece(gr_variant(pos->rules), gr_type_of(pos->board[from]));
    bool runs = piece && strchr("RB", piece->base);
    GrSet same = alike(pos, pieces, from, to);
    int up = rise(pos, from, to);
    const char *way = up > 0 ? runs ? "行" : "上" : up < 0 ? "引" : "寄", *side;
    *out = '\0';
    if (gr_set_count(pieces) < 2)
        return out;
    if (gr_set_count(same) == 1)
        return strcat(out, way);
    if (up > 0 && is_straight(pos, from, to) && !runs)
        return strcat(out, "直");
    if ((side = side_word(pos, pieces, from)) != NULL)
        return strcat(out, side);
    side = side_word(pos, same, from);
    return side ? strcat(strcat(out, side), way) : NULL;
}

/* ---- moves ---- */

/* Could the piece have become another with the same move? */
static bool may_promote(const GrPosition *pos, GrMove move) {
    GrMoveList *list = malloc(sizeof *list);
    bool may = false;
    if (!list) /* the move is the same without the word */
        return false;
    gr_moves(pos, list);
    for (unsigned i = 0; i < list->count && !may; i++)
        may = gr_move_from(list->move[i]) == gr_move_from(move) && gr_move_to(list->move[i]) == gr_move_to(move) &&
              gr_move_becomes(list->move[i]);
    free(list);
    return may;
}

/* The squares from which pieces like the one that moves could go there, whatever that would do to their king. */
static GrSet pieces_like(const GrPosition *pos, int type, int to) {
    return gr_attackers(pos, to, pos->turn) & pos->type[type] & pos->side[pos->turn];
}

void gr_ki2_put_move(GrBuffer *out, const GrPosition *pos, GrMove move, int target) {
    const GrVariant *v = gr_variant(pos->rules);
    const GrShogiPiece *piece = gr_shogi_mover(pos, move);
    int to = gr_move_to(move), from = gr_move_from(move);
    char words[16];
    gr_buffer_puts(out, pos->turn == GR_WHITE ? "▲" : "△");
    gr_shogi_put_target(out, v, to, target);
    gr_buffer_puts(out, piece ? piece->kif : "？");
    if (gr_move_kind(move) == GR_ENTER) {
        gr_buffer_puts(out, pieces_like(pos, gr_move_piece(move), to) ? "打" : "");
        return;
    }
    const char *which = words_for(pos, pieces_like(pos, gr_type_of(pos->board[from]), to), from, to, words);
    gr_buffer_puts(out, which ? which : "");
    gr_buffer_puts(out, gr_move_becomes(move) ? "成" : may_promote(pos, move) ? "不成" : "");
    if (!which) /* too many are alike for words */
        gr_buffer_printf(out, "(%d%d)", gr_shogi_file(v, from), gr_shogi_rank(v, from));
}

/* ---- the end ---- */

void gr_ki2_put_end(GrBuffer *out, const GrGame *game, const char *white, const char *black) {
    static const char *const words[] = {
        [GR_SHOGI_BROKEN] = "中断", [GR_SHOGI_REPEATED] = "千日手", [GR_SHOGI_IMPASSE] = "持将棋",
        [GR_SHOGI_LIMIT] = "引き分け", [GR_SHOGI_DRAWN] = "引き分け", [GR_SHOGI_TIME] = "時間切れにより",
        [GR_SHOGI_FOUL] = "反則により", [GR_SHOGI_FOUL_BEFORE] = "反則により", [GR_SHOGI_ABSENT] = "不戦敗により",
        [GR_SHOGI_ABSENT_BEFORE] = "不戦敗により", [GR_SHOGI_ENTERED] = "入玉宣言により", [GR_SHOGI_WON] = NULL};
    GrShogiEnd end = gr_shogi_end(game);
    if (end == GR_SHOGI_OPEN)
        return;
    const char *how = words[end] ? words[end] : "", *winner = game->result == GR_WHITE_WINS ? white : black;
    bool decided = end != GR_SHOGI_BROKEN && game->result != GR_DRAW;
    gr_buffer_printf(out, "まで%u手で%s%s%s\n", (unsigned)game->plies, how, decided ? winner : "", decided ? "の勝ち" : "");
}
