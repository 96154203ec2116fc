/* The table of output formats. */
#include "notation/write/format.h"

#include <strings.h>

#define ADDRESS(format) &format,
const GrFormat *const gr_formats[] = {GR_FORMATS(ADDRESS) NULL};
#undef ADDRESS

const GrFormat *gr_format_find(const char *name) {
    const GrFormat *const *format = gr_formats;
    while (*format && strcasecmp((*format)->name, name))
        format++;
    return *format;
}
