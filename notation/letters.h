/* Large and small letters of the scripts in which names are written: Latin, Greek and Cyrillic. What the C library
 * knows depends on the locale, and a database is to answer everywhere alike. Internal to the library and its programs.
 */
#ifndef GR_NOTATION_LETTERS_H
#define GR_NOTATION_LETTERS_H

#include <stdbool.h>
#include <stddef.h>

/* The character of two bytes of UTF-8 at `text`, 0 if there is none. */
static inline unsigned gr_two_bytes(const char *text) {
    const unsigned char *u = (const unsigned char *)text;
    return *u >= 0xC2 && *u <= 0xDF && (u[1] & 0xC0) == 0x80 ? (*u & 0x1Fu) << 6 | (u[1] & 0x3Fu) : 0;
}

static inline int gr_small_ascii(char c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c;
}

/* The small letter of one that takes two bytes of UTF-8, which has two as well: of Latin, Greek and Cyrillic script. */
static inline unsigned gr_small_letter(unsigned c) {
    bool latin = c >= 0xC0 && c <= 0xDE && c != 0xD7;
    bool greek = c >= 0x391 && c <= 0x3AB;
    bool cyrillic = c >= 0x410 && c <= 0x42F;
    if (latin || greek || cyrillic)
        return c + 0x20;
    if (c >= 0x400 && c <= 0x40F)
        return c + 0x50;
    if (c == 0x3C2) /* the sigma at the end of a word */
        return 0x3C3;
    if (c == 0x386 || c == 0x38C) /* with an accent, as those below */
        return c == 0x386 ? 0x3AC : 0x3CC;
    if ((c >= 0x388 && c <= 0x38A) || c == 0x38E || c == 0x38F)
        return c < 0x38B ? c + 0x25 : c + 0x3F;
    if (c == 0x178) /* its small letter is the one of Latin-1 */
        return 0xFF;
    bool even = (c >= 0x100 && c <= 0x137) || (c >= 0x14A && c <= 0x177) || (c >= 0x460 && c <= 0x481) ||
                (c >= 0x48A && c <= 0x4BF) || (c >= 0x4D0 && c <= 0x52F);
    bool odd = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
    return even ? c | 1 : odd && c & 1 ? c + 1 : c;
}

/* A character as it is compared: a letter whatever its case; other bytes one by one, in the order of characters. */
static inline unsigned gr_letter_key(const char *text) {
    unsigned letter = gr_two_bytes(text), byte = (unsigned)gr_small_ascii(*text);
    return letter ? 0x100 + gr_small_letter(letter) : byte >= 0xE0 ? 0x10000 + byte : byte;
}

/* How many bytes of both texts, from their beginnings on, are the same whatever the case of letters. */
static inline size_t gr_same_letters(const char *a, const char *b) {
    size_t i = 0;
    for (;;) {
        while (a[i] && gr_small_ascii(a[i]) == gr_small_ascii(b[i]))
            i++;
        if (((unsigned char)a[i] | (unsigned char)b[i]) < 0x80)
            return i;
        size_t at = i && (unsigned char)a[i - 1] >= 0xC2 && (unsigned char)a[i - 1] <= 0xDF ? i - 1 : i;
        if (gr_two_bytes(a + at) == 0 || gr_two_bytes(b + at) == 0 || gr_letter_key(a + at) != gr_letter_key(b + at))
            return at;
        i = at + 2;
    }
}

#endif
