/* What a text without games looks like: its prose is looked at for what other notations have. */
#include <ctype.h>
#include <string.h>

#include "notation/reader/reader_local.h"

/* So many words or lines are no accident; so many lines are looked at. */
enum { WORDS = 3, POSITIONS = 1, LINES = 5000 };

/* A piece of descriptive notation: `P`, `Kt`, `QR`, `KBP`; characters used. */
static size_t descriptive_piece(const char *p) {
    size_t len = strspn(p, "QKRNBP");
    if (len && p[len - 1] == 'K' && p[len] == 't')
        len++;
    return len <= 4 ? len : 0;
}

/* `P-K4`, `KtxP`, `QR-Q1`: no square has a file in lower case. */
static bool is_descriptive(const char *p) {
    char separator;
    size_t len = descriptive_piece(p);
    if (!len)
        return false;
    if (p[len] == '(')
        len += strcspn(p + len, ") \n") + 1;
    size_t sign = gr_syntax_separator(p + len, &separator);
    if (!sign)
        return false;
    p += len + sign;
    len = descriptive_piece(p);
    return len && (separator == 'x' ? !islower((unsigned char)p[len]) || !strncmp(p + len, "ch", 2)
                                    : p[len] >= '1' && p[len] <= '8');
}

/* `5254`: files and ranks as digits, as in correspondence chess. */
static bool is_numeric(const char *p, size_t len) {
    return len >= 4 && len <= 5 && strspn(p, "12345678") == len;
}

/* Ranks with slashes between them, and a side to move. */
static bool is_position(const char *p, size_t len) {
    size_t slashes = 0;
    for (size_t i = 0; i < len; i++) {
        slashes += p[i] == '/';
        if (!isalnum((unsigned char)p[i]) && !strchr("/*+-~^[],", p[i]))
            return false;
    }
    return slashes >= 5 && p[len] == ' ' && (p[len + 1] == 'w' || p[len + 1] == 'b') &&
           (p[len + 2] == ' ' || p[len + 2] == '\n' || !p[len + 2]);
}

void reader_look_at_line(Reader *r) {
    if (r->looks.lines >= LINES)
        return;
    r->looks.lines++;
    for (const char *p = r->p; p < r->end;) {
        size_t len = reader_word(p);
        const char *word = p;
        while (word < p + len && (isdigit((unsigned char)*word) || *word == '.'))
            word++;
        bool numbered = word > p && word[-1] == '.';
        r->looks.descriptive += is_descriptive(numbered ? word : p);
        r->looks.numeric += is_numeric(numbered ? word : p, len - (size_t)(numbered ? word - p : 0));
        r->looks.positions += is_position(p, len);
        p += len ? len : 1;
        p += gr_blanks(p);
    }
}

const char *gr_reader_looks_like(const GrReader *r) {
    const char *kind = gr_source_kind(r->source);
    if (kind)
        return kind;
    if (r->looks.descriptive >= WORDS)
        return "this looks like descriptive notation (P-K4), which is not read";
    if (r->looks.positions >= POSITIONS)
        return "this looks like a list of positions (FEN or EPD), which has no games";
    if (r->looks.numeric > WORDS)
        return "this looks like numeric notation (5254), which is not read";
    return gr_source_is_html(r->source) ? "this is an HTML page without moves" : NULL;
}
