/* Lines of a page being put together: bytes, and where in the file each of them stood. */
#include <stdlib.h>
#include <string.h>

#include "notation/text/page_local.h"

static bool reserve(GrPage *page, Line *line, size_t more) {
    if (line->len + more < line->cap)
        return true;
    size_t cap = 2 * line->cap + more + 128;
    char *text = realloc(line->text, cap);
    if (text)
        line->text = text;
    Spot *spot = realloc(line->spot, cap * sizeof *spot);
    if (spot)
        line->spot = spot;
    if (!text || !spot) {
        page->failed = true;
        return false;
    }
    line->cap = cap;
    return true;
}

void page_add(GrPage *page, Line *line, const char *bytes, size_t len, Spot spot) {
    if (!reserve(page, line, len))
        return;
    for (size_t i = 0; i < len; i++) {
        line->text[line->len] = bytes[i];
        line->spot[line->len++] = spot;
    }
    line->text[line->len] = 0;
}

void page_copy(GrPage *page, Line *to, const Line *from, size_t begin, size_t end) {
    if (begin >= end || !reserve(page, to, end - begin))
        return;
    memcpy(to->text + to->len, from->text + begin, end - begin);
    memcpy(to->spot + to->len, from->spot + begin, (end - begin) * sizeof *to->spot);
    to->len += end - begin;
    to->text[to->len] = 0;
}

void page_clear(Line *line) {
    line->len = 0;
    if (line->text)
        *line->text = 0;
}

void page_free_line(Line *line) {
    free(line->text);
    free(line->spot);
}

size_t page_character(const char *text, unsigned *character) {
    const unsigned char *u = (const unsigned char *)text;
    if (u[0] < 0xC0) {
        *character = u[0];
        return 1;
    }
    size_t len = u[0] >= 0xF0 ? 4 : u[0] >= 0xE0 ? 3 : 2;
    *character = u[0] & (0x7Fu >> len);
    for (size_t i = 1; i < len; i++) {
        if ((u[i] & 0xC0) != 0x80)
            return i;
        *character = *character << 6 | (u[i] & 0x3F);
    }
    return len;
}

void page_hide(GrPage *page, const char *bytes, size_t len, Spot from) {
    GrPageHidden *hidden = &page->hidden;
    char *seen = page->state.seen;
    if (!hidden->bytes) {
        hidden->line = from.line;
        hidden->column = from.column;
    }
    hidden->bytes += len;
    memmove(seen, seen + 1, PAGE_SEEN - 1);
    seen[PAGE_SEEN - 1] = *bytes;
    hidden->games |= !memcmp(seen, "[Event ", PAGE_SEEN);
}
