/* Comment commands of annotations, in the text of a comment. Internal to analysis/. */
#ifndef GR_ANALYSIS_ANNOTATE_TEXT_H
#define GR_ANALYSIS_ANNOTATE_TEXT_H

#include "notation/buffer.h"

/* The first `[%name ...]` of the text: returns its start and sets *value to what follows the name
 * (at the bracket if nothing does) and *end past the bracket. NULL if there is none. */
const char *gr_command_find(const char *text, const char *name, const char **value,
                            const char **end);

/* Adds the text to `out` without the commands of this name. A blank that a command left behind it
 * goes with it. */
void gr_command_remove(GrBuffer *out, const char *text, const char *name);

/* Adds commands and then the text of a comment, with a blank between if both are there. */
void gr_command_prepend(GrBuffer *out, const char *commands, const char *text);

#endif
