/* What the parts of a page share. Internal to notation/text.
 *
 * The parts are stages: characters of the file (page.c), through page_html.c if it is HTML, make
 * lines (page_lines.c); a complete line is freed of marks (page_text.c), held if it may belong to
 * columns (page_columns.c), and written out, its places noted (page_places.c).
 */
#ifndef GR_NOTATION_PAGE_LOCAL_H
#define GR_NOTATION_PAGE_LOCAL_H

#include <stdint.h>

#include "notation/text/blanks.h"
#include "notation/text/page.h"

/* Longest line that is passed on whole, not in pieces; most lines that are held back. */
enum { PAGE_LINE = 32 * 1024, PAGE_HELD = 400 };

/* Where a character stands in the file. */
typedef struct Spot {
    uint32_t line, column;
} Spot;

/* A line: its bytes, followed by a NUL, and the spot of each of them. */
typedef struct Line {
    char *text;
    Spot *spot;
    size_t len, cap;
} Line;

/* From this place of the text given out on, to the next one, columns go on from that spot; lines
 * after it without an anchor of their own go on from its line. */
typedef struct Anchor {
    uint32_t line, column;
    Spot spot;
} Anchor;

/* Where in HTML source the next character stands. */
typedef enum HtmlState {
    HTML_TEXT, HTML_OPEN, HTML_NAME, HTML_TAG, HTML_BANG, HTML_COMMENT, HTML_DECLARATION,
    HTML_ENTITY, HTML_RAW
} HtmlState;

/* What an element does to the lines around its text. */
typedef enum Element {
    INLINE, BLOCK, PARAGRAPH, LINE_BREAK, PREFORMATTED, TABLE_ROW, TABLE_CELL, HEAD, BODY, RAW_TEXT
} Element;

/* A break that is due before the next text. */
typedef enum Break { BREAK_NONE, BREAK_LINE, BREAK_PARAGRAPH } Break;

enum { HTML_WORD = 32, PAGE_SEEN = 7 };

/* A tag behind its name, character by character. An attribute's value may be quoted, and have `>` in it; but if what
 * comes behind such a value is none of a tag, its quote was never closed, and the `>` was the end. */
typedef enum TagStep { TAG_GOES_ON, TAG_ENDS, TAG_TORN } TagStep;

typedef struct TagScan {
    char quote, before;      /* inside of a value; the last character before this one that is no white space */
    bool greater;            /* a value has `>` */
    bool behind;             /* right behind a value */
} TagScan;

static inline TagStep page_tag_step(TagScan *scan, char c) {
    bool blank = c == ' ' || c == '\t' || c == '\n';
    bool none = scan->greater && !scan->quote && /* it has no place there */
                (scan->behind ? !blank && c != '/' && c != '>' : (c == '"' || c == '\'') && scan->before != '=');
    scan->behind = false;
    if (none)
        return TAG_TORN;
    if (scan->quote) {
        scan->greater |= c == '>';
        scan->behind = c == scan->quote;
        scan->quote = scan->behind ? 0 : scan->quote;
    } else if (c == '>') {
        return TAG_ENDS;
    } else if ((c == '"' || c == '\'') && scan->before == '=') {
        scan->quote = c;
    }
    if (!blank)
        scan->before = c;
    return TAG_GOES_ON;
}

typedef struct Html {
    HtmlState state;
    char word[HTML_WORD + 1]; /* name of a tag or entity, or the end of one that is looked for */
    size_t len;
    Spot from;               /* where that began */
    bool closes;             /* the tag is `</...>` */
    bool broken;             /* it has a line end */
    TagScan scan;            /* how far it has come */
    char raw[16];            /* the element whose text is skipped up to its end */
    unsigned dashes;         /* at the end of a comment, as far as it has come */
    bool silent;             /* in the head */
    unsigned pre;            /* depth of elements that keep their line ends */
    bool flows;              /* line ends are blanks, as blocks have been seen */
    bool blank, cell;        /* a blank, a bar between cells is due */
    Break due;
    bool in_cell, cell_begun, cell_broken; /* it has text; it has several lines */
    unsigned cells;          /* of the row so far */
    bool row_begun;          /* and one of them has text */
    Line tag;                /* as it stands in the source, as far as it has come */
    char seen[PAGE_SEEN];    /* the last characters that were hidden */
} Html;

struct GrPage {
    Spot at;                 /* of the next character of the file */
    bool html, failed;
    bool begun, pgn;         /* a line with text, a tag pair of PGN was read */
    GrPageHidden hidden;
    Html state;
    Line line;               /* being put together */
    Line clean;              /* freed of marks */
    bool in_comment, semicolon; /* at the end of the line so far: in braces, behind a semicolon */
    bool piece;              /* the beginning of this line was given out already */
    bool last_blank;         /* the last line that was completed is blank */
    Line *held;              /* lines that may turn out to be columns; room for PAGE_HELD */
    size_t held_count;
    char kind[PAGE_HELD];    /* of each of them; this and what follows: see page_columns.c */
    int hold;                /* what they may be */
    unsigned moves[2], gap;  /* of lists: White's and Black's; lines between the two */
    bool bulleted;           /* the line before was one of a list with bullets `*` */
    GrBuffer *out;
    uint32_t out_line, out_column; /* of the next character */
    Spot expected;           /* its spot if no anchor is needed */
    Anchor *anchor;
    size_t anchors, anchor_cap;
};

/* page_lines.c. A failure sticks in page->failed. */
void page_add(GrPage *page, Line *line, const char *bytes, size_t len, Spot spot);
void page_copy(GrPage *page, Line *to, const Line *from, size_t begin, size_t end);
void page_clear(Line *line);
void page_free_line(Line *line);
/* Counts what is hidden from that spot on. */
void page_hide(GrPage *page, const char *bytes, size_t len, Spot from);

/* page_html.c: a character of HTML source; the text ends. */
void page_html_take(GrPage *page, const char *bytes, size_t len, Spot spot);
void page_html_end(GrPage *page);

/* page_elements.c: the element with a name of that length; false if there is none. Does a known tag stand at text? One
 * that hides text? One that only documents have? */
bool page_element(const char *name, size_t len, Element *element);
bool page_html_tag(const char *text);
bool page_hides(const char *text);
bool page_begins_document(const char *text);

/* page_entity.c: the character that an entity (`amp`, `#8211`, `#x2013`) stands for, 0 if it is
 * none. */
unsigned page_entity(const char *name);

/* page_text.c: the line is complete, or so long that this piece of it is given out; it is emptied.
 * Are there marks in the text that make it a page? */
void page_end_line(GrPage *page, bool whole);
/* Does a comment up to the end of the line begin at p? Prose has semicolons, too, but no blank
 * before them. */
bool page_is_line_comment(const char *line, const char *p);
/* If the line is a tag of PGN, the length of all before its last quotation mark; else 0. */
size_t page_tag_length(const char *line);
bool page_has_marks(const char *text, size_t len);

/* page_columns.c: takes a line that is freed of marks; writes what is held. */
void page_take_line(GrPage *page, Line *line, bool whole);
void page_release(GrPage *page);

/* page_places.c: writes a line, and a line end if it is whole. */
void page_write(GrPage *page, const Line *line, bool whole);

/* Length of the UTF-8 character at text, and the character. */
size_t page_character(const char *text, unsigned *character);

#endif
