/* Commands in comments: `[%clk 0:12:34]`, `[%eval 0.35,12]`. Internal to notation/. */
#ifndef GR_NOTATION_BRACKET_H
#define GR_NOTATION_BRACKET_H

#include <stdbool.h>
#include <stddef.h>

#include "notation/buffer.h"

/* A command of a text. */
typedef struct GrBracket {
    size_t start, end;    /* from its bracket to behind the closing one */
    size_t value, length; /* what stands behind its name, without blanks around it */
} GrBracket;

/* The first command of that name from offset `from` on; false if there is none. */
bool gr_bracket_find(const char *text, size_t from, const char *name, GrBracket *found);

/* Adds the text without its commands of that name. The blank behind one goes with it, and so does
 * one before it that would come to stand at the end. */
void gr_bracket_drop(GrBuffer *out, const char *text, const char *name);

#endif
