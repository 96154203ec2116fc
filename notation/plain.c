/* Text from files as a terminal may show it. */
#include "notation/plain.h"

#include <string.h>

#include "notation/json.h"

size_t gr_plain_length(const char *text, bool *shown) {
    unsigned char c = (unsigned char)*text;
    *shown = c >= ' ' && c != 0x7F;
    if (c < 0x80)
        return c != 0;
    size_t len = gr_utf8_length(text, strnlen(text, 4));
    *shown = len > 1 && !(c == 0xC2 && (unsigned char)text[1] < 0xA0);
    return len ? len : 1;
}

/* How many characters of ASCII follow that are shown as they are. */
static size_t ascii_length(const char *text) {
    size_t len = 0;
    while (text[len] >= ' ' && text[len] < 0x7F)
        len++;
    return len;
}

void gr_put_plain(GrBuffer *out, const char *text, bool lines) {
    bool shown;
    size_t len = ascii_length(text);
    gr_buffer_add(out, text, len);
    for (text += len; (len = gr_plain_length(text, &shown)) > 0; text += len) {
        if (shown)
            gr_buffer_add(out, text, len);
        else if (lines && *text == '\n')
            gr_buffer_putc(out, '\n');
        else
            gr_buffer_putc(out, strchr("\t\n\v\f\r", *text) ? ' ' : '?');
    }
}

void gr_mend_text(char *text) {
    char *to = text;
    for (size_t len; *text; text += len) {
        len = gr_utf8_length(text, strnlen(text, 4));
        memmove(to, text, len);
        to += len;
        len = len ? len : 1;
    }
    *to = '\0';
}
