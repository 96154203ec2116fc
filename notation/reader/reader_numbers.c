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

/* A number is held against the position only with a dot; three dots are the second player's. */
void reader_check_number(Reader *r, const char *p, size_t len) {
    const Frame *f = &r->frame[r->depth];
    const GrVariant *v = r->lexicon.variant;
    uint32_t number = 0;
    unsigned dots = 0;
    for (size_t i = 0; i < len; i++)
        if (p[i] >= '0' && p[i] <= '9')
            number = number * 10 + (uint32_t)(p[i] - '0');
        else
            dots += p[i] == '.' ? 1 : (unsigned char)p[i] == 0xE2 ? 3 : 0;
    bool second = f->now.turn != v->first;
    if (!dots || (number == f->now.number && (dots < 2 || second)) || r->lost ||
        (r->number_told && r->number_told <= r->game->diag_count))
        return;
    if (number != f->now.number)
        reader_diagnose(r, GR_NOTE, p, f->ply + 1, "the text numbers this move %u; it is move %u",
                        (unsigned)number, (unsigned)f->now.number);
    else
        reader_diagnose(r, GR_NOTE, p, f->ply + 1, "by its dots this is a move of %s's, but it is "
                        "%s's turn", v->first == GR_WHITE ? "Black" : "White",
                        v->first == GR_WHITE ? "White" : "Black");
    r->number_told = r->game->diag_count;
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
