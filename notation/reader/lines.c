/* The window of lines. */
#include "notation/reader/lines.h"

#include <string.h>

#include "notation/text/blanks.h"

/* No token that must be read in one piece is longer than this. */
enum { TOKEN = 512 };

void reader_free_lines(Lines *l) {
    gr_source_close(l->source);
    gr_buffer_free(&l->captured.text);
    gr_buffer_free(&l->kept.text);
}

/* ---- columns ---- */

static bool is_ascii(const char *p, const char *end) {
    const uint64_t highs = 0x8080808080808080;
    for (uint64_t x; end - p >= 8; p += 8) {
        memcpy(&x, p, 8);
        if (x & highs)
            return false;
    }
    for (; p < end; p++)
        if ((unsigned char)*p >= 0x80)
            return false;
    return true;
}

uint32_t reader_count_column(Lines *l, const char *at) {
    if (!l->looked) {
        l->looked = true;
        l->ascii = is_ascii(l->line, l->end);
        return reader_column(l, at);
    }
    if (at < l->counted_to) {
        l->counted_to = l->line;
        l->counted = 0;
    }
    for (; l->counted_to < at; l->counted_to++)
        l->counted += ((unsigned char)*l->counted_to & 0xC0) != 0x80;
    return l->behind + 1 + l->counted;
}

/* ---- the window ---- */

void reader_flush(Lines *l, Tap *tap) {
    size_t len = tap->on && tap->from < l->p ? (size_t)(l->p - tap->from) : 0;
    size_t room = tap->limit > tap->text.len ? tap->limit - tap->text.len : 0;
    if (len > room && !tap->full_line) {
        tap->full_line = l->number;
        tap->full_column = reader_column(l, tap->from);
    }
    if (len)
        gr_buffer_add(&tap->text, tap->from, len < room ? len : room);
    tap->from = l->p;
}

/* Slides the window so that it begins where the line does; false if nothing came after. */
static bool slide(Lines *l) {
    const char *text;
    size_t read = (size_t)(l->p - l->line);
    reader_flush(l, &l->captured);
    reader_flush(l, &l->kept);
    int code = gr_source_slide(l->source, l->line, &text, &l->window_end, &l->cut);
    if (code <= 0)
        l->ended = true;
    l->line = text;
    l->p = l->captured.from = l->kept.from = text + read;
    return code > 0;
}

/* The end of the line, or of what is in the window of it, is known. */
static void measure(Lines *l) {
    l->near_end = l->whole ? l->end + 1 : l->end - TOKEN;
    l->counted_to = l->line;
    l->counted = 0;
    l->ascii = gr_source_is_ascii(l->source);
    l->looked = l->ascii;
}

/* Finds the end of the line from p on, or of as much of it as the window may hold. */
static void find_end(Lines *l) {
    size_t seen = 0;
    for (;;) {
        size_t have = (size_t)(l->window_end - l->p);
        const char *end = have > seen ? memchr(l->p + seen, '\n', have - seen) : NULL;
        l->whole = end || l->ended;
        l->end = end ? end : l->window_end;
        if (l->whole || have >= GR_SOURCE_KEEP / 2)
            break;
        seen = have;
        slide(l);
    }
    measure(l);
}

/* Lets go of the line up to p, if that is long. */
static void drop_read(Lines *l) {
    enum { SHORT = 1024 };
    if (l->p - l->line <= SHORT)
        return;
    l->behind = reader_column(l, l->p) - 1;
    l->line = l->p;
}

void reader_look_ahead(Lines *l) {
    if (l->whole || l->p < l->near_end)
        return;
    drop_read(l);
    slide(l);
    find_end(l);
}

void reader_see_further(Lines *l, size_t bytes) {
    while (!l->ended && l->whole && (size_t)(l->window_end - l->end) < bytes) {
        l->whole = false;
        l->near_end = l->p;
        reader_look_ahead(l);
    }
}

/* ---- lines ---- */

bool reader_open_line(Lines *l) {
    l->behind = 0;
    l->line = l->p;
    find_end(l);
    if (l->p == l->window_end && l->ended)
        return false;
    l->number++;
    l->open = l->fresh = true;
    l->blank = false;
    l->captured.from = l->p;
    return true;
}

void reader_next_line(Lines *l, const char *p) {
    const char *end = memchr(p, '\n', (size_t)(l->window_end - p));
    l->behind = 0;
    l->number++;
    l->line = l->p = p;
    l->whole = end || l->ended;
    l->end = end ? end : l->window_end;
    measure(l);
}

void reader_go_to(Lines *l, const char *at) {
    const char *feed;
    while ((feed = memchr(l->line, '\n', (size_t)(at - l->line))) != NULL)
        reader_next_line(l, feed + 1);
    l->p = at;
}

size_t reader_margin(const Lines *l, const char *p) {
    size_t len = gr_blanks(p);
    while (l->quoted && p[len] == '>')
        len += 1 + gr_blanks(p + len + 1);
    return len;
}

void reader_close_line(Lines *l) {
    l->p = l->end;
    reader_flush(l, &l->captured);
    if (l->captured.on)
        gr_buffer_putc(&l->captured.text, '\n');
    l->p = l->end < l->window_end ? l->end + 1 : l->end;
    l->captured.from = l->p;
    l->blank_before = l->blank;
    l->open = false;
}
