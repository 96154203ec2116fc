/* Comma-separated values as in RFC 4180, but with line feeds. */
#ifndef GR_NOTATION_CSV_H
#define GR_NOTATION_CSV_H

#include "notation/buffer.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Appends a field and the character behind it, `,` or a line feed. The value is quoted where its
 * text would otherwise be split; NULL is an empty field. */
void gr_csv_field(GrBuffer *out, const char *value, char end);

GR_END_DECLS

#endif
