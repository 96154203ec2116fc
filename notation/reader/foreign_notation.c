/* What a text without games looks like: its prose is looked at for what other notations have. */
#include "notation/reader/foreign_notation.h"

#include <ctype.h>
#include <string.h>

#include "notation/move/syntax.h"
#include "notation/reader/words.h"
#include "notation/text/blanks.h"

/* Words or lines that are no accident; the most lines that are looked at. */
enum { WORDS = 2, NAMES = 3, POSITIONS = 1, LINES = 5000 };

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

bool reader_is_position(const char *p, size_t len) {
    size_t slashes = 0;
    for (size_t i = 0; i < len; i++) {
        slashes += p[i] == '/';
        if (!isalnum((unsigned char)p[i]) && !strchr("/*+-~^[],", p[i]))
            return false;
    }
    return slashes >= 5 && p[len] == ' ' && (p[len + 1] == 'w' || p[len + 1] == 'b') &&
           (p[len + 2] == ' ' || p[len + 2] == '\n' || !p[len + 2]);
}

/* A word that is no piece's name, and two squares: `Springer b1 - c3`. */
static bool is_named(const GrLexicon *lexicon, const char *p, size_t len) {
    int type, sq;
    char separator;
    size_t letters = 0;
    while (letters < len &&
           (isalpha((unsigned char)p[letters]) || (unsigned char)p[letters] >= 0x80))
        letters++;
    if (letters < 3 || letters < len || gr_lexicon_name(lexicon, p, &type))
        return false;
    p += len;
    p += gr_blanks(p);
    size_t used = gr_lexicon_square(lexicon, p, &sq);
    p += used;
    p += gr_blanks(p);
    size_t sign = gr_syntax_separator(p, &separator);
    p += sign;
    p += gr_blanks(p);
    return used && sign && gr_lexicon_square(lexicon, p, &sq);
}

void reader_note_foreign(ForeignNotation *seen, const GrLexicon *lexicon, const char *p, const char *end) {
    seen->lines++;
    while (p < end) {
        size_t len = reader_word(p), number = strspn(p, "0123456789");
        number = number && p[number] == '.' && number < len ? number + 1 : 0;
        seen->descriptive += is_descriptive(p + number);
        seen->numeric += is_numeric(p + number, len - number);
        seen->positions += reader_is_position(p, len);
        seen->named += is_named(lexicon, p + number, len - number);
        p += len ? len : 1;
        p += gr_blanks(p);
    }
}

bool reader_has_looked(const ForeignNotation *now, const ForeignNotation *before) {
    return now->lines - before->lines >= LINES;
}

const char *reader_looks_like(const ForeignNotation *now, const ForeignNotation *before) {
    if (now->descriptive - before->descriptive >= WORDS)
        return "this looks like descriptive notation (P-K4), which is not read";
    if (now->positions - before->positions >= POSITIONS)
        return "this looks like a list of positions (FEN or EPD), which has no games";
    if (now->named - before->named >= NAMES)
        return "this looks like moves with the names of pieces that the variant does not have";
    if (now->numeric - before->numeric > WORDS)
        return "this looks like numeric notation (5254), which is not read";
    return NULL;
}
