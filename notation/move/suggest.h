/* The legal moves nearest to a text that names none. Internal to notation/. */
#ifndef GR_NOTATION_SUGGEST_H
#define GR_NOTATION_SUGGEST_H

#include "notation/buffer.h"
#include "notation/move/syntax.h"

enum { GR_SUGGESTIONS = 3 };

/* Finds up to `cap` legal moves that could have been meant, the nearest first: by their spelling,
 * where a wrong letter or digit counts less if it is next to the right one, and by their squares.
 * `syntax` is NULL for a text that is no move at all. Returns how many were found. */
size_t gr_suggest(const GrPosition *pos, const GrSyntax *syntax, const char *text, size_t len,
                  GrMove *out, size_t cap);

#endif
