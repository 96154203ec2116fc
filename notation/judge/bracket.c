/* Finding and dropping commands in comments. */
#include "notation/judge/bracket.h"

#include <string.h>

bool gr_bracket_find(const char *text, size_t from, const char *name, GrBracket *found) {
    size_t name_length = strlen(name);
    for (const char *at = text + from; (at = strchr(at, '[')) != NULL; at++) {
        if (at[1] != '%' || strncmp(at + 2, name, name_length) != 0)
            continue;
        const char *value = at + 2 + name_length;
        if (*value != ' ' && *value != ']')
            continue;
        const char *close = strchr(value, ']');
        if (!close)
            return false;
        value += strspn(value, " ");
        size_t length = value < close ? (size_t)(close - value) : 0;
        while (length && value[length - 1] == ' ')
            length--;
        *found = (GrBracket){(size_t)(at - text), (size_t)(close + 1 - text),
                             (size_t)(value - text), length};
        return true;
    }
    return false;
}

void gr_bracket_drop(GrBuffer *out, const char *text, const char *name) {
    GrBracket found;
    size_t at = 0, before = out->len;
    bool dropped = false;
    for (; gr_bracket_find(text, at, name, &found); dropped = true) {
        gr_buffer_add(out, text + at, found.start - at);
        at = found.end + (text[found.end] == ' ');
    }
    gr_buffer_puts(out, text + at);
    bool bare_end = dropped && out->len > before && !text[at] && out->data[out->len - 1] == ' ';
    if (bare_end && !out->failed)
        out->data[--out->len] = '\0';
}
