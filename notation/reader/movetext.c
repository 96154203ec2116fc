/* Reading movetext: moves, variations, numbers, results. */
#include "notation/reader/movetext.h"

#include <ctype.h>
#include <string.h>

#include "notation/move/loose.h"
#include "notation/move/quick.h"
#include "notation/move/resolve.h"
#include "notation/reader/doubtful_words.h"
#include "notation/reader/header.h"
#include "notation/reader/line_contents.h"
#include "notation/reader/parts.h"
#include "notation/reader/played_move.h"
#include "notation/reader/prose_or_moves.h"
#include "notation/reader/remarks.h"
#include "notation/reader/results.h"
#include "notation/reader/setup.h"
#include "notation/reader/torn_moves.h"
#include "notation/reader/variations.h"
#include "notation/reader/words.h"
#include "notation/reader/xiangqi_tags.h"
#include "notation/result.h"
#include "notation/text/blanks.h"

/* ---- moves ---- */

static void finish_move(GrReader *r, const GrSyntax *syntax, unsigned odd, size_t len) {
    const char *at = r->lines.p;
    if (odd & GR_ODD_QUEEN && reader_is_usual_queen(syntax, at + len))
        odd &= ~(unsigned)GR_ODD_QUEEN;
    if (r->moves.depth == 0)
        reader_transcribe_move(&r->transcript, syntax, at, len);
    if (syntax->mark || syntax->side || odd || syntax->form == GR_FORM_PASS)
        reader_check_marks(&r->moves, syntax, odd, at);
    if (*r->moves.held)
        reader_place_held(&r->moves);
    if (syntax->nag)
        reader_add_glyph(&r->moves, syntax->nag, at + len);
    r->lines.p = at + len;
}

/* A move at p that only the position makes clear. It has at least the characters that were read as one that is not
 * legal: less of them is another move than was written. */
static bool take_loose_move(GrReader *r, size_t least) {
    Moves *m = &r->moves;
    GrSyntax syntax;
    GrMove move;
    unsigned odd = 0;
    size_t len = m->lost || reader_is_full(m) ? 0 : gr_loose_read(&m->lexicon, &m->frame[m->depth].now, r->lines.p,
                                             &syntax, &move, &odd);
    if (!len || len < least)
        return false;
    if (reader_add_move(r, move, r->lines.p)) {
        m->apart |= isupper((unsigned char)*r->lines.p) && strchr(" \t-", r->lines.p[1]);
        reader_doubt_apart(m, len);
        if (syntax.form == GR_FORM_CASTLE)
            reader_check_castling(r, &syntax, len);
        finish_move(r, &syntax, odd, len);
    }
    return true;
}

/* Does the number 1 before the move at p, which cannot be played, begin the next game? Then the
 * reader goes back there. */
static bool at_next_game(GrReader *r) {
    Lines *l = &r->lines;
    const char *at = l->p, *p = at;
    if (r->moves.lost || r->moves.depth || !reader_follows_number(l->line, at))
        return false;
    while (p > l->line && strchr(" .\t", p[-1]))
        p--;
    if (p[-1] != '1' || (p - 1 > l->line && !strchr(" \t", p[-2])))
        return false;
    l->p = p - 1;
    if (reader_begins_anew(r)) {
        reader_reclaim_heading(r);
        return true;
    }
    l->p = at;
    return false;
}

static Step take_move(GrReader *r, const GrSyntax *syntax, size_t len) {
    Moves *m = &r->moves;
    const char *at = r->lines.p;
    GrMove move;
    unsigned odd = 0;
    if (syntax->named)
        m->named_line = r->lines.number;
    bool none = m->lost || reader_is_full(m);
    if (!none)
        reader_pass_unwritten(r, syntax);
    if (none || gr_resolve(&m->lexicon, &m->frame[m->depth].now, syntax, &move, &odd) != 1) {
        GrSyntax again;
        size_t used = reader_counts_from_zero(r, at, &again);
        if (used)
            return take_move(r, &again, used);
        if (take_loose_move(r, len))
            return STEP_ON;
        if (reader_take_torn(r, syntax, len))
            return STEP_ON;
        if (at_next_game(r))
            return STEP_GAME_DONE;
        reader_give_up(m, syntax, r->lines.p, len);
        return STEP_ON;
    }
    if (syntax->zero)
        m->lexicon.zero = 1;
    if (reader_add_move(r, move, at))
        finish_move(r, syntax, odd, len);
    return STEP_ON;
}

static void check_quick_mark(GrReader *r, char mark, const char *at) {
    GrSyntax syntax;
    gr_syntax_clear(&syntax);
    syntax.mark = mark;
    reader_check_marks(&r->moves, &syntax, 0, at);
}

/* Moves in the form that nearly all have, with plain numbers between them, which most of a
 * movetext is: to the end of the line, or to anything that wants a closer look. False if that is
 * the first of them. */
static bool take_quick_moves(GrReader *r) {
    Moves *m = &r->moves;
    Lines *l = &r->lines;
    const char *first = l->p, *at = first;
    while (at < l->near_end && !r->out.status && !reader_is_full(m)) {
        GrMove move;
        char mark;
        size_t len = gr_quick_read(&m->lexicon, &m->frame[m->depth].now, at, &move, &mark);
        if (!len || !reader_add_move(r, move, at))
            break;
        if (mark)
            check_quick_mark(r, mark, at);
        at += len;
        at += *at == ' ';
        at = reader_pass_number(m, at);
    }
    l->p = at;
    if (at >= l->end && (at[-1] == '.' || at[-1] == ' '))
        reader_note_open_number(m, l->end);
    return at != first || r->out.status;
}

/* ---- numbers and results ---- */

/* A number with a dot behind it, which is by far the most common token that begins with a digit. */
static bool is_plain_number(const char *p) {
    while (*p >= '0' && *p <= '9')
        p++;
    return *p == '.';
}

/* A number 1 where the game is further on begins the next one. */
static bool begins_next_game(const GrReader *r, uint32_t number, bool line_start) {
    const Moves *m = &r->moves;
    return number == 1 && line_start && !m->lost && r->lines.blank_before && m->depth == 0 &&
           m->frame[0].ply >= 2 && m->frame[0].now.number > 1;
}

static Step take_result(GrReader *r, GrResult result, size_t len) {
    Moves *m = &r->moves;
    Lines *l = &r->lines;
    if (m->depth > 0) { /* some texts end a variation so */
        reader_diagnose(&r->out, GR_NOTE, l->p, 0, "a result in a variation is kept as a comment");
        reader_add_comment(r, l->p, len);
    } else {
        bool leads = reader_result_leads(r, len);
        m->empty = leads && !r->tags.any && *l->p == '*';
        m->result = result;
        m->result_seen = true;
        m->ending = !leads || m->empty;
        if (!m->ending)
            reader_diagnose(&r->out, GR_WARNING, l->p, 0, "the result stands before the moves");
        reader_note_open_number(m, l->p);
        if (!r->tags.result.line) {
            r->tags.result.line = l->number;
            r->tags.result.column = reader_column(l, l->p);
        }
    }
    l->p += len;
    return STEP_ON;
}

/* A token that begins with a digit. */
static Step take_digits(GrReader *r) {
    Moves *m = &r->moves;
    Lines *l = &r->lines;
    GrResult result;
    GrSyntax syntax;
    uint32_t number;
    const char *plain = r->transcript.script || l->blank_before ? l->p : reader_pass_number(m, l->p);
    if (plain != l->p) { /* as it is where nothing else can begin */
        if (m->depth && !m->frame[m->depth].node)
            reader_add_lead(m, l->p, (size_t)(plain - l->p));
        l->p = plain;
        if (plain >= l->end)
            reader_note_open_number(m, l->end);
        return STEP_ON;
    }
    size_t len = *l->p != '0' && is_plain_number(l->p) ? 0 : reader_result(l->p, &result);
    if (!len && *l->p == '0')
        len = reader_forfeit(r, &result);
    if (len)
        return take_result(r, result, len);
    /* Castling and null moves begin with a zero; `02f3` is what is left of another move. */
    bool zeros = *l->p == '0' && strchr("0oO- ", l->p[1]);
    if (zeros && (len = gr_syntax_read(&m->lexicon, l->p, &syntax)) > 0)
        return take_move(r, &syntax, len);
    if (zeros && take_loose_move(r, 0))
        return STEP_ON;
    len = reader_move_number(l->p, &number);
    if (!len || (number == 0 && l->p[len - 1] == '0'))
        return reader_garbled(r) ? STEP_ON : reader_words(r);
    if (begins_next_game(r, number, l->p == l->line + gr_blanks(l->line))) {
        reader_reclaim_heading(r);
        return STEP_GAME_DONE;
    }
    if (m->depth > 0 && l->p[len - 1] == ')') /* it closes the variation */
        len--;
    reader_check_number(m, l->p, len);
    if (m->depth == 0)
        reader_transcribe_number(&r->transcript, number, l->p, len);
    else if (!m->frame[m->depth].node)
        reader_add_lead(m, l->p, len);
    l->p += len;
    if (l->p >= l->end)
        reader_note_open_number(m, l->end);
    return STEP_ON;
}

static Step take_word(GrReader *r) {
    Moves *m = &r->moves;
    Lines *l = &r->lines;
    GrSyntax syntax;
    GrResult result;
    size_t ends = (unsigned char)*l->p >= 0xE4 ? gr_result_parse(l->p, &result, NULL) : 0;
    if (ends)
        return take_result(r, result, ends);
    if ((!r->transcript.script && !*m->held && take_quick_moves(r)) || reader_mark_words(m))
        return STEP_ON;
    size_t len = reader_move(&m->lexicon, l->p, &syntax);
    if (len || (len = reader_counts_from_zero(r, l->p, &syntax)) > 0)
        return take_move(r, &syntax, len);
    if (take_loose_move(r, 0) || reader_take_torn(r, NULL, 0))
        return STEP_ON;
    if (!reader_like_move(&m->lexicon, l->p))
        return reader_garbled(r) ? STEP_ON : reader_words(r);
    /* After a piece's name the squares, wherever they end, are what should be quoted. */
    int type;
    len = reader_word(l->p);
    if (gr_lexicon_name(&m->lexicon, l->p, &type))
        len = strcspn(l->p, "\n{;(");
    while (len && strchr(" \t", l->p[len - 1]))
        len--;
    reader_give_up(m, NULL, l->p, len);
    return STEP_ON;
}

/* A word that begins with a sign. */
static Step take_odd(GrReader *r) {
    return reader_garbled(r) ? STEP_ON : reader_words(r);
}

/* A comma, a slash or a dash on its own stands between the moves of the two players: `1. e4,
 * e5`. */
static Step take_separator(GrReader *r) {
    Moves *m = &r->moves;
    Lines *l = &r->lines;
    size_t len = reader_separator(l->p);
    if (!len)
        return take_word(r);
    if ((l->p == l->line || l->p[-1] == ' ') && reader_begins_word(l->p[1]))
        return take_odd(r);
    if (m->frame[m->depth].now.turn == gr_variant(m->lexicon.rules)->first &&
        reader_follows_number(l->line, l->p)) { /* it stands in a move's place */
        reader_give_up(m, NULL, l->p, reader_word(l->p));
        return STEP_ON;
    }
    l->p += len;
    return STEP_ON;
}

/* ---- tokens ---- */

/* Dots of a number or an ellipsis; before a move, and of no number, one alone is a slip. */
static Step take_dots(GrReader *r) {
    Lines *l = &r->lines;
    size_t dots = strspn(l->p, ".");
    const char *before = l->p;
    while (before > l->line && strchr(" \t", before[-1]))
        before--;
    const char *digits = before;
    while (digits > l->line && isdigit((unsigned char)digits[-1]))
        digits--;
    bool number = (before == l->line && r->moves.frame[0].node) || (before > l->line && before[-1] == '.') ||
                  (digits < before && (digits == l->line || strchr(" \t", digits[-1])));
    bool more = before - l->line > 1 && before[-1] == '.' && strchr(". \t", before[-2]);
    GrResult result;
    size_t len = reader_result(l->p, &result);
    if (len)
        return take_result(r, result, len);
    if (dots == 1 && reader_begins_word(l->p[1]) &&
        (!number || (before < l->p && before > l->line && before[-1] == '.' && !more)))
        return take_odd(r);
    l->p += dots;
    return STEP_ON;
}

static Step captured_close(GrReader *r) {
    if (r->capture.kind == CAPTURE_VARIATION && r->capture.depth == 0) {
        reader_end_capture(r);
        return reader_close_variation(r);
    }
    r->lines.p++;
    if (r->capture.depth > 0)
        r->capture.depth--;
    if (r->capture.kind == CAPTURE_PARENTHESIS && r->capture.depth == 0)
        reader_end_capture(r);
    return STEP_ON;
}

static void open_captured(GrReader *r) {
    r->capture.depth++;
    r->lines.p++;
}

static Step captured_bracket(GrReader *r) {
    r->capture.depth += *r->lines.p == '[' ? 1 : -1;
    r->lines.p++;
    if (r->capture.depth == 0)
        reader_end_capture(r);
    return STEP_ON;
}

/* While text is captured only what could end it is looked at. */
static Step captured_token(GrReader *r) {
    Lines *l = &r->lines;
    GrResult result;
    size_t len;
    switch (*l->p) {
    case '{':
        reader_open_comment(r);
        return STEP_ON;
    case ';':
        return reader_line_comment(r);
    case '(':
    case ')':
        if (r->capture.kind == CAPTURE_BRACKET)
            l->p++;
        else if (*l->p == ')')
            return captured_close(r);
        else
            open_captured(r);
        return STEP_ON;
    case '}':
        l->p++;
        return STEP_ON;
    case '[':
    case ']':
        if (r->capture.kind == CAPTURE_BRACKET)
            return captured_bracket(r);
        break;
    default:
        break;
    }
    if (r->capture.kind == CAPTURE_REST && r->capture.depth == 0 &&
        (len = reader_result(l->p, &result)) > 0) {
        reader_end_rest(&r->capture);
        return take_result(r, result, len);
    }
    if (r->capture.kind == CAPTURE_REST && *l->p == '1' && reader_begins_anew(r))
        return STEP_GAME_DONE;
    len = r->capture.kind == CAPTURE_BRACKET ? strcspn(l->p, "[] \t\n\v\f{}();") : reader_word(l->p);
    l->p += len ? len : 1;
    return STEP_ON;
}

/* `!?` and the like; `$5`. */
static Step glyph(GrReader *r) {
    reader_glyph(&r->moves);
    return STEP_ON;
}

static Step nag(GrReader *r) {
    Lines *l = &r->lines;
    unsigned nag = 0;
    const char *p = l->p + 1;
    for (; *p >= '0' && *p <= '9' && nag < 1000; p++)
        nag = nag * 10 + (unsigned)(*p - '0');
    if (nag > 255 || p == l->p + 1) {
        reader_diagnose(&r->out, GR_WARNING, l->p, 0,
                        "a NAG is a number from 0 to 255; this is kept as a comment");
        reader_add_comment(r, l->p, (size_t)(p - l->p));
    } else {
        reader_add_number(&r->moves, nag, (size_t)(p - l->p));
    }
    l->p = p;
    return STEP_ON;
}

/* A token of a game of Xiangqi that is another elsewhere: `+R-2`, the front one, and punctuation of full width. */
static bool xiangqi_token(GrReader *r, Step *step) {
    static const char *const stops[] = {"，", "。", "；", "、"};
    Lines *l = &r->lines;
    GrSyntax syntax;
    for (int i = 0; i < 4; i++)
        if (!strncmp(l->p, stops[i], 3)) {
            l->p += 3;
            *step = STEP_ON;
            return true;
        }
    if ((*l->p != '+' && *l->p != '-') || !reader_move(&r->moves.lexicon, l->p, &syntax))
        return false;
    *step = take_word(r);
    return true;
}

static Step move_token(GrReader *r) {
    Lines *l = &r->lines;
    switch (*l->p) {
    case '(':
        return reader_open_variation(r);
    case ')':
        return reader_close_variation(r);
    case '[':
        reader_diagnose(&r->out, GR_WARNING, l->p, 0, "text in square brackets is not part of "
                        "the game; it is kept as a comment");
        reader_start_capture(&r->capture, CAPTURE_BRACKET, l->p);
        return STEP_ON;
    case '$':
        return reader_begins_word(l->p[1]) || reader_lacks_file(&r->moves) ? take_odd(r) : nag(r);
    case '!':
    case '?':
        return reader_begins_word(l->p[strspn(l->p, "!?")]) ? take_odd(r) : glyph(r);
    case '.':
        return reader_doubt_castling(r) ? STEP_ON : take_dots(r);
    case '|':
        l->p += reader_cell(l->p);
        return STEP_ON;
    case ',': case '/':
        return reader_doubt_castling(r) ? STEP_ON : take_separator(r);
    case '0':
        return reader_doubt_castling(r) ? STEP_ON : take_digits(r);
    case '*':
    case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8':
    case '9':
        return take_digits(r);
    case '\xC2':
        return reader_sign(&r->moves) ? STEP_ON : take_digits(r);
    case '-':
        return reader_doubt_castling(r) || reader_sign(&r->moves) ? STEP_ON : take_separator(r);
    case 'O': case 'o':
        return reader_doubt_castling(r) ? STEP_ON : take_word(r);
    case 'N':
        return reader_doubt_knight(r) || reader_sign(&r->moves) ? STEP_ON : take_word(r);
    case '+': case '=': case '\xE2':
        return reader_sign(&r->moves) ? STEP_ON : take_word(r);
    default:
        return take_word(r);
    }
}

Step reader_token(GrReader *r) {
    const Lines *l = &r->lines;
    Step step = STEP_ON;
    r->out.game->last_line = l->number;
    if (r->moves.ending)
        return reader_ending(r);
    if (r->capture.kind)
        return captured_token(r);
    if (*l->p == '{') {
        reader_open_comment(r);
        return STEP_ON;
    }
    if (*l->p == ';') {
        if (reader_follows_number(l->line, l->p) && (unsigned char)l->p[1] > ' ')
            reader_diagnose(&r->out, GR_NOTE, l->p, 0,
                            "a comment to the end of the line stands in the place of a move");
        return reader_line_comment(r);
    }
    if (!r->moves.begun && reader_leading_result(r))
        return STEP_ON;
    if (!r->moves.begun)
        reader_begin_moves(r);
    if (r->capture.kind || (r->moves.lexicon.xiangqi && xiangqi_token(r, &step)))
        return step;
    return move_token(r);
}
