/* Words of a text: move numbers, results, what was meant for a move, and what is prose. */
#include "notation/reader/words.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "notation/move/long.h"
#include "notation/text/blanks.h"

/* ---- move numbers and results ---- */

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

/* ---- words ---- */

size_t reader_word(const char *p) {
    const char *q = p;
    for (;; q++)
        switch (*q) {
        case 0: case ' ': case '\t': case '\n': case '\v': case '\f':
        case '{': case '}': case '(': case ')': case ';':
            return (size_t)(q - p);
        case '\xC2':
            if (q[1] == '\xA0')
                return (size_t)(q - p);
            break;
        case '\xE3':
            if (q[1] == '\x80' && q[2] == '\x80')
                return (size_t)(q - p);
            break;
        default:
            break;
        }
}

bool reader_begins_word(char c) {
    return isalpha((unsigned char)c) || c == '@';
}

/* A file letter and a digit somewhere, and not much besides: "Nf9", "exj12=Q", "b7-b11"; behind a
 * piece's name any letter, capitals as well. */
static bool square_like(const char *p, size_t len, bool named) {
    unsigned squares = 0, others = 0, most = 3;
    for (size_t i = 0; i < len; i++) {
        bool file = named ? isalpha((unsigned char)p[i]) : p[i] >= 'a' && p[i] <= 'l';
        if (file && i + 1 < len && isdigit((unsigned char)p[i + 1])) {
            squares++;
            while (i + 1 < len && isdigit((unsigned char)p[i + 1]))
                i++;
        } else if (isalpha((unsigned char)p[i]) || (unsigned char)p[i] >= 0x80) {
            others++;
        } else if (!strchr("-=+#@/,^!?:.", p[i]) &&
                   !(i == 1 && isdigit((unsigned char)p[1]) && isupper((unsigned char)p[0]))) {
            return false;
        } else if (p[i] == '@') {
            most = 5; /* a drop is a second move */
        }
    }
    return squares > 0 && others <= most;
}

size_t reader_move(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    size_t len = gr_syntax_read(lexicon, p, syntax);
    return len ? len : gr_long_read(lexicon, p, syntax);
}

bool reader_like_move(const GrLexicon *lexicon, const char *p) {
    int type;
    size_t name = gr_lexicon_name(lexicon, p, &type);
    if (name) {
        p += name;
        p += gr_blanks(p);
    }
    return square_like(p, reader_word(p), name > 0);
}

size_t reader_cell(const char *p) {
    size_t len = gr_blanks(p);
    while (p[len] == '|')
        len += 1 + gr_blanks(p + len + 1);
    return len;
}

size_t reader_separator(const char *p) {
    if (*p == ',' && p[1] != ',')
        return 1;
    return (*p == '/' || *p == '-') && p[1] && strchr(" \t\n", p[1]) ? 1 : 0;
}

/* Is the word one of those, whatever signs stand behind it? */
static bool is_one_of(const char *const *words, size_t count, const char *p, size_t len) {
    while (len && ispunct((unsigned char)p[len - 1]))
        len--;
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i]) == len && !strncasecmp(p, words[i], len))
            return true;
    return false;
}

/* Words that may stand beside a move without making the line prose. */
bool reader_is_mark_word(const char *p, size_t len) {
    static const char *const words[] = {"check", "checkmate", "mate", "white",
                                        "black", "ch",        "dis",  "dbl"};
    return is_one_of(words, sizeof words / sizeof *words, p, len);
}

bool reader_is_ending_word(const char *p, size_t len) {
    static const char *const words[] = {
        "resigns",  "resigned",  "resign", "draw",      "drawn",     "agreed",    "time",      "timeout",
        "forfeit",  "forfeits",  "mate",   "checkmate", "stalemate", "adjourned", "adj",       "abandoned",
        "wins",     "won",       "loses",  "lost",      "white",     "black",     "aufgegeben", "remis",
        "abandona", "abandonne", "nulle",  "tablas",    "patta",     "etc",       "unfinished", "end"};
    size_t word = reader_word(p);
    return is_one_of(words, sizeof words / sizeof *words, p, word < len ? word : len);
}

/* ---- words that were meant for moves ---- */

static bool is_file(const GrLexicon *lexicon, char c) {
    return lexicon->file[(unsigned char)c] != 0;
}

static bool is_piece(const GrLexicon *lexicon, char c) {
    return isupper((unsigned char)c) &&
           (lexicon->type[(unsigned char)c] || (c == 'H' && lexicon->spells));
}

/* "1st", "22nd", and "B90", which classifies an opening. */
static bool is_ordinal_or_code(const char *p, size_t len) {
    static const char *const ends[] = {"st", "nd", "rd", "th"};
    size_t digits = strspn(p, "0123456789");
    if (len == 3 && *p >= 'A' && *p <= 'E' && isdigit((unsigned char)p[1]) &&
        isdigit((unsigned char)p[2]))
        return true;
    for (size_t i = 0; digits && i < 4; i++)
        if (len == digits + 2 && !strncmp(p + digits, ends[i], 2))
            return true;
    return false;
}

/* "exd", "Nx", "Raxd", "OO", "Nf", "ed", "KeQ", without anything else. */
static bool is_torn(const GrLexicon *lexicon, const char *p, size_t len) {
    size_t files = 0, signs = 0, pieces = 0;
    if (len > 5 || (len > 1 && strspn(p, "O0o-") == len && strcspn(p, "O0o") < len))
        return len <= 5;
    for (size_t i = 0; i < len; i++) {
        if (!is_piece(lexicon, p[i]) && !is_file(lexicon, p[i]) && p[i] != 'x')
            return false;
        signs += p[i] == 'x';
        files += is_file(lexicon, p[i]);
        pieces += is_piece(lexicon, p[i]);
    }
    if (pieces > is_piece(lexicon, *p) || signs > 1)
        return len > 1;
    if (pieces)
        return signs + files > 0 && files < 3;
    return files == 2 && signs < 2 && (p[0] - p[len - 1] == 1 || p[len - 1] - p[0] == 1);
}

/* "1-O", "1/2-1/": signs and digits of a result. */
static bool is_torn_result(const char *p, size_t len) {
    size_t digits = 0, signs = 0;
    for (size_t i = 0; i < len; i++) {
        if (!strchr("01/2OlI-:", p[i]))
            return false;
        digits += strchr("012", p[i]) != NULL;
        signs += p[i] == '-' || p[i] == ':';
    }
    return signs == 1 && digits && len > 1;
}

/* Letters and digits, few of each, and nothing that could be a word. */
static bool is_mixed(const char *p, size_t len) {
    size_t digits = 0, letters = 0, run = 0;
    if (len > 14)
        return false;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)p[i];
        if (!isalnum(c) && !strchr("-=+#@/^!?:.$*~&'\"\\<>_%[]", c))
            return false;
        run = isalpha(c) && c != 'x' && c != 'X' && c != 'O' ? run + 1 : 0;
        if (run > (len < 7 ? 3 : 2))
            return false;
        digits += isdigit(c) != 0;
        letters += isalpha(c) || c == '@';
    }
    return digits && letters;
}

/* Control characters, or what stands for NUL bytes, among others. */
bool reader_is_broken(const char *p, size_t len) {
    size_t broken = 0;
    for (size_t i = 0; i < len; i++)
        broken += (unsigned char)p[i] < ' ' ? 1 : i + 2 < len && !memcmp(p + i, "\xEF\xBF\xBD", 3)
                                                ? 3 : 0;
    return broken && broken < len;
}

/* "Knigt g1 - f3": a name that is none, and two squares. */
static bool is_misspelt(const GrLexicon *lexicon, const char *p, size_t len) {
    char separator = 0;
    int square;
    if (len < 3 || !isupper((unsigned char)*p))
        return false;
    for (size_t i = 0; i < len; i++)
        if (!isalpha((unsigned char)p[i]))
            return false;
    p += len + gr_blanks(p + len);
    size_t used = gr_lexicon_square(lexicon, p, &square);
    p += used + gr_blanks(p + used);
    size_t sign = used ? gr_syntax_separator(p, &separator) : 0;
    p += sign + gr_blanks(p + sign);
    return sign && gr_lexicon_square(lexicon, p, &square);
}

/* Length of the word without marks, and without what a pawn becomes. */
static size_t stem_of(const GrLexicon *lexicon, const char *p, size_t len) {
    size_t stem = 0;
    while (stem < len && (isalnum((unsigned char)p[stem]) || strchr(":-", p[stem])))
        stem++;
    while (stem && strchr(":-", p[stem - 1]))
        stem--;
    if (len > 2 && stem == len && is_piece(lexicon, p[len - 1]) && islower((unsigned char)*p))
        stem--;
    return stem;
}

bool reader_is_garbled(const GrLexicon *lexicon, const char *line, const char *p, size_t len) {
    while (len && strchr(",.;", p[len - 1]))
        len--;
    if (reader_is_broken(p, len) || is_misspelt(lexicon, p, len))
        return true;
    if (len == 0 || (is_ordinal_or_code(p, len) && !reader_follows_number(line, p)))
        return false;
    return is_mixed(p, len) || is_torn(lexicon, p, stem_of(lexicon, p, len)) ||
           is_torn(lexicon, p, len) || is_torn_result(p, len);
}

bool reader_is_fragment(const GrLexicon *lexicon, const char *p, size_t len) {
    return stem_of(lexicon, p, len) == 1 &&
           (*p == 'x' || is_file(lexicon, *p) || is_piece(lexicon, *p));
}

bool reader_follows_number(const char *line, const char *p) {
    while (p > line && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    const char *dots = p;
    while (p > line && p[-1] == '.')
        p--;
    return p < dots && p > line && isdigit((unsigned char)p[-1]);
}

/* Is it prose that goes on at p? */
bool reader_at_word(const GrLexicon *lexicon, const char *line, const char *p) {
    GrSyntax syntax;
    size_t len = reader_word(p);
    while (len && ispunct((unsigned char)p[len - 1]))
        len--;
    if (!len || !isalpha((unsigned char)*p) || reader_is_garbled(lexicon, line, p, len) ||
        reader_is_fragment(lexicon, p, len))
        return false;
    return !reader_move(lexicon, p, &syntax);
}

/* One or two letters may be a word as well, and what stands beside them must decide. */
bool reader_meant_for_move(const GrLexicon *lexicon, const char *line, const char *end,
                           const char *p, size_t len) {
    int type;
    GrResult result;
    if (gr_lexicon_name(lexicon, p, &type) && reader_follows_number(line, p))
        return true;
    if (!reader_is_garbled(lexicon, line, p, len) && !reader_is_fragment(lexicon, p, len))
        return false;
    const char *next = p + len + gr_blanks(p + len);
    size_t stem = stem_of(lexicon, p, len);
    if (stem == 1 && !is_mixed(p, len) && (next >= end || reader_result(next, &result)))
        return reader_follows_number(line, p);
    bool word = stem < 3 || (stem == 3 && isupper((unsigned char)*p) && p[1] != 'x' && p[2] != 'x' &&
                             islower((unsigned char)p[1]) && islower((unsigned char)p[2]));
    return !word || !reader_at_word(lexicon, line, next); /* `Bad` */
}
