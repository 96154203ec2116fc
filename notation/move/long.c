/* Long algebraic with piece names, both ways. */
#include "notation/move/long.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "notation/move/becoming.h"
#include "notation/move/walls.h"
#include "notation/text/blanks.h"

/* ---- reading ---- */

/* Skips blanks and the character, if it comes next. */
static bool take(const char **p, char c) {
    const char *q = *p + gr_blanks(*p);
    if (*q != c)
        return false;
    *p = q + 1;
    return true;
}

static bool take_square(const GrLexicon *lexicon, const char **p, int *sq) {
    const char *q = *p + gr_blanks(*p);
    size_t used = gr_lexicon_any_square(lexicon, q, sq);
    *p = used ? q + used : *p;
    return used > 0;
}

/* The name that begins a move; `Hole` begins a spell. */
static size_t read_name(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    int type;
    size_t used = gr_lexicon_name(lexicon, text, &type);
    if (used) {
        syntax->type = (uint8_t)type;
        return used;
    }
    if (!lexicon->spells || strncasecmp(text, "hole", 4) || isalpha((unsigned char)text[4]))
        return 0;
    syntax->form = GR_FORM_SPELL;
    return 4;
}

/* `b1 - c3`, `d1 = a2`, `@ c11`, or the last square alone. */
static const char *read_squares(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    int first, second;
    char separator = 0;
    bool placed = take(&p, '@');
    if (!take_square(lexicon, &p, &first))
        return NULL;
    syntax->to = (uint8_t)first;
    if (placed) {
        syntax->form = GR_FORM_PLACE;
        return p;
    }
    const char *q = p;
    bool teleport = syntax->type == GR_KING && take(&q, '=');
    if (!teleport) {
        q += gr_blanks(q);
        q += gr_syntax_separator(q, &separator);
    }
    if (!take_square(lexicon, &q, &second))
        return separator ? NULL : p; /* what follows was meant for a square of this board */
    gr_syntax_from(lexicon, syntax, first);
    syntax->to = (uint8_t)second;
    syntax->separator = separator;
    if (teleport)
        syntax->form = GR_FORM_TELEPORT;
    if (syntax->form == GR_FORM_SPELL)
        syntax->falls = separator == 'x';
    return q;
}

/* `x f5` after the squares: the pawn that is taken en passant. */
static const char *read_taken(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    const char *q = p + gr_blanks(p);
    char sign = 0;
    int sq;
    q += *q != ':' ? gr_syntax_separator(q, &sign) : 0;
    if (sign == 'x' && take_square(lexicon, &q, &sq)) {
        syntax->taken = (uint8_t)sq;
        return q;
    }
    return p;
}

/* Some texts name the square once more after the move. */
static const char *skip_repeat(const GrLexicon *lexicon, const char *p, const GrSyntax *syntax) {
    const char *q = p;
    int sq;
    if (gr_blanks(q) && take_square(lexicon, &q, &sq) && sq == syntax->to &&
        !isalnum((unsigned char)*q) && *q != '-')
        return q;
    return p;
}

size_t gr_long_read(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    gr_syntax_clear(syntax);
    size_t name = read_name(lexicon, text, syntax);
    if (!name)
        return 0;
    const char *p = read_squares(lexicon, text + name, syntax);
    if (!p)
        return 0;
    syntax->named = true;
    if (syntax->form == GR_FORM_MOVE) {
        p = read_taken(lexicon, p, syntax);
        p += gr_syntax_becoming(lexicon, p, syntax);
        p = skip_repeat(lexicon, p, syntax);
        if (!syntax->becomes && gr_becoming_is_lost(lexicon, p, syntax))
            return 0;
    } else if (syntax->form == GR_FORM_SPELL) {
        p += gr_becoming_falls(lexicon, p, syntax);
    }
    p += gr_becoming_marks(lexicon, p, syntax);
    p += gr_wall_read(lexicon, p, syntax);
    return isalnum((unsigned char)*p) ? 0 : (size_t)(p - text);
}

/* ---- writing ---- */

typedef struct Line {
    char *out;
    size_t len;
} Line;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void put(Line *line, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line->out + line->len, GR_LONG_SIZE - line->len, format, args);
    va_end(args);
    if (n > 0 && (size_t)n < GR_LONG_SIZE - line->len)
        line->len += (size_t)n;
}

static const char *name_of(const GrVariant *v, int type) {
    return v->piece[type].name;
}

static void put_piece_move(const GrPosition *pos, GrMove move, Line *line) {
    const GrVariant *v = gr_variant(pos->rules);
    GrMoveKind kind = gr_move_kind(move);
    int type = gr_type_of(pos->board[gr_move_from(move)]);
    char from[4], to[4], third[4];
    gr_square_name(v, gr_move_from(move), from);
    gr_square_name(v, gr_move_to(move), to);
    bool passing = gr_kind_unwalled(kind) == GR_EN_PASSANT, takes = !passing && gr_is_capture(pos, move);
    put(line, "%s %s %s %s", name_of(v, type), from,
        gr_kind_does(kind, GR_SWAPS) ? "=" : takes ? "x" : "-", to);
    if (passing) {
        gr_square_name(v, gr_captured_square(pos, move), third);
        put(line, " x %s", third);
    } else if (gr_kind_does(kind, GR_PUTS)) {
        gr_square_name(v, gr_move_third(move), third);
        put(line, " / %s @ %s", name_of(v, gr_move_piece(move)), third);
    } else if (gr_kind(kind)->sign) {
        put(line, " %c", gr_kind(kind)->sign);
    } else if (gr_move_piece(move)) {
        put(line, " = %s", name_of(v, gr_move_piece(move)));
    }
}

size_t gr_long_write(const GrPosition *pos, GrMove move, char out[GR_LONG_SIZE]) {
    const GrVariant *v = gr_variant(pos->rules);
    Line line = {out, 0};
    char from[4], to[4];
    gr_square_name(v, gr_move_from(move), from);
    gr_square_name(v, gr_move_to(move), to);
    const GrKindRow *kind = gr_kind(gr_move_kind(move));
    switch (kind->form) {
    case GR_FORM_PASS:
        put(&line, "--");
        break;
    case GR_FORM_CASTLE:
        put(&line, "%s", v->castling[gr_castling_right(pos, move)].san);
        if (gr_kind_does(gr_move_kind(move), GR_PUTS)) {
            gr_square_name(v, gr_move_third(move), to);
            put(&line, " / %s @ %s", name_of(v, gr_move_piece(move)), to);
        }
        break;
    case GR_FORM_SPELL:
        put(&line, "Hole %s %c %s", from, kind->sign ? kind->sign : '-', to);
        break;
    case GR_FORM_PLACE:
        if (gr_move_piece(move))
            put(&line, "%s @ %s", name_of(v, gr_move_piece(move)), to);
        else
            put(&line, "@%s", to);
        break;
    case GR_FORM_MOVE:
    case GR_FORM_TELEPORT:
    default:
        put_piece_move(pos, move, &line);
        break;
    }
    if (gr_move_wall(move) != GR_NO_SQUARE) {
        gr_square_name(v, gr_move_wall(move), to);
        put(&line, " @ %s", to);
    }
    return line.len;
}
