/* Reading what a piece becomes. */
#include "notation/move/becoming.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "notation/move/gates.h"
#include "notation/text/blanks.h"

/* ---- pieces ---- */

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

size_t gr_becoming_figurine(const GrLexicon *lexicon, const char *text, int *type) {
    const unsigned char *u = (const unsigned char *)text;
    if (u[0] != 0xE2 || u[1] != 0x99 || u[2] < 0x94 || u[2] > 0x9F)
        return 0;
    *type = lexicon->type[(unsigned char)"KQRBNP"[(u[2] - 0x94) % 6]];
    return u[3] == 0xEF && u[4] == 0xB8 && (u[5] & 0xFE) == 0x8E ? 6 : 3;
}

/* `on i1`, where that is the square that the move goes to; the characters used, with the blanks before it. */
static size_t read_on(const GrLexicon *lexicon, const char *text, const GrSyntax *syntax) {
    const char *p = text + gr_blanks(text);
    int sq;
    if (p == text || strncasecmp(p, "on", 2) || !gr_blanks(p + 2))
        return 0;
    p += 2 + gr_blanks(p + 2);
    size_t used = gr_lexicon_any_square(lexicon, p, &sq);
    return used && sq == syntax->to ? (size_t)(p + used - text) : 0;
}

/* A promotion's letter, letters or name at the start of text: `Q`, `RN`, `Queen on i1`. */
static size_t read_promotion(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    int type = 0;
    size_t used = read_powers(lexicon, text, &type);
    if (!used)
        used = gr_becoming_figurine(lexicon, text, &type);
    if (!used)
        used = gr_lexicon_name(lexicon, text, &type);
    if (!used && *text == '+' && text[1]) {
        type = lexicon->promoted[toupper((unsigned char)text[1])];
        used = 2;
    }
    if (!used) {
        type = lexicon->type[toupper((unsigned char)*text)];
        used = 1;
    }
    if (!type || isalnum((unsigned char)text[used]) || text[used] == '@')
        return 0; /* `e8 N@c3` is two moves */
    syntax->becomes = (uint8_t)type;
    return used + read_on(lexicon, text + used, syntax);
}

/* Does prose go on there? Words of the letters of files alone may be moves and marks: "exd", "ch". */
static bool is_prose(const char *after) {
    const char *p = after + gr_blanks(after);
    size_t letters = strspn(p, "abcdefghijklmnopqrstuvwxyz"), move = strspn(p, "abcdefghijklx");
    if (*after == '\'')
        return true; /* "Queen's side" */
    return p > after && letters > 1 && letters != move && !isdigit((unsigned char)p[letters]) &&
           strncmp(p, "mate", letters) && !(letters == 2 && !strncmp(p, "on", 2) && isdigit((unsigned char)p[4]));
}

/* Is it no piece, but the word of a sentence? "A fine move", "Queen's side", "Bishop pair". */
static bool is_word(const char *text, size_t len) {
    return is_prose(text + len) && (len > 1 || *text == 'A');
}

/* Does the name begin the next move? `Knight b8 - c6`, `Rook x a8`. */
static bool begins_move(const GrLexicon *lexicon, const char *after) {
    const char *p = after + gr_blanks(after);
    char sign = 0;
    int sq;
    p += gr_syntax_separator(p, &sign);
    return gr_lexicon_any_square(lexicon, p + gr_blanks(p), &sq) > 0;
}

static bool has_quests(const GrLexicon *lexicon) {
    return lexicon->variant->camp && lexicon->variant->camp->quest;
}

/* Does a piece of that type come about in a camp? */
static bool comes_about(const GrVariant *v, int type) {
    bool found = type == v->camp->quest;
    for (int from = 1; from <= v->types; from++)
        found = found || v->camp->rises[from] == type;
    return found;
}

/* What stands apart with no sign before it: a capital letter (`e8 N`), or a name, unless that begins the next move or
 * a remark. */
static size_t read_lone_promotion(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    GrSyntax was = *syntax;
    int type = 0;
    bool named = gr_lexicon_name(lexicon, text, &type) > 0, small = islower((unsigned char)*text);
    size_t used = read_promotion(lexicon, text, syntax);
    bool stated = used && !(named || small) && !is_word(text, used);
    if (used && named)
        stated = type != GR_KING && !gr_is_letterless(lexicon->variant, type) &&
                 !begins_move(lexicon, text + used) && !(small && is_prose(text + used));
    if (stated && (!has_quests(lexicon) || comes_about(lexicon->variant, syntax->becomes)))
        return used;
    *syntax = was;
    return 0;
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

/* ---- what may follow a move ---- */

static bool is_pawn(const GrLexicon *lexicon, const GrSyntax *syntax) {
    return lexicon->pawns && (!syntax->type || gr_is_letterless(lexicon->variant, syntax->type));
}

/* May a sign or letter a blank away from the square say what the piece becomes? Elsewhere it says
 * something else: `Nd5 (N)` is a novelty. */
static bool may_become(const GrLexicon *lexicon, const GrSyntax *syntax) {
    int rank = syntax->to / lexicon->variant->files;
    if (!lexicon->pawns) /* wizard: pieces with letters promote, and not on the last rank alone */
        return true;
    return is_pawn(lexicon, syntax) && (rank == 0 || rank == lexicon->variant->ranks - 1);
}

/* The same of a letter without a sign, which in Wizard Chess must stand behind a square of a camp. */
static bool may_rise(const GrLexicon *lexicon, const GrSyntax *syntax) {
    const GrVariant *v = lexicon->variant;
    if (!has_quests(lexicon))
        return lexicon->pawns && may_become(lexicon, syntax);
    return gr_set_has(v->camp->region[GR_WHITE] | v->camp->region[GR_BLACK], syntax->to) &&
           (!syntax->type || v->camp->rises[syntax->type]);
}

/* Is it a piece, after a sign or in parentheses, where nothing may become one? Then it is said all the same, and the
 * move is not one without it. N alone is a novelty, and after a sign that stands apart words or moves may go on. */
static bool states_piece(const GrLexicon *lexicon, const char *text, bool touches) {
    GrSyntax stated;
    gr_syntax_clear(&stated);
    size_t used = read_promotion(lexicon, text, &stated);
    if (!used || touches)
        return used > 0;
    return (used > 1 || (isupper((unsigned char)*text) && *text != 'N')) && !is_word(text, used) &&
           !begins_move(lexicon, text + used);
}

/* ---- what stands after the square ---- */

/* `^`, where there are quests; the characters used. */
static size_t read_quest(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    if (*text != '^' || !has_quests(lexicon))
        return 0;
    syntax->quest = true;
    return 1;
}

/* After `=`, with or without blanks and parentheses. */
static size_t read_after_equals(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    const char *p = text + gr_blanks(text);
    bool open = *p == '(';
    p += open;
    size_t used = read_quest(lexicon, p, syntax);
    if (!used)
        used = read_promotion(lexicon, p, syntax);
    if (!used || (open && p[used] != ')'))
        return 0;
    return (size_t)(p - text) + used + open;
}

/* `(N@a1)` of a drop, `(^)`, and `(Q)` if the piece may become something. */
static size_t read_parenthesis(const GrLexicon *lexicon, const char *text, bool becomes,
                               GrSyntax *syntax) {
    GrSyntax was = *syntax;
    size_t equals = text[1] == '=';
    const char *p = text + 1 + equals;
    size_t used = lexicon->variant->drops && !equals ? read_drop(lexicon, p, false, syntax) : 0;
    if (!used)
        used = read_quest(lexicon, p, syntax);
    if (!used && (becomes || states_piece(lexicon, p, equals)))
        used = read_promotion(lexicon, p, syntax);
    if (used && p[used] == ')' && (becomes || !syntax->becomes || equals || is_pawn(lexicon, &was)))
        return 2 + equals + used;
    *syntax = was;
    return 0;
}

/* `= Q` a blank away from the square. A sign on its own is an evaluation. */
static size_t read_apart_equals(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    const char *p = text + 1;
    size_t blanks = gr_blanks(p), open = p[blanks] == '(';
    bool quest = p[blanks + open] == '^';
    if (!quest && !may_become(lexicon, syntax) && !states_piece(lexicon, p + blanks + open, !blanks))
        return 0;
    return gr_syntax_becoming(lexicon, text, syntax);
}

size_t gr_becoming_falls(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    bool spell = syntax->form == GR_FORM_SPELL || (lexicon->spells && !syntax->type && syntax->from_rank);
    const char *p = text + gr_blanks(text);
    char sign = 0;
    int sq;
    size_t used = spell && *p != ':' ? gr_syntax_separator(p, &sign) : 0;
    if (!used || sign != 'x')
        return 0;
    p += used;
    if ((used = gr_lexicon_any_square(lexicon, p + gr_blanks(p), &sq)) > 0) {
        syntax->taken = (uint8_t)sq;
        p += gr_blanks(p) + used;
    }
    if (isalnum((unsigned char)*p))
        return 0;
    syntax->falls = true;
    return (size_t)(p - text);
}

/* What stands blanks away from the square: `= Q`, `(Q)`, `^`, a drop. */
static size_t read_apart(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    size_t blanks = gr_blanks(text), used = 0;
    const char *p = text + blanks;
    bool drops = lexicon->variant->drops;
    if (*p == '(')
        used = read_parenthesis(lexicon, p, may_become(lexicon, syntax), syntax);
    else if (*p == '=')
        used = read_apart_equals(lexicon, p, syntax);
    else if (*p == '^')
        used = read_quest(lexicon, p, syntax);
    else if (*p == '/' ? drops || states_piece(lexicon, p + 1, true) : drops && *p == ',')
        used = gr_syntax_becoming(lexicon, p, syntax);
    else if (drops && (used = read_drop(lexicon, p, false, syntax)) > 0)
        return blanks + used;
    else if (isalpha((unsigned char)*p) && may_rise(lexicon, syntax))
        used = read_lone_promotion(lexicon, p, syntax); /* `e8 N` */
    if (!used)
        used = gr_becoming_falls(lexicon, p, syntax);
    return used ? blanks + used : 0;
}

size_t gr_syntax_becoming(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    size_t used = gr_gate_read(lexicon, text, syntax);
    if (used)
        return used;
    if (gr_blanks(text))
        return read_apart(lexicon, text, syntax);
    switch (*text) {
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
        if (lexicon->type['X'])
            return may_become(lexicon, syntax) ? read_promotion(lexicon, text, syntax) : 0;
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

/* ---- what was lost ---- */

/* A word with a capital that is no prose and no move: `D` of `e4 =D`, `Turm` of `a8 = Turm`. N is a novelty. */
static bool is_unknown_piece(const char *text) {
    size_t letters = 0;
    while (isalpha((unsigned char)text[letters]))
        letters++;
    return isupper((unsigned char)*text) && gr_syntax_ends(text + letters) && !is_prose(text + letters) &&
           !(letters == 1 && *text == 'N');
}

bool gr_becoming_is_lost(const GrLexicon *lexicon, const char *text, const GrSyntax *syntax) {
    size_t blanks = gr_blanks(text);
    const char *p = text + blanks;
    if (*p != '=')
        return false;
    if (!blanks && may_become(lexicon, syntax))
        return true;
    size_t after = gr_blanks(p + 1);
    int sq;
    size_t square = gr_lexicon_square(lexicon, p + 1 + after, &sq);
    if (square && syntax->type == GR_KING && has_quests(lexicon) && !isalnum((unsigned char)p[1 + after + square]))
        return true;
    return (!blanks || !after || may_rise(lexicon, syntax)) && is_unknown_piece(p + 1 + after);
}

size_t gr_becoming_of_castling(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    size_t blanks = gr_blanks(text), after = gr_blanks(text + blanks + (text[blanks] == '='));
    if (text[blanks] != '=' || !states_piece(lexicon, text + blanks + 1 + after, !blanks || !after))
        return 0;
    return blanks + 1 + after + read_promotion(lexicon, text + blanks + 1 + after, syntax);
}

size_t gr_becoming_marks(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    size_t used = gr_syntax_marks(text, syntax), more = 0;
    bool stated = syntax->becomes || syntax->drop || syntax->quest || syntax->falls;
    if (!used || stated || !gr_blanks(text + used))
        return used;
    if (syntax->form == GR_FORM_MOVE)
        more = gr_syntax_becoming(lexicon, text + used, syntax);
    else if (syntax->form == GR_FORM_SPELL)
        more = gr_becoming_falls(lexicon, text + used, syntax);
    return more ? used + more + gr_syntax_marks(text + used + more, syntax) : used;
}
