/* Loosely written moves, read against a position. */
#include "notation/move/loose.h"

#include <ctype.h>
#include <string.h>

#include "notation/move/becoming.h"
#include "notation/move/resolve.h"
#include "notation/text/blanks.h"

/* One way to take a text. */
typedef struct Reading {
    bool capitals;   /* squares are written in capitals */
    bool piece;      /* a name or letter begins it */
    bool takes;      /* a pawn's capture, and nothing says from where: `xe4` */
    int to_file;     /* a pawn's capture by files: the file it goes to, from 1; else 0 */
    unsigned odd;    /* GR_ODD_ of resolve.h */
    GrSyntax syntax;
} Reading;

static int file_at(const GrLexicon *lexicon, const Reading *r, const char *p) {
    unsigned char c = (unsigned char)*p;
    if (!r->capitals)
        return lexicon->file[c];
    return isupper(c) ? lexicon->file[tolower(c)] : 0;
}

/* The rank at *p; 0 if there is none, -1 if the board has no such rank. */
static int take_rank(const GrLexicon *lexicon, const char **p) {
    int rank = 0, digits = 0;
    for (; isdigit((unsigned char)**p) && digits < 3; digits++)
        rank = rank * 10 + *(*p)++ - '0';
    return digits && (rank < 1 || rank > lexicon->variant->ranks) ? -1 : rank;
}

/* The name or letter that begins a move, and the blanks after it. */
static const char *take_piece(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    int type = 0;
    size_t used = gr_lexicon_name(lexicon, p, &type);
    if (used) {
        syntax->named = true;
    } else if (isupper((unsigned char)*p)) {
        type = lexicon->type[(unsigned char)*p];
        used = type != 0;
    }
    if (!used)
        return NULL;
    syntax->type = (uint8_t)type;
    p += used;
    return p + gr_blanks(p);
}

static bool is_pawn(const GrLexicon *lexicon, int type) {
    return !type || (lexicon->pawns >> type & 1);
}

/* A pawn goes from one file to another: `ed`, `exd`, `e x d`, and not `e d`. */
static bool by_files(const GrLexicon *lexicon, Reading *r, int from, int to, bool apart) {
    if (!from || from == to || apart || !lexicon->pawns || !is_pawn(lexicon, r->syntax.type))
        return false;
    r->to_file = to;
    return true;
}

/* The squares: where from, as far as it is stated, and where to. A whole square and another one are
 * a move only with a sign between them; `e4 e5` are two. NULL if there is no move. */
static const char *take_squares(const GrLexicon *lexicon, const char *p, Reading *r) {
    GrSyntax *s = &r->syntax;
    const char *start = p;
    int sq;
    bool pawns = lexicon->pawns && !r->piece && !r->capitals;
    size_t target = pawns && *p == 'x' ? gr_lexicon_square(lexicon, p + 1, &sq) : 0;
    if (target) {
        s->separator = 'x';
        s->to = (uint8_t)sq;
        r->takes = true;
        return p + 1 + target;
    }
    int file = file_at(lexicon, r, p);
    p += file != 0;
    int rank = take_rank(lexicon, &p);
    const char *q = p + gr_blanks(p);
    size_t sign = rank < 0 ? 0 : gr_syntax_separator(q, &s->separator);
    q += sign;
    q += gr_blanks(q);
    int to_file = rank < 0 ? 0 : file_at(lexicon, r, q);
    const char *after = q + (to_file != 0);
    int to_rank = to_file ? take_rank(lexicon, &after) : 0;
    bool apart = !sign && q > p;
    if (rank < 0 || to_rank < 0 || (apart && !r->piece && !rank)) /* `f f4`, `e d5`: what was left of another move */
        return NULL;
    if (to_file && (sign ? file || rank || r->piece : !rank || !file)) {
        s->from_file = (uint8_t)file;
        s->from_rank = (uint8_t)rank;
        if (to_rank)
            s->to = (uint8_t)gr_square(lexicon->variant, to_file - 1, to_rank - 1);
        else if (!by_files(lexicon, r, file, to_file, apart))
            return NULL;
        return after;
    }
    s->separator = 0;
    if (!file || !rank || (!r->piece && !r->capitals))
        return NULL;
    /* `B4` may be a bishop's move as well as a pawn's. */
    if (!r->piece && lexicon->type[(unsigned char)*start])
        return NULL;
    s->to = (uint8_t)gr_square(lexicon->variant, file - 1, rank - 1);
    return p;
}

static const char *take_end(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    if (syntax->form == GR_FORM_MOVE) {
        size_t becoming = gr_syntax_becoming(lexicon, p, syntax);
        if (!becoming && gr_becoming_is_lost(lexicon, p, syntax))
            return NULL;
        p += becoming;
    }
    p += gr_becoming_marks(lexicon, p, syntax);
    return gr_syntax_ends(p) && *p != '=' ? p : NULL;
}

/* `OO`, `0 0 0`, `O - O`, `OO(b)`. */
static const char *take_castling(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    char round = *p;
    int count = 0;
    if (round != 'O' && round != '0' && round != 'o')
        return NULL;
    for (; *p == round; count++) {
        char separator = 0;
        const char *q = ++p;
        q += gr_blanks(q);
        size_t sign = gr_syntax_separator(q, &separator);
        q += separator == '-' ? sign : 0;
        q += gr_blanks(q);
        if (*q == round)
            p = q;
    }
    if (count != 2 && count != 3)
        return NULL;
    syntax->form = GR_FORM_CASTLE;
    syntax->wing = count == 2 ? 's' : 'l';
    p += gr_syntax_wing(lexicon, p, syntax);
    return p + gr_becoming_of_castling(lexicon, p, syntax);
}

/* The capture of a pawn, where no other piece could take there: its letter may have been lost. */
static bool find_capture(const GrLexicon *lexicon, const GrPosition *pos, Reading *r, GrMove *move) {
    const int files = lexicon->variant->files;
    GrPattern want;
    GrMove any;
    if (gr_resolve(lexicon, pos, &r->syntax, move, &r->odd) != 1 || gr_move_from(*move) % files == r->syntax.to % files)
        return false;
    gr_resolve_pattern(lexicon, pos, &r->syntax, &want);
    want.piece = gr_move_becomes(*move);
    want.types = 0;
    return gr_match(pos, &want, &any, 1) == 1;
}

/* The one legal move of a reading; false if there is none, or more than one. */
static bool find_move(const GrLexicon *lexicon, const GrPosition *pos, Reading *r, GrMove *move) {
    GrPattern want;
    GrMove bare;
    if (r->takes)
        return find_capture(lexicon, pos, r, move);
    if (!r->to_file)
        return gr_resolve(lexicon, pos, &r->syntax, move, &r->odd) == 1;
    gr_resolve_pattern(lexicon, pos, &r->syntax, &want);
    want.to &= lexicon->files[r->to_file - 1];
    want.types = lexicon->pawns;
    size_t n = gr_match(pos, &want, move, 1);
    int queen = gr_type_of_letter(lexicon->variant, 'Q');
    if (!want.piece && queen) { /* a bare arrival on the last rank */
        want.piece = queen;
        size_t more = gr_match(pos, &want, &bare, 1);
        if (n == 0 && more) {
            *move = bare;
            r->odd = GR_ODD_QUEEN;
        }
        n += more;
    }
    r->syntax.to = (uint8_t)gr_move_to(*move);
    return n == 1;
}

/* Could the piece be dropped where it goes to? Then `P d5` may be what is left of `P@d5`. */
static bool may_be_drop(const GrLexicon *lexicon, const GrPosition *pos, const GrSyntax *syntax) {
    GrMove drop;
    if (!lexicon->variant->hands || !syntax->type || syntax->from_file || syntax->from_rank ||
        syntax->to == GR_NO_SQUARE)
        return false;
    GrPattern want = {.kinds = 1u << GR_ENTER, .from = ~(GrSet)0, .to = gr_set_of(syntax->to), .piece = syntax->type,
                      .third = -1};
    return gr_match(pos, &want, &drop, 1) > 0;
}

/* Takes the text in one way; the characters used, 0 if it does not mean one legal move so. */
static size_t try_reading(const GrLexicon *lexicon, const GrPosition *pos, const char *text,
                          Reading *r, GrMove *move) {
    gr_syntax_clear(&r->syntax);
    const char *p = r->piece ? take_piece(lexicon, text, &r->syntax) : text;
    p = p ? take_squares(lexicon, p, r) : NULL;
    /* `axb;` is what is left of `axb4`, and no move before a comment. */
    bool broken = p && r->to_file && *p && strchr(";{([", *p);
    p = p && !broken ? take_end(lexicon, p, &r->syntax) : NULL;
    return p && !may_be_drop(lexicon, pos, &r->syntax) && find_move(lexicon, pos, r, move) ? (size_t)(p - text) : 0;
}

static size_t try_castling(const GrLexicon *lexicon, const GrPosition *pos, const char *text,
                           GrSyntax *syntax, GrMove *move, unsigned *odd) {
    gr_syntax_clear(syntax);
    const char *p = take_castling(lexicon, text, syntax);
    p = p ? take_end(lexicon, p, syntax) : NULL;
    return p && gr_resolve(lexicon, pos, syntax, move, odd) == 1 ? (size_t)(p - text) : 0;
}

size_t gr_loose_read(const GrLexicon *lexicon, const GrPosition *pos, const char *text,
                     GrSyntax *syntax, GrMove *move, unsigned *odd) {
    size_t found = try_castling(lexicon, pos, text, syntax, move, odd);
    if (found)
        return found;
    for (int way = 0; way < 4; way++) {
        Reading r = {.capitals = way & 2, .piece = way & 1};
        GrMove other = GR_NO_MOVE;
        size_t used = try_reading(lexicon, pos, text, &r, &other);
        if (!used)
            continue;
        if (found && other != *move)
            return 0;
        found = used;
        *move = other;
        *syntax = r.syntax;
        *odd = r.odd;
    }
    return found;
}
