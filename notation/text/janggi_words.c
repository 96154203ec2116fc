/* Moves of Janggi by numbers. */
#include "notation/text/janggi_words.h"

#include <string.h>

#include "notation/substring.h"

static const struct { char piece; const char *words; } PIECES[] = {
    {'R', "차 車 车"}, {'C', "포 包 砲"}, {'N', "마 馬 马"},         {'B', "상 象"},
    {'A', "사 士"},    {'P', "졸 병 卒 兵"}, {'K', "궁 왕 장 초 한 楚 漢 王 將"},
};

static const char *word_at(const char *p, const char *words, size_t *len) {
    while (*words) {
        *len = strcspn(words, " ");
        if (!strncmp(p, words, *len))
            return words;
        words += *len;
        words += *words == ' ';
    }
    return NULL;
}

char gr_janggi_piece(const char *text, size_t *len) {
    for (size_t i = 0; i < sizeof PIECES / sizeof *PIECES; i++)
        if (word_at(text, PIECES[i].words, len))
            return PIECES[i].piece;
    *len = 0;
    return 0;
}

static bool read_square(const char *p, int square[2]) {
    if (p[0] < '0' || p[0] > '9' || p[1] < '1' || p[1] > '9')
        return false;
    square[0] = p[0] == '0' ? 10 : p[0] - '0';
    square[1] = p[1] - '0';
    return true;
}

/* The letters of programs, which call the horse H, the elephant E, the advisor G and the general K. */
static char letter_at(const char *p) {
    static const char letters[] = "KRCNBAPHEGS", meant[] = "KRCNBAPNBAP";
    const char *at = *p ? strchr(letters, *p) : NULL;
    return at ? meant[at - letters] : (char)0;
}

size_t gr_janggi_move(const char *text, GrJanggiMove *move) {
    const char *p = text;
    size_t len;
    *move = (GrJanggiMove){.piece = letter_at(p)};
    p += move->piece != 0;
    if (!read_square(p, move->from))
        return 0;
    p += 2;
    char piece = move->piece ? (char)0 : gr_janggi_piece(p, &len);
    if (piece) {
        move->piece = piece;
        move->korean = true;
        move->side = word_at(p, "졸 卒", &len) ? 'w' : word_at(p, "병 兵", &len) ? 'b' : (char)0;
        gr_janggi_piece(p, &len);
        p += len;
    } else if (*p == '-' || *p == 'x') {
        p++;
    } else {
        return 0;
    }
    if (!read_square(p, move->to) || (p[2] >= '0' && p[2] <= '9'))
        return 0;
    return (size_t)(p + 2 - text);
}

/* ---- what kind of text it is ---- */

/* How many moves, up to two, a line begins with, perhaps behind their numbers; *korean: one has a word. */
static int moves_in(const char *p, bool *korean) {
    GrJanggiMove move;
    int moves = 0;
    for (size_t len; moves < 2; p += len, moves++) {
        p += strspn(p, " \t");
        size_t digits = strspn(p, "0123456789");
        if (digits && p[digits] == '.')
            p += digits + 1;
        p += strspn(p, " \t");
        len = gr_janggi_move(p, &move);
        if (!len)
            break;
        *korean |= move.korean;
        p += strcspn(p + len, " \t\n");
    }
    return moves;
}

bool gr_record_is_janggi(const char *text) {
    enum { LINES = 200 };
    bool tags = false, own = false, korean = false;
    int moves = 0;
    for (int i = 0; text && i < LINES; i++) {
        if (*text == '[') {
            tags = true;
            own |= gr_begins(text, "[Variant \"Janggi") || gr_begins(text, "[초") || gr_begins(text, "[한");
        } else if (*text != '\n') {
            int more = moves_in(text, &korean);
            if (!more && *text != '{' && moves < 2) /* a text that only mentions such moves */
                return false;
            moves += more;
        }
        if (korean || (moves > 1 && (own || !tags)))
            return true;
        text += strcspn(text, "\n");
        text = *text ? text + 1 : NULL;
    }
    return false;
}
