/* Files that are no game text, known by how they begin, and by their names where that does not say it. Internal to
 * the library. */
#ifndef GR_NOTATION_KIND_H
#define GR_NOTATION_KIND_H

#include <stdbool.h>
#include <stddef.h>

/* What a file is that begins with these bytes, as a sentence; NULL if it may be text. `path` is its name, or NULL.
 * *whole: it is that to its end, so that nothing in it is to be read; false: text may follow. */
const char *gr_kind_of_file(const char *path, const unsigned char *bytes, size_t len, bool *whole);

/* What a text is that is no list and no definition: games in PGN, a page; NULL if it may be one. */
const char *gr_kind_of_text(const char *text);

#endif
