/* Move numbers and results in movetext. */
#include <ctype.h>
#include <string.h>

#include "notation/reader/reader_local.h"

size_t reader_move_number(const char *p, uint32_t *number) {
    const char *q = p;
    uint32_t n = 0;
    for (; *q >= '0' && *q <= '9' && q < p + 7; q++)
        n = n * 10 + (uint32_t)(*q - '0');
    const char *digits_end = q;
    if (q == p || q == p + 7)
        return 0;
    *number = n;
    while (*q == '.')
        q++;
    if (*q == ')' && q == digits_end && (q[1] == ' ' || isalpha((unsigned char)q[1])))
        q++; /* `1) e4` */
    if (*q == '\xE2' && !strncmp(q, "\xE2\x80\xA6", 3)) /* an ellipsis */
        q += 3;
    if (q == digits_end && *q && *q != ' ' && *q != '\t' && *q != '\n' && (unsigned char)*q != 0xC2)
        return 0;
    return (size_t)(q - p);
}

size_t reader_result(const char *p, GrResult *result) {
    static const struct {
        const char *text;
        GrResult result;
    } table[] = {
        {"1-0", GR_WHITE_WINS},      {"0-1", GR_BLACK_WINS},
        {"1/2-1/2", GR_DRAW},        {"1/2 - 1/2", GR_DRAW},
        {"1/2\xE2\x80\x93" "1/2", GR_DRAW}, {"1/2", GR_DRAW},
        {"1 - 0", GR_WHITE_WINS},    {"0 - 1", GR_BLACK_WINS},
        {"\xC2\xBD-\xC2\xBD", GR_DRAW}, {"\xC2\xBD", GR_DRAW},
        {"*", GR_RESULT_NONE},
        {"1:0", GR_WHITE_WINS},      {"0:1", GR_BLACK_WINS},
        {"1\xE2\x80\x93" "0", GR_WHITE_WINS}, {"0\xE2\x80\x93" "1", GR_BLACK_WINS},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (*p != *table[i].text)
            continue;
        size_t len = strlen(table[i].text);
        if (!strncmp(p, table[i].text, len) && !isalnum((unsigned char)p[len]) && p[len] != '-' &&
            p[len] != '/') {
            *result = table[i].result;
            return len;
        }
    }
    return 0;
}
