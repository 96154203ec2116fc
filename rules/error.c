/* Filling an error record. */
#include "rules/error.h"

#include <stdarg.h>
#include <stdio.h>

int gr_fail(GrError *error, GrCode code, const char *format, ...) {
    if (error) {
        va_list args;
        va_start(args, format);
        error->code = code;
        vsnprintf(error->text, sizeof error->text, format, args);
        va_end(args);
    }
    return code;
}

int gr_no_memory(GrError *error) {
    return gr_fail(error, GR_ERR_MEMORY, "out of memory");
}
