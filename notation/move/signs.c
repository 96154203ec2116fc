/* What stands between the squares of a move and after it: separators, marks, and what may follow. */
#include "notation/move/syntax.h"

#include <ctype.h>
#include <string.h>

#include "notation/glyph.h"
#include "notation/text/blanks.h"

void gr_syntax_clear(GrSyntax *syntax) {
    *syntax = (GrSyntax){.to = GR_NO_SQUARE, .taken = GR_NO_SQUARE, .wall = GR_NO_SQUARE};
}

void gr_syntax_from(const GrLexicon *lexicon, GrSyntax *syntax, int square) {
    syntax->from_file = (uint8_t)(square % lexicon->variant->files + 1);
    syntax->from_rank = (uint8_t)(square / lexicon->variant->files + 1);
}

/* Characters of an en dash, em dash, minus sign or multiplication sign in UTF-8, which web pages
 * put where `-` and `x` were meant; 0 if there is none. */
static size_t typographic(const char *p, char *separator) {
    const unsigned char *u = (const unsigned char *)p;
    if (u[0] == 0xC3 && u[1] == 0x97) {
        *separator = 'x';
        return 2;
    }
    *separator = '-';
    if (u[0] == 0xE2 && u[1] == 0x80 && u[2] >= 0x90 && u[2] <= 0x94)
        return 3;
    return u[0] == 0xE2 && u[1] == 0x88 && u[2] == 0x92 ? 3 : 0;
}

size_t gr_syntax_separator(const char *text, char *separator) {
    switch (*text) {
    case 'x':
    case 'X':
    case ':':
        *separator = 'x';
        return 1;
    case '-':
        *separator = '-';
        return 1;
    default:
        return (unsigned char)*text >= 0xC0 ? typographic(text, separator) : 0;
    }
}

static size_t read_glyph(const char *p, GrSyntax *syntax) {
    static const char glyph[6][3] = {"!", "?", "!!", "??", "!?", "?!"};
    size_t len = strspn(p, "!?");
    for (int i = 0; i < 6; i++)
        if (strlen(glyph[i]) == len && !strncmp(glyph[i], p, len))
            syntax->nag = (uint8_t)(i + 1);
    if (len > 2) /* "!!!" is taken for "!!" */
        syntax->nag = p[0] == '!' ? 3 : 4;
    return len;
}

/* Does the word stand at the start of text, with no letter after it? */
static bool word(const char *text, const char *wanted) {
    size_t len = strlen(wanted);
    return !strncmp(text, wanted, len) && !isalnum((unsigned char)text[len]);
}

/* Words that stand for marks: ch, mate, e.p. "mate" counts only where it touches the move or the
 * line ends after it, so that it is not taken from prose ("mate in three"). */
static size_t read_word_mark(const char *p, bool touches, GrSyntax *syntax) {
    if (p[0] == 'c' && word(p, "ch")) {
        syntax->mark = '+';
        return p[2] == '.' ? 3 : 2;
    }
    if (p[0] == 'm' && word(p, "mate") && (touches || strchr("\r\n!", p[4]))) {
        syntax->mark = '#';
        return 4;
    }
    if (p[0] == 'e' && !strncmp(p, "e. p.", 5))
        return 5;
    if (p[0] == 'e' && (!strncmp(p, "e.p.", 4) || word(p, "ep") || word(p, "e.p")))
        return p[1] == 'p' ? 2 : (size_t)(p[3] == '.' ? 4 : 3);
    return 0;
}

size_t gr_syntax_lone_mark(const char *text) {
    size_t len = strspn(text, "+#");
    return len && strchr(" \t\n!?,;.(){}", text[len]) ? len : 0; /* or the end */
}

size_t gr_syntax_marks(const char *text, GrSyntax *syntax) {
    const char *p = text;
    unsigned nag;
    bool move = syntax->to != GR_NO_SQUARE || syntax->form == GR_FORM_CASTLE;
    for (;;) {
        if (*p == '+' && gr_glyph_read(p, &nag)) /* `+-` is not a check */
            return (size_t)(p - text);
        if (*p == '+' || *p == '#') {
            syntax->mark = syntax->mark == '#' ? '#' : *p;
            p++;
        } else if (*p == '!' || *p == '?') {
            p += read_glyph(p, syntax);
        } else {
            const char *q = p + gr_blanks(p);
            size_t used = strchr("cme", *q) && *q ? read_word_mark(q, move && q == p, syntax) : 0;
            if (!used && !(q > p && gr_syntax_lone_mark(q)))
                return (size_t)(p - text);
            p = q + used;
        }
    }
}

/* A colon parts words, but `a8:Q` is one. */
bool gr_syntax_ends(const char *p) {
    unsigned char c = (unsigned char)*p;
    unsigned nag;
    if (c == ':' && isalnum((unsigned char)p[1]))
        return false;
    if (c > ' ' && gr_glyph_read(p, &nag))
        return true;
    if (c >= 0x80) /* no-break space, typographic quotes, ellipsis, ideographic space */
        return (c == 0xC2 && (unsigned char)p[1] == 0xA0) || c == 0xE2 || c == 0xE3;
    return c <= ' ' || strchr("{}();,.$[]*\"<>:|", c);
}
