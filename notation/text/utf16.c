/* UTF-16 to UTF-8. */
#include "notation/text/utf16.h"

#include <stdint.h>

enum { REPLACEMENT = 0xFFFD };

bool gr_utf16_begins(GrUtf16 *utf16, const unsigned char *bytes, size_t len) {
    *utf16 = (GrUtf16){0};
    if (len < 2)
        return false;
    if (bytes[0] == 0xFF && bytes[1] == 0xFE)
        return true;
    utf16->big = bytes[0] == 0xFE && bytes[1] == 0xFF;
    if (utf16->big || len < 3)
        return utf16->big;
    utf16->big = !bytes[0] && bytes[1] && !bytes[2];
    return utf16->big || (bytes[0] && !bytes[1] && bytes[2]);
}

char *gr_utf8_put(char *out, unsigned c) {
    if (c < 0x80) {
        *out++ = (char)c;
        return out;
    }
    if (c >= 0x10000) {
        *out++ = (char)(0xF0 | c >> 18);
        *out++ = (char)(0x80 | (c >> 12 & 0x3F));
    } else if (c >= 0x800) {
        *out++ = (char)(0xE0 | c >> 12);
    }
    if (c >= 0x800)
        *out++ = (char)(0x80 | (c >> 6 & 0x3F));
    else
        *out++ = (char)(0xC0 | c >> 6);
    *out++ = (char)(0x80 | (c & 0x3F));
    return out;
}

int gr_utf8_sequence(const unsigned char *p, size_t left) {
    unsigned char lead = p[0];
    int len = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4)
        return 0;
    for (int i = 1; i < len; i++) {
        if ((size_t)i >= left)
            return -1;
        unsigned char low = 0x80, high = 0xBF;
        if (i == 1) { /* over-long forms, surrogates, beyond U+10FFFF */
            low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
            high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        }
        if (p[i] < low || p[i] > high)
            return 0;
    }
    return len;
}

/* Takes a unit of 16 bits; a pair of surrogates is a character beyond U+FFFF. */
static char *take(GrUtf16 *utf16, unsigned unit, char *out) {
    bool low = unit >= 0xDC00 && unit < 0xE000;
    unsigned high = utf16->high;
    utf16->high = 0;
    if (high && low)
        return gr_utf8_put(out, 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00));
    if (high)
        out = gr_utf8_put(out, REPLACEMENT);
    if (unit >= 0xD800 && unit < 0xDC00) {
        utf16->high = unit;
        return out;
    }
    return gr_utf8_put(out, low ? REPLACEMENT : unit);
}

char *gr_utf16_decode(GrUtf16 *utf16, const unsigned char *bytes, size_t len, char *out) {
    for (size_t i = 0; i < len; i++) {
        unsigned first = utf16->byte, second = bytes[i];
        if (utf16->odd)
            out = take(utf16, utf16->big ? first << 8 | second : second << 8 | first, out);
        else
            utf16->byte = bytes[i];
        utf16->odd = !utf16->odd;
    }
    return out;
}

char *gr_utf16_end(GrUtf16 *utf16, char *out) {
    if (utf16->high)
        out = gr_utf8_put(out, REPLACEMENT);
    if (utf16->odd)
        out = gr_utf8_put(out, REPLACEMENT);
    utf16->high = 0;
    utf16->odd = false;
    return out;
}

unsigned gr_windows_character(unsigned char byte) {
    static const uint16_t windows[32] = {
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};
    return byte >= 0x80 && byte < 0xA0 ? windows[byte - 0x80] : byte;
}
