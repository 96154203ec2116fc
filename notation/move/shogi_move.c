/* Reading moves of Shogi. */
#include "notation/move/shogi_move.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "notation/substring.h"

/* ---- in letters ---- */

/* `7f`, or where `digits` may be ranks `76`; returns the characters used, 0 if there is no square. */
static size_t read_square(const GrVariant *v, const char *p, bool digits, int *sq) {
    size_t used = p[0] == '1' && p[1] == '0' && islower((unsigned char)p[2]) ? 2 : 1; /* as broad as that */
    int file = used == 2 ? 10 : p[0] - '0', rank = 0;
    if (p[0] < '1' || p[0] > '9')
        return 0;
    if (p[used] >= 'a' && p[used] <= 'z')
        rank = p[used] - 'a' + 1;
    else if (digits && p[used] >= '1' && p[used] <= '9')
        rank = p[used] - '0';
    *sq = gr_shogi_square(v, file, rank);
    return *sq < 0 ? 0 : used + 1;
}

static void set_squares(const GrLexicon *lexicon, GrSyntax *syntax, int from, int to) {
    syntax->to = (uint8_t)to;
    if (from >= 0)
        gr_syntax_from(lexicon, syntax, from);
}

/* `7g7f`, `8h2b+`, `4e4d-` */
static const char *read_both(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    int from, to;
    size_t used = read_square(lexicon->variant, p, false, &from);
    size_t more = used ? read_square(lexicon->variant, p + used, false, &to) : 0;
    if (!more)
        return NULL;
    p += used + more;
    set_squares(lexicon, syntax, from, to);
    if (*p == '+') {
        syntax->bare = true;
        syntax->mark = syntax->turns = *p++;
    } else if (*p == '-') {
        syntax->bare = syntax->back = true;
        p++;
    }
    return p;
}

/* The type that a piece is promoted to, 0 if it is not. */
static int promoted_of(const GrVariant *v, const GrLexicon *lexicon, int type) {
    const GrShogiPiece *piece = gr_shogi_piece(v, type);
    int promoted = lexicon->promoted[(unsigned char)v->piece[type].letter];
    if (v->piece[type].flags & GR_IS_PROMOTED)
        return 0;
    for (int i = GR_SHOGI_FIRST_PROMOTED; piece && !promoted && i < GR_SHOGI_PIECES; i++)
        if (!gr_shogi_is_promoted(piece) && gr_shogi_pieces[i].base == piece->base)
            promoted = gr_shogi_type(v, &gr_shogi_pieces[i]);
    return promoted == type ? 0 : promoted;
}

/* `+` behind a move of a piece that can be promoted; `=`. */
static const char *read_promotion(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    int promoted = promoted_of(lexicon->variant, lexicon, syntax->type);
    if (*p == '+' && promoted) {
        syntax->becomes = (uint8_t)promoted;
        return p + 1;
    }
    if (*p == '=')
        syntax->turns = *p++;
    return p;
}

/* `P-7f`, `+R5bx5a`, `G*5b` */
static const char *read_lettered(const GrLexicon *lexicon, const char *p, GrSyntax *syntax) {
    const GrVariant *v = lexicon->variant;
    int first = -1, second = -1;
    bool plus = *p == '+';
    unsigned char letter = (unsigned char)p[plus];
    syntax->type = letter >= 'A' && letter <= 'Z' ? plus ? lexicon->promoted[letter] : lexicon->type[letter] : 0;
    if (!syntax->type)
        return NULL;
    p += plus + 1;
    size_t one = read_square(v, p, true, &first);
    p += one;
    char sign = *p && strchr("-x*'", *p) ? *p++ : (char)0;
    size_t two = read_square(v, p, true, &second);
    p += two;
    if (sign ? !two : !one)
        return NULL;
    if (sign == '*' || sign == '\'') {
        syntax->form = GR_FORM_PLACE;
        set_squares(lexicon, syntax, -1, second);
        return one ? NULL : p;
    }
    syntax->separator = sign;
    set_squares(lexicon, syntax, two ? first : -1, two ? second : first);
    return read_promotion(lexicon, p, syntax);
}

size_t gr_shogi_read(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    gr_syntax_clear(syntax);
    const char *p = isdigit((unsigned char)*text) ? read_both(lexicon, text, syntax)
                                                  : read_lettered(lexicon, text, syntax);
    if (!p)
        return 0;
    if (!syntax->mark)
        p += gr_syntax_marks(p, syntax);
    return gr_syntax_ends(p) ? (size_t)(p - text) : 0;
}

/* ---- in words ---- */

static const struct { const char *word; unsigned bit; } WORDS[] = {
    {"左", GR_SHOGI_LEFT}, {"右", GR_SHOGI_RIGHT}, {"直", GR_SHOGI_STRAIGHT}, {"上", GR_SHOGI_UP}, {"行", GR_SHOGI_UP},
    {"入", GR_SHOGI_UP}, {"寄", GR_SHOGI_SIDEWAYS}, {"引", GR_SHOGI_DOWN}, {"打", GR_SHOGI_DROP},
    {"不成", GR_SHOGI_STAYS}, {"生", GR_SHOGI_STAYS}, {"成", GR_SHOGI_PROMOTES},
};

size_t gr_shogi_mark(const char *p) {
    static const char *const marks[] = {"▲", "△", "▼", "▽", "☗", "☖"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (gr_begins(p, marks[i]))
            return strlen(marks[i]);
    return 0;
}

const char *gr_shogi_blanks(const char *p) {
    while (*p == ' ' || *p == '\t' || gr_begins(p, "　"))
        p += *p == ' ' || *p == '\t' ? 1 : 3;
    return p;
}

/* `７六` or `同`. */
static const char *read_target(const GrVariant *v, const char *p, int same, GrShogiMove *read) {
    size_t one, two;
    if (gr_begins(p, "同")) {
        read->to = same;
        return gr_shogi_blanks(p + 3);
    }
    int file = gr_shogi_digit(p, &one), rank = file ? gr_shogi_digit(p + one, &two) : 0;
    if (!rank)
        return NULL;
    read->to = gr_shogi_square(v, file, rank);
    return p + one + two;
}

const char *gr_shogi_words(const GrVariant *v, const char *p, int same, GrShogiMove *read) {
    size_t len;
    *read = (GrShogiMove){-1, -1, NULL, 0};
    p = read_target(v, p, same, read);
    read->piece = p ? gr_shogi_word(p, &len) : NULL;
    if (!read->piece)
        return NULL;
    p += len;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (gr_begins(p, WORDS[i].word)) {
            read->words |= WORDS[i].bit;
            p += strlen(WORDS[i].word);
            i = (size_t)-1; /* another one may follow */
        }
    if (p[0] == '(' && isdigit((unsigned char)p[1]) && isdigit((unsigned char)p[2]) && p[3] == ')') {
        read->from = gr_shogi_square(v, p[1] - '0', p[2] - '0');
        p += 4;
    }
    return p;
}

/* Does the way from one square to the other agree with the words, as the mover sees it? */
static bool agrees(const GrPosition *pos, unsigned words, int from, int to) {
    const GrVariant *v = gr_variant(pos->rules);
    int up = gr_shogi_up(pos, from, to), aside = to % v->files - from % v->files;
    return (!(words & GR_SHOGI_UP) || up > 0) && (!(words & GR_SHOGI_DOWN) || up < 0) &&
           (!(words & GR_SHOGI_SIDEWAYS) || up == 0) && (!(words & GR_SHOGI_STRAIGHT) || (up > 0 && aside == 0));
}

/* Finds where the piece comes from; *several: it may come from more than one square. False: from none. */
static bool find_origin(const GrPosition *pos, const GrShogiMove *read, const GrMoveList *list, int *from,
                        bool *several) {
    int type = gr_shogi_type(gr_variant(pos->rules), read->piece), found = -1;
    *several = false;
    for (unsigned i = 0; i < list->count; i++) {
        GrMove m = list->move[i];
        int at = gr_move_from(m);
        if (gr_move_to(m) != read->to || gr_move_kind(m) == GR_ENTER || gr_type_of(pos->board[at]) != type ||
            at == found || !agrees(pos, read->words, at, read->to))
            continue;
        if (found >= 0 && !(read->words & (GR_SHOGI_LEFT | GR_SHOGI_RIGHT))) {
            *several = true;
        } else if (found < 0 || ((read->words & GR_SHOGI_RIGHT) != 0) ==
                                    (gr_shogi_right(pos, at) > gr_shogi_right(pos, found))) {
            *several = false;
            found = at;
        }
    }
    *from = found;
    return found >= 0;
}

bool gr_shogi_origin(const GrPosition *pos, GrShogiMove *read, bool *drop) {
    const GrVariant *v = gr_variant(pos->rules);
    bool several = false;
    *drop = (read->words & GR_SHOGI_DROP) != 0;
    if (read->from < 0 && !*drop) {
        GrMoveList *list = malloc(sizeof *list);
        if (list)
            gr_moves(pos, list);
        *drop = !list || !find_origin(pos, read, list, &read->from, &several);
        *drop = *drop && !gr_shogi_is_promoted(read->piece) && !(read->words & ~(unsigned)GR_SHOGI_STAYS) &&
                gr_in_hand(pos, pos->turn, gr_shogi_type(v, read->piece));
        free(list);
    }
    return *drop || (read->from >= 0 && !several);
}

size_t gr_shogi_read_words(const GrLexicon *lexicon, const GrPosition *pos, const char *text, GrSyntax *syntax) {
    GrShogiMove read;
    bool drop;
    const char *end = gr_shogi_words(lexicon->variant, text + gr_shogi_mark(text), lexicon->same - 1, &read);
    int type = end ? gr_shogi_type(lexicon->variant, read.piece) : 0;
    gr_syntax_clear(syntax);
    if (!type || read.to < 0)
        return 0;
    bool clear = gr_shogi_origin(pos, &read, &drop);
    syntax->type = (uint8_t)type;
    syntax->form = drop ? GR_FORM_PLACE : GR_FORM_MOVE;
    set_squares(lexicon, syntax, clear && !drop ? read.from : -1, read.to);
    if (read.words & GR_SHOGI_PROMOTES)
        syntax->becomes = (uint8_t)promoted_of(lexicon->variant, lexicon, type);
    else if (read.words & GR_SHOGI_STAYS)
        syntax->turns = '=';
    end += gr_syntax_marks(end, syntax);
    return gr_syntax_ends(end) || gr_shogi_mark(end) ? (size_t)(end - text) : 0;
}
