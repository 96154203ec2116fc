/* Results: two scores with a sign between them. */
#include "notation/result.h"

#include <ctype.h>
#include <string.h>

/* Points of one player, doubled, at p; the characters used, 0 if there are none. */
static size_t read_points(const char *p, int *doubled) {
    size_t half = 0;
    if (p[0] == '1')
        half = p[1] == '/' && p[2] == '2' ? 3 : 0;
    else if (p[0] == '0')
        half = (p[1] == '.' || p[1] == ',') && p[2] == '5' ? 3 : 0;
    else if ((p[0] == '.' && p[1] == '5') || (p[0] == '\xC2' && p[1] == '\xBD'))
        half = 2;
    else
        return 0;
    *doubled = half ? 1 : p[0] == '1' ? 2 : 0;
    return half ? half : 1;
}

/* `-`, `:` or a dash, with at most a blank on either side. */
static size_t read_sign(const char *text) {
    const char *p = text + (*text == ' ');
    const unsigned char *u = (const unsigned char *)p;
    if (*p == '-' || *p == ':')
        p++;
    else if (u[0] == 0xE2 && u[1] == 0x80 && u[2] >= 0x90 && u[2] <= 0x95)
        p += 3; /* a hyphen or dash */
    else if (u[0] == 0xE2 && u[1] == 0x88 && u[2] == 0x92)
        p += 3; /* a minus sign */
    else
        return 0;
    return (size_t)(p + (*p == ' ') - text);
}

static bool ends(const char *p) {
    return !isalnum((unsigned char)*p) && *p != '-' && *p != '/';
}

/* As records of Xiangqi have it. */
static size_t read_words(const char *text, GrResult *result) {
    static const struct { const char *word; GrResult result; } known[] = {
        {"红先胜", GR_WHITE_WINS}, {"红方胜", GR_WHITE_WINS}, {"红胜", GR_WHITE_WINS},   {"紅勝", GR_WHITE_WINS},
        {"黑方负", GR_WHITE_WINS}, {"黑负", GR_WHITE_WINS},   {"红先负", GR_BLACK_WINS}, {"黑方胜", GR_BLACK_WINS},
        {"黑胜", GR_BLACK_WINS},   {"黑勝", GR_BLACK_WINS},   {"红负", GR_BLACK_WINS},   {"红先和", GR_DRAW},
        {"和棋", GR_DRAW},         {"和局", GR_DRAW},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strncmp(text, known[i].word, strlen(known[i].word))) {
            *result = known[i].result;
            return strlen(known[i].word);
        }
    return 0;
}

size_t gr_result_parse(const char *text, GrResult *result, bool *forfeit) {
    int first, second;
    if (forfeit)
        *forfeit = false;
    *result = GR_RESULT_NONE;
    if (*text == '*')
        return !text[1] || strchr(" \t\n\v\f{};()[].,", text[1]) || (unsigned char)text[1] >= 0x80;
    size_t used = read_points(text, &first);
    if (!used)
        return (unsigned char)*text >= 0xE4 ? read_words(text, result) : 0;
    size_t sign = read_sign(text + used);
    size_t more = sign ? read_points(text + used + sign, &second) : 0;
    if (!more) { /* a half alone is a draw */
        *result = GR_DRAW;
        return first == 1 && used > 1 && (*text == '1' || *text == '\xC2') && ends(text + used)
                   ? used
                   : 0;
    }
    used += sign + more;
    if (!ends(text + used))
        return 0;
    if (first == 1 && second == 1)
        *result = GR_DRAW;
    else if (first + second == 2)
        *result = first ? GR_WHITE_WINS : GR_BLACK_WINS;
    else if (first + second == 0 && forfeit)
        *forfeit = true;
    else
        return 0;
    return used;
}
