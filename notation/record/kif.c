/* Records of Shogi in Japanese, KIF: headers, boards, comments, variations. Its moves, and those of KI2, are in
 * kif_moves.c. */
#include "notation/record/kif.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLON "："

static bool has(const char *p, const char *end, const char *word) {
    return gr_find(p, end, word) != NULL;
}

/* ---- headers ---- */

static const struct GrKifHeader PLAYERS[] = {
    {"先手", "White"}, {"下手", "White"}, {"後手", "Black"}, {"上手", "Black"},
};

/* Words for a game on a smaller board before the handicap; returns their length, with blanks behind them. */
static size_t take_game(GrReader *r, Sheet *s, const char *p, size_t len) {
    static const char *const names[] = {GR_MINISHOGI, "５五将棋", "五五将棋", "五々将棋", "5五", "５五", "ミニ将棋"};
    const char *end = p + len, *at = p;
    if (!s->size && gr_is_minishogi(gr_variant(r->fallback)))
        s->size = GR_MINISHOGI_SIZE;
    for (size_t i = 0; i < sizeof names / sizeof *names && at == p; i++)
        if (strlen(names[i]) <= len && gr_begins(p, names[i])) {
            s->size = GR_MINISHOGI_SIZE;
            at += strlen(names[i]);
        }
    while (at < end && at > p && (*at == ' ' || gr_begins(at, "　")))
        at += *at == ' ' ? 1 : 3;
    return (size_t)(at - p);
}

static void take_handicap(GrReader *r, Sheet *s, const char *p, const char *end) {
    size_t len = (size_t)(end - p);
    while (len >= 3 && !strncmp(p + len - 3, "　", 3))
        len -= 3;
    while (len && p[len - 1] == ' ')
        len--;
    size_t game = take_game(r, s, p, len);
    p += game;
    len -= game;
    r->tags.any = s->any = true;
    if (!len || (len == strlen("平手") && gr_begins(p, "平手")))
        return;
    const char *name;
    for (int i = 0; (name = gr_shogi_handicap(sheet_size(s), i)) != NULL; i++)
        if (strlen(name) == len && gr_begins(p, name))
            gr_shogi_handicap_fen(sheet_size(s), i, s->fen);
    sheet_tag(r, "Handicap", p, len);
}

/* "2003/05/03(土) 10:30:00". */
static void take_date(GrReader *r, const char *p, const char *end) {
    const char *time = sheet_date(r, p, end);
    if (*time == '(' && memchr(time, ')', (size_t)(end - time)))
        time = (const char *)memchr(time, ')', (size_t)(end - time)) + 1;
    sheet_tag(r, "Time", time, (size_t)(end - time));
}

/* "飛二　角　歩十八　": pieces in hand. */
static void take_hand(GrReader *r, Sheet *s, int side, const char *p, const char *end) {
    if (!s->own_board)
        sheet_clear_board(s);
    r->tags.any = s->any = true;
    while (p < end) {
        size_t len, more = 0;
        unsigned count = 0;
        if (*p == ' ' || gr_begins(p, "　") || gr_begins(p, "なし")) {
            p += *p == ' ' ? 1 : gr_begins(p, "　") ? 3 : 6;
            continue;
        }
        const GrShogiPiece *piece = gr_shogi_word(p, &len);
        if (!piece || gr_shogi_is_promoted(piece)) {
            sheet_odd(r, p, (size_t)(end - p));
            return;
        }
        p += len;
        if (gr_begins(p, "十"))
            p += 3, count = 10;
        count += (unsigned)gr_shogi_digit(p, &more);
        if (count % 10)
            p += more;
        sheet_hold(s, side, piece, count ? count : 1);
    }
}

/* The places of a line of the board, each a mark and a piece, or `・`. */
static int places_in(const char *p, const char *end) {
    int places = 0;
    size_t len;
    for (p++; p < end && *p != '|'; places++) {
        p += *p == 'v' || *p == 'V' || *p == ' ' ? 1 : 0;
        if (gr_shogi_word(p, &len))
            p += len;
        else if (gr_begins(p, "・"))
            p += strlen("・");
        else
            break;
    }
    return places;
}

/* A line of the board, "|v香v桂 ・ 歩|一". The first one says how large it is. */
static void take_rank(GrReader *r, Sheet *s, const char *p, const char *end) {
    const char *line = p;
    if (!s->own_board)
        sheet_clear_board(s);
    r->tags.any = true;
    if (!s->ranks && places_in(p, end) == GR_MINISHOGI_SIZE)
        s->size = GR_MINISHOGI_SIZE;
    int rank = ++s->ranks, file = sheet_size(s);
    for (p++; p < end && *p != '|' && file >= 1; file--) {
        size_t len = 0;
        int side = *p == 'v' || *p == 'V' ? GR_BLACK : GR_WHITE;
        p += *p == 'v' || *p == 'V' || *p == ' ' ? 1 : 0;
        const GrShogiPiece *piece = gr_shogi_word(p, &len);
        if (!piece && !gr_begins(p, "・"))
            break;
        p += piece ? len : strlen("・");
        sheet_put(s, file, rank, piece, side);
    }
    if (file || rank > sheet_size(s))
        sheet_odd(r, line, (size_t)(end - line));
}

static const char *known_tag(const struct GrKifHeader *headers, size_t count, const char *key, size_t len) {
    for (size_t i = 0; i < count; i++)
        if (strlen(headers[i].key) == len && gr_begins(key, headers[i].key))
            return headers[i].tag;
    return NULL;
}

/* The tag that a header is. One by the name of a tag, as we write it, is that, but for what the record says itself.
 * NULL if it is none. */
static const char *tag_of(const char *key, size_t len, char name[SHEET_TEXT]) {
    static const char *const own[] = {"Result", "Variant", "FEN", "SetUp"};
    const char *tag = known_tag(PLAYERS, sizeof PLAYERS / sizeof *PLAYERS, key, len);
    size_t letters = 0;
    if (!tag)
        tag = known_tag(gr_kif_headers, GR_KIF_HEADERS, key, len);
    while (letters < len && (isalnum((unsigned char)key[letters]) || key[letters] == '_'))
        letters++;
    if (tag || !len || letters < len || len >= SHEET_TEXT || !isupper((unsigned char)*key))
        return tag;
    snprintf(name, SHEET_TEXT, "%.*s", (int)len, key);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (!strcmp(name, own[i]))
            return NULL;
    return name;
}

static void take_header(GrReader *r, Sheet *s, const char *p, const char *colon, const char *end) {
    const char *value = colon + strlen(COLON);
    size_t key = (size_t)(colon - p);
    if (gr_begins(p, "手合割" COLON)) {
        take_handicap(r, s, value, end);
    } else if (gr_begins(p, "開始日時" COLON) || gr_begins(p, "対局日" COLON)) {
        take_date(r, value, end);
    } else if (gr_begins(colon - 6 > p ? colon - 6 : p, "持駒")) {
        take_hand(r, s, gr_begins(p, "後手") || gr_begins(p, "上手") ? GR_BLACK : GR_WHITE, value, end);
    } else {
        char name[SHEET_TEXT];
        const char *tag = tag_of(p, key, name);
        if (tag)
            sheet_tag(r, tag, value, (size_t)(end - value));
        else
            sheet_comment(r, p, (size_t)(end - p));
    }
}

/* ---- the moves begin and end ---- */

/* "まで98手で後手の勝ち". */
static void take_summary(GrReader *r, Sheet *s, const char *p, const char *end) {
    bool white = has(p, end, "先手の勝") || has(p, end, "下手の勝") || has(p, end, "先手勝");
    bool black = has(p, end, "後手の勝") || has(p, end, "上手の勝") || has(p, end, "後手勝");
    bool draw = has(p, end, "千日手") || has(p, end, "持将棋") || has(p, end, "引き分け") || has(p, end, "引分");
    static const struct { const char *word, *termination; } how[] = {
        {"反則", "rules infraction"}, {"時間切れ", "time forfeit"}, {"切れ負け", "time forfeit"}, {"不戦", "forfeit"},
        {"入玉", "entering king"},    {"持将棋", "impasse"},        {"中断", "unterminated"},
    };
    const char *termination = NULL;
    bool foul = has(p, end, "反則");
    sheet_kif_start(r, s);
    for (size_t i = 0; i < sizeof how / sizeof *how && !termination; i++)
        termination = has(p, end, how[i].word) ? how[i].termination : NULL;
    if (foul && (white || black) && has(p, end, "反則負け")) /* whose foul it was */
        termination = NULL;
    if (white || black || draw || has(p, end, "中断"))
        sheet_result(r, s, draw ? GR_DRAW : white ? GR_WHITE_WINS : black ? GR_BLACK_WINS : GR_RESULT_NONE,
                     termination);
    else if (!r->capture.kind && !s->ended)
        sheet_odd(r, p, (size_t)(end - p));
}

static void take_variation(GrReader *r, Sheet *s, const char *p, const char *end) {
    uint32_t ply = 0;
    size_t len;
    for (const char *q = p + strlen("変化：") + strspn(p + strlen("変化："), " "); q < end; q += len) {
        int digit = *q == '0' ? 0 : gr_shogi_digit(q, &len);
        len = *q == '0' ? 1 : len;
        if (!digit && *q != '0')
            break;
        ply = ply * 10 + (uint32_t)digit;
        if (ply > GR_READER_MOVES)
            break;
    }
    if (!sheet_variation(r, s, ply)) {
        reader_diagnose(&r->out, GR_WARNING, p, 0, "there is no move %u for a variation; its moves are kept as a "
                        "comment", (unsigned)ply);
        s->lost_variation = true;
        sheet_comment(r, p, (size_t)(end - p));
    } else {
        s->lost_variation = false;
    }
}

/* ---- lines ---- */

/* Does the line begin another game, after moves? */
static bool begins_anew(const GrReader *r, const Sheet *s, const char *p) {
    static const char *const first[] = {"# KI2", "# ---", "#KIF", "# KIF", "手合割：", "開始日時：", "棋戦：", "先手：", "後手：",
                                        "手数--"};
    if (!s->plies && !s->ended && !r->capture.kind)
        return false;
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        if (gr_begins(p, first[i]))
            return true;
    return false;
}

/* Lines that say nothing of the game: rules, the letters above a board, remarks of programs. */
static bool is_empty_line(const char *p) {
    p += strspn(p, " \t");
    return *p == '\n' || !*p || *p == '#' || gr_begins(p, "手数--") || gr_begins(p, "+--") || gr_begins(p, "９ ８") ||
           gr_begins(p, "５ ４") || gr_begins(p, "先手番") || gr_begins(p, "下手番");
}

static bool take_other(GrReader *r, Sheet *s, const char *p, const char *end) {
    const char *colon = gr_find(p, end, COLON);
    if (gr_begins(p, "変化：")) {
        take_variation(r, s, p, end);
    } else if (s->lost_variation) {
        sheet_comment(r, p, (size_t)(end - p));
    } else if (*p == '*') {
        sheet_comment(r, p + 1, (size_t)(end - p) - 1);
    } else if (gr_begins(p, "まで")) {
        take_summary(r, s, p, end);
    } else if (r->moves.begun) {
        return false;
    } else if (*p == '|') {
        take_rank(r, s, p, end);
    } else if (gr_begins(p, "後手番") || gr_begins(p, "上手番")) {
        s->turned = true;
    } else if (colon && !isdigit((unsigned char)p[strspn(p, " ")])) {
        take_header(r, s, p, colon, end);
    } else {
        return false;
    }
    return true;
}

Step sheet_kif_line(GrReader *r, Sheet *s) {
    Lines *l = &r->lines;
    const char *p = l->p, *end = l->end;
    if (begins_anew(r, s, p))
        return STEP_GAME_DONE;
    if (is_empty_line(p) || take_other(r, s, p, end))
        return STEP_LINE_DONE;
    if (r->capture.kind == CAPTURE_NONE && !sheet_kif_moves(r, s, p, end))
        sheet_odd(r, p, (size_t)(end - p));
    return STEP_LINE_DONE;
}
