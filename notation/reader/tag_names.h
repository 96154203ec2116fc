/* Names of tags that PGN or this program knows. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_TAG_NAMES_H
#define GR_NOTATION_READER_TAG_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* The known name that is written so but for the case of its letters; NULL if there is none. *exact: the case, too. */
const char *reader_known_tag(const char *name, size_t len, bool *exact);

/* The known name in the letters of `text`, which may have blanks between them, at p: the characters used, 0 if there is
 * none. */
size_t reader_spaced_tag(const char *p, const char **known);

/* Those names on which the moves of a game depend: FEN, Variant, SetUp or Result, if one letter more, less or other, or
 * two that are swapped make it of this one; NULL if none is so near. */
const char *reader_nearest_tag(const char *name, size_t len);

/* May the character stand in a tag's name? Letters and digits, of which the first character is one, and the signs that
 * PGN allows. */
static inline bool reader_in_tag_name(char c) {
    char lower = (char)(c | 0x20);
    return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '+' || c == '#' ||
           c == '=' || c == ':';
}

#endif
