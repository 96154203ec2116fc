/* Saying what went wrong that no request asked for. */
#include <stdarg.h>
#include <stdio.h>

#include "desk/local.h"

void desk_warn(const GrDesk *desk, const char *format, ...) {
    char text[1 << 13]; /* with two paths */
    va_list args;
    if (!desk->start.warn)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    desk->start.warn(desk->start.context, text);
}
