/* Text from files, made safe to show.
 *
 * A file may hold control sequences, which a terminal would obey, and a message that quotes a part of it may
 * cut a character in two.
 */
#ifndef GR_NOTATION_PLAIN_H
#define GR_NOTATION_PLAIN_H

#include <stdbool.h>

#include "notation/buffer.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* The character at `text`, as it may be shown: its length in bytes (at least 1; 0 at the end), and
 * in *shown whether it may be at all. Control characters (C0, DEL, C1), those that turn the direction of
 * what follows (U+202A to U+202E, U+2066 to U+2069), and bytes that are not UTF-8 may not. */
size_t gr_plain_length(const char *text, bool *shown);

/* Adds the text with '?' for each character that may not be shown, and spaces for tabs and the like;
 * for line ends, too, unless `lines`. */
void gr_put_plain(GrBuffer *out, const char *text, bool lines);

/* Adds the text with what stands for each character that may not be shown: `^[` for U+001B, `^?` for U+007F, `<U+009B>`
 * for U+009B, `<9B>` for a byte that is not UTF-8. Line feeds and tabs stay. It may have NULs. */
void gr_put_visible(GrBuffer *out, const char *text, size_t len);

/* Removes what is not UTF-8, such as the beginning of a character that was cut. */
void gr_mend_text(char *text);

GR_END_DECLS

#endif
