/* Reading movetext: comments, and text that is kept as it stands because it cannot be played. */
#include <string.h>

#include "notation/reader/reader_ahead.h"
#include "notation/write/pgn.h"

static void out_of_memory(Reader *r) {
    reader_fail(r, GR_ERR_MEMORY, "out of memory");
}

/* ---- comments ---- */

static void tell_too_long(Reader *r, const char *at) {
    if (!r->too_long)
        reader_diagnose(r, GR_ERROR, at, 0,
                        "the game's text is longer than %d bytes; the rest of it is left out",
                        GR_READER_TEXT);
    r->too_long = true;
}

/* White space, line ends included, becomes single blanks; none is left at the ends. */
static size_t collapse(char *text, size_t len) {
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

/* Appends a comment to those that are there: in place, if they are the game's last text. */
static void append_comment(Reader *r, GrText *slot, const char *text, size_t len) {
    GrGame *game = r->game;
    GrText more;
    if (!*slot) {
        if (gr_game_add_text(game, text, len, slot))
            out_of_memory(r);
    } else if (*slot == r->last_comment && r->last_comment_end == game->text_len) {
        if (gr_game_add_text(game, text, len, &more))
            out_of_memory(r);
        else
            game->text[more - 1] = 0x1E;
    } else {
        gr_buffer_clear(&r->scratch);
        gr_buffer_puts(&r->scratch, gr_game_string(game, *slot));
        gr_buffer_putc(&r->scratch, 0x1E);
        gr_buffer_add(&r->scratch, text, len);
        if (r->scratch.failed ||
            gr_game_add_text(game, r->scratch.data, r->scratch.len, slot))
            out_of_memory(r);
    }
    r->last_comment = *slot;
    r->last_comment_end = game->text_len;
}

void reader_add_comment(Reader *r, const char *text, size_t len) {
    if (len == 0)
        return;
    if (!r->moving) {
        reader_add_prose(r, text, len);
        return;
    }
    if (r->script && r->depth == 0)
        gr_script_remark(r->script, text, len);
    if (len > GR_READER_TEXT || r->game->text_len > GR_READER_TEXT - len) {
        tell_too_long(r, r->p);
        return;
    }
    Frame *f = &r->frame[r->depth];
    if (f->node || r->depth == 0)
        append_comment(r, &r->game->nodes[f->node].comment, text, len);
    else
        append_comment(r, &f->comment, text, len);
}

/* Adds to the text of the comment that is open, within the bound of a game's text. */
static void add_bounded(Reader *r, GrBuffer *to, const char *from, const char *end) {
    size_t len = (size_t)(end - from), room = GR_READER_TEXT - to->len;
    if (len > room) {
        tell_too_long(r, from);
        len = room;
    }
    gr_buffer_add(to, from, len);
    if (to->failed)
        out_of_memory(r);
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Puts %7D and the like back in place, and "%0A " as a line end. What the writer never writes so,
 * other control characters, stays as it stands. */
static void put_unescaped(GrBuffer *out, const char *text, const char *end) {
    while (text < end) {
        int high = *text == '%' ? hex_digit(text[1]) : -1;
        int low = high >= 0 ? hex_digit(text[2]) : -1;
        int byte = high * 16 + low;
        if (low >= 0 && byte < 0x80 && (byte >= ' ' || (byte && strchr("\t\n\v\f", byte)))) {
            gr_buffer_putc(out, (char)byte);
            text += byte == '\n' && text[3] == ' ' ? 4 : 3;
        } else {
            gr_buffer_putc(out, *text++);
        }
    }
}

static void take_quoted(Reader *r) {
    gr_buffer_clear(&r->prepared);
    put_unescaped(&r->prepared, r->comment.data + strlen(GR_QUOTED),
                  r->comment.data + r->comment.len);
    if (r->prepared.failed)
        out_of_memory(r);
    else
        reader_add_comment(r, r->prepared.data, r->prepared.len);
}

static void take_unplayable(Reader *r) {
    const char *why = r->comment.data + strlen(GR_UNPLAYABLE);
    const char *close = strstr(why, "] ");
    const char *end = r->comment.data + r->comment.len;
    if (!r->moving)
        reader_begin_moves(r);
    if (!close || close == why + strspn(why, " ") || !r->game->rules) {
        reader_add_comment(r, r->comment.data, r->comment.len);
        return;
    }
    gr_buffer_clear(&r->scratch);
    put_unescaped(&r->scratch, why, close);
    gr_buffer_putc(&r->scratch, 0);
    reader_capture_rest(r, r->p); /* whatever may follow belongs to it, too */
    put_unescaped(&r->captured, close + 2, end);
    if (r->scratch.failed || r->captured.failed)
        out_of_memory(r);
    else
        reader_diagnose_at(r, GR_ERROR, r->comment_line, r->comment_column, r->frame[0].ply + 1,
                           "%s", r->scratch.data);
}

void reader_open_comment(Reader *r) {
    r->in_comment = true;
    r->comment_line = r->number;
    r->comment_column = reader_column(r, r->p);
    gr_buffer_clear(&r->comment);
    r->p++;
}

static bool begins_with(const char *text, const char *start) {
    return !strncmp(text, start, strlen(start));
}

/* The comment put together in the buffer is complete. */
void reader_finish_comment(Reader *r) {
    if (r->capture || !r->comment.data)
        return;
    size_t len = collapse(r->comment.data, r->comment.len);
    r->comment.data[len] = 0;
    r->comment.len = len;
    if (r->tagged && r->depth == 0 && begins_with(r->comment.data, GR_UNPLAYABLE))
        take_unplayable(r);
    else if (begins_with(r->comment.data, GR_QUOTED))
        take_quoted(r);
    else
        reader_add_comment(r, r->comment.data, len);
}

void reader_close_comment(Reader *r) {
    r->in_comment = false;
    reader_finish_comment(r);
}

void reader_break_comment(Reader *r) {
    r->unclosed = true;
    reader_diagnose_at(r, GR_ERROR, r->comment_line, r->comment_column, 0,
                       "this comment is never closed");
    reader_close_comment(r);
}

/* A tag section after a blank line ends a comment that somebody forgot to close. */
static bool comment_is_lost(const Reader *r) {
    return r->blank_before && !strncmp(r->p, "[Event \"", 8);
}

Step reader_comment(Reader *r) {
    if (r->fresh) {
        size_t margin = reader_margin(r, r->p);
        r->fresh = false;
        r->blank = r->p + margin == r->end;
        r->p += r->quoted ? margin : 0;
        if (comment_is_lost(r)) {
            reader_break_comment(r);
            return STEP_GAME_DONE;
        }
    }
    const char *close = memchr(r->p, '}', (size_t)(r->end - r->p));
    if (!r->capture)
        add_bounded(r, &r->comment, r->p, close ? close : r->end);
    if (close) {
        r->p = close + 1;
        reader_close_comment(r);
        return STEP_ON;
    }
    r->p = r->end;
    if (r->whole) {
        if (!r->capture)
            gr_buffer_putc(&r->comment, '\n');
        return STEP_LINE_DONE;
    }
    reader_look_ahead(r);
    return STEP_ON;
}

/* A semicolon has come into a move: what it makes a comment would be moves else. */
static void check_semicolon(Reader *r) {
    const char *p = r->p + 1, *end = memchr(p, '\n', (size_t)(r->window_end - p));
    if (!r->moving || r->capture || r->ending || strchr(" \t\n;", *p) /* or the end */ ||
        !(reader_like_move(r, p) || p[strspn(p, "0123456789")] == ' ' || reader_is_garbled(r, p, reader_word(p))))
        return;
    Sight sight = reader_sight(r, p, end ? end : r->window_end);
    if (sight.moves + sight.garbled > sight.words)
        reader_diagnose(r, GR_ERROR, r->p, 0, "this semicolon makes a comment of moves");
}

Step reader_line_comment(Reader *r) {
    gr_buffer_clear(&r->comment);
    check_semicolon(r);
    r->p++;
    for (;;) {
        if (!r->capture)
            add_bounded(r, &r->comment, r->p, r->end);
        r->p = r->end;
        if (r->whole)
            break;
        reader_look_ahead(r);
    }
    reader_finish_comment(r);
    return STEP_ON;
}

/* ---- text that is captured ---- */

void reader_flush_capture(Reader *r) {
    if (r->capture && r->capture_from < r->p)
        add_bounded(r, &r->captured, r->capture_from, r->p);
    r->capture_from = r->p;
}

void reader_start_capture(Reader *r, Capture capture, const char *at) {
    r->capture = capture;
    r->capture_depth = 0;
    r->capture_from = at;
    gr_buffer_clear(&r->captured);
}

void reader_capture_rest(Reader *r, const char *at) {
    r->game->partial = true;
    reader_start_capture(r, CAPTURE_REST, at);
}

/* The text of a variation that could not be played, up to its closing parenthesis, becomes a
 * comment; in parentheses, if not even the first move could be played. */
void reader_end_capture(Reader *r) {
    bool bare = r->capture == CAPTURE_VARIATION && !r->frame[r->depth].node;
    reader_flush_capture(r);
    r->capture = CAPTURE_NONE;
    size_t len = r->captured.data ? collapse(r->captured.data, r->captured.len) : 0;
    gr_buffer_clear(&r->comment);
    gr_buffer_puts(&r->comment, bare ? "(" : "");
    gr_buffer_add(&r->comment, r->captured.data, len);
    gr_buffer_puts(&r->comment, bare ? ")" : "");
    if (r->comment.failed)
        out_of_memory(r);
    else
        reader_add_comment(r, r->comment.data, r->comment.len);
}

/* The rest of the game ends where its result stands, or with the game. */
void reader_end_rest(Reader *r) {
    reader_flush_capture(r);
    r->capture = CAPTURE_NONE;
    size_t len = r->captured.len;
    while (len && strchr(" \t\n\v\f", r->captured.data[len - 1]))
        len--;
    if (gr_game_add_text(r->game, r->captured.data, len, &r->game->rest))
        out_of_memory(r);
}
