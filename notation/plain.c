/* Text from files as a terminal may show it. */
#include "notation/plain.h"

#include <string.h>

#include "notation/json.h"

/* Is the character, which has more than one byte, a control character, or one that turns the direction of what
 * follows? */
static bool is_control(const char *text) {
    const unsigned char *u = (const unsigned char *)text;
    return (u[0] == 0xC2 && u[1] < 0xA0) ||
           (u[0] == 0xE2 && ((u[1] == 0x80 && u[2] >= 0xAA && u[2] <= 0xAE) ||
                             (u[1] == 0x81 && u[2] >= 0xA6 && u[2] <= 0xA9)));
}

size_t gr_plain_length(const char *text, bool *shown) {
    unsigned char c = (unsigned char)*text;
    *shown = c >= ' ' && c != 0x7F;
    if (c < 0x80)
        return c != 0;
    size_t len = gr_utf8_length(text, strnlen(text, 4));
    *shown = len > 1 && !is_control(text);
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

/* Adds what stands for a character that may not be shown. */
static void name_character(GrBuffer *out, const unsigned char *u, size_t len) {
    if (*u < 0x80)
        gr_buffer_printf(out, "^%c", *u ^ 0x40);
    else if (len == 2)
        gr_buffer_printf(out, "<U+%04X>", (*u & 0x1Fu) << 6 | (u[1] & 0x3Fu));
    else if (len == 3)
        gr_buffer_printf(out, "<U+%04X>", (*u & 0xFu) << 12 | (u[1] & 0x3Fu) << 6 | (u[2] & 0x3Fu));
    else
        gr_buffer_printf(out, "<%02X>", *u);
}

void gr_put_visible(GrBuffer *out, const char *text, size_t len) {
    const char *end = text + len, *from = text;
    while (text < end) {
        unsigned char c = (unsigned char)*text;
        size_t size = 1;
        bool shown = (c >= ' ' && c < 0x7F) || c == '\n' || c == '\t';
        if (c >= 0x80) {
            size = gr_utf8_length(text, (size_t)(end - text));
            shown = size > 1 && !is_control(text);
        }
        if (!shown) {
            gr_buffer_add(out, from, (size_t)(text - from));
            name_character(out, (const unsigned char *)text, size);
        }
        text += size ? size : 1;
        from = shown ? from : text;
    }
    gr_buffer_add(out, from, (size_t)(end - from));
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
