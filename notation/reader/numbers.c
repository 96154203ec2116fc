/* Move numbers and results in a text. */
#include "notation/reader/numbers.h"

#include <ctype.h>
#include <string.h>

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

unsigned reader_dots(const char *p, size_t len) {
    unsigned dots = 0;
    for (size_t i = 0; i < len; i++)
        dots += p[i] == '.' ? 1 : (unsigned char)p[i] == 0xE2 ? 3 : 0;
    return dots;
}

size_t reader_result(const char *p, GrResult *result) {
    switch (*p) {
    case '0': case '1': case '.': case '*': case '\xC2':
        return gr_result_parse(p, result, NULL);
    case '\xE7': case '\xE9': case '\xE5': /* 红, 黑, 和 */
        return gr_result_parse(p, result, NULL);
    default:
        return 0;
    }
}
