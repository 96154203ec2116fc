/* File names from text, and when two of them are one to a file system without large and small letters. */
#include "cli/split_name.h"

#include <string.h>
#include <strings.h>

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
    bool port = len == 4 && (!strncasecmp(name, "com", 3) || !strncasecmp(name, "lpt", 3));
    return port && name[3] >= '0' && name[3] <= '9';
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

/* ---- large and small letters ---- */

/* The small letter of one that takes two bytes of UTF-8: of Latin, Greek and Cyrillic script. */
static unsigned small_letter(unsigned c) {
    bool latin = c >= 0xC0 && c <= 0xDE && c != 0xD7;
    bool greek = c >= 0x391 && c <= 0x3A9;
    bool cyrillic = c >= 0x410 && c <= 0x42F;
    if (latin || greek || cyrillic)
        return c + 0x20;
    if (c >= 0x400 && c <= 0x40F)
        return c + 0x50;
    if (c == 0x178) /* its small letter is the one of Latin-1 */
        return 0xFF;
    bool even = (c >= 0x100 && c <= 0x137) || (c >= 0x14A && c <= 0x177) || (c >= 0x460 && c <= 0x481) ||
                (c >= 0x48A && c <= 0x4BF) || (c >= 0x4D0 && c <= 0x52F);
    bool odd = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
    return even ? c | 1 : odd && c & 1 ? c + 1 : c;
}

void cli_put_small(GrBuffer *out, const char *name) {
    for (const unsigned char *u = (const unsigned char *)name; *u; u++) {
        if (*u >= 0xC2 && *u <= 0xDF && (u[1] & 0xC0) == 0x80) {
            unsigned c = small_letter((*u & 0x1Fu) << 6 | (u[1] & 0x3Fu));
            gr_buffer_putc(out, (char)(0xC0 | c >> 6));
            gr_buffer_putc(out, (char)(0x80 | (c & 0x3F)));
            u++;
        } else {
            gr_buffer_putc(out, (char)(*u >= 'A' && *u <= 'Z' ? *u + 'a' - 'A' : *u));
        }
    }
}
