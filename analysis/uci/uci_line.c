/* Lines of a UCI session: saying one, and what several commands read of theirs. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "analysis/uci/uci_local.h"

void gr_say_line(GrUci *uci, const char *line) {
    pthread_mutex_lock(&uci->speaking);
    uci->say(uci->user, line);
    pthread_mutex_unlock(&uci->speaking);
}

void gr_say(GrUci *uci, const char *format, ...) {
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    gr_say_line(uci, line);
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 0)))
#endif
static void say_error(GrUci *uci, const char *format, va_list arguments) {
    char text[1000];
    vsnprintf(text, sizeof text, format, arguments);
    for (char *c = text; *c; c++) /* what is quoted came from the other side */
        if (iscntrl((unsigned char)*c))
            *c = '?';
    gr_say(uci, "info string ERROR: %s", text);
}

void gr_say_error(GrUci *uci, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say_error(uci, format, arguments);
    va_end(arguments);
}

void gr_refuse(GrUci *uci, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say_error(uci, format, arguments);
    va_end(arguments);
    uci->refused = true;
}

bool gr_uci_read_depth(GrUci *uci, const char *what, const char *arguments, int least, int most) {
    size_t length, more;
    int64_t number;
    const char *word = gr_word(arguments, &length);
    gr_word(word + length, &more);
    bool taken = !more && gr_word_number(word, length, &number) && number >= least && number <= most;
    length = gr_trimmed(word, strlen(word));
    if (taken)
        uci->depth = (int)number;
    else
        gr_refuse(uci, "%s takes a depth from %d to %d, not '%.*s'", what, least, most,
                  length < 40 ? (int)length : 40, word);
    return taken;
}

void gr_uci_prepare(GrUci *uci, void (*work)(GrUci *uci), int moment) {
    uci->limits = (GrLimits){0};
    uci->moment = moment;
    uci->ends = true;
    uci->due = work;
}
