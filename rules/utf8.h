/* Cutting UTF-8 text only between characters. Internal to the library. */
#ifndef GR_RULES_UTF8_H
#define GR_RULES_UTF8_H

#include <stddef.h>

/* How many bytes of the text, `max` at the most, are whole characters; for "%.*s". */
static inline int gr_fit(const char *text, int max) {
    int len = 0;
    while (len < max && text[len])
        len++;
    while (len > 0 && ((unsigned char)text[len] & 0xC0) == 0x80)
        len--;
    return len;
}

#endif
