/* HTML source, character by character, so that it may be cut anywhere. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "notation/text/page_local.h"
#include "notation/text/utf16.h"

/* ---- text ---- */

static bool has_text(const GrPage *page) {
    return page->line.len > 0;
}

static void end_line(GrPage *page) {
    Html *h = &page->state;
    h->blank = h->cell = false;
    h->cell_broken |= h->in_cell && h->cell_begun;
    page_end_line(page, true);
}

/* Makes the break that is due before text, or the end of the page. */
static void make_break(GrPage *page) {
    Html *h = &page->state;
    Break due = h->due;
    h->due = BREAK_NONE;
    if (!due)
        return;
    if (has_text(page) || page->piece)
        end_line(page);
    if (due == BREAK_PARAGRAPH && !page->last_blank)
        end_line(page);
    h->blank = h->cell = false;
}

static void put(GrPage *page, const char *bytes, size_t len, Spot spot) {
    Html *h = &page->state;
    if (h->silent) {
        page_hide(page, bytes, len, spot);
        return;
    }
    make_break(page);
    if (h->cell && has_text(page))
        page_add(page, &page->line, " | ", 3, spot);
    else if (h->blank && has_text(page))
        page_add(page, &page->line, " ", 1, spot);
    h->blank = h->cell = false;
    h->cell_begun = h->row_begun = true;
    page_add(page, &page->line, bytes, len, spot);
    if (page->line.len >= PAGE_LINE)
        page_end_line(page, false);
}

static void put_character(GrPage *page, unsigned character, Spot spot) {
    char bytes[4];
    put(page, bytes, (size_t)(gr_utf8_put(bytes, character) - bytes), spot);
}

/* A character that stands for itself. */
static void take_text(GrPage *page, const char *bytes, size_t len, Spot spot) {
    Html *h = &page->state;
    bool feed = *bytes == '\n';
    if (feed && (h->pre || !h->flows) && !h->silent) {
        make_break(page);
        end_line(page);
    } else if (strchr(" \t\n\f\v", *bytes) && !h->pre) {
        h->blank = true;
    } else if (!feed) {
        put(page, bytes, len, spot);
    }
}

/* ---- tags ---- */

static void ask_break(Html *h, Break due) {
    if (h->in_cell && !h->cell_begun)
        return; /* it begins a cell */
    if (h->due < due)
        h->due = due;
}

static void take_cell(Html *h) {
    h->in_cell = !h->closes;
    if (h->closes) {
        if (h->cell_begun)
            h->due = h->cell_broken ? BREAK_LINE : BREAK_NONE;
        return;
    }
    h->row_begun &= h->cells > 0;
    if (!h->row_begun)
        h->due = h->due < BREAK_LINE ? BREAK_LINE : h->due;
    else
        h->due = h->cell_broken ? BREAK_PARAGRAPH : BREAK_NONE;
    h->cell = h->row_begun && !h->cell_broken;
    h->cells++;
    h->cell_begun = h->cell_broken = false;
}

static void take_row(Html *h) {
    h->cells = 0;
    h->in_cell = h->cell_broken = h->row_begun = false;
    ask_break(h, BREAK_LINE);
}

static void take_break(GrPage *page) {
    make_break(page);
    if (!page->state.silent)
        end_line(page);
}

static void take_element(GrPage *page, Element element) {
    Html *h = &page->state;
    bool text = element != INLINE && element != RAW_TEXT && element != HEAD;
    h->flows |= text && element != PREFORMATTED;
    h->silent &= !text; /* whatever belongs to the body ends the head */
    switch (element) {
    case BLOCK:
    case PARAGRAPH:
        ask_break(h, element == BLOCK ? BREAK_LINE : BREAK_PARAGRAPH);
        break;
    case LINE_BREAK:
        take_break(page);
        break;
    case PREFORMATTED:
        ask_break(h, BREAK_PARAGRAPH);
        h->pre = h->closes ? h->pre - (h->pre > 0) : h->pre + 1;
        break;
    case TABLE_ROW:
        take_row(h);
        break;
    case TABLE_CELL:
        take_cell(h);
        break;
    case HEAD:
    case BODY:
        h->silent = element == HEAD && !h->closes;
        ask_break(h, BREAK_PARAGRAPH);
        break;
    default:
        break;
    }
}

/* Length of an attribute at p, behind blanks, in a tag up to `end`; 0 if there is none. A quote that is not closed
 * there is one of a single word. */
static size_t attribute_length(const char *p, const char *end) {
    size_t len = gr_blanks(p), name = strcspn(p + len, " \t=");
    if (!name || p + len + name >= end || p[len + name] != '=')
        return 0;
    len += name + 1;
    const char *quote = p[len] == '"' || p[len] == '\'' ? p + len : NULL;
    const char *close = quote ? memchr(quote + 1, *quote, (size_t)(end - (quote + 1))) : NULL;
    if (close)
        return (size_t)(close + 1 - p);
    size_t word = strcspn(p + len, " \t");
    return p + len + word < end ? len + word : (size_t)(end - p);
}

/* Where a tag without an end is taken to end: at its first `>`. If none comes before the next tag or the end of the
 * line, an element has the attributes that it begins with, and anything else goes up to there. */
static size_t torn_length(const Line *tag) {
    size_t len = 1 + strcspn(tag->text + 1, "><\n"), used = 1, more;
    const char *text = tag->text;
    if (text[len] == '>' || text[1] == '!' || text[1] == '?')
        return len + (text[len] == '>');
    used += text[1] == '/';
    while (used < len && isalnum((unsigned char)text[used]))
        used++;
    while ((more = attribute_length(text + used, text + len)) > 0)
        used += more;
    return used;
}

/* What has begun like a tag never ends, or is longer than a tag is. An element is one all the same, up to the end of
 * its line, and is reported; what stands behind is read again. Anything else is text. */
static void tear_tag(GrPage *page) {
    Html *h = &page->state;
    Line tag = h->tag;
    Element element;
    size_t name = tag.len > 1 && tag.text[1] == '/' ? 2 : 1, end = name;
    h->tag = (Line){0};
    h->state = HTML_TEXT;
    while (end < tag.len && isalnum((unsigned char)tag.text[end]))
        end++;
    bool known = tag.text[1] == '!' || tag.text[1] == '?' || page_element(tag.text + name, end - name, &element);
    size_t torn = known ? torn_length(&tag) : 1;
    if (known) {
        page_hide(page, tag.text, torn, tag.spot[0]);
        page->hidden.torn = true;
        h->closes = name > 1;
        if (end > name)
            take_element(page, element);
    } else {
        take_text(page, tag.text, 1, tag.spot[0]);
    }
    for (size_t i = torn, len; i < tag.len; i += len) {
        unsigned character;
        len = page_character(tag.text + i, &character);
        page_html_take(page, tag.text + i, len, tag.spot[i]);
    }
    page_free_line(&tag);
}

/* Does the character, the next one inside a tag, show that the tag has no end? Outside of values another one begins; in
 * a tag that goes on over lines there is a blank line, a tag pair of PGN or, even in a value, an element. */
static bool is_torn(const Html *h, char c) {
    char last = h->tag.text[h->tag.len - 1];
    if (!h->scan.quote && c == '<')
        return true;
    if (!h->broken)
        return false;
    return (last == '\n' && (c == '[' || c == '\n')) ||
           (h->scan.quote && last == '<' && (isalpha((unsigned char)c) || c == '/' || c == '!'));
}

/* The tag is complete. Values that games may stand in are counted as hidden. */
static void end_tag(GrPage *page) {
    Html *h = &page->state;
    Element element;
    h->state = HTML_TEXT;
    if (h->tag.len && (h->scan.greater || strstr(h->tag.text, "[Event ")))
        for (size_t i = 0; i < h->tag.len; i++)
            page_hide(page, &h->tag.text[i], 1, h->from);
    page_clear(&h->tag);
    if (!page_element(h->word, h->len, &element))
        return;
    take_element(page, element);
    if (element == RAW_TEXT && !h->closes && h->scan.before != '/' && h->len < sizeof h->raw) {
        memcpy(h->raw, h->word, h->len);
        h->raw[h->len] = 0;
        h->state = HTML_RAW;
        h->len = 0;
    }
}

/* Inside the element whose text is skipped: looks for `</NAME`. */
static void take_raw(Html *h, char c) {
    size_t name = strlen(h->raw);
    if (c == '<') {
        h->len = 1;
    } else if (h->len == 1 && c == '/') {
        h->len = 2;
    } else if (h->len >= 2 && h->len < name + 2 &&
               tolower((unsigned char)c) == h->raw[h->len - 2]) {
        h->len++;
    } else if (h->len == name + 2 && strchr("> \t\n/", c)) {
        h->state = c == '>' ? HTML_TEXT : HTML_TAG;
        h->closes = true;
        h->scan = (TagScan){0};
        h->len = 0;
    } else {
        h->len = 0;
    }
}

/* After a tag's name. */
static void take_tag(GrPage *page, char c) {
    TagStep step = page_tag_step(&page->state.scan, c);
    if (step == TAG_TORN)
        tear_tag(page);
    else if (step == TAG_ENDS)
        end_tag(page);
}

static void take_name(GrPage *page, char c) {
    Html *h = &page->state;
    if (isalnum((unsigned char)c) || strchr(":-_", c)) {
        if (h->len < HTML_WORD)
            h->word[h->len++] = (char)tolower((unsigned char)c);
        h->word[h->len] = 0;
        return;
    }
    h->state = HTML_TAG;
    take_tag(page, c);
}

/* A character of a tag, of which all is kept as long as it may be none. */
static void take_in_tag(GrPage *page, const char *bytes, size_t len, Spot spot) {
    Html *h = &page->state;
    bool torn = h->tag.len && is_torn(h, *bytes);
    h->broken |= *bytes == '\n';
    page_add(page, &h->tag, bytes, len, spot);
    if (torn) {
        tear_tag(page);
        return;
    }
    if (h->state == HTML_NAME)
        take_name(page, *bytes);
    else
        take_tag(page, *bytes);
    if (h->tag.len > PAGE_LINE)
        tear_tag(page);
}

/* After `<`: what follows may show that no tag was meant. */
static void take_open(GrPage *page, const char *bytes, size_t len, Spot spot) {
    Html *h = &page->state;
    char c = *bytes;
    if (c == '/' && !h->closes) {
        h->closes = true;
    } else if (isalpha((unsigned char)c)) {
        h->state = HTML_NAME;
        page_clear(&h->tag);
        page_add(page, &h->tag, h->closes ? "</" : "<", h->closes ? 2 : 1, h->from);
        take_in_tag(page, bytes, len, spot);
    } else if (c == '!' && !h->closes) {
        h->state = HTML_BANG;
        h->dashes = 0;
        page_clear(&h->tag);
        page_add(page, &h->tag, "<!", 2, h->from);
    } else if (c == '?' && !h->closes) {
        h->state = HTML_DECLARATION;
        page_clear(&h->tag);
        page_add(page, &h->tag, "<?", 2, h->from);
    } else {
        h->state = HTML_TEXT;
        put(page, h->closes ? "</" : "<", h->closes ? 2 : 1, h->from);
        page_html_take(page, bytes, len, spot);
    }
}

/* In `<!DOCTYPE`, `<![CDATA[` or `<?php`: up to `>`, if that comes before another tag or a blank line. What is hidden
 * is counted, but for the kind of document. */
static void take_declaration(GrPage *page, const char *bytes, size_t len, Spot spot) {
    Html *h = &page->state;
    size_t before = h->tag.len;
    bool blank = before && h->tag.text[before - 1] == '\n' && (*bytes == '\n' || *bytes == '[');
    page_add(page, &h->tag, bytes, len, spot);
    if (*bytes == '<' || blank || h->tag.len > PAGE_LINE) {
        tear_tag(page);
    } else if (*bytes == '>') {
        bool plain = !strncasecmp(h->tag.text, "<!doctype", 9) || !strncasecmp(h->tag.text, "<?xml", 5) ||
                     !strncasecmp(h->tag.text, "<![if", 5) || !strncasecmp(h->tag.text, "<![endif", 8);
        if (!plain)
            page_hide(page, h->tag.text, h->tag.len, h->from);
        page_clear(&h->tag);
        h->state = HTML_TEXT;
    }
}

/* After `<!`: two dashes begin a comment, which two dashes and `>` end. */
static void take_bang(GrPage *page, const char *bytes, size_t len, Spot spot) {
    Html *h = &page->state;
    if (*bytes == '-' && h->dashes < 2) {
        if (++h->dashes == 2) {
            h->state = HTML_COMMENT;
            h->dashes = 0;
        }
    } else {
        h->state = HTML_DECLARATION;
        take_declaration(page, bytes, len, spot);
    }
}

static void take_comment(Html *h, char c) {
    if (c == '>' && h->dashes >= 2)
        h->state = HTML_TEXT;
    h->dashes = c == '-' ? h->dashes + 1 : 0;
}

/* ---- entities ---- */

/* The entity's name ends before the character, or there was none. */
static void end_entity(GrPage *page, bool semicolon) {
    Html *h = &page->state;
    unsigned character = page_entity(h->word);
    h->state = HTML_TEXT;
    if (character == 0xA0)
        character = ' ';
    if (character) {
        put_character(page, character, h->from);
        return;
    }
    put(page, "&", 1, h->from);
    for (size_t i = 0; i < h->len; i++)
        put(page, &h->word[i], 1, (Spot){h->from.line, h->from.column + 1 + (uint32_t)i});
    if (semicolon)
        put(page, ";", 1, (Spot){h->from.line, h->from.column + 1 + (uint32_t)h->len});
}

static void take_entity(GrPage *page, const char *bytes, size_t len, Spot spot) {
    Html *h = &page->state;
    char c = *bytes;
    if ((isalnum((unsigned char)c) || (c == '#' && !h->len)) && h->len < HTML_WORD) {
        h->word[h->len++] = c;
        h->word[h->len] = 0;
        return;
    }
    end_entity(page, c == ';');
    if (c != ';')
        page_html_take(page, bytes, len, spot);
}

/* ---- all of it ---- */

static void begin(Html *h, HtmlState state, Spot spot) {
    h->state = state;
    h->from = spot;
    h->len = 0;
    h->word[0] = 0;
    h->closes = h->broken = false;
    h->scan = (TagScan){0};
}

void page_html_take(GrPage *page, const char *bytes, size_t len, Spot spot) {
    Html *h = &page->state;
    switch (h->state) {
    case HTML_TEXT:
        if (*bytes == '<')
            begin(h, HTML_OPEN, spot);
        else if (*bytes == '&')
            begin(h, HTML_ENTITY, spot);
        else
            take_text(page, bytes, len, spot);
        break;
    case HTML_OPEN:
        take_open(page, bytes, len, spot);
        break;
    case HTML_NAME:
    case HTML_TAG:
        take_in_tag(page, bytes, len, spot);
        break;
    case HTML_BANG:
        take_bang(page, bytes, len, spot);
        break;
    case HTML_COMMENT:
        page_hide(page, bytes, len, h->from);
        take_comment(h, *bytes);
        break;
    case HTML_DECLARATION:
        take_declaration(page, bytes, len, spot);
        break;
    case HTML_ENTITY:
        take_entity(page, bytes, len, spot);
        break;
    case HTML_RAW:
        page_hide(page, bytes, len, h->from);
        take_raw(h, *bytes);
        break;
    }
}

/* The page ends in a script or the like. */
static void report_open(GrPage *page) {
    const Html *h = &page->state;
    page->hidden.line = h->from.line;
    page->hidden.column = h->from.column;
    page->hidden.open = true;
}

void page_html_end(GrPage *page) {
    Html *h = &page->state;
    if (h->state == HTML_ENTITY)
        end_entity(page, false);
    else if (h->state == HTML_OPEN)
        put(page, h->closes ? "</" : "<", h->closes ? 2 : 1, h->from);
    else if (h->state == HTML_NAME || h->state == HTML_TAG || h->state == HTML_DECLARATION)
        tear_tag(page);
    else if (h->state == HTML_RAW || h->state == HTML_COMMENT)
        report_open(page);
    h->state = HTML_TEXT;
}
