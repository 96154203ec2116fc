/* UTF-16, as some editors save text, turned into UTF-8. Internal to notation/.
 *
 * Bytes come in pieces that may be cut anywhere; what is not a character (half of a surrogate
 * pair, a byte that is left over) becomes U+FFFD.
 */
#ifndef GR_NOTATION_UTF16_H
#define GR_NOTATION_UTF16_H

#include <stdbool.h>
#include <stddef.h>

typedef struct GrUtf16 {
    bool big;      /* the high byte of a unit comes first */
    bool odd;      /* `byte` is the first half of a unit */
    unsigned char byte;
    unsigned high; /* the first half of a surrogate pair, or 0 */
} GrUtf16;

/* Does a text that begins with these bytes look like UTF-16? By its byte order mark, or by its
 * first characters' being ASCII: every other byte is 0. Makes ready to decode it. */
bool gr_utf16_begins(GrUtf16 *utf16, const unsigned char *bytes, size_t len);

/* Decodes bytes to `out`, which needs room for 3 + len / 2 * 3 bytes; returns the end of what was
 * written. A byte order mark is kept, as U+FEFF. */
char *gr_utf16_decode(GrUtf16 *utf16, const unsigned char *bytes, size_t len, char *out);

/* The same for what is left at the end of the text: at most 6 bytes. */
char *gr_utf16_end(GrUtf16 *utf16, char *out);

/* Writes a character as UTF-8, one to four bytes; returns their end. */
char *gr_utf8_put(char *out, unsigned character);

/* Length of the UTF-8 sequence of a character beyond ASCII at p, 0 if it is none, -1 if it may go on past `left`
 * bytes. */
int gr_utf8_sequence(const unsigned char *p, size_t left);

/* The character that a byte of Windows-1252 stands for; those that it leaves open are taken as Latin-1 has them. */
unsigned gr_windows_character(unsigned char byte);

#endif
