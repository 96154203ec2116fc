/* Records of Shogi: boards that are written out, and moves. */
#include "notation/record/record.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void sheet_clear_board(Sheet *s) {
    memset(s->board, 0, sizeof s->board);
    memset(s->promoted, 0, sizeof s->promoted);
    s->own_board = true;
}

void sheet_put(Sheet *s, int file, int rank, const GrShogiPiece *piece, int side) {
    if (file < 1 || file > 9 || rank < 1 || rank > 9)
        return;
    char letter = piece ? piece->base : 0;
    s->board[rank - 1][9 - file] = side == GR_WHITE ? letter : (char)tolower((unsigned char)letter);
    s->promoted[rank - 1][9 - file] = piece && gr_shogi_is_promoted(piece);
}

void sheet_hold(Sheet *s, int side, const GrShogiPiece *piece, unsigned count) {
    s->hand[side][strchr(SHEET_HAND, piece->base) - SHEET_HAND] += count;
}

int sheet_size(const Sheet *s) {
    return s->size ? s->size : GR_SHOGI_SIZE;
}

static size_t put_rank(const Sheet *s, int rank, char *out) {
    size_t len = 0;
    int empty = 0;
    for (int i = GR_SHOGI_SIZE - sheet_size(s); i < GR_SHOGI_SIZE; i++) {
        if (!s->board[rank][i]) {
            empty++;
            continue;
        }
        if (empty)
            out[len++] = (char)('0' + empty);
        empty = 0;
        if (s->promoted[rank][i])
            out[len++] = '+';
        out[len++] = s->board[rank][i];
    }
    if (empty)
        out[len++] = (char)('0' + empty);
    return len;
}

void sheet_fen(const Sheet *s, bool black_to_move, char fen[SHEET_FEN]) {
    size_t len = 0, most = SHEET_FEN / 2 + 100;
    for (int rank = 0; rank < sheet_size(s); rank++) {
        len += put_rank(s, rank, fen + len);
        fen[len++] = rank + 1 < sheet_size(s) ? '/' : '[';
    }
    for (int side = 0; side < 2; side++)
        for (int i = 1; i < 8; i++)
            for (unsigned n = 0; n < s->hand[side][i] && len < most; n++)
                fen[len++] = side == GR_WHITE ? SHEET_HAND[i] : (char)tolower((unsigned char)SHEET_HAND[i]);
    snprintf(fen + len, SHEET_FEN - len, "] %c - - 0 1", black_to_move ? 'b' : 'w');
}

void sheet_shogi_move(const GrVariant *v, SheetMove *move, const GrShogiPiece *piece, int from, int to, char turns) {
    char name[4], origin[4] = "";
    gr_square_name(v, to, name);
    move->type = piece ? gr_shogi_type(v, piece) : 0;
    const char *sign = piece ? piece->sign : "";
    char letter[2] = {piece ? piece->letter : (char)0, 0};
    if (*letter && gr_type_of_letter(v, *letter))
        sign = letter;
    if (from < 0) {
        snprintf(move->uci, sizeof move->uci, "%s@%s", sign, name);
        snprintf(move->plain, sizeof move->plain, "%s@%s", sign, name);
        return;
    }
    gr_square_name(v, from, origin);
    const char sign_behind[2] = {turns, 0};
    snprintf(move->uci, sizeof move->uci, "%s%s%s", origin, name, sign_behind);
    snprintf(move->plain, sizeof move->plain, "%s%s-%s%s", sign, origin, name, turns == '+' ? sign_behind : "");
}
