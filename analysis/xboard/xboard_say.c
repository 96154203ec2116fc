/* Saying a line in an XBoard session. */
#include <stdarg.h>
#include <stdio.h>

#include "analysis/xboard/xboard_local.h"

void gr_xb_say(GrXboard *x, const char *format, ...) {
    char line[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&x->speaking);
    x->say(x->user, line);
    pthread_mutex_unlock(&x->speaking);
}
