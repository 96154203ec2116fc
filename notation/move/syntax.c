/* Taking a move's text apart. */
#include "notation/move/syntax.h"

#include <ctype.h>
#include <string.h>

#include "notation/move/becoming.h"
#include "notation/move/gates.h"
#include "notation/move/shogi_move.h"
#include "notation/move/walls.h"
#include "notation/move/xiangqi.h"
#include "notation/text/blanks.h"
#include "notation/text/xiangqi_words.h"

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* A rank of one or two digits at *p; 0 if there is none, -1 if the board has no such rank. */
static int read_rank(const GrLexicon *lexicon, const char **p) {
    int rank = 0, digits = 0;
    for (; is_digit(**p) && digits < 3; digits++)
        rank = rank * 10 + *(*p)++ - '0';
    rank += digits ? lexicon->zero : 0;
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

size_t gr_syntax_wing(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    size_t blank = gr_blanks(text);
    const char *q = text + blank;
    int letter = *q == '(' ? tolower((unsigned char)q[1]) : 0;
    if (!letter || strchr("kq", letter) || !strchr(lexicon->variant->rights, letter) || q[2] != ')')
        return 0;
    syntax->wing = (char)letter;
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

size_t gr_syntax_castling(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
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
    p += gr_syntax_wing(lexicon, p, syntax);
    p += gr_gate_read(lexicon, p, syntax);
    p += gr_becoming_of_castling(lexicon, p, syntax);
    return (size_t)(p - text);
}

static const char *read_piece_move(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    p = read_squares(lexicon, p, syntax);
    if (!p)
        return NULL;
    if (syntax->form == GR_FORM_SPELL) {
        syntax->falls = syntax->separator == 'x';
        size_t falls = gr_becoming_falls(lexicon, p, syntax);
        if (falls || *p != 'x') /* a hole becomes nothing: `Hc1 N e5` is two moves, and `Hd1N` no novelty */
            return isupper((unsigned char)p[falls]) ? NULL : p + falls;
    }
    size_t becoming = gr_syntax_becoming(lexicon, p, syntax);
    if (!becoming && gr_becoming_is_lost(lexicon, p, syntax))
        return NULL; /* it is not a queen for that, nor the move without it */
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

/* `@e4`, as some programs write what is `P@e4` with others; where walls come alone, one. */
static const char *read_pawn_drop(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    syntax->type = lexicon->variant->hands ? lexicon->type['P'] : 0;
    syntax->form = GR_FORM_PLACE;
    return read_to_square(lexicon, p + 1, syntax);
}

/* `+P...`, `+P@e4`: promoted pieces. */
static const char *read_promoted(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    syntax->type = lexicon->promoted[(unsigned char)p[1]];
    if (p[2] != '@')
        return syntax->type ? read_piece_move(lexicon, p + 2, syntax) : NULL;
    syntax->form = GR_FORM_PLACE;
    return syntax->type ? read_to_square(lexicon, p + 3, syntax) : NULL;
}

/* `e7e8`, as in UCI, and `e7e8-`. */
static const char *read_bare(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    p = read_piece_move(lexicon, p, syntax);
    syntax->bare = p && lexicon->variant->promoted && syntax->from_file && syntax->from_rank && !syntax->separator &&
                   !syntax->becomes;
    syntax->back = syntax->bare && *p == '-';
    return p ? p + syntax->back : NULL;
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
    p += gr_becoming_figurine(lexicon, p, &type);
    p += *p == ' ';
    syntax->type = (uint8_t)type;
    return type ? read_piece_move(lexicon, p, syntax) : NULL;
}

/* A null move as one program or another writes it. */
static const char *read_null(const char *p, GrSyntax *syntax) {
    static const char *const forms[] = {"--", "Z0", "0000", "null", "@@@@", "<>"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        size_t len = strlen(forms[i]);
        if (!strncmp(p, forms[i], len) && p[len] != '>') { /* nor the end of a comment of HTML */
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
    p += used;
    used = gr_syntax_becoming(lexicon, p, syntax);
    return used || !gr_becoming_is_lost(lexicon, p, syntax) ? p + used : NULL;
}

/* `d3`, `D3`, where one kind of piece is dropped. NULL if it goes on as a move from there, or as a pass: `d3d3`. */
static const char *read_bare_drop(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    int sq, other;
    char separator = 0;
    size_t used = gr_lexicon_any_square(lexicon, p, &sq);
    if (!used || lexicon->type[(unsigned char)*p])
        return NULL;
    p += used;
    size_t sign = gr_syntax_separator(p, &separator);
    if (gr_lexicon_any_square(lexicon, p + sign, &other) && (sign || !lexicon->only_dropped || other == sq))
        return NULL;
    syntax->type = lexicon->dropped;
    syntax->form = GR_FORM_PLACE;
    syntax->to = (uint8_t)sq;
    return p;
}

/* Does a move end here, where another may follow it without a blank? */
static bool ends_before_drop(const GrLexicon *lexicon, const char *p) {
    int sq;
    return lexicon->only_dropped && gr_lexicon_any_square(lexicon, p, &sq);
}

static size_t read_xiangqi(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    size_t used = gr_xiangqi_read(lexicon, text, syntax);
    if (!used)
        return 0;
    const char *p = text + used;
    p += gr_syntax_marks(p, syntax);
    GrXiangqiWords next;
    bool wide = (unsigned char)*p == 0xEF || gr_xiangqi_words(p, &next); /* punctuation, or the next move */
    if (wide || gr_syntax_ends(p))
        return (size_t)(p - text);
    gr_syntax_clear(syntax);
    return 0;
}

/* A move in any form but those of Xiangqi; NULL if there is none. */
static const char *read_form(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    unsigned char c = (unsigned char)*text;
    const char *p = lexicon->dropped ? read_bare_drop(lexicon, text, syntax) : NULL;
    bool alone = lexicon->variant->hands || lexicon->variant->lone_walls;
    if (p)
        return p;
    if (c == '@' && alone && lexicon->file[(unsigned char)text[1]])
        return read_pawn_drop(lexicon, text, syntax);
    if (c && text[1] == '@' && lexicon->type[toupper(c)])
        return read_placement(lexicon, text, syntax);
    if (lexicon->file[c])
        return read_bare(lexicon, text, syntax);
    if (c == '+' && lexicon->variant->promoted)
        return read_promoted(lexicon, text, syntax);
    if ((c && strchr("-n@<", c)) || (c == 'Z' && text[1] == '0') || !strncmp(text, "0000", 4))
        return read_null(text, syntax);
    size_t castling = is_castling_o(*text) ? gr_syntax_castling(lexicon, text, syntax) : 0;
    if (castling || (is_castling_o(*text) && !lexicon->type[c])) /* `Of6` may be a piece's move */
        return text + castling;
    if (c >= 'A' && c <= 'Z' && (p = read_capitals(lexicon, text, syntax)) == NULL)
        return read_lettered(lexicon, text, syntax);
    return c == 0xE2 ? read_figurine_move(lexicon, text, syntax) : p;
}

size_t gr_syntax_read(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    size_t used;
    gr_syntax_clear(syntax);
    if (lexicon->xiangqi && (used = read_xiangqi(lexicon, text, syntax)) > 0)
        return used;
    const char *p = read_form(lexicon, text, syntax);
    if (p && p != text) {
        p += gr_becoming_marks(lexicon, p, syntax);
        size_t wall = gr_wall_read(lexicon, p, syntax);
        p += wall ? wall + gr_syntax_marks(p + wall, syntax) : 0;
        if (gr_syntax_ends(p) || ends_before_drop(lexicon, p))
            return (size_t)(p - text);
    }
    return lexicon->shogi ? gr_shogi_read(lexicon, text, syntax) : 0;
}
