/* Comments. */
#include <string.h>

#include "notation/move/script.h"
#include "notation/reader/line_contents.h"
#include "notation/reader/parts.h"
#include "notation/reader/prose_or_moves.h"
#include "notation/reader/reread.h"
#include "notation/reader/setup.h"
#include "notation/reader/tag_slip.h"
#include "notation/reader/words.h"
#include "notation/substring.h"
#include "notation/text/blanks.h"
#include "notation/write/pgn.h"

/* ---- comments ---- */

size_t reader_collapse(char *text, size_t len) {
    size_t kept = 0;
    for (size_t i = 0; i < len; i++) {
        bool space = strchr(" \t\n\v\f", text[i]) != NULL;
        if (!space)
            text[kept++] = text[i];
        else if (kept && text[kept - 1] != ' ')
            text[kept++] = ' ';
    }
    return kept && text[kept - 1] == ' ' ? kept - 1 : kept;
}

/* How many variations stand in place of the last move that none of its comments stands behind yet? */
static unsigned variations_passed(const GrReader *r) {
    const Moves *m = &r->moves;
    const Frame *f = &m->frame[m->depth];
    const GrGame *game = r->out.game;
    const GrNode *node = &game->nodes[f->node];
    unsigned count = 0;
    bool first = m->depth && m->frame[m->depth - 1].last_alternative == f->node; /* of a variation: those are its own */
    if (!f->node || f->last != f->node || first)
        return 0;
    for (uint32_t at = node->alternative; at; at = game->nodes[at].alternative)
        count++;
    for (const char *p = gr_game_string(game, node->comment); *p; p++)
        count -= *p == GR_COMMENT_BEHIND;
    return count;
}

/* Appends a comment to those that are there: in place, if they are the game's last text. */
static void append_comment(GrReader *r, GrText *slot, const char *text, size_t len) {
    Comments *c = &r->comments;
    GrGame *game = r->out.game;
    GrText more;
    unsigned passed = variations_passed(r);
    if (!*slot && !passed) {
        if (gr_game_add_text(game, text, len, slot))
            reader_no_memory(&r->out);
    } else if (*slot == c->last && c->last_end == game->text_len && !passed) {
        if (gr_game_add_text(game, text, len, &more))
            reader_no_memory(&r->out);
        else
            game->text[more - 1] = GR_COMMENT_NEXT;
    } else {
        gr_buffer_clear(&r->out.scratch);
        gr_buffer_puts(&r->out.scratch, gr_game_string(game, *slot));
        if (!passed)
            gr_buffer_putc(&r->out.scratch, GR_COMMENT_NEXT);
        for (; passed; passed--)
            gr_buffer_putc(&r->out.scratch, GR_COMMENT_BEHIND);
        gr_buffer_add(&r->out.scratch, text, len);
        if (r->out.scratch.failed ||
            gr_game_add_text(game, r->out.scratch.data, r->out.scratch.len, slot))
            reader_no_memory(&r->out);
    }
    c->last = *slot;
    c->last_end = game->text_len;
}

/* Nothing is left of braces without text. */
static void report_empty(GrReader *r) {
    reader_diagnose_at(&r->out, GR_NOTE, r->comments.line, r->comments.column, 0, "an empty comment is left out");
}

void reader_add_comment(GrReader *r, const char *text, size_t len) {
    Moves *m = &r->moves;
    if (len == 0) {
        report_empty(r);
        return;
    }
    if (!m->begun) {
        r->prose.of_game = r->tags.any;
        reader_add_prose(&r->prose, text, len);
        return;
    }
    if (r->transcript.script && m->depth == 0)
        gr_script_remark(r->transcript.script, text, len);
    if (len > GR_READER_TEXT || r->out.game->text_len > GR_READER_TEXT - len) {
        reader_report_too_long(&r->capture, r->lines.number, reader_column(&r->lines, r->lines.p));
        return;
    }
    Frame *f = &m->frame[m->depth];
    if (f->node || m->depth == 0) {
        append_comment(r, &r->out.game->nodes[f->node].comment, text, len);
        return;
    }
    append_comment(r, &f->comment, text, len);
    if (m->lead.len)
        gr_buffer_putc(&m->lead, ' ');
    gr_buffer_add(&m->lead, text, len);
    if (m->lead.failed)
        reader_no_memory(&r->out);
}

/* Adds to the text of the comment that is open, within the bound of a game's text. */
static void add_bounded(GrReader *r, GrBuffer *to, const char *from, const char *end) {
    size_t len = (size_t)(end - from), room = GR_READER_TEXT - to->len;
    if (len > room) {
        reader_report_too_long(&r->capture, r->lines.number, reader_column(&r->lines, from));
        len = room;
    }
    gr_buffer_add(to, from, len);
    if (to->failed)
        reader_no_memory(&r->out);
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

void reader_unescape(GrBuffer *out, const char *text, const char *end) {
    while (text < end) {
        int high = *text == '%' && end - text > 2 ? hex_digit(text[1]) : -1;
        int low = high >= 0 ? hex_digit(text[2]) : -1;
        int byte = high * 16 + low;
        if (low >= 0 && byte < 0x80 && (byte >= ' ' || (byte && strchr("\t\n\v\f", byte)))) {
            gr_buffer_putc(out, (char)byte);
            text += byte == '\n' && end - text > 3 && text[3] == ' ' ? 4 : 3;
        } else {
            gr_buffer_putc(out, *text++);
        }
    }
}

/* White space that somebody has quoted is no more than other white space of a comment. */
static void take_quoted(GrReader *r) {
    Comments *c = &r->comments;
    gr_buffer_clear(&c->prepared);
    reader_unescape(&c->prepared, c->text.data + strlen(GR_QUOTED),
                  c->text.data + c->text.len);
    if (c->prepared.failed)
        reader_no_memory(&r->out);
    else if (c->prepared.len)
        reader_add_comment(r, c->prepared.data, reader_collapse(c->prepared.data, c->prepared.len));
}

/* Has the comment both parts, a reason and a rest? Puts them into scratch and prepared. */
static bool split_unplayable(GrReader *r) {
    Comments *c = &r->comments;
    const char *why = c->text.data + strlen(GR_UNPLAYABLE);
    const char *close = strstr(why, "] ");
    if (!close || close == why + strspn(why, " "))
        return false;
    gr_buffer_clear(&r->out.scratch);
    reader_unescape(&r->out.scratch, why, close);
    gr_buffer_putc(&r->out.scratch, 0);
    gr_buffer_clear(&c->prepared);
    reader_unescape(&c->prepared, close + 2, c->text.data + c->text.len);
    if (r->out.scratch.failed || c->prepared.failed) {
        reader_no_memory(&r->out);
        return false;
    }
    return c->prepared.data && c->prepared.data[strspn(c->prepared.data, " \t\n\v\f")];
}

static void take_unplayable(GrReader *r) {
    Comments *c = &r->comments;
    Lines *l = &r->lines;
    if (!r->moves.begun)
        reader_begin_moves(r);
    if (!r->out.game->rules || !split_unplayable(r)) {
        reader_add_comment(r, c->text.data, c->text.len);
        return;
    }
    c->rest = (RestPlace){c->line, c->column};
    reader_capture_rest(&r->capture, l->p); /* whatever may follow belongs to it, too */
    gr_buffer_add(&l->captured.text, c->prepared.data, c->prepared.len);
    if (l->captured.text.failed)
        reader_no_memory(&r->out);
    else
        reader_diagnose_at(&r->out, GR_ERROR, c->line, c->column, r->moves.frame[0].ply + 1,
                           "%s", r->out.scratch.data);
}

/* Behind another move that cannot be played, a comment with a rest is captured with the text. */
static bool holds_captured_rest(const GrReader *r) {
    return r->capture.kind == CAPTURE_REST && !r->capture.depth && !r->comments.rest.line &&
           gr_begins(r->lines.p, "{" GR_UNPLAYABLE);
}

void reader_open_comment(GrReader *r) {
    Comments *c = &r->comments;
    Lines *l = &r->lines;
    c->open = true;
    c->line = l->number;
    c->column = reader_column(l, l->p);
    if (holds_captured_rest(r))
        c->rest = (RestPlace){c->line, c->column};
    gr_buffer_clear(&c->text);
    l->p++;
}

/* The comment put together in the buffer is complete. */
void reader_finish_comment(GrReader *r) {
    Comments *c = &r->comments;
    if (r->capture.kind || !c->text.data)
        return;
    size_t len = reader_collapse(c->text.data, c->text.len);
    c->text.data[len] = 0;
    c->text.len = len;
    if (r->tags.any && r->moves.depth == 0 && gr_begins(c->text.data, GR_UNPLAYABLE))
        take_unplayable(r);
    else if (gr_begins(c->text.data, GR_QUOTED))
        take_quoted(r);
    else
        reader_add_comment(r, c->text.data, len);
}

void reader_close_comment(GrReader *r) {
    r->comments.open = false;
    reader_finish_comment(r);
}

void reader_break_comment(GrReader *r) {
    Comments *c = &r->comments;
    c->unclosed = true;
    reader_diagnose_at(&r->out, GR_ERROR, c->line, c->column, 0,
                       "this comment is never closed");
    reader_close_comment(r);
}

/* Does another comment begin before one ends, or the text end, as far as it is looked at? */
static bool never_closes(GrReader *r) {
    enum { BYTES = 4000 };
    Lines *l = &r->lines;
    reader_see_further(l, BYTES);
    size_t len = strcspn(l->p, "{}");
    return l->p[len] == '{' || (l->p + len >= l->window_end && l->ended);
}

/* Event, or EventDate. */
static bool is_event(const Pair *pair) {
    return pair->name_len >= 5 && !memcmp(pair->name, "Event", 5);
}

/* A tag section after a blank line ends a comment that somebody forgot to close; any other tag pair does if nothing
 * closes it any more. */
static bool comment_is_lost(GrReader *r) {
    const Lines *l = &r->lines;
    const char *p = l->p;
    Slip slip;
    if (*p != '[')
        return false;
    if (l->blank_before && !strncmp(p, "[Event \"", 8))
        return true;
    return l->whole && reader_slip(p, l->end, &slip) && slip.known && slip.closed && slip.quoted && slip.unquoted &&
           (!r->moves.begun || l->blank_before || is_event(&slip.pair)) && never_closes(r);
}

/* Behind the brace that the comment lacks, up to that of the next one, all is hidden in it. */
static void check_nesting(GrReader *r) {
    const Comments *c = &r->comments;
    if (r->capture.kind || !c->text.data || !memchr(c->text.data, '{', c->text.len) ||
        gr_begins(c->text.data, GR_UNPLAYABLE) || gr_begins(c->text.data, GR_QUOTED))
        return;
    reader_diagnose_at(&r->out, GR_WARNING, c->line, c->column, 0,
                       "this comment has a { in it: if its } was forgotten, moves are hidden in it");
}

Step reader_comment(GrReader *r) {
    Lines *l = &r->lines;
    if (l->fresh) {
        size_t margin = reader_margin(l, l->p);
        l->fresh = false;
        l->blank = l->p + margin == l->end;
        l->p += l->quoted ? margin : 0;
        if (comment_is_lost(r)) {
            reader_break_comment(r);
            l->fresh = !r->moves.begun;
            return r->moves.begun ? STEP_GAME_DONE : STEP_ON;
        }
    }
    const char *close = memchr(l->p, '}', (size_t)(l->end - l->p));
    if (!r->capture.kind)
        add_bounded(r, &r->comments.text, l->p, close ? close : l->end);
    if (close) {
        l->p = close + 1;
        check_nesting(r);
        reader_close_comment(r);
        return STEP_ON;
    }
    l->p = l->end;
    if (l->whole) {
        if (!r->capture.kind)
            gr_buffer_putc(&r->comments.text, '\n');
        return STEP_LINE_DONE;
    }
    reader_look_ahead(l);
    return STEP_ON;
}

/* Is the word at p what may be left of a move behind a wrong sign: a rank, a sign of check, or both? */
static bool is_end_of_move(const char *p) {
    p += strspn(p, "0123456789");
    p += strspn(p, "+#");
    return *p == ' ';
}

/* A semicolon has come into a move: what it makes a comment would be moves else. */
static void check_semicolon(GrReader *r) {
    Moves *m = &r->moves;
    const Lines *l = &r->lines;
    const char *p = l->p + 1, *end = memchr(p, '\n', (size_t)(l->window_end - p));
    if (!m->begun || r->capture.kind || m->ending || strchr(" \t\n;", *p) /* or the end */ ||
        !(reader_like_move(&m->lexicon, p) || is_end_of_move(p) ||
          reader_is_garbled(&m->lexicon, l->line, p, reader_word(p))))
        return;
    LineContents contents = reader_contents(&m->lexicon, l->line, p, end ? end : l->window_end);
    if (contents.moves + contents.garbled > contents.words)
        reader_diagnose(&r->out, GR_ERROR, l->p, 0, "this semicolon turns moves into a comment");
}

/* Are the moves behind a semicolon and a blank those that are due? They may be meant for a comment. */
static void note_moves(GrReader *r) {
    const Lines *l = &r->lines;
    const char *p = l->p + 1 + gr_blanks(l->p + 1);
    uint32_t number;
    if (p == l->p + 1 || !r->moves.begun || r->capture.kind || r->moves.ending || r->moves.lost || !l->whole ||
        !reader_move_number(p, &number) || !reader_goes_on(r, p))
        return;
    LineContents contents = reader_contents(&r->moves.lexicon, l->line, p, l->end);
    if (contents.moves && !contents.words && !contents.garbled)
        reader_diagnose(&r->out, GR_NOTE, l->p, 0, "the moves that come next stand in a comment here");
}

Step reader_line_comment(GrReader *r) {
    Lines *l = &r->lines;
    r->comments.line = l->number;
    r->comments.column = reader_column(l, l->p);
    gr_buffer_clear(&r->comments.text);
    check_semicolon(r);
    note_moves(r);
    l->p++;
    for (;;) {
        if (!r->capture.kind)
            add_bounded(r, &r->comments.text, l->p, l->end);
        l->p = l->end;
        if (l->whole)
            break;
        reader_look_ahead(l);
    }
    reader_finish_comment(r);
    return STEP_ON;
}

/* The text of a variation that could not be played, up to its closing parenthesis, becomes a comment; if not even the
 * first move could be, it belongs to what the variation has instead of moves. */
void reader_end_capture(GrReader *r) {
    Moves *m = &r->moves;
    bool bare = r->capture.kind == CAPTURE_VARIATION && !m->frame[m->depth].node;
    GrBuffer *text = reader_stop_capture(&r->capture);
    size_t len = text->data ? reader_collapse(text->data, text->len) : 0;
    if (!bare)
        reader_add_comment(r, text->data, len);
    else if (len)
        gr_buffer_add(&m->lead, text->data, len);
    if (m->lead.failed)
        reader_no_memory(&r->out);
}
