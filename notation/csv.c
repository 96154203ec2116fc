/* Fields of comma-separated values. */
#include "notation/csv.h"

#include <string.h>

void gr_csv_field(GrBuffer *out, const char *value, char end) {
    const char *text = value ? value : "";
    bool quote = text[strcspn(text, ",\"\r\n")] != '\0';
    if (quote)
        gr_buffer_putc(out, '"');
    for (const char *c = text; *c; c++) {
        if (*c == '"')
            gr_buffer_putc(out, '"');
        gr_buffer_putc(out, *c);
    }
    if (quote)
        gr_buffer_putc(out, '"');
    gr_buffer_putc(out, end);
}
