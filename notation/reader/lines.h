/* The window of lines: the text of a source, line by line. Internal to notation/reader.
 *
 * `p` is where the reader stands in the line [line, end); the line may be a piece of a longer one
 * (`whole` is false), and then the window slides on before p comes close to its end, so that no
 * token is ever cut in two. What has to outlive the window is copied by a tap before it slides.
 */
#ifndef GR_NOTATION_READER_LINES_H
#define GR_NOTATION_READER_LINES_H

#include "notation/buffer.h"
#include "notation/text/source.h"

/* Copies the text as it is read, while it is on: what stands from `from` up to p is still to be
 * copied. */
typedef struct Tap {
    bool on;
    const char *from;
    GrBuffer text;
    size_t limit;          /* more is not kept; where that began to matter is noted: */
    uint32_t full_line, full_column;
} Tap;

typedef struct Lines {
    GrSource *source;
    GrError cut;             /* reading failed: the text ends there */
    const char *window_end, *line, *end, *p;
    const char *near_end;    /* a token that begins past this may be cut off */
    uint32_t number;         /* of the line, from 1 */
    uint32_t behind;         /* characters of the line that have slid out of the window */
    const char *counted_to;  /* characters of the line are counted up to here, as they cost time */
    uint32_t counted;        /* in a line that is not ASCII */
    bool open;               /* there is a line */
    bool whole;              /* and its end is in the window */
    bool ascii;              /* all characters of the line are single bytes; */
    bool looked;             /* false only says so once this is set */
    bool fresh;              /* nothing of the line was read yet */
    bool quoted;             /* the last line outside comments began with `>` */
    bool blank, blank_before; /* it is blank; the line before was, or there was none */
    bool ended;              /* the source has no more */
    Tap captured;            /* text that cannot be played (capture.h) */
    Tap kept;                /* the text of a game (transcript.h) */
} Lines;

/* Frees what the lines own, the source included. */
void reader_free_lines(Lines *l);

/* The next line becomes the current one; false at the end of the text. Done with the line: p goes
 * past its line feed. */
bool reader_open_line(Lines *l);
void reader_close_line(Lines *l);

/* The next line, which begins at p in the window, becomes the current one. */
void reader_next_line(Lines *l, const char *p);

/* Makes the line that `at` stands in, which is this one or further on in the window, the current
 * one, and goes there. */
void reader_go_to(Lines *l, const char *at);

/* Makes sure that the rest of the line, or much of it, is in the window. */
void reader_look_ahead(Lines *l);

/* Sees to it that `bytes` of the text after the line are in the window, if there are as many. The
 * window may slide, and then all pointers into it but those of the lines are void. */
void reader_see_further(Lines *l, size_t bytes);

/* Length of what stands before the text of a line: blanks and, in a text that quotes (as e-mails
 * do), the marks of that. */
size_t reader_margin(const Lines *l, const char *p);

/* Column of a place in the line, in characters, from 1; the second counts them. */
static inline uint32_t reader_column(Lines *l, const char *at);
uint32_t reader_count_column(Lines *l, const char *at);

/* Copies what was read since the last time. */
void reader_flush(Lines *l, Tap *tap);

static inline uint32_t reader_column(Lines *l, const char *at) {
    return l->ascii ? l->behind + 1 + (uint32_t)(at - l->line) : reader_count_column(l, at);
}

#endif
