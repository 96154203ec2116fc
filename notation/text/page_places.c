/* Writing lines out, and knowing where in the file they stood. */
#include <stdlib.h>

#include "notation/text/page_local.h"
#include "notation/room.h"

/* Of a game without end as many places as these are remembered, and between them they are about right. */
enum { MOST_ANCHORS = 1 << 20 };

static void add_anchor(GrPage *page, Spot spot) {
    if (page->anchors == MOST_ANCHORS) {
        page->anchors /= 2;
        for (size_t i = 0; i < page->anchors; i++)
            page->anchor[i] = page->anchor[2 * i];
    }
    if (!gr_room(&page->anchor, page->anchors, 1, &page->anchor_cap, sizeof *page->anchor)) {
        page->failed = true;
        return;
    }
    page->anchor[page->anchors++] = (Anchor){page->out_line, page->out_column, spot};
}

/* The line that one without an anchor, as `line` may be, stood on. */
static uint32_t line_without_anchor(const GrPage *page, uint32_t line) {
    if (!page->anchors)
        return line;
    const Anchor *last = &page->anchor[page->anchors - 1];
    return last->spot.line + (line - last->line);
}

void page_write(GrPage *page, const Line *line, bool whole) {
    for (size_t i = 0; i < line->len; i++) {
        if (((unsigned char)line->text[i] & 0xC0) == 0x80)
            continue;
        Spot spot = line->spot[i];
        if (spot.line != page->expected.line || spot.column != page->expected.column)
            add_anchor(page, spot);
        page->out_column++;
        page->expected = (Spot){spot.line, spot.column + 1};
    }
    gr_buffer_add(page->out, line->text, line->len);
    if (whole) {
        gr_buffer_putc(page->out, '\n');
        page->out_line++;
        page->out_column = 1;
        page->expected = (Spot){line_without_anchor(page, page->out_line), 1};
    }
    page->failed |= page->out->failed;
}

/* The last anchor at or before the place, -1 if there is none. */
static ptrdiff_t find(const GrPage *page, uint32_t line, uint32_t column) {
    size_t low = 0, high = page->anchors;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const Anchor *a = &page->anchor[middle];
        if (a->line < line || (a->line == line && a->column <= column))
            low = middle + 1;
        else
            high = middle;
    }
    return (ptrdiff_t)low - 1;
}

void gr_page_place(const GrPage *page, uint32_t *line, uint32_t *column) {
    ptrdiff_t i = find(page, *line, *column ? *column : 1);
    if (i < 0)
        return;
    const Anchor *a = &page->anchor[i];
    if (a->line == *line && *column)
        *column += a->spot.column - a->column;
    *line = a->spot.line + (*line - a->line);
}

void gr_page_forget(GrPage *page, uint32_t line) {
    ptrdiff_t keep = find(page, line, 0);
    if (keep <= 0 || (size_t)keep < page->anchors / 2)
        return; /* not worth the moving */
    page->anchors -= (size_t)keep;
    for (size_t i = 0; i < page->anchors; i++)
        page->anchor[i] = page->anchor[i + (size_t)keep];
}
