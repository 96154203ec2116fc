/* Records of games of Shogi, Xiangqi and Janggi, known by how their text begins. */
#include "notation/text/record_kind.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "notation/substring.h"
#include "notation/text/janggi_words.h"
#include "notation/text/xiangqi_words.h"

static const char *next_line(const char *line) {
    line += strcspn(line, "\n");
    return *line ? line + 1 : NULL;
}

/* ---- CSA ---- */

static bool is_csa_move(const char *p) {
    if (*p != '+' && *p != '-')
        return false;
    for (int i = 1; i <= 4; i++)
        if (!isdigit((unsigned char)p[i]))
            return false;
    return isupper((unsigned char)p[5]) && isupper((unsigned char)p[6]) && !isalnum((unsigned char)p[7]);
}

/* The first rank of a board: pieces or empty squares of three characters each. `P1xd2` is a move of Clobber. */
static bool is_csa_rank(const char *p) {
    return gr_begins(p, "P1") && (gr_begins(p + 2, " * ") || gr_begins(p + 2, "   ") ||
                                  (p[2] && strchr("+-", p[2]) && isupper((unsigned char)p[3]) &&
                                   isupper((unsigned char)p[4])));
}

/* The first line that is no comment is one of CSA's, and a move or a board follows. */
static bool is_csa(const char *text) {
    static const char *const first[] = {"V1", "V2", "V3", "N+", "N-", "$EVENT:", "$START", "PI", "+\n", "-\n"};
    while (text && (*text == '\'' || *text == '\n'))
        text = next_line(text);
    bool well = text && (is_csa_move(text) || is_csa_rank(text));
    for (size_t i = 0; text && i < sizeof first / sizeof *first; i++)
        well |= gr_begins(text, first[i]);
    for (; well && text; text = next_line(text))
        if (is_csa_move(text) || is_csa_rank(text) || (gr_begins(text, "PI") && !isalpha((unsigned char)text[2])))
            return true;
    return false;
}

/* ---- KIF ---- */

/* A full-width digit from 1 to 9, or 同. */
static bool is_target(const char *p) {
    unsigned char last = gr_begins(p, "\xEF\xBC") ? (unsigned char)p[2] : 0;
    return gr_begins(p, "同") || (last >= 0x91 && last <= 0x99);
}

static bool is_kif_line(const char *p) {
    static const char *const known[] = {"手数--", "手合割：", "先手：", "後手：", "上手：", "下手：", "後手の持駒：",
                                        "上手の持駒：", "# KIF", "#KIF", "# ---- Kifu", "# ----  Kifu", "# --- Kifu"};
    static const char *const marks[] = {"▲", "△", "▼", "▽", "☗", "☖"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (gr_begins(p, known[i]))
            return true;
    p += strspn(p, " \t");
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (gr_begins(p, marks[i]))
            return is_target(p + strlen(marks[i]));
    size_t digits = strspn(p, "0123456789"), blanks = strspn(p + digits, " \t");
    return digits && blanks && is_target(p + digits + blanks);
}

static bool is_kif(const char *text) {
    enum { LINES = 40 };
    for (int i = 0; text && i < LINES; i++, text = next_line(text))
        if (is_kif_line(text))
            return true;
    return false;
}

/* ---- USI ---- */

static bool is_usi_move(const char *p) {
    p += strspn(p, " \t");
    if (*p == '+' && p[1] && strchr("PLNSGBR", p[1]) && p[2] == '*')
        p += 3;
    else if (strchr("PLNSGBR", *p) && *p && p[1] == '*')
        p += 2;
    else if (p[0] >= '1' && p[0] <= '9' && p[1] >= 'a' && p[1] <= 'i')
        p += 2;
    else
        return false;
    return p[0] >= '1' && p[0] <= '9' && p[1] >= 'a' && p[1] <= 'i' && !isalnum((unsigned char)p[2]);
}

static bool is_usi(const char *text) {
    text += strspn(text, " \t\n");
    if (gr_begins(text, "position "))
        text += 9;
    if (gr_begins(text, "sfen "))
        return true;
    if (gr_begins(text, "startpos moves"))
        text += 14;
    return is_usi_move(text);
}

/* ---- Xiangqi ---- */

/* The board of a FEN with ten ranks. */
static bool is_ten_ranks(const char *p) {
    size_t len = strspn(p, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/"), ranks = 1;
    for (size_t i = 0; i < len; i++)
        ranks += p[i] == '/';
    return ranks == 10;
}

/* Moves of which one at least has a square that chess has not. */
static bool are_ucci_moves(const char *p) {
    bool far = false;
    for (;;) {
        p += strspn(p, " \t");
        for (int i = 0; i < 4; i++)
            if (i % 2 ? !isdigit((unsigned char)p[i]) : p[i] < 'a' || p[i] > 'i')
                return far;
        if (isalnum((unsigned char)p[4]))
            return far;
        far |= p[0] == 'i' || p[2] == 'i' || strchr("09", p[1]) || strchr("09", p[3]);
        p += 4;
    }
}

static bool is_ucci(const char *text) {
    text += strspn(text, " \t\n");
    if (!gr_begins(text, "position "))
        return gr_begins(text, "fen ") && is_ten_ranks(text + 4);
    text += 9;
    if (gr_begins(text, "fen "))
        return is_ten_ranks(text + 4);
    return gr_begins(text, "startpos moves ") && are_ucci_moves(text + 15);
}

/* ---- other games ---- */

static bool is_uci(const char *text) {
    text += strspn(text, " \t\n");
    if (gr_begins(text, "position fen "))
        return true;
    if (!gr_begins(text, "position startpos moves "))
        return false;
    text += strlen("position startpos moves ");
    return *text != '\n' && (isdigit((unsigned char)text[1]) || strchr("@+", text[1]) || text[2] == '@');
}

static bool is_dhtmlxq(const char *text) {
    enum { LINES = 40 };
    if (gr_begins(text, "[DhtmlXQ"))
        return true;
    bool pgn = *text == '[' || *text == '{';
    for (int i = 0; !pgn && text && i < LINES; i++, text = next_line(text))
        if (gr_begins(text, "[DhtmlXQ_"))
            return true;
    return false;
}

/* A line that begins with a move in Chinese, perhaps behind its number, and not in a comment of PGN. */
bool gr_record_is_chinese(const char *text) {
    enum { LINES = 200 };
    GrXiangqiWords words;
    bool comment = false;
    for (int i = 0; text && i < LINES; i++, text = next_line(text)) {
        const char *p = text + strspn(text, " \t");
        bool inside = comment;
        for (const char *q = p; *q && *q != '\n'; q++)
            comment = *q == '{' || (comment && *q != '}');
        if (inside)
            continue;
        p += strspn(p, "0123456789");
        p += strspn(p, ". \t");
        while (gr_begins(p, "\xE3\x80\x80") || gr_begins(p, "\xE3\x80\x81"))
            p += 3;
        if (gr_xiangqi_words(p, &words))
            return true;
    }
    return false;
}

GrRecordKind gr_record_kind(const char *text) {
    if (gr_begins(text, "\xEF\xBB\xBF"))
        text += 3;
    /* A tag pair or a comment is PGN, whatever stands in its comments. */
    const char *first = text + strspn(text, " \t\n");
    if (is_dhtmlxq(first))
        return GR_RECORD_DHTMLXQ;
    if (gr_begins(first, "[Game \"Chinese Chess\"]") || gr_record_is_chinese(text))
        return GR_RECORD_XIANGQI;
    if (gr_record_is_janggi(first))
        return GR_RECORD_JANGGI;
    if (*first == '{' || (*first == '[' && isalpha((unsigned char)first[1])))
        return GR_RECORD_NONE;
    return is_csa(text)   ? GR_RECORD_CSA
           : is_usi(text) ? GR_RECORD_USI
           : is_kif(text) ? GR_RECORD_KIF
           : is_ucci(text) ? GR_RECORD_UCCI
           : is_uci(text)  ? GR_RECORD_UCI
                           : GR_RECORD_NONE;
}
