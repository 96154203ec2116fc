/* Moves of Shogi as engines write them: a game to a line, `position startpos moves 7g7f 3c3d`. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "notation/reader/sheet.h"

/* The hands of SFEN have numbers before their letters; ours has the letters themselves. */
static size_t put_hands(const char *hands, size_t len, char *out, size_t room) {
    size_t used = 0;
    unsigned count = 0;
    for (size_t i = 0; i < len; i++) {
        if (isdigit((unsigned char)hands[i])) {
            count = count < 100 ? count * 10 + (unsigned)(hands[i] - '0') : count;
            continue;
        }
        for (unsigned n = 0; n < (count ? count : 1) && used < room && hands[i] != '-'; n++)
            out[used++] = hands[i];
        count = 0;
    }
    return used;
}

/* The four fields of SFEN, of which the last may be missing. */
static const char *read_sfen(const char *p, const char *end, char fen[SHEET_FEN]) {
    const char *field[3];
    size_t len[3];
    char hands[128];
    for (int i = 0; i < 3; i++) {
        len[i] = sheet_next_word(&p, end);
        field[i] = p;
        p += len[i];
    }
    size_t held = put_hands(field[2], len[2], hands, sizeof hands);
    const char *after = p;
    size_t more = sheet_next_word(&after, end);
    if (more && isdigit((unsigned char)*after))
        p = after + more;
    snprintf(fen, SHEET_FEN, "%.*s[%.*s] %c - - 0 1", (int)(len[0] < 250 ? len[0] : 250), field[0], (int)held, hands,
             sheet_word_is(field[1], len[1], "w") ? 'b' : 'w');
    return p;
}

/* `7g`: a square; -1 if it is none. */
static int read_square(const GrVariant *v, const char *p) {
    if (!isdigit((unsigned char)p[0]) || p[1] < 'a' || p[1] > 'i')
        return -1;
    return gr_shogi_square(v, p[0] - '0', p[1] - 'a' + 1);
}

static void read_move(GrReader *r, Sheet *s, const char *p, size_t len) {
    const GrPosition *pos = &r->moves.frame[0].now;
    const GrVariant *v = gr_variant(pos->rules);
    SheetMove move = {.at = p, .len = len};
    bool drop = len == 4 && p[1] == '*';
    int from = drop || len < 4 ? -1 : read_square(v, p), to = len < 4 ? -1 : read_square(v, p + 2);
    bool promotes = len == 5 && p[4] == '+';
    const GrShogiPiece *piece = NULL;
    if (drop)
        for (int i = 0; i < GR_SHOGI_FIRST_PROMOTED; i++)
            if (gr_shogi_pieces[i].base == p[0])
                piece = &gr_shogi_pieces[i];
    if (from >= 0)
        piece = gr_shogi_piece(v, gr_type_of(pos->board[from]));
    if (to >= 0 && (drop ? piece != NULL : from >= 0) && (len == 4 || promotes))
        sheet_shogi_move(v, &move, piece, from, to, promotes);
    sheet_move(r, s, &move);
}

static bool read_end(GrReader *r, Sheet *s, const char *p, size_t len) {
    if (sheet_word_is(p, len, "resign"))
        sheet_result(r, s, sheet_wins(r, false), NULL);
    else if (sheet_word_is(p, len, "win"))
        sheet_result(r, s, sheet_wins(r, true), "entering king");
    else
        return false;
    return true;
}

Step sheet_usi_line(GrReader *r, Sheet *s) {
    Lines *l = &r->lines;
    const char *p = l->p, *end = l->end;
    size_t len = sheet_next_word(&p, end);
    if (!len)
        return STEP_LINE_DONE;
    if (s->any)
        return STEP_GAME_DONE;
    if (sheet_word_is(p, len, "position"))
        p += len, len = sheet_next_word(&p, end);
    if (sheet_word_is(p, len, "sfen"))
        p = read_sfen(p + len, end, s->fen), len = sheet_next_word(&p, end);
    else if (sheet_word_is(p, len, "startpos"))
        p += len, len = sheet_next_word(&p, end);
    if (sheet_word_is(p, len, "moves"))
        p += len, len = sheet_next_word(&p, end);
    if (!sheet_begin(r, s, s->fen))
        return STEP_LINE_DONE;
    for (; len && !r->out.status; p += len, len = sheet_next_word(&p, l->end)) {
        l->p = p;
        if (s->ended || r->capture.kind)
            break;
        if (!read_end(r, s, p, len))
            read_move(r, s, p, len);
    }
    if (len && s->ended && !r->capture.kind)
        sheet_odd(r, p, (size_t)(l->end - p));
    return STEP_LINE_DONE;
}
