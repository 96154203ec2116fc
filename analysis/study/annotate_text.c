/* What annotation writes into comments. */
#include "analysis/study/annotate_text.h"

#include <string.h>

const char *gr_command_find(const char *text, const char *name, const char **value,
                            const char **end) {
    size_t length = strlen(name);
    for (const char *at = strstr(text, "[%"); at; at = strstr(at + 2, "[%")) {
        const char *after = at + 2 + length;
        if (strncmp(at + 2, name, length) != 0 || (*after != ' ' && *after != ']'))
            continue;
        const char *close = strchr(after, ']');
        if (!close)
            return NULL;
        *value = after + strspn(after, " ");
        *end = close + 1;
        return at;
    }
    return NULL;
}

void gr_command_remove(GrBuffer *out, const char *text, const char *name) {
    const char *value, *end, *at;
    while ((at = gr_command_find(text, name, &value, &end))) {
        gr_buffer_add(out, text, (size_t)(at - text));
        text = *end == ' ' ? end + 1 : end;
    }
    gr_buffer_puts(out, text);
}

void gr_command_prepend(GrBuffer *out, const char *commands, const char *text) {
    gr_buffer_puts(out, commands);
    if (*commands && *text)
        gr_buffer_putc(out, ' ');
    gr_buffer_puts(out, text);
}
