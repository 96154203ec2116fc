/* Moves of Xiangqi in Chinese. */
#include "notation/text/xiangqi_words.h"

#include <string.h>

/* Red's words and Black's, in simplified and in traditional characters. */
static const struct { char piece; const char *words; } PIECES[] = {
    {'K', "帅 帥 将 將"}, {'A', "仕 士"},       {'B', "相 象"}, {'N', "马 馬 傌"},
    {'R', "车 車 俥"},    {'C', "炮 砲 包"}, {'P', "兵 卒"},
};

char gr_wide_sign(const char *text, size_t *len) {
    const unsigned char *u = (const unsigned char *)text;
    *len = 1;
    if (*u < 0x80)
        return *text;
    *len = 3;
    if (u[0] == 0xEF && u[1] == 0xBC && u[2] >= 0x81 && u[2] <= 0xBF)
        return (char)(u[2] - 0x81 + '!');
    if (u[0] == 0xEF && u[1] == 0xBD && u[2] >= 0x80 && u[2] <= 0x9E)
        return (char)(u[2] - 0x80 + '`');
    return 0;
}

/* Which of the words, separated by blanks, stands at p; from 1, 0 if none does. */
static int word_at(const char *p, const char *words, size_t *len) {
    for (int n = 1; *words; n++) {
        *len = strcspn(words, " ");
        if (!strncmp(p, words, *len))
            return n;
        words += *len;
        words += *words == ' ';
    }
    return 0;
}

int gr_xiangqi_digit(const char *text, size_t *len) {
    char c = gr_wide_sign(text, len);
    return c >= '1' && c <= '9' ? c - '0' : c ? 0 : word_at(text, "一 二 三 四 五 六 七 八 九", len);
}

char gr_xiangqi_way(const char *text, size_t *len) {
    static const char ways[] = "++-=";
    char c = gr_wide_sign(text, len);
    if (c)
        return c == '.' ? '=' : strchr("+-=", c) ? c : (char)0;
    int word = word_at(text, "进 進 退 平", len);
    return word ? ways[word - 1] : (char)0;
}

static char order_at(const char *p, size_t *len, bool numbers) {
    static const char orders[] = "+--.";
    int word = word_at(p, "前 后 後 中", len);
    if (word)
        return orders[word - 1];
    word = numbers && (unsigned char)*p >= 0x80 ? gr_xiangqi_digit(p, len) : 0;
    return word && word <= 5 ? (char)('0' + word) : (char)0;
}

static char piece_at(const char *p, size_t *len) {
    for (size_t i = 0; i < sizeof PIECES / sizeof *PIECES; i++)
        if (word_at(p, PIECES[i].words, len))
            return PIECES[i].piece;
    return 0;
}

/* Whose piece the word is for. Many write both sides' advisors as 士, and horses, chariots and cannons alike. */
static char side_at(const char *p) {
    size_t len;
    return word_at(p, "帅 帥 仕 相 兵 傌 俥", &len) ? 'w' : word_at(p, "将 將 象 卒", &len) ? 'b' : (char)0;
}

size_t gr_xiangqi_words(const char *text, GrXiangqiWords *words) {
    const char *p = text;
    size_t len;
    *words = (GrXiangqiWords){0};
    if ((unsigned char)*text < 0x80)
        return 0;
    words->order = order_at(p, &len, true);
    p += words->order ? len : 0;
    words->side = side_at(p);
    words->piece = piece_at(p, &len);
    if (!words->piece)
        return 0;
    p += len;
    words->file = gr_xiangqi_digit(p, &len);
    bool behind = !words->file && !words->order;
    if (behind)
        words->order = order_at(p, &len, false);
    if (words->file || (behind && words->order))
        p += len;
    words->way = words->file || words->order ? gr_xiangqi_way(p, &len) : (char)0;
    if (!words->way)
        return 0;
    p += len;
    words->number = gr_xiangqi_digit(p, &len);
    return words->number ? (size_t)(p + len - text) : 0;
}
