/* A page: its characters one by one, to lines. */
#include <stdlib.h>
#include <string.h>

#include "notation/text/page_local.h"

GrPage *gr_page_open(void) {
    GrPage *page = calloc(1, sizeof *page);
    if (!page)
        return NULL;
    page->held = calloc(PAGE_HELD, sizeof *page->held);
    if (!page->held) {
        free(page);
        return NULL;
    }
    page->at = page->expected = (Spot){1, 1};
    page->out_line = page->out_column = 1;
    page->last_blank = true;
    return page;
}

void gr_page_close(GrPage *page) {
    if (!page)
        return;
    for (size_t i = 0; i < PAGE_HELD; i++)
        page_free_line(&page->held[i]);
    page_free_line(&page->line);
    page_free_line(&page->clean);
    page_free_line(&page->state.tag);
    free(page->held);
    free(page->anchor);
    free(page);
}

GrPageHidden gr_page_take_hidden(GrPage *page) {
    GrPageHidden hidden = page->hidden;
    page->hidden = (GrPageHidden){0};
    return hidden;
}

bool gr_page_is_html(const GrPage *page) {
    return page->html;
}

/* ---- characters ---- */

static size_t width(const char *text, const char *end) {
    unsigned char c = (unsigned char)*text;
    size_t len = c < 0xC0 ? 1 : c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
    return len < (size_t)(end - text) ? len : (size_t)(end - text);
}

/* Does HTML begin in the line? It does with a tag that begins the text; or, outside of comments and of values of PGN's
 * tags, with one that begins a document, as long as there was no tag of PGN. */
static bool begins_html(GrPage *page) {
    bool comment = page->in_comment;
    const char *p = page->line.text;
    size_t blanks = p ? gr_blanks(p) : 0;
    size_t pair = p && !comment ? page_tag_length(p) : 0;
    bool first = !page->begun && p && p[blanks] == '<' && page_html_tag(p + blanks);
    page->begun |= p && p[blanks];
    page->pgn |= pair > 0;
    if (first || page->pgn)
        return first;
    for (; p && *p; p++) {
        if (*p == '{' || *p == '}')
            comment = *p == '{';
        else if (*p == '<' && !comment && page_begins_document(p))
            return true;
        else if (!comment && page_is_line_comment(page->line.text, p))
            return false;
    }
    return false;
}

/* The line, and all that comes after it, is HTML. */
static void turn_to_html(GrPage *page) {
    Line line = page->line;
    page->line = (Line){0};
    page->html = true;
    for (size_t i = 0; i < line.len;) {
        size_t len = width(line.text + i, line.text + line.len);
        page_html_take(page, line.text + i, len, line.spot[i]);
        i += len;
    }
    page_free_line(&line);
}

/* A character of plain text. */
static void take_plain(GrPage *page, const char *text, size_t len) {
    bool feed = *text == '\n';
    if (!feed)
        page_add(page, &page->line, text, len, page->at);
    if (!feed && page->line.len < PAGE_LINE)
        return;
    if (begins_html(page)) {
        turn_to_html(page);
        if (feed)
            page_html_take(page, text, 1, page->at);
    } else {
        page_end_line(page, feed);
    }
}

static void end_text(GrPage *page) {
    if (!page->html && begins_html(page))
        turn_to_html(page);
    if (page->html)
        page_html_end(page);
    if (page->line.len)
        page_end_line(page, true); /* as if it ended with a line feed */
    page_release(page);
}

int gr_page_take(GrPage *page, const char *text, size_t len, bool last, GrBuffer *out) {
    const char *end = text + len;
    page->out = out;
    while (text < end && !page->failed) {
        size_t used = width(text, end);
        if (page->html)
            page_html_take(page, text, used, page->at);
        else
            take_plain(page, text, used);
        page->at.column++;
        if (*text == '\n') {
            page->at.line++;
            page->at.column = 1;
        }
        text += used;
    }
    if (last && !page->failed)
        end_text(page);
    return page->failed ? GR_ERR_MEMORY : 0;
}

bool gr_page_begins(const char *text, size_t len) {
    const char *p = text + strspn(text, " \t\n");
    if (*p != '[')
        return true;
    p += 1 + strspn(p + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    p += strspn(p, " \t");
    return *p != '"' || page_has_marks(text, len);
}
