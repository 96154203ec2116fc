/* Games of Janggi by numbers: tags, Korean ones too, and moves such as `79졸78` or `79-78`. */
#include <stdio.h>
#include <string.h>

#include "notation/record/record.h"
#include "notation/text/janggi_words.h"

/* ---- tags ---- */

static const struct { const char *key, *tag; } TAGS[] = {
    {"대회명", "Event"},       {"기전명", "Event"},    {"대국장소", "Site"},      {"장소", "Site"},
    {"대국일자", "Date"},      {"대국일", "Date"},     {"초대국자", "White"},     {"초", "White"},
    {"한대국자", "Black"},     {"한", "Black"},        {"회전", "Round"},         {"제한시간", "TimeLimit"},
    {"초차림", "WhiteSetup"},  {"초포진", "WhiteSetup"}, {"한차림", "BlackSetup"}, {"한포진", "BlackSetup"},
    {"대국결과", "Result"},    {"결과", "Result"},
};

/* Horses and elephants from the left, as their side sees them: by their names, and by where the elephants are. */
static const struct { const char *word; const char *pieces; } SETUPS[] = {
    {"마상상마", "NBBN"}, {"상마상마", "BNBN"}, {"마상마상", "NBNB"}, {"상마마상", "BNNB"},
    {"안상", "NBBN"},     {"왼상", "BNBN"},     {"오른상", "NBNB"},   {"바깥상", "BNNB"},
};

/* Puts them into the FEN of the start; false if the words are no setup. */
static bool set_up(Sheet *s, int side, const char *value) {
    static const char start[] = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
    static const int files[4] = {1, 2, 6, 7};
    if (!*s->fen)
        snprintf(s->fen, sizeof s->fen, "%s", start);
    char *rank = side == GR_WHITE ? strrchr(s->fen, '/') + 1 : s->fen;
    for (size_t i = 0; i < sizeof SETUPS / sizeof *SETUPS; i++) {
        if (!gr_begins(value, SETUPS[i].word))
            continue;
        for (int n = 0; n < 4; n++) { /* the palace's empty point is one character, as its pieces are */
            char letter = SETUPS[i].pieces[side == GR_WHITE ? n : 3 - n];
            rank[files[n]] = side == GR_WHITE ? letter : (char)(letter - 'A' + 'a');
        }
        return true;
    }
    return false;
}

/* "초 승", "한 기권승", "무승부", "1-0". */
static bool read_result(const char *p, GrResult *result) {
    static const struct { const char *word; GrResult result; } plain[] = {
        {"1-0", GR_WHITE_WINS}, {"0-1", GR_BLACK_WINS}, {"1/2-1/2", GR_DRAW}, {"*", GR_RESULT_NONE},
        {"무승부", GR_DRAW},    {"비김", GR_DRAW},
    };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (gr_begins(p, plain[i].word)) {
            *result = plain[i].result;
            return true;
        }
    bool cho = gr_begins(p, "초"), han = gr_begins(p, "한");
    const char *end = p + strcspn(p, "\n");
    bool won = gr_find(p, end, "승") != NULL, lost = gr_find(p, end, "패") != NULL;
    if ((!cho && !han) || won == lost)
        return false;
    *result = cho == won ? GR_WHITE_WINS : GR_BLACK_WINS;
    return true;
}

static void take_value(GrReader *r, Sheet *s, const char *tag, size_t len, const char *value, size_t size) {
    char name[40], text[SHEET_FEN];
    GrResult result;
    snprintf(name, sizeof name, "%.*s", (int)(len < 39 ? len : 39), tag);
    snprintf(text, sizeof text, "%.*s", (int)(size < SHEET_FEN - 1 ? size : SHEET_FEN - 1), value);
    if (!strcmp(name, "Variant") || !strcmp(name, "SetUp"))
        return;
    if (!strcmp(name, "FEN")) {
        memcpy(s->fen, text, sizeof s->fen);
    } else if (!strcmp(name, "Result")) {
        static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
        if (read_result(text, &result))
            sheet_tag(r, "Result", results[result], strlen(results[result]));
        else
            sheet_odd(r, value, size);
    } else if (!strcmp(name, "WhiteSetup") || !strcmp(name, "BlackSetup")) {
        if (!set_up(s, *name == 'W' ? GR_WHITE : GR_BLACK, text))
            sheet_odd(r, value, size);
    } else {
        sheet_tag(r, name, value, size);
    }
    s->any = r->tags.any = true;
}

/* `[초대국자 "홍길동"]`. */
static void take_tag(GrReader *r, Sheet *s, const char *p, const char *end) {
    const char *key = p + 1, *quote = memchr(p, '"', (size_t)(end - p)), *close = quote;
    size_t len = quote ? (size_t)(quote - key) : 0;
    for (const char *q = quote ? quote + 1 : end; q < end; q++)
        close = *q == '"' ? q : close;
    while (len && (key[len - 1] == ' ' || key[len - 1] == '\t'))
        len--;
    if (!len || close == quote) {
        sheet_odd(r, p, (size_t)(end - p));
        return;
    }
    for (size_t i = 0; i < sizeof TAGS / sizeof *TAGS; i++)
        if (sheet_word_is(key, len, TAGS[i].key)) {
            key = TAGS[i].tag;
            len = strlen(key);
            break;
        }
    take_value(r, s, key, len, quote + 1, (size_t)(close - quote - 1));
}

/* ---- moves ---- */

static int square_of(const GrVariant *v, const int square[2]) {
    return square[0] <= v->ranks && square[1] <= v->files ? gr_square(v, square[1] - 1, v->ranks - square[0]) : -1;
}

/* What may stand behind a move: what was taken, that it gives check, or answers one, or mates. */
static size_t remark_after(const char *p, const char *end) {
    static const char *const words[] = {"장군", "멍군", "외통", "빅장", "장", "멍", "+", "#", "!", "?"};
    size_t all = 0, len;
    for (bool more = true; more && p + all < end;) {
        more = false;
        for (size_t i = 0; i < sizeof words / sizeof *words && !more; i++)
            if (gr_begins(p + all, words[i])) {
                all += strlen(words[i]);
                more = true;
            }
        if (!more && gr_janggi_piece(p + all, &len)) {
            all += len;
            more = true;
        }
    }
    return all;
}

static bool is_pass(const char *p, size_t len) {
    static const char *const words[] = {"한수쉼", "한수쉬기", "쉼", "pass", "--"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (sheet_word_is(p, len, words[i]))
            return true;
    return false;
}

static void check_side(GrReader *r, const char *p, const GrJanggiMove *says) {
    int turn = r->moves.frame[0].now.turn;
    if (says->side && (says->side == 'w') != (turn == GR_WHITE) && !r->capture.kind)
        reader_diagnose(&r->out, GR_WARNING, p, r->moves.frame[0].ply + 1,
                        "the word is for a soldier of %s's, but it is %s's turn", turn == GR_WHITE ? "Black" : "White",
                        turn == GR_WHITE ? "White" : "Black");
}

/* A move, or what stands in place of one; *used is its length. False if it is neither. */
static bool take_move(GrReader *r, Sheet *s, const char *p, size_t len) {
    const GrVariant *v = gr_variant(r->moves.frame[0].now.rules);
    SheetMove move = {.at = p, .len = len};
    GrJanggiMove says;
    size_t used = gr_janggi_move(p, &says);
    if (is_pass(p, len)) {
        snprintf(move.uci, sizeof move.uci, "0000");
        snprintf(move.plain, sizeof move.plain, "--");
    } else if (!used || used > len || used + remark_after(p + used, p + len) < len) {
        return false;
    } else {
        int from = square_of(v, says.from), to = square_of(v, says.to);
        check_side(r, p, &says);
        move.type = says.piece ? gr_type_of_letter(v, says.piece) : 0;
        if (from >= 0 && to >= 0) {
            char squares[SHEET_TEXT];
            sheet_squares(v, &move, from, to);
            memcpy(squares, move.plain, sizeof squares);
            snprintf(move.plain, sizeof move.plain, "%.1s%.20s", says.piece ? &says.piece : "", squares);
        }
    }
    if (s->ended)
        sheet_odd(r, p, len);
    else
        sheet_move(r, s, &move);
    return true;
}

static bool start(GrReader *r, Sheet *s) {
    return r->moves.begun ? r->out.game->rules != NULL : sheet_begin(r, s, s->fen);
}

/* The words of a line of moves. */
static void take_words(GrReader *r, Sheet *s, const char *p, const char *end) {
    for (size_t len; (len = sheet_next_word(&p, end)) > 0 && !r->out.status; p += len) {
        size_t digits = strspn(p, "0123456789");
        GrResult result;
        r->lines.p = p;
        if (*p == '{') {
            const char *close = memchr(p, '}', (size_t)(end - p));
            len = close ? (size_t)(close + 1 - p) : (size_t)(end - p);
            sheet_comment(r, p + 1, len - 1 - (close != NULL));
            continue;
        }
        if (digits && digits < len && p[digits] == '.') {
            len = digits + 1;
            len += strspn(p + len, ".");
            continue;
        }
        if (r->capture.kind || take_move(r, s, p, len))
            continue;
        if (read_result(p, &result)) {
            sheet_result(r, s, result, NULL);
            len = (size_t)(end - p);
        } else {
            sheet_odd(r, p, len);
        }
    }
}

Step sheet_janggi_line(GrReader *r, Sheet *s) {
    const char *p = r->lines.p, *end = r->lines.end;
    p += strspn(p, " \t");
    if (p >= end)
        return STEP_LINE_DONE;
    bool first = gr_begins(p, "1.") && p[2] != '.';
    if ((s->plies || s->ended || r->capture.kind) && (*p == '[' || first))
        return STEP_GAME_DONE;
    if (*p == '[')
        take_tag(r, s, p, end);
    else if (start(r, s))
        take_words(r, s, p, end);
    return STEP_LINE_DONE;
}
