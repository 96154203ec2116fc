/* Reading movetext: moves, variations, numbers, results. */
#include <ctype.h>
#include <string.h>

#include "notation/move/diagnose.h"
#include "notation/move/loose.h"
#include "notation/move/quick.h"
#include "notation/reader/reader_ahead.h"
#include "notation/move/uci.h"

static void out_of_memory(Reader *r) {
    reader_fail(r, GR_ERR_MEMORY, "out of memory");
}

/* ---- moves ---- */

/* Ply that the next move of the current line would be. */
static uint32_t next_ply(const Reader *r) {
    return r->frame[r->depth].ply + 1;
}

/* The first move of a game follows on the root, that of a variation is linked to the move that it
 * could replace. */
static void link_first(Reader *r, GrNode *nodes, uint32_t node) {
    Frame *f = &r->frame[r->depth];
    if (r->depth == 0) {
        nodes[0].next = node;
        return;
    }
    Frame *outer = f - 1;
    nodes[outer->last == f->parent ? outer->last_alternative : f->parent].alternative = node;
    outer->last = f->parent;
    outer->last_alternative = node;
    nodes[node].before = f->comment;
    f->comment = 0;
}

void reader_check_marks(Reader *r, const GrSyntax *syntax, unsigned odd, const char *at) {
    const Frame *f = &r->frame[r->depth];
    if (odd & GR_ODD_NOT_LPAWN)
        reader_diagnose(r, GR_WARNING, at, f->ply, "the pawn is no LPawn");
    if (odd & GR_ODD_CAPTURE)
        reader_diagnose(r, GR_WARNING, at, f->ply, "the text says x, but nothing is taken");
    if (syntax->form == GR_FORM_PASS && r->depth == 0)
        reader_diagnose(r, GR_NOTE, at, f->ply, "a null move in the main line");
    if (!syntax->mark)
        return;
    bool check = gr_in_check(&f->now);
    if (syntax->mark == '#' && (!check || gr_can_move(&f->now)))
        reader_diagnose(r, GR_WARNING, at, f->ply, "the text says mate, but it is %s",
                        check ? "only check" : "not even check");
    else if (syntax->mark == '+' && !check)
        reader_diagnose(r, GR_WARNING, at, f->ply, "the text says check, but it is none");
}

/* A token that cannot be played: the rest of its line of moves is kept as text. */
void reader_give_up(Reader *r, const GrSyntax *syntax, const char *at, size_t len) {
    const Frame *f = &r->frame[r->depth];
    reader_record_move(r, syntax, at, len);
    if (r->script && r->depth == 0)
        r->p = at + len;
    if (r->lost)
        return;
    GrBuffer why;
    gr_buffer_init(&why);
    gr_diagnose(&r->lexicon, &f->now, syntax, at, len, &why);
    if (why.failed)
        out_of_memory(r);
    else
        reader_diagnose(r, r->depth ? GR_WARNING : GR_ERROR, at, next_ply(r), "%s%s", why.data,
                        r->depth ? " (the rest of the variation is kept as a comment)" : "");
    gr_buffer_free(&why);
    if (r->depth == 0 && r->script)
        r->lost = r->game->partial = true;
    else if (r->depth == 0)
        reader_capture_rest(r, at);
    else
        reader_start_capture(r, CAPTURE_VARIATION, at);
}

/* Adds a legal move that stands at `at` to the game. */
__attribute__((always_inline)) static inline bool add_move(Reader *r, GrMove move,
                                                           const char *at) {
    Frame *f = &r->frame[r->depth];
    uint32_t node;
    if (gr_game_add_node(r->game, move, &node)) {
        out_of_memory(r);
        return false;
    }
    GrNode *nodes = r->game->nodes;
    nodes[node].line = r->number;
    nodes[node].column = reader_column(r, at);
    if (f->node) {
        nodes[f->node].next = node;
    } else {
        f->before = f->now;
        f->before_node = node;
        link_first(r, nodes, node);
    }
    f->node = node;
    f->ply++;
    gr_play(&f->now, move);
    return true;
}

static void finish_move(Reader *r, const GrSyntax *syntax, unsigned odd, size_t len) {
    const char *at = r->p;
    reader_record_move(r, syntax, at, len);
    if (syntax->mark || odd || syntax->form == GR_FORM_PASS)
        reader_check_marks(r, syntax, odd, at);
    if (syntax->nag)
        reader_add_nag(r, syntax->nag);
    r->p = at + len;
}

/* A move at p that only the position makes clear. */
static bool take_loose_move(Reader *r) {
    GrSyntax syntax;
    GrMove move;
    size_t len = r->lost ? 0 : gr_loose_read(&r->lexicon, &r->frame[r->depth].now, r->p, &syntax,
                                             &move);
    if (!len)
        return false;
    if (add_move(r, move, r->p))
        finish_move(r, &syntax, 0, len);
    return true;
}

/* Does the number 1 before the move at p, which cannot be played, begin the next game? Then the
 * reader goes back there. */
static bool at_next_game(Reader *r) {
    const char *at = r->p, *p = at;
    if (r->lost || r->depth || !reader_follows_number(r, at))
        return false;
    while (p > r->line && strchr(" .\t", p[-1]))
        p--;
    if (p[-1] != '1' || (p - 1 > r->line && !strchr(" \t", p[-2])))
        return false;
    r->p = p - 1;
    if (reader_begins_anew(r)) {
        reader_reclaim_heading(r);
        return true;
    }
    r->p = at;
    return false;
}

static Step take_move(Reader *r, const GrSyntax *syntax, size_t len) {
    const char *at = r->p;
    GrMove move;
    unsigned odd = 0;
    if (syntax->named)
        r->named_line = r->number;
    if (r->lost || gr_resolve(&r->lexicon, &r->frame[r->depth].now, syntax, &move, &odd) != 1) {
        if (take_loose_move(r))
            return STEP_ON;
        if (at_next_game(r))
            return STEP_GAME_DONE;
        reader_give_up(r, syntax, at, len);
        return STEP_ON;
    }
    if (add_move(r, move, at))
        finish_move(r, syntax, odd, len);
    return STEP_ON;
}

static void check_quick_mark(Reader *r, char mark, const char *at) {
    GrSyntax syntax;
    gr_syntax_clear(&syntax);
    syntax.mark = mark;
    reader_check_marks(r, &syntax, 0, at);
}

/* Moves in the form that nearly all have, with plain numbers between them, which most of a
 * movetext is: to the end of the line, or to anything that wants a closer look. False if that is
 * the first of them. */
static bool take_quick_moves(Reader *r) {
    const char *first = r->p, *at = first;
    while (at < r->near_end && !r->status) {
        GrMove move;
        char mark;
        size_t len = gr_quick_read(&r->lexicon, &r->frame[r->depth].now, at, &move, &mark);
        if (!len || !add_move(r, move, at))
            break;
        if (mark)
            check_quick_mark(r, mark, at);
        at += len;
        at += *at == ' ';
        at = reader_pass_number(r, at);
    }
    r->p = at;
    return at != first || r->status;
}

/* ---- numbers and results ---- */

/* A number with a dot behind it, which is by far the most common token that begins with a digit. */
static bool is_plain_number(const char *p) {
    while (*p >= '0' && *p <= '9')
        p++;
    return *p == '.';
}

/* A number 1 where the game is further on begins the next one. */
static bool begins_next_game(const Reader *r, uint32_t number, bool line_start) {
    return number == 1 && line_start && !r->lost && r->blank_before && r->depth == 0 &&
           r->frame[0].ply >= 2 && r->frame[0].now.number > 1;
}

static Step take_result(Reader *r, GrResult result, size_t len) {
    if (r->depth > 0) { /* some texts end a variation so */
        reader_add_comment(r, r->p, len);
    } else {
        r->marker = result;
        r->result_seen = r->ending = true;
        if (!r->result_line) {
            r->result_line = r->number;
            r->result_column = reader_column(r, r->p);
        }
    }
    r->p += len;
    return STEP_ON;
}

/* A token that begins with a digit. */
static Step take_digits(Reader *r) {
    GrResult result;
    GrSyntax syntax;
    uint32_t number;
    size_t len = *r->p != '0' && is_plain_number(r->p) ? 0 : reader_result(r->p, &result);
    if (!len && *r->p == '0')
        len = reader_forfeit(r, &result);
    if (len)
        return take_result(r, result, len);
    if (*r->p == '0' && (len = gr_syntax_read(&r->lexicon, r->p, &syntax)) > 0)
        return take_move(r, &syntax, len);
    if (*r->p == '0' && take_loose_move(r))
        return STEP_ON;
    len = reader_move_number(r->p, &number);
    if (!len || (number == 0 && len > 1 && r->p[1] == '0'))
        return reader_garbled(r) ? STEP_ON : reader_words(r);
    if (begins_next_game(r, number, r->p == r->line + gr_blanks(r->line))) {
        reader_reclaim_heading(r);
        return STEP_GAME_DONE;
    }
    if (r->depth > 0 && r->p[len - 1] == ')') /* it closes the variation */
        len--;
    reader_check_number(r, r->p, len);
    reader_record_number(r, number, r->p, len);
    r->p += len;
    return STEP_ON;
}

static Step take_word(Reader *r) {
    GrSyntax syntax;
    if ((!r->script && take_quick_moves(r)) || reader_mark_words(r))
        return STEP_ON;
    size_t len = gr_syntax_read(&r->lexicon, r->p, &syntax);
    if (!len)
        len = gr_long_read(&r->lexicon, r->p, &syntax);
    if (len)
        return take_move(r, &syntax, len);
    if (take_loose_move(r))
        return STEP_ON;
    if (!reader_like_move(r, r->p))
        return reader_garbled(r) ? STEP_ON : reader_words(r);
    /* After a piece's name the squares, wherever they end, are what should be quoted. */
    int type;
    len = reader_word(r->p);
    if (gr_lexicon_name(&r->lexicon, r->p, &type))
        len = strcspn(r->p, "\n{;(");
    while (len && strchr(" \t", r->p[len - 1]))
        len--;
    reader_give_up(r, NULL, r->p, len);
    return STEP_ON;
}

/* A word that begins with a sign. */
static Step take_odd(Reader *r) {
    return reader_garbled(r) ? STEP_ON : reader_words(r);
}

/* A comma, a slash or a dash on its own stands between the moves of the two players: `1. e4,
 * e5`. */
static Step take_separator(Reader *r) {
    size_t len = reader_separator(r->p);
    if (!len)
        return take_word(r);
    if (r->p > r->line && r->p[-1] == ' ' && isalpha((unsigned char)r->p[1]))
        return take_odd(r);
    if (r->frame[r->depth].now.turn == gr_variant(r->lexicon.rules)->first &&
        reader_follows_number(r, r->p)) { /* it stands in a move's place */
        reader_give_up(r, NULL, r->p, reader_word(r->p));
        return STEP_ON;
    }
    r->p += len;
    return STEP_ON;
}

/* ---- tokens ---- */

/* Dots of a number or an ellipsis; before a move, and of no number, one alone is a slip. */
static Step take_dots(Reader *r) {
    size_t dots = strspn(r->p, ".");
    const char *before = r->p;
    while (before > r->line && strchr(" \t", before[-1]))
        before--;
    const char *digits = before;
    while (digits > r->line && isdigit((unsigned char)digits[-1]))
        digits--;
    bool number = before == r->line || before[-1] == '.' ||
                  (digits < before && (digits == r->line || strchr(" \t", digits[-1])));
    bool more = before - r->line > 1 && before[-1] == '.' && strchr(". \t", before[-2]);
    GrResult result;
    size_t len = reader_result(r->p, &result);
    if (len)
        return take_result(r, result, len);
    if (dots == 1 && isalpha((unsigned char)r->p[1]) &&
        (!number || (before < r->p && before > r->line && before[-1] == '.' && !more)))
        return take_odd(r);
    r->p += dots;
    return STEP_ON;
}

static Step captured_close(Reader *r) {
    if (r->capture == CAPTURE_VARIATION && r->capture_depth == 0) {
        reader_end_capture(r);
        return reader_close_variation(r);
    }
    r->p++;
    if (r->capture_depth > 0)
        r->capture_depth--;
    if (r->capture == CAPTURE_PARENTHESIS && r->capture_depth == 0)
        reader_end_capture(r);
    return STEP_ON;
}

static void open_captured(Reader *r) {
    r->capture_depth++;
    r->p++;
}

static Step captured_bracket(Reader *r) {
    r->capture_depth += *r->p == '[' ? 1 : -1;
    r->p++;
    if (r->capture_depth == 0)
        reader_end_capture(r);
    return STEP_ON;
}

/* While text is captured only what could end it is looked at. */
static Step captured_token(Reader *r) {
    GrResult result;
    size_t len;
    switch (*r->p) {
    case '{':
        reader_open_comment(r);
        return STEP_ON;
    case ';':
        return reader_line_comment(r);
    case '(':
    case ')':
        if (r->capture == CAPTURE_BRACKET)
            r->p++;
        else if (*r->p == ')')
            return captured_close(r);
        else
            open_captured(r);
        return STEP_ON;
    case '}':
        r->p++;
        return STEP_ON;
    case '[':
    case ']':
        if (r->capture == CAPTURE_BRACKET)
            return captured_bracket(r);
        break;
    default:
        break;
    }
    if (r->capture == CAPTURE_REST && r->capture_depth == 0 &&
        (len = reader_result(r->p, &result)) > 0) {
        reader_end_rest(r);
        return take_result(r, result, len);
    }
    if (r->capture == CAPTURE_REST && *r->p == '1' && reader_begins_anew(r))
        return STEP_GAME_DONE;
    len = reader_word(r->p);
    if (r->capture == CAPTURE_BRACKET && len > 1)
        len = 1 + strcspn(r->p + 1, "[] \t\n\v\f{}();");
    r->p += len ? len : 1;
    return STEP_ON;
}

/* A number after the result begins the next game, if that is a number 1; else the result stood in a
 * wrong place. */
static Step after_result(Reader *r, uint32_t number, size_t len) {
    if (number <= 1 || r->p[len - 1] != '.' || r->script)
        return STEP_GAME_DONE;
    reader_diagnose(r, GR_ERROR, r->p, next_ply(r), "moves stand after the result");
    r->ending = false;
    reader_capture_rest(r, r->p);
    return STEP_ON;
}

/* Words may stand after the result, but not moves. */
static void check_after_result(Reader *r) {
    Sight sight = reader_sight(r, r->p, r->end);
    if (sight.moves + sight.garbled > sight.words && !sight.dotted)
        reader_diagnose(r, GR_ERROR, r->p, 0, "moves stand after the result");
}

/* After the result, what stands on the same line is said of the game, unless the next one begins
 * there. */
static Step ending_token(Reader *r) {
    uint32_t number;
    GrResult result;
    size_t len = reader_result(r->p, &result);
    if (len && result == r->marker) { /* said once more */
        r->p += len;
        return STEP_ON;
    }
    if (*r->p == ';')
        return reader_line_comment(r);
    if ((len = reader_move_number(r->p, &number)) > 0)
        return after_result(r, number, len);
    if (*r->p != '{') {
        check_after_result(r);
        return reader_remark(r);
    }
    reader_open_comment(r);
    return STEP_ON;
}

static Step move_token(Reader *r) {
    switch (*r->p) {
    case '(':
        return reader_open_variation(r);
    case ')':
        return reader_close_variation(r);
    case '[':
        reader_diagnose(r, GR_WARNING, r->p, 0, "what stands in square brackets is no part of the "
                        "game; it is kept as a comment");
        reader_start_capture(r, CAPTURE_BRACKET, r->p);
        return STEP_ON;
    case '$':
        return isalpha((unsigned char)r->p[1]) ? take_odd(r) : reader_nag(r);
    case '!':
    case '?':
        return isalpha((unsigned char)r->p[strspn(r->p, "!?")]) ? take_odd(r) : reader_glyph(r);
    case '.':
        return take_dots(r);
    case '|':
        r->p += reader_cell(r->p);
        return STEP_ON;
    case ',': case '/':
        return take_separator(r);
    case '*':
    case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8':
    case '9':
        return take_digits(r);
    case '\xC2':
        return reader_sign(r) ? STEP_ON : take_digits(r);
    case '-':
        return reader_sign(r) ? STEP_ON : take_separator(r);
    case '+': case '=': case 'N': case '\xE2':
        return reader_sign(r) ? STEP_ON : take_word(r);
    default:
        return take_word(r);
    }
}

Step reader_token(Reader *r) {
    r->game->last_line = r->number;
    if (r->ending)
        return ending_token(r);
    if (r->capture)
        return captured_token(r);
    if (*r->p == '{') {
        reader_open_comment(r);
        return STEP_ON;
    }
    if (*r->p == ';')
        return reader_line_comment(r);
    if (!r->moving)
        reader_begin_moves(r);
    return r->capture ? STEP_ON : move_token(r);
}
