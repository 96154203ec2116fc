/* Games as engines are given them, one to a line: of Shogi in USI, `position startpos moves 7g7f 3c3d`, of Xiangqi in
 * UCCI, `position startpos moves h2e2 h9g7`, and of any other game in UCI, `position startpos moves e2e4 e7e5`. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "notation/move/uci.h"
#include "notation/record/record.h"
#include "notation/text/record_kind.h"

/* ---- Shogi ---- */

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
static int shogi_square(const GrVariant *v, const char *p) {
    if (!isdigit((unsigned char)p[0]) || p[1] < 'a' || p[1] > 'i')
        return -1;
    return gr_shogi_square(v, p[0] - '0', p[1] - 'a' + 1);
}

/* `P*` or `+P*`; NULL if there is no such piece. */
static const GrShogiPiece *dropped(const char *p) {
    bool promoted = *p == '+';
    for (int i = 0; i < GR_SHOGI_PIECES; i++)
        if (gr_shogi_pieces[i].base == p[promoted] && gr_shogi_is_promoted(&gr_shogi_pieces[i]) == promoted)
            return &gr_shogi_pieces[i];
    return NULL;
}

/* `7g7f`, `8h2b+`, `P*5e`; in Kyoto Shogi and its kin also `4e4d-` and `+P*3c`. There some programs write a '+' for
 * either change. */
static void play_usi(GrReader *r, Sheet *s, const char *p, size_t len) {
    const GrPosition *pos = &r->moves.frame[0].now;
    const GrVariant *v = gr_variant(pos->rules);
    SheetMove move = {.at = p, .len = len};
    int from = -1, to = -1;
    const char sign = *p == '+' || len != 5 || !strchr("+-", p[4]) ? '\0' : p[4];
    const char *square = p + (*p == '+') + 2; /* behind what is dropped */
    const GrShogiPiece *piece = NULL;
    if (len >= 4 && square[-1] == '*' && len == (size_t)(square - p) + 2 && (piece = dropped(p)) != NULL) {
        to = shogi_square(v, square);
    } else if (len == 4 || sign) {
        from = shogi_square(v, p);
        to = from < 0 ? -1 : shogi_square(v, p + 2);
        piece = from < 0 ? NULL : gr_shogi_piece(v, gr_type_of(pos->board[from]));
    }
    if (to >= 0)
        sheet_shogi_move(v, &move, piece, from, to, sign && piece && gr_shogi_is_promoted(piece) ? '-' : sign);
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

static void play_shogi(GrReader *r, Sheet *s, const char *p, const char *end) {
    size_t len;
    for (; (len = sheet_next_word(&p, end)) > 0 && !r->out.status; p += len) {
        r->lines.p = p;
        if (s->ended || r->capture.kind)
            break;
        if (!read_end(r, s, p, len))
            play_usi(r, s, p, len);
    }
    if (len && s->ended && !r->capture.kind)
        sheet_odd(r, p, (size_t)(end - p));
}

/* ---- Xiangqi ---- */

/* The FEN up to the moves. */
static const char *read_fen(const char *p, const char *end, char fen[SHEET_FEN]) {
    const char *moves = gr_find(p, end, " moves");
    size_t used = (size_t)((moves ? moves : end) - p);
    snprintf(fen, SHEET_FEN, "%.*s", (int)(used < 300 ? used : 300), p + strspn(p, " "));
    fen[used < strspn(p, " ") ? 0 : strcspn(fen, "\n")] = '\0';
    return p + used;
}

/* `h2`: a square with its rank from `zero` on; -1 if it is none. */
static int xiangqi_square(const GrVariant *v, const char **p, int zero) {
    int file = (*p)[0] - 'a', rank = 0, digits = 0;
    if (file < 0 || file >= v->files)
        return -1;
    for (++*p; isdigit((unsigned char)**p) && digits < 2 - !zero; digits++)
        rank = rank * 10 + *(*p)++ - '0';
    return digits && rank >= zero && rank - zero < v->ranks ? gr_square(v, file, rank - zero) : -1;
}

static SheetMove ucci_move(const GrReader *r, const char *p, size_t len, int zero) {
    const GrVariant *v = gr_variant(r->moves.frame[0].now.rules);
    SheetMove move = {.at = p, .len = len};
    const char *at = p;
    int from = xiangqi_square(v, &at, zero), to = from < 0 ? -1 : xiangqi_square(v, &at, zero);
    if (to >= 0 && at == p + len)
        sheet_squares(v, &move, from, to);
    return move;
}

/* Where ranks begin, 0 or 1: protocols differ. A rank 10 says it, or the first move. */
static int first_rank(const GrReader *r, const char *p, const char *end) {
    const GrPosition *pos = &r->moves.frame[0].now;
    GrMove legal;
    bool ten = false;
    const char *q = p;
    for (size_t len; (len = sheet_next_word(&q, end)) > 0; q += len)
        ten |= len > 4 && len < 7 && gr_find(q, q + len, "10") != NULL;
    size_t len = sheet_next_word(&p, end);
    SheetMove one = ucci_move(r, p, len, 1), none = ucci_move(r, p, len, 0);
    bool from_one = *one.uci && !gr_uci_read(pos, one.uci, &legal, NULL);
    bool from_none = *none.uci && !gr_uci_read(pos, none.uci, &legal, NULL);
    return ten || (from_one && !from_none);
}

static void play_xiangqi(GrReader *r, Sheet *s, const char *p, const char *end) {
    int zero = first_rank(r, p, end);
    for (size_t len; (len = sheet_next_word(&p, end)) > 0 && !r->out.status && !r->capture.kind; p += len) {
        SheetMove move = ucci_move(r, p, len, zero);
        r->lines.p = p;
        sheet_move(r, s, &move);
    }
}

/* ---- other games ---- */

static void play_uci(GrReader *r, Sheet *s, const char *p, const char *end) {
    for (size_t len; (len = sheet_next_word(&p, end)) > 0 && !r->out.status && !r->capture.kind; p += len) {
        SheetMove move = {.at = p, .len = len};
        snprintf(move.uci, sizeof move.uci, "%.*s", len < sizeof move.uci ? (int)len : 0, p);
        snprintf(move.plain, sizeof move.plain, "%s", move.uci);
        r->lines.p = p;
        sheet_move(r, s, &move);
    }
}

/* ---- lines ---- */

/* Goes past the word, if it is the next one. */
static bool take_word(const char **p, const char *end, const char *word) {
    size_t len = sheet_next_word(p, end);
    if (!sheet_word_is(*p, len, word))
        return false;
    *p += len;
    return true;
}

Step sheet_engine_line(GrReader *r, Sheet *s) {
    const char *p = r->lines.p, *end = r->lines.end;
    bool shogi = s->kind == GR_RECORD_USI;
    if (!sheet_next_word(&p, end))
        return STEP_LINE_DONE;
    if (s->any)
        return STEP_GAME_DONE;
    take_word(&p, end, "position");
    take_word(&p, end, "startpos");
    if (take_word(&p, end, shogi ? "sfen" : "fen"))
        p = shogi ? read_sfen(p, end, s->fen) : read_fen(p, end, s->fen);
    take_word(&p, end, "moves");
    if (!sheet_begin(r, s, s->fen))
        return STEP_LINE_DONE;
    if (shogi)
        play_shogi(r, s, p, end);
    else if (s->kind == GR_RECORD_UCCI)
        play_xiangqi(r, s, p, end);
    else
        play_uci(r, s, p, end);
    return STEP_LINE_DONE;
}
