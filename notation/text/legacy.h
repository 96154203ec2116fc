/* Text in the encodings of Japan, China and Korea before UTF-8, turned into that by iconv.
 * Internal to notation/.
 *
 * Such a text is known by what it says: bytes that are not UTF-8, and that read as Shift_JIS, EUC-JP, GB18030, Big5
 * or EUC-KR are a record of a game (record_kind.h), though a few of them may be no characters. Others stay what they
 * were taken for; but a record that is UTF-8 save for a few bytes is not Windows-1252 in these.
 */
#ifndef GR_NOTATION_LEGACY_H
#define GR_NOTATION_LEGACY_H

#include <iconv.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct GrLegacy {
    bool open;
    iconv_t to_utf8;
    char held[4];  /* of a character that the bytes before began */
    size_t holds;
    size_t bad;    /* bytes so far that were no character */
    bool utf8;     /* not open: the text is a record in UTF-8, and bytes that are not are no characters */
} GrLegacy;

/* Does a text that begins with these bytes look like a record in one of them? Makes ready to decode it. If not, `utf8`
 * is set. */
bool gr_legacy_begins(GrLegacy *legacy, const unsigned char *bytes, size_t len);
void gr_legacy_close(GrLegacy *legacy);

/* Decodes bytes to `out`, which needs room for 3 * (len + 4) bytes; returns the end of what was written. What is no
 * character becomes U+FFFD, and so does at the end of the text (`len` is 0) half of one. */
char *gr_legacy_decode(GrLegacy *legacy, const unsigned char *bytes, size_t len, char *out);

#endif
