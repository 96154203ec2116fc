/* Blanks in a line of text: spaces, tabs, ideographic spaces, and the no-break spaces that web pages put for them.
 * Internal to notation/. */
#ifndef GR_NOTATION_BLANKS_H
#define GR_NOTATION_BLANKS_H

#include <stddef.h>

/* Length of the blanks at the start of text. */
static inline size_t gr_blanks(const char *text);
size_t gr_count_blanks(const char *text);

static inline size_t gr_blanks(const char *text) {
    unsigned char c = (unsigned char)*text;
    return c == ' ' || c == '\t' || c == 0xC2 || c == 0xE3 ? gr_count_blanks(text) : 0;
}

#endif
