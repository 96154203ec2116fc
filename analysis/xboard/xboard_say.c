/* Saying a line in an XBoard session. */
#include <stdarg.h>
#include <stdio.h>

#include "analysis/xboard/xboard_local.h"

/* What is quoted came from the other side: a control character would begin a line of its own, or
 * reach a terminal. */
static void blot_controls(char *line) {
    for (; *line; line++)
        if ((unsigned char)*line < ' ' || *line == 127)
            *line = '?';
}

void gr_xb_say(GrXboard *x, const char *format, ...) {
    char line[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    blot_controls(line);
    pthread_mutex_lock(&x->speaking);
    x->say(x->user, line);
    pthread_mutex_unlock(&x->speaking);
}
