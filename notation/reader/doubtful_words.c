/* Words where moves should be. Some are remarks; some were moves, and if they were, what stands
 * after them belongs to another position than the one that the reader has reached. Then the moves
 * go on only where the number that is printed, and the rules, agree; else the fault is here. */
#include "notation/reader/doubtful_words.h"

#include <ctype.h>
#include <string.h>

#include "notation/glyph.h"
#include "notation/move/resolve.h"
#include "notation/reader/line_contents.h"
#include "notation/reader/parts.h"
#include "notation/reader/prose_or_moves.h"
#include "notation/reader/words.h"
#include "notation/text/blanks.h"

/* How far to look for how the moves go on: bytes, and moves without a number. */
enum { BYTES = 4 * 1024, MOVES = 12 };

/* ---- how the moves go on ---- */

typedef enum Verdict {
    AGREES,    /* a number that is due, and a legal move after it */
    LEGAL,     /* legal moves, but no number */
    UNKNOWN,
    DISAGREES  /* something is illegal, or not due */
} Verdict;

/* Past a comment or parenthesis; NULL if it does not end within the window. */
static const char *skip_aside(const GrReader *r, const char *p) {
    const Lines *l = &r->lines;
    unsigned open = 0;
    do {
        if (*p == '{')
            p = memchr(p, '}', (size_t)(l->window_end - p));
        else if (*p == ';')
            p = memchr(p, '\n', (size_t)(l->window_end - p));
        else
            open += *p == '(' ? 1u : *p == ')' ? ~0u : 0;
        p = p ? p + 1 : NULL;
    } while (p && open && p < l->window_end);
    return open ? NULL : p;
}

/* To the text of the line at p, or past it if it is prose. */
static const char *skip_prose(const GrReader *r, const char *p) {
    const Lines *l = &r->lines;
    const char *end = memchr(p, '\n', (size_t)(l->window_end - p));
    p += reader_margin(l, p);
    if (!end)
        end = l->window_end;
    LineContents contents = reader_contents(&r->moves.lexicon, l->line, p, end);
    bool prose = contents.words > contents.moves + contents.garbled;
    return *p != '[' && !reader_heading_at(p, end) && prose ? end : p;
}

/* To the next thing of the main line; NULL if there is none in sight. */
static const char *next_thing(const GrReader *r, const char *p, const char *bound) {
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
static Verdict moves_on(const GrReader *r, const char *p, GrPosition pos) {
    const Moves *m = &r->moves;
    const Lines *l = &r->lines;
    const char *bound = l->window_end - p > BYTES ? p + BYTES : l->window_end;
    bool numbered = false;
    for (unsigned moves = 0; moves < MOVES; moves++) {
        GrSyntax syntax;
        GrMove move;
        GrResult result;
        uint32_t number;
        size_t len;
        if (!(p = next_thing(r, p, bound)) || *p == '[' || reader_result(p, &result))
            return moves ? LEGAL : UNKNOWN;
        if (reader_heading_at(p, l->window_end))
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
        len = reader_move(&m->lexicon, p, &syntax);
        if (!len)
            return reader_at_word(&m->lexicon, l->line, p) ? moves ? LEGAL : UNKNOWN : DISAGREES;
        if (gr_resolve(&m->lexicon, &pos, &syntax, &move, NULL) != 1)
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
    unsigned read;         /* moves that can be read */
    unsigned moves, words; /* a move in algebraic notation weighs as much as two words */
    bool agrees; /* the moves go on at its end, on the same line */
    bool undue;  /* it has a move behind a number that is not due */
    bool due;    /* it stands behind the number that is due, in the place of a move */
} Span;

/* The most words of a game with tags that may stand before a move without a number. */
enum { FEW_WORDS = 2 };

/* Does a number with a dot that is not due stand at p, and a move behind it? What it skips is missing, or the move
 * is another game's. */
static bool is_undue(const GrReader *r, const char *p, size_t len, uint32_t number) {
    const GrPosition *now = &r->moves.frame[r->moves.depth].now;
    GrSyntax syntax;
    if (isdigit((unsigned char)p[len - 1]) || is_due(now, number, p, len))
        return false;
    p += len;
    p += gr_blanks(p);
    return reader_move(&r->moves.lexicon, p, &syntax) > 0;
}

/* Do the moves go on at p, after what the span has so far? If there were moves in that, or a number that is not
 * due, a move without a number may belong to them; and if the span stands in the place of a move, one may be the
 * answer to that, unless a number that is due comes later. */
static bool goes_on(const GrReader *r, const char *p, const Span *span) {
    uint32_t number;
    if ((span->moves || span->undue) && !reader_move_number(p, &number))
        return false;
    Verdict verdict = moves_on(r, p, r->moves.frame[r->moves.depth].now);
    return verdict == AGREES || (verdict == LEGAL && !span->moves && !span->due &&
                                 span->words <= (r->tags.any ? FEW_WORDS : 0));
}

/* Looks at the words from p on: up to where the moves go on, or to the end of the line, a comment, a
 * parenthesis or a result. */
static Span look(const GrReader *r, const char *p, bool due) {
    const Moves *m = &r->moves;
    const Lines *l = &r->lines;
    Span span = {.end = p, .due = due};
    const char *bound = l->end - p > BYTES ? p + BYTES : l->end;
    if (bound > l->near_end)
        bound = l->near_end;
    for (bool first = true; p < bound && !strchr("{;()", *p); first = false) {
        GrSyntax syntax;
        GrResult result;
        uint32_t number;
        size_t number_len = reader_move_number(p, &number);
        size_t len = number_len ? 0 : reader_move(&m->lexicon, p, &syntax);
        size_t ends = reader_result(p, &result);
        span.agrees = !first && (len || number_len) && goes_on(r, p, &span);
        if (span.agrees || (ends && reader_result_ends(r, p, ends)))
            break;
        span.undue |= !span.moves && number_len && is_undue(r, p, number_len, number);
        span.read += len > 0;
        span.moves += len > 0;
        len = len ? len : number_len ? number_len : reader_word(p);
        if (reader_at_word(&m->lexicon, l->line, p))
            span.words++;
        else if (!number_len && reader_is_garbled(&m->lexicon, l->line, p, len))
            span.moves += !first;
        p += len ? len : 1;
        p += gr_blanks(p);
    }
    span.end = p;
    return span;
}

/* Has the span more moves than words for a remark? If the number that is due comes next, a word and
 * one move, as in "better Nf3", are a remark: as plies they would have made another number due. */
static bool has_many_moves(const Span *span, Verdict after) {
    if (after == AGREES)
        return span->moves > span->words && !(span->read == 1 && span->moves == 2 && span->words);
    return span->moves && span->moves >= span->words;
}

/* Bytes up to `end`, without the blanks before it. */
static size_t without_blanks(const char *p, const char *end) {
    size_t len = (size_t)(end - p);
    while (len && strchr(" \t", p[len - 1]))
        len--;
    return len;
}

/* The words up to `end`, which stand in the line, become a comment. */
static void take_remark(GrReader *r, const char *end, GrSeverity severity, const char *what) {
    Lines *l = &r->lines;
    size_t len = without_blanks(l->p, end);
    if (severity != GR_NOTE)
        reader_diagnose(&r->out, severity, l->p, 0, "'%.*s%s' %s; it is kept as a comment",
                        len > 60 ? 60 : (int)len, l->p, len > 60 ? "..." : "", what);
    gr_buffer_clear(&r->comments.text);
    gr_buffer_add(&r->comments.text, l->p, len);
    l->p = end;
    if (r->comments.text.failed)
        reader_no_memory(&r->out);
    else
        reader_finish_comment(r);
}

/* How bad it is to leave moves out here. */
static GrSeverity severity(const GrReader *r) {
    return r->moves.depth ? GR_WARNING : GR_ERROR;
}

/* Before its first move a text without tags is no game yet, unless a number says so. */
static bool no_game_yet(const GrReader *r, size_t len) {
    const Lines *l = &r->lines;
    return !r->tags.any && !r->moves.frame[0].node && !r->out.game->partial &&
           (!reader_follows_number(l->line, l->p) || reader_is_broken(l->p, len));
}

void reader_note_skipped(GrReader *r) {
    const Moves *m = &r->moves;
    Prose *prose = &r->prose;
    if (!prose->skipped_line || prose->skipped_node != m->frame[0].node) {
        prose->skipped_after = m->frame[0].now;
        prose->skipped_legal = m->frame[0].node && !m->lost;
    }
    prose->skipped_line = r->lines.number;
    prose->skipped_node = m->frame[0].node;
    prose->skipped_legal = prose->skipped_legal && reader_plays(r, &prose->skipped_after);
}

void reader_check_skipped(GrReader *r) {
    const Moves *m = &r->moves;
    const Prose *prose = &r->prose;
    uint32_t number, due = m->begun ? m->frame[0].now.number : 1;
    size_t len = reader_move_number(r->lines.p, &number);
    bool numbered = len && r->lines.p[len - 1] == '.';
    bool playing = !r->capture.kind && !m->lost && m->depth == 0;
    bool open = prose->skipped_legal && prose->skipped_node == m->frame[0].node;
    if (playing && numbered && number > due)
        reader_diagnose_at(&r->out, GR_ERROR, prose->skipped_line, 1, 0,
                           "moves are left out here: the text goes on with move %u, but move %u is "
                           "due", (unsigned)number, (unsigned)due);
    else if (playing && !numbered && open && reader_could_follow(r, &prose->skipped_after))
        reader_diagnose_at(&r->out, GR_ERROR, prose->skipped_line, 1, 0,
                           "moves may be left out here: the game could also go on from those in "
                           "this prose");
    r->prose.skipped_line = 0;
    r->prose.skipped_legal = false;
}

/* Is the word at p all that a variation has, as in `(N)`? */
static bool is_lone_word(const GrReader *r, size_t len) {
    const Moves *m = &r->moves;
    return m->depth && !m->frame[m->depth].node && r->lines.p[len] == ')';
}

bool reader_garbled(GrReader *r) {
    Moves *m = &r->moves;
    Lines *l = &r->lines;
    size_t len = reader_word(l->p);
    if (m->ending || no_game_yet(r, len) || !len || is_lone_word(r, len) ||
        !reader_meant_for_move(&m->lexicon, l->line, l->end, l->p, len))
        return false;
    if (m->depth == 0)
        reader_see_further(l, BYTES);
    if (!m->lost && moves_on(r, l->p + len, m->frame[m->depth].now) == AGREES)
        take_remark(r, l->p + len, severity(r),
                    "is not a move, and the game continues without it");
    else
        reader_give_up(m, NULL, l->p, len);
    return true;
}

static bool has_letters(const char *p, size_t len) {
    for (size_t i = 0; i < len; i++)
        if (isalpha((unsigned char)p[i]))
            return true;
    return false;
}

bool reader_doubt(GrReader *r) {
    Moves *m = &r->moves;
    Lines *l = &r->lines;
    bool due = reader_follows_number(l->line, l->p);
    if (m->ending || m->lost || no_game_yet(r, reader_word(l->p)))
        return false;
    if (m->depth == 0)
        reader_see_further(l, BYTES);
    Span span = look(r, l->p, due);
    size_t len = without_blanks(l->p, span.end);
    Verdict after = span.agrees ? AGREES : UNKNOWN;
    if (!span.agrees && (span.moves || due))
        after = moves_on(r, span.end, m->frame[m->depth].now);
    bool many = has_many_moves(&span, after);
    bool skips = span.undue && after != AGREES && (due || r->tags.any || span.words <= 2 * FEW_WORDS);
    bool lone = due && after == UNKNOWN && span.words < 2 && !span.moves && !reader_is_ending_word(l->p, len);
    bool sign = lone || (due && after != AGREES && (len < 3 || !has_letters(l->p, len))); /* `5. @ 1-0`, `5. bg 1-0` */
    if (skips || sign || (after == DISAGREES ? span.moves || due : after != AGREES && many)) {
        reader_give_up(m, NULL, l->p, reader_word(l->p));
        return true;
    }
    /* In the place of a move, or with a sign before a letter. */
    bool odd = due || (!isalnum((unsigned char)*l->p) && isalpha((unsigned char)l->p[1]));
    if ((span.moves || (odd && span.agrees)) && !many && (!r->tags.any || m->named_line == l->number))
        reader_diagnose(&r->out, GR_NOTE, l->p, 0, "'%.*s%s' is taken for a remark", len > 60 ? 60 : (int)len, l->p,
                        len > 60 ? "..." : "");
    if (!span.agrees && !many)
        return false;
    take_remark(r, span.end, many ? severity(r) : r->tags.any && m->named_line != l->number
                                                      ? GR_WARNING : GR_NOTE,
                many ? "contains moves that are not part of the game" : "is not a move");
    return true;
}
