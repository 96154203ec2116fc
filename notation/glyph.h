/* Signs that chess books put behind a move, and the NAG numbers of the PGN standard for them.
 * Internal to notation/. */
#ifndef GR_NOTATION_GLYPH_H
#define GR_NOTATION_GLYPH_H

#include <stddef.h>

/* Reads an evaluation such as `+-`, `=` or the one for "unclear" at the start of a NUL-terminated
 * UTF-8 text; `!` and `?` are marks of a move, see gr_syntax_marks. Returns the bytes used and sets
 * *nag to 1 .. 255; 0 if there is none, or if more text touches it. */
size_t gr_glyph_read(const char *text, unsigned *nag);

/* The sign that stands for a NAG, in UTF-8; NULL if none is in use. */
const char *gr_glyph_of(unsigned nag);

#endif
