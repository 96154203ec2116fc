/* Words where moves should be. Some are remarks; some were moves, and if they were, what stands
 * after them belongs to another position than the one that the reader has reached. Then the moves
 * go on only where the number that is printed, and the rules, agree; else the fault is here. */
#include <ctype.h>
#include <string.h>

#include "notation/glyph.h"
#include "notation/reader/reader_ahead.h"

/* So many bytes are looked at to find how the moves go on, and so many moves without a number. */
enum { BYTES = 4 * 1024, MOVES = 12 };

/* ---- words that were meant for moves ---- */

static bool is_file(const Reader *r, char c) {
    return r->lexicon.file[(unsigned char)c] != 0;
}

static bool is_piece(const Reader *r, char c) {
    return isupper((unsigned char)c) &&
           (r->lexicon.type[(unsigned char)c] || (c == 'H' && r->lexicon.spells));
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
static bool is_torn(const Reader *r, const char *p, size_t len) {
    size_t files = 0, signs = 0, pieces = 0;
    if (len > 5 || (len > 1 && strspn(p, "O0o-") == len && strcspn(p, "O0o") < len))
        return len <= 5;
    for (size_t i = 0; i < len; i++) {
        if (!is_piece(r, p[i]) && !is_file(r, p[i]) && p[i] != 'x')
            return false;
        signs += p[i] == 'x';
        files += is_file(r, p[i]);
        pieces += is_piece(r, p[i]);
    }
    if (pieces > is_piece(r, *p) || signs > 1)
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
        if (!isalnum(c) && !strchr("-=+#@/^!?:.$*~", c))
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
static bool is_broken(const char *p, size_t len) {
    size_t broken = 0;
    for (size_t i = 0; i < len; i++)
        broken += (unsigned char)p[i] < ' ' ? 1 : i + 2 < len && !memcmp(p + i, "\xEF\xBF\xBD", 3)
                                                ? 3 : 0;
    return broken && broken < len;
}

/* "Knigt g1 - f3": a name that is none, and two squares. */
static bool is_misspelt(const Reader *r, const char *p, size_t len) {
    char separator = 0;
    int square;
    if (len < 3 || !isupper((unsigned char)*p))
        return false;
    for (size_t i = 0; i < len; i++)
        if (!isalpha((unsigned char)p[i]))
            return false;
    p += len + gr_blanks(p + len);
    size_t used = gr_lexicon_square(&r->lexicon, p, &square);
    p += used + gr_blanks(p + used);
    size_t sign = used ? gr_syntax_separator(p, &separator) : 0;
    p += sign + gr_blanks(p + sign);
    return sign && gr_lexicon_square(&r->lexicon, p, &square);
}

/* Length of the word without marks, and without what a pawn becomes. */
static size_t stem_of(const Reader *r, const char *p, size_t len) {
    size_t stem = 0;
    while (stem < len && (isalnum((unsigned char)p[stem]) || strchr(":-", p[stem])))
        stem++;
    while (stem && strchr(":-", p[stem - 1]))
        stem--;
    if (len > 2 && stem == len && is_piece(r, p[len - 1]) && islower((unsigned char)*p))
        stem--;
    return stem;
}

bool reader_is_garbled(const Reader *r, const char *p, size_t len) {
    while (len && strchr(",.;", p[len - 1]))
        len--;
    if (is_broken(p, len) || is_misspelt(r, p, len))
        return true;
    if (len == 0 || (is_ordinal_or_code(p, len) && !reader_follows_number(r, p)))
        return false;
    return is_mixed(p, len) || is_torn(r, p, stem_of(r, p, len)) ||
           is_torn(r, p, len) || is_torn_result(p, len);
}

bool reader_is_fragment(const Reader *r, const char *p, size_t len) {
    return stem_of(r, p, len) == 1 && (*p == 'x' || is_file(r, *p) || is_piece(r, *p));
}

bool reader_follows_number(const Reader *r, const char *p) {
    while (p > r->line && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    const char *dots = p;
    while (p > r->line && p[-1] == '.')
        p--;
    return p < dots && p > r->line && isdigit((unsigned char)p[-1]);
}

/* Is it prose that goes on at p? */
static bool at_word(const Reader *r, const char *p) {
    GrSyntax syntax;
    size_t len = reader_word(p);
    while (len && ispunct((unsigned char)p[len - 1]))
        len--;
    if (!len || !isalpha((unsigned char)*p) || reader_is_garbled(r, p, len) ||
        reader_is_fragment(r, p, len))
        return false;
    return !gr_syntax_read(&r->lexicon, p, &syntax) && !gr_long_read(&r->lexicon, p, &syntax);
}

/* One or two letters may be a word as well, and what stands beside them must decide. */
static bool meant_for_move(const Reader *r, const char *p, size_t len) {
    int type;
    GrResult result;
    if (r->depth && !r->frame[r->depth].node && p[len] == ')') /* `(N)` */
        return false;
    if (gr_lexicon_name(&r->lexicon, p, &type) && reader_follows_number(r, p))
        return true;
    if (!reader_is_garbled(r, p, len) && !reader_is_fragment(r, p, len))
        return false;
    const char *next = p + len + gr_blanks(p + len);
    size_t stem = stem_of(r, p, len);
    if (stem == 1 && (next >= r->end || reader_result(next, &result)))
        return reader_follows_number(r, p);
    bool word = stem < 3 || (stem == 3 && isupper((unsigned char)*p) && p[1] != 'x' && p[2] != 'x' &&
                             islower((unsigned char)p[1]) && islower((unsigned char)p[2]));
    return !word || !at_word(r, next); /* `Bad` */
}

/* ---- how the moves go on ---- */

typedef enum Verdict {
    AGREES,    /* a number that is due, and a legal move after it */
    LEGAL,     /* legal moves, but no number */
    UNKNOWN,
    DISAGREES  /* something is illegal, or not due */
} Verdict;

/* Past a comment or parenthesis; NULL if it does not end within the window. */
static const char *skip_aside(const Reader *r, const char *p) {
    unsigned open = 0;
    do {
        if (*p == '{')
            p = memchr(p, '}', (size_t)(r->window_end - p));
        else if (*p == ';')
            p = memchr(p, '\n', (size_t)(r->window_end - p));
        else
            open += *p == '(' ? 1u : *p == ')' ? ~0u : 0;
        p = p ? p + 1 : NULL;
    } while (p && open && p < r->window_end);
    return open ? NULL : p;
}

/* To the text of the line at p, or past it if it is prose. */
static const char *skip_prose(const Reader *r, const char *p) {
    const char *end = memchr(p, '\n', (size_t)(r->window_end - p));
    p += reader_margin(r, p);
    if (!end)
        end = r->window_end;
    Sight sight = reader_sight(r, p, end);
    return *p != '[' && !reader_heading_at(p, end) && sight.words > sight.moves + sight.garbled ? end : p;
}

/* To the next thing of the main line; NULL if there is none in sight. */
static const char *next_thing(const Reader *r, const char *p, const char *bound) {
    unsigned nag;
    for (size_t len = 1; p && len && p < bound;) {
        len = 0;
        if (strchr("{(;", *p))
            p = skip_aside(r, p);
        else if (*p == '\n')
            p = skip_prose(r, p + 1);
        else if ((len = reader_cell(p)) > 0 || (len = strspn(p, "!?.")) > 0 ||
                 (len = gr_syntax_lone_mark(p)) > 0 ||
                 (*p != 'N' && (len = gr_glyph_read(p, &nag)) > 0) ||
                 (*p == '$' && (len = 1 + strspn(p + 1, "0123456789")) > 0))
            p += len;
        else
            return p;
        len = 1;
    }
    return NULL;
}

/* A number with dots, or without them, that is due in the position. */
static bool is_due(const GrPosition *pos, uint32_t number, const char *p, size_t len) {
    size_t dots = 0;
    for (size_t i = 0; i < len; i++)
        dots += p[i] == '.';
    bool first = pos->turn == gr_variant(pos->rules)->first;
    return number == pos->number && !(dots > 1 && first);
}

/* Do moves go on at p from the position on? They do if the number before the first of them, or one
 * that legal moves lead to, is the one that is due; they do not if something is illegal. */
static Verdict moves_on(const Reader *r, const char *p, GrPosition pos) {
    const char *bound = r->window_end - p > BYTES ? p + BYTES : r->window_end;
    bool numbered = false;
    for (unsigned moves = 0; moves < MOVES; moves++) {
        GrSyntax syntax;
        GrMove move;
        GrResult result;
        uint32_t number;
        size_t len;
        if (!(p = next_thing(r, p, bound)) || *p == '[' || reader_result(p, &result))
            return moves ? LEGAL : UNKNOWN;
        if (reader_heading_at(p, r->window_end))
            return moves ? LEGAL : UNKNOWN;
        if ((len = reader_move_number(p, &number)) > 0) {
            if (number == 1 && pos.number > 1 && p[len - 1] == '.') /* the next game */
                return moves ? LEGAL : UNKNOWN;
            if (!is_due(&pos, number, p, len))
                return DISAGREES;
            numbered = true;
            p = next_thing(r, p + len, bound);
            if (!p)
                return moves ? LEGAL : UNKNOWN;
        }
        len = gr_syntax_read(&r->lexicon, p, &syntax);
        if (!len)
            len = gr_long_read(&r->lexicon, p, &syntax);
        if (!len)
            return at_word(r, p) ? moves ? LEGAL : UNKNOWN : DISAGREES;
        if (gr_resolve(&r->lexicon, &pos, &syntax, &move, NULL) != 1)
            return DISAGREES;
        if (numbered)
            return AGREES;
        gr_play(&pos, move);
        p += len;
    }
    return LEGAL;
}

/* ---- what a span of words holds ---- */

typedef struct Span {
    const char *end;
    unsigned moves, words;
    bool agrees; /* the moves go on at its end, on the same line */
} Span;

/* So many words of a game with tags may stand before a move that has no number. */
enum { FEW_WORDS = 2 };

/* Do the moves go on at p, after what the span has so far? If there were moves in that, a move
 * without a number may be one of them. */
static bool goes_on(const Reader *r, const char *p, const Span *span) {
    uint32_t number;
    if (span->moves && !reader_move_number(p, &number))
        return false;
    Verdict verdict = moves_on(r, p, r->frame[r->depth].now);
    return verdict == AGREES || (verdict == LEGAL && !span->moves &&
                                 span->words <= (r->tagged ? FEW_WORDS : 0));
}

/* Looks at the words from p on: up to where the moves go on, or to the end of the line, a comment, a
 * parenthesis or a result. */
static Span look(const Reader *r, const char *p) {
    Span span = {.end = p};
    const char *bound = r->end - p > BYTES ? p + BYTES : r->end;
    if (bound > r->near_end)
        bound = r->near_end;
    for (bool first = true; p < bound && !strchr("{;()", *p); first = false) {
        GrSyntax syntax;
        GrResult result;
        uint32_t number;
        size_t number_len = reader_move_number(p, &number);
        size_t len = number_len ? 0 : gr_syntax_read(&r->lexicon, p, &syntax);
        if (!len && !number_len)
            len = gr_long_read(&r->lexicon, p, &syntax);
        size_t ends = reader_result(p, &result);
        span.agrees = !first && (len || number_len) && goes_on(r, p, &span);
        if (span.agrees || (ends && reader_result_ends(r, p, ends)))
            break;
        span.moves += len > 0;
        len = len ? len : number_len ? number_len : reader_word(p);
        if (at_word(r, p))
            span.words++;
        else if (!number_len && reader_is_garbled(r, p, len))
            span.moves += !first;
        p += len ? len : 1;
        p += gr_blanks(p);
    }
    span.end = p;
    return span;
}

/* The words up to `end`, which stand in the line, become a comment. */
static void take_remark(Reader *r, const char *end, GrSeverity severity, const char *what) {
    size_t len = (size_t)(end - r->p);
    while (len && strchr(" \t", r->p[len - 1]))
        len--;
    if (severity != GR_NOTE)
        reader_diagnose(r, severity, r->p, 0, "'%.*s%s' %s; it is kept as a comment",
                        len > 60 ? 60 : (int)len, r->p, len > 60 ? "..." : "", what);
    gr_buffer_clear(&r->comment);
    gr_buffer_add(&r->comment, r->p, len);
    r->p = end;
    if (r->comment.failed)
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
    else
        reader_finish_comment(r);
}

/* How bad it is to leave moves out here. */
static GrSeverity severity(const Reader *r) {
    return r->depth ? GR_WARNING : GR_ERROR;
}

/* Before its first move a text without tags is no game yet, unless a number says so. */
static bool no_game_yet(const Reader *r, size_t len) {
    return !r->tagged && !r->frame[0].node && !r->game->partial &&
           (!reader_follows_number(r, r->p) || is_broken(r->p, len));
}

void reader_check_skipped(Reader *r) {
    uint32_t number, due = r->moving ? r->frame[0].now.number : 1;
    size_t len = reader_move_number(r->p, &number);
    if (len && r->p[len - 1] == '.' && number > due && !r->capture && !r->lost && r->depth == 0)
        reader_diagnose_at(r, GR_ERROR, r->skipped_line, 1, 0,
                           "moves were left out here, as this is no movetext: %u is due, but the "
                           "game goes on with %u", (unsigned)due, (unsigned)number);
    r->skipped_line = 0;
}

bool reader_garbled(Reader *r) {
    size_t len = reader_word(r->p);
    if (r->ending || no_game_yet(r, len) || !len || !meant_for_move(r, r->p, len))
        return false;
    if (r->depth == 0)
        reader_see_further(r, BYTES);
    if (!r->lost && moves_on(r, r->p + len, r->frame[r->depth].now) == AGREES)
        take_remark(r, r->p + len, severity(r),
                    "is no move, and the game goes on as if it were not there");
    else
        reader_give_up(r, NULL, r->p, len);
    return true;
}

bool reader_doubt(Reader *r) {
    bool due = reader_follows_number(r, r->p);
    if (r->ending || r->lost || no_game_yet(r, reader_word(r->p)))
        return false;
    if (r->depth == 0)
        reader_see_further(r, BYTES);
    Span span = look(r, r->p);
    Verdict after = span.agrees ? AGREES : UNKNOWN;
    if (!span.agrees && (span.moves || due))
        after = moves_on(r, span.end, r->frame[r->depth].now);
    bool many = span.moves > span.words;
    if (after == DISAGREES ? span.moves || due : after != AGREES && many) {
        reader_give_up(r, NULL, r->p, reader_word(r->p));
        return true;
    }
    if (!r->tagged && span.moves && !many)
        reader_diagnose(r, GR_NOTE, r->p, 0, "'%.*s%s' is taken for a remark",
                        span.end - r->p > 60 ? 60 : (int)(span.end - r->p), r->p,
                        span.end - r->p > 60 ? "..." : "");
    if (!span.agrees && !many)
        return false;
    take_remark(r, span.end, many ? severity(r) : r->tagged && r->named_line != r->number
                                                      ? GR_WARNING : GR_NOTE,
                many ? "holds moves that are not those of the game" : "is no move");
    return true;
}
