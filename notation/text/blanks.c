/* Counting blanks. */
#include "notation/text/blanks.h"

size_t gr_count_blanks(const char *text) {
    const char *p = text;
    for (;;) {
        if (*p == ' ' || *p == '\t')
            p++;
        else if ((unsigned char)p[0] == 0xC2 && (unsigned char)p[1] == 0xA0)
            p += 2;
        else if ((unsigned char)p[0] == 0xE3 && (unsigned char)p[1] == 0x80 && (unsigned char)p[2] == 0x80)
            p += 3;
        else
            return (size_t)(p - text);
    }
}
