/* Files that are no text, known by how they begin. Internal to notation/. */
#ifndef GR_NOTATION_KIND_H
#define GR_NOTATION_KIND_H

#include <stddef.h>

/* What a file is that begins with these bytes, as a sentence; NULL if it may be text. */
const char *gr_kind_of_file(const unsigned char *bytes, size_t len);

#endif
