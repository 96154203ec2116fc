/* Taking a move's text apart. */
#include "notation/move/syntax.h"

#include <ctype.h>
#include <string.h>

#include "notation/glyph.h"
#include "notation/text/blanks.h"

void gr_syntax_clear(GrSyntax *syntax) {
    *syntax = (GrSyntax){.to = GR_NO_SQUARE, .taken = GR_NO_SQUARE};
}

void gr_syntax_from(const GrLexicon *lexicon, GrSyntax *syntax, int square) {
    syntax->from_file = (uint8_t)(square % lexicon->variant->files + 1);
    syntax->from_rank = (uint8_t)(square / lexicon->variant->files + 1);
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
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

/* A rank of one or two digits at *p; 0 if there is none, -1 if the board has no such rank. */
static int read_rank(const GrLexicon *lexicon, const char **p) {
    int rank = 0, digits = 0;
    for (; is_digit(**p) && digits < 3; digits++)
        rank = rank * 10 + *(*p)++ - '0';
    if (digits && (rank < 1 || rank > lexicon->variant->ranks))
        return -1;
    return rank;
}

/* [file][rank][separator][square]: the origin, as far as it is stated, and the square; or the
 * square alone. NULL if there is no square. */
static const char *read_squares(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    int file = lexicon->file[(unsigned char)*p];
    p += file != 0;
    int rank = read_rank(lexicon, &p);
    if (rank < 0)
        return NULL;
    char separator = 0;
    const char *q = p + gr_syntax_separator(p, &separator);
    int to_file = lexicon->file[(unsigned char)*q];
    if (to_file && is_digit(q[1])) {
        q++;
        int to_rank = read_rank(lexicon, &q);
        if (to_rank < 0)
            return NULL;
        syntax->from_file = (uint8_t)file;
        syntax->from_rank = (uint8_t)rank;
        syntax->separator = q == p ? 0 : separator;
        syntax->to = (uint8_t)gr_square(lexicon->variant, to_file - 1, to_rank - 1);
        return q;
    }
    if (!file || !rank)
        return NULL;
    syntax->to = (uint8_t)gr_square(lexicon->variant, file - 1, rank - 1);
    return p;
}

/* `RN`, `N+M`, `M/R`: a magician's promotion named by its two powers. Sets its type; returns the
 * characters used, 0 if there is none. */
static size_t read_powers(const GrLexicon *lexicon, const char *text, int *type) {
    static const struct {
        char powers[3], letter;
    } table[] = {{"RN", 'C'}, {"NR", 'C'}, {"RM", 'W'}, {"MR", 'W'}, {"NM", 'S'}, {"MN", 'S'}};
    size_t second = text[0] && (text[1] == '+' || text[1] == '/') ? 2 : 1;
    if (lexicon->spells && text[0])
        for (size_t i = 0; i < sizeof table / sizeof *table; i++)
            if (text[0] == table[i].powers[0] && text[second] == table[i].powers[1]) {
                *type = lexicon->type[(unsigned char)table[i].letter];
                return second + 1;
            }
    return 0;
}

/* A figurine, white or black, with what selects its form behind it: a piece of chess as books print
 * it. Sets its type; returns the bytes used, 0 if there is none. */
static size_t read_figurine(const GrLexicon *lexicon, const char *text, int *type) {
    const unsigned char *u = (const unsigned char *)text;
    if (u[0] != 0xE2 || u[1] != 0x99 || u[2] < 0x94 || u[2] > 0x9F)
        return 0;
    *type = lexicon->type[(unsigned char)"KQRBNP"[(u[2] - 0x94) % 6]];
    return u[3] == 0xEF && u[4] == 0xB8 && (u[5] & 0xFE) == 0x8E ? 6 : 3;
}

/* A promotion's letter, letters or name at the start of text. */
static size_t read_promotion(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    int type = 0;
    size_t used = read_powers(lexicon, text, &type);
    if (!used)
        used = read_figurine(lexicon, text, &type);
    if (!used)
        used = gr_lexicon_name(lexicon, text, &type);
    if (!used) {
        type = lexicon->type[toupper((unsigned char)*text)];
        used = 1;
    }
    if (!type || isalnum((unsigned char)text[used]) || text[used] == '@')
        return 0; /* `e8 N@c3` is two moves */
    syntax->becomes = (uint8_t)type;
    return used;
}

/* `N@a1` of a royal drop, in any spacing; if `loose`, the `@` may be missing or read `on`. */
static size_t read_drop(const GrLexicon *lexicon, const char *text, bool loose, GrSyntax *syntax) {
    const char *p = text + gr_blanks(text);
    int sq, type;
    size_t used = gr_lexicon_name(lexicon, p, &type);
    if (!used) {
        type = lexicon->type[toupper((unsigned char)*p)];
        used = 1;
    }
    if (!type)
        return 0;
    p += used;
    p += gr_blanks(p);
    if (*p == '@')
        p++;
    else if (!loose)
        return 0;
    else if (p[-1] == ' ' && p[0] == 'o' && p[1] == 'n' && p[2] == ' ')
        p += 2;
    p += gr_blanks(p);
    used = gr_lexicon_any_square(lexicon, p, &sq);
    if (!used)
        return 0;
    syntax->drop = (uint8_t)type;
    syntax->third = (uint8_t)sq;
    return (size_t)(p + used - text);
}

/* After `=`, with or without blanks and parentheses. */
static size_t read_after_equals(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    const char *p = text + gr_blanks(text);
    bool open = *p == '(';
    p += open;
    size_t used = read_promotion(lexicon, p, syntax);
    if (!used || (open && p[used] != ')'))
        return 0;
    return (size_t)(p - text) + used + open;
}

/* `(N@a1)` of a drop, and `(Q)` if the piece may become something. */
static size_t read_parenthesis(const GrLexicon *lexicon, const char *text, bool becomes,
                               GrSyntax *syntax) {
    GrSyntax was = *syntax;
    size_t used = lexicon->variant->drops ? read_drop(lexicon, text + 1, false, syntax) : 0;
    if (!used && becomes)
        used = read_promotion(lexicon, text + 1, syntax);
    if (used && text[used + 1] == ')')
        return used + 2;
    *syntax = was;
    return 0;
}

/* May a sign or letter a blank away from the square say what the piece becomes? Elsewhere it says
 * something else: `Nd5 (N)` is a novelty. */
static bool may_become(const GrLexicon *lexicon, const GrSyntax *syntax) {
    const GrVariant *v = lexicon->variant;
    int rank = syntax->to / v->files;
    if (!lexicon->pawns) /* wizard: pieces with letters promote, and not on the last rank alone */
        return true;
    return (!syntax->type || gr_is_letterless(v, syntax->type)) &&
           (rank == 0 || rank == v->ranks - 1);
}

/* What stands blanks away from the square: `= Q`, `(Q)`, a drop. */
static size_t read_apart(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    size_t blanks = gr_blanks(text), used = 0;
    const char *p = text + blanks;
    bool drops = lexicon->variant->drops;
    if (*p == '(')
        used = read_parenthesis(lexicon, p, may_become(lexicon, syntax), syntax);
    else if (*p == '=' ? may_become(lexicon, syntax) : drops && (*p == '/' || *p == ','))
        used = gr_syntax_becoming(lexicon, p, syntax);
    else if (drops && (used = read_drop(lexicon, p, false, syntax)) > 0)
        return blanks + used;
    else if (isupper((unsigned char)*p) && lexicon->pawns && may_become(lexicon, syntax))
        used = read_promotion(lexicon, p, syntax); /* `e8 N` */
    return used ? blanks + used : 0;
}

size_t gr_syntax_becoming(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    size_t used = 0;
    switch (*text) {
    case ' ':
        return read_apart(lexicon, text, syntax);
    case '=':
        used = read_after_equals(lexicon, text + 1, syntax);
        return used ? used + 1 : 0;
    case '(':
        return read_parenthesis(lexicon, text, true, syntax);
    case '/':
        used = read_drop(lexicon, text + 1, lexicon->variant->drops, syntax);
        if (!used)
            used = read_promotion(lexicon, text + 1, syntax);
        return used ? used + 1 : 0;
    case ',': /* where nothing drops, it parts moves */
        used = lexicon->variant->drops ? read_drop(lexicon, text + 1, false, syntax) : 0;
        return used ? used + 1 : 0;
    case ':': case '-': /* `e8:Q` */
        used = may_become(lexicon, syntax) ? read_promotion(lexicon, text + 1, syntax) : 0;
        return used ? used + 1 : 0;
    case '^':
        syntax->quest = true;
        return 1;
    case 'x':
        if (!lexicon->spells || !syntax->from_rank || isalnum((unsigned char)text[1]))
            return 0;
        syntax->falls = true;
        return 1;
    default:
        return isalpha((unsigned char)*text) || *text == '\xE2'
                   ? read_promotion(lexicon, text, syntax)
                   : 0;
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

/* "(b)" or "(f)", perhaps after spaces. */
static size_t read_wing(const char *p, GrSyntax *syntax) {
    size_t blank = strspn(p, " ");
    const char *q = p + blank;
    if (q[0] != '(' || (q[1] != 'b' && q[1] != 'f') || q[2] != ')')
        return 0;
    syntax->wing = q[1];
    return blank + 3;
}

static size_t skip_dash(const char *p) {
    char separator = 0;
    size_t used = gr_syntax_separator(p, &separator);
    return separator == '-' ? used : 0;
}

static bool is_castling_o(char c) {
    return c == 'O' || c == '0' || c == 'o';
}

size_t gr_syntax_castling(const char *text, GrSyntax *syntax) {
    const char *p = text;
    int count = 0;
    while (is_castling_o(*p) && count < 3) {
        size_t dash = skip_dash(p + 1);
        count++;
        p++;
        if (!dash || !is_castling_o(p[dash]))
            break;
        p += dash;
    }
    if (count < 2)
        return 0;
    syntax->form = GR_FORM_CASTLE;
    syntax->wing = count == 2 ? 's' : 'l';
    p += read_wing(p, syntax);
    return (size_t)(p - text);
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

static const char *read_piece_move(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    p = read_squares(lexicon, p, syntax);
    if (!p)
        return NULL;
    if (syntax->form == GR_FORM_SPELL) {
        syntax->falls = syntax->separator == 'x';
        if (*p != 'x') /* a hole becomes nothing: `Hc1 N e5` is two moves, and `Hd1N` no novelty */
            return isupper((unsigned char)*p) ? NULL : p;
    }
    size_t becoming = gr_syntax_becoming(lexicon, p, syntax);
    if (!becoming && *p == '=' && may_become(lexicon, syntax))
        return NULL; /* what it becomes was lost, and is not a queen for that */
    return p + becoming;
}

static const char *read_to_square(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    int sq;
    size_t used = gr_lexicon_square(lexicon, p, &sq);
    if (!used)
        return NULL;
    syntax->to = (uint8_t)sq;
    return p + used;
}

/* `W@c11`; engines may write `w@c11`. */
static const char *read_placement(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    syntax->type = lexicon->type[toupper((unsigned char)*p)];
    syntax->form = GR_FORM_PLACE;
    return read_to_square(lexicon, p + 2, syntax);
}

/* `@e4`, as some programs write what is `P@e4` with others. */
static const char *read_pawn_drop(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    syntax->type = lexicon->type['P'];
    syntax->form = GR_FORM_PLACE;
    return read_to_square(lexicon, p + 1, syntax);
}

static const char *read_lettered(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    unsigned char c = (unsigned char)*p;
    syntax->type = lexicon->type[c];
    if (syntax->type == GR_KING) {
        int from;
        size_t used = gr_lexicon_square(lexicon, p + 1, &from); /* `Za1=g1`, as `Z=g1` */
        if (p[1 + used] == '=' && lexicon->file[(unsigned char)p[2 + used]]) {
            syntax->form = GR_FORM_TELEPORT;
            if (used)
                gr_syntax_from(lexicon, syntax, from);
            return read_to_square(lexicon, p + 2 + used, syntax);
        }
    }
    if (!syntax->type && c == 'H' && lexicon->spells)
        syntax->form = GR_FORM_SPELL;
    else if (!syntax->type)
        return NULL;
    return read_piece_move(lexicon, p + 1, syntax);
}

static const char *read_figurine_move(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    int type = 0;
    p += read_figurine(lexicon, p, &type);
    p += *p == ' ';
    syntax->type = (uint8_t)type;
    return type ? read_piece_move(lexicon, p, syntax) : NULL;
}

/* A null move as one program or another writes it. */
static const char *read_null(const char *p, GrSyntax *syntax) {
    static const char *const forms[] = {"--", "Z0", "0000", "null", "@@@@", "<>"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        size_t len = strlen(forms[i]);
        if (!strncmp(p, forms[i], len)) {
            syntax->form = GR_FORM_PASS;
            return p + len;
        }
    }
    return NULL;
}

/* `C2-C5`, `B1C3`: both squares whole and in capitals. NULL if it is anything else; `B1c3` is a
 * bishop's move. */
static const char *read_capitals(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    int from, to;
    char separator = 0;
    size_t used = gr_lexicon_any_square(lexicon, p, &from);
    if (!used)
        return NULL;
    p += used;
    p += gr_syntax_separator(p, &separator);
    used = *p >= 'A' && *p <= 'Z' ? gr_lexicon_any_square(lexicon, p, &to) : 0;
    if (!used)
        return NULL;
    gr_syntax_from(lexicon, syntax, from);
    syntax->to = (uint8_t)to;
    syntax->separator = separator;
    return p + used + gr_syntax_becoming(lexicon, p + used, syntax);
}

size_t gr_syntax_read(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    const char *p = NULL;
    unsigned char c = (unsigned char)*text;
    gr_syntax_clear(syntax);
    if (c == '@' && lexicon->variant->hands && lexicon->file[(unsigned char)text[1]])
        p = read_pawn_drop(lexicon, text, syntax);
    else if (c && text[1] == '@' && lexicon->type[toupper(c)])
        p = read_placement(lexicon, text, syntax);
    else if (lexicon->file[c])
        p = read_piece_move(lexicon, text, syntax);
    else if ((c && strchr("-n@<", c)) || (c == 'Z' && text[1] == '0') || !strncmp(text, "0000", 4))
        p = read_null(text, syntax);
    else if (is_castling_o(*text))
        p = text + gr_syntax_castling(text, syntax);
    else if (c >= 'A' && c <= 'Z' && (p = read_capitals(lexicon, text, syntax)) == NULL)
        p = read_lettered(lexicon, text, syntax);
    else if (c == 0xE2)
        p = read_figurine_move(lexicon, text, syntax);
    if (!p || p == text)
        return 0;
    p += gr_syntax_marks(p, syntax);
    return gr_syntax_ends(p) ? (size_t)(p - text) : 0;
}
