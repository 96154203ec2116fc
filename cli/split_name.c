/* File names from text, and when two of them are one to a file system without large and small letters. */
#include "cli/split_name.h"

#include <string.h>
#include <strings.h>

#include "notation/letters.h"
#include "notation/plain.h"

/* ---- names ---- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The length of the text without blanks and dots at its end. */
static size_t trimmed(const char *text) {
    size_t len = strlen(text);
    while (len && (is_blank(text[len - 1]) || text[len - 1] == '.'))
        len--;
    return len;
}

/* Is it a device's name to Windows, with or without an ending? */
static bool is_device(const char *name) {
    static const char *const devices[] = {"con", "prn", "aux", "nul", NULL};
    size_t len = strcspn(name, ".");
    while (len && name[len - 1] == ' ')
        len--;
    for (int n = 0; devices[n]; n++)
        if (len == 3 && !strncasecmp(name, devices[n], 3))
            return true;
    bool port = len > 3 && (!strncasecmp(name, "com", 3) || !strncasecmp(name, "lpt", 3));
    bool raised = len == 5 && (!strncmp(name + 3, "\xC2\xB9", 2) || !strncmp(name + 3, "\xC2\xB2", 2) ||
                               !strncmp(name + 3, "\xC2\xB3", 2)); /* 1, 2 and 3 */
    return port && (raised || (len == 4 && name[3] >= '0' && name[3] <= '9'));
}

void cli_put_file_name(GrBuffer *out, const char *text) {
    size_t start = out->len;
    bool shown;
    while (is_blank(*text))
        text++;
    const char *end = text + trimmed(text);
    for (size_t len; text < end && (len = gr_plain_length(text, &shown)) > 0; text += len) {
        bool first = out->len == start;
        bool safe = shown && !strchr("/\\:*?\"<>|", *text) && !(first && (*text == '.' || *text == '-'));
        if (out->len - start + (safe ? len : 1) > CLI_NAME_MOST - 1) /* one is kept for a device's `_` */
            break;
        gr_buffer_add(out, safe ? text : "_", safe ? len : 1);
    }
    while (!out->failed && out->len > start && strchr(" .", out->data[out->len - 1])) /* where it was cut */
        out->data[--out->len] = '\0';
    if (out->len == start)
        gr_buffer_putc(out, '_');
    if (!out->failed && is_device(out->data + start)) {
        gr_buffer_putc(out, '_');
        memmove(out->data + start + 1, out->data + start, out->len - start - 1);
        if (!out->failed)
            out->data[start] = '_';
    }
}

/* ---- accents ---- */

/* Of U+00C0 to U+017F: the small letter below the accent, and which one it is, a place in MARKS from '0' on. */
static const char BASES[] = "aaaaaa ceeeeiiii nooooo  uuuuy  aaaaaa ceeeeiiii nooooo  uuuuy y"
                            "aaaaaaccccccccdd  eeeeeeeeeegggggggghh  iiiiiiiii   jjkk llllll "
                            "   nnnnnn   oooooo  rrrrrrsssssssstttt  uuuuuuuuuuuuwwyyyzzzzzz ";
static const char ACCENTS[] = "012378 ;01270127 301237  01271  012378 ;01270127 301237  01271 7"
                              "4455<<112266::::  445566<<::225566;;22  334455<<6   22;; 11;;:: "
                              "   11;;::   445599  11;;::1122;;::;;::  3344558899<<222271166:: ";
static const unsigned MARKS[] = {0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x30A, 0x30B, 0x30C, 0x327,
                                 0x328};

/* The same of small Greek and Cyrillic letters. */
static const unsigned OTHERS[][3] = {
    {0x3AC, 0x3B1, 0x301}, {0x3AD, 0x3B5, 0x301}, {0x3AE, 0x3B7, 0x301}, {0x3AF, 0x3B9, 0x301}, {0x3CA, 0x3B9, 0x308},
    {0x3CB, 0x3C5, 0x308}, {0x3CC, 0x3BF, 0x301}, {0x3CD, 0x3C5, 0x301}, {0x3CE, 0x3C9, 0x301}, {0x439, 0x438, 0x306},
    {0x450, 0x435, 0x300}, {0x451, 0x435, 0x308}, {0x453, 0x433, 0x301}, {0x457, 0x456, 0x308}, {0x45C, 0x43A, 0x301},
    {0x45D, 0x438, 0x300}, {0x45E, 0x443, 0x306},
};

static void put_character(GrBuffer *out, unsigned c) {
    if (c >= 0x80)
        gr_buffer_putc(out, (char)(0xC0 | c >> 6));
    gr_buffer_putc(out, (char)(c < 0x80 ? c : 0x80 | (c & 0x3F)));
}

/* A letter of two bytes, as one without an accent and a mark of its own, for so do some systems keep names. */
static void put_apart(GrBuffer *out, unsigned c) {
    bool latin = c >= 0xC0 && c <= 0x17F && BASES[c - 0xC0] != ' ';
    unsigned small = latin ? (unsigned)BASES[c - 0xC0] : gr_small_letter(c);
    unsigned mark = latin ? MARKS[ACCENTS[c - 0xC0] - '0'] : 0;
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS && !mark; i++)
        if (OTHERS[i][0] == small) {
            small = OTHERS[i][1];
            mark = OTHERS[i][2];
        }
    if (c == 0xDF) /* its large letters are SS */
        gr_buffer_puts(out, "ss");
    else
        put_character(out, small);
    if (mark)
        put_character(out, mark);
}

void cli_put_small(GrBuffer *out, const char *name) {
    for (const unsigned char *u = (const unsigned char *)name; *u; u++) {
        unsigned letter = gr_two_bytes((const char *)u);
        if (letter) {
            put_apart(out, letter);
            u++;
        } else if (!strncmp((const char *)u, "\xE1\xBA\x9E", 3)) { /* the large one of 0xDF */
            gr_buffer_puts(out, "ss");
            u += 2;
        } else {
            gr_buffer_putc(out, (char)(*u >= 'A' && *u <= 'Z' ? *u + 'a' - 'A' : *u));
        }
    }
}
