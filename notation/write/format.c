/* The table of output formats. */
#include "notation/write/format.h"

#include <strings.h>

const GrFormat *const gr_formats[] = {
    &gr_format_pgn,  &gr_format_san, &gr_format_long, &gr_format_uci,  &gr_format_fen,
    &gr_format_json, &gr_format_csv, &gr_format_csv_plain, &gr_format_html, NULL,
};

const GrFormat *gr_format_find(const char *name) {
    const GrFormat *const *format = gr_formats;
    while (*format && strcasecmp((*format)->name, name))
        format++;
    return *format;
}
