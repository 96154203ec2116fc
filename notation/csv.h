/* Comma-separated values as in RFC 4180, but with line feeds. */
#ifndef GR_NOTATION_CSV_H
#define GR_NOTATION_CSV_H

#include "notation/buffer.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Appends a field and the character behind it, `,` or a line feed. The value is quoted where its text would otherwise
 * be split; NULL is an empty field. */
typedef void GrCsvField(GrBuffer *out, const char *value, char end);

/* For spreadsheets, which run what they take for a formula: an apostrophe makes text of a value that begins with `=`,
 * `+`, `-`, `@` (in full width, too), a tab or a line end, perhaps behind blanks, unless it is a number
 * (`-3`, `+0.35`, `1e-5`) or has no other characters than `+`, `-`, `=` and `/`. */
GrCsvField gr_csv_field;

/* For other programs: the value as it is. */
GrCsvField gr_csv_plain;

GR_END_DECLS

#endif
