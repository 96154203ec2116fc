/* The whole text of a file at once, for lists. Internal to the library. */
#ifndef GR_NOTATION_WHOLE_H
#define GR_NOTATION_WHOLE_H

#include <stdbool.h>
#include <stddef.h>

#include "notation/buffer.h"
#include "rules/error.h"

/* Appends the text of a file, or of standard input for "-", unpacked and as it stands (never read as a page):
 * GR_ERR_LIMIT if it has more bytes than `most`, or a line that is longer than sources read; GR_ERR_SYNTAX if it is no
 * text. Errors name the file.
 * `stop`, unless NULL, is asked as a source asks it. */
int gr_text_whole(const char *path, size_t most, GrBuffer *text, bool (*stop)(void *user), void *user, GrError *error);

/* The same of what is to be a list or a definition: GR_ERR_SYNTAX if it has games in PGN, or is a page. */
int gr_text_list(const char *path, size_t most, GrBuffer *text, bool (*stop)(void *user), void *user, GrError *error);

#endif
