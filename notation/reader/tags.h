/* Tags of the game at hand, names of tags and dates in them. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_TAGS_H
#define GR_NOTATION_READER_TAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a tag's value stands; line 0: nowhere. */
typedef struct Place {
    uint32_t line, column;
} Place;

typedef struct Tags {
    bool any;                /* there are tags */
    bool headed;             /* the Event is a heading */
    bool own_result;         /* the Result tag states one in a form of its own */
    bool forfeit;            /* it, or the text after the moves, says 0-0: both have lost */
    bool cased;              /* a name in another letter case was reported */
    bool too_many;           /* GR_READER_TAGS was reached, and that was reported */
    Place fen, variant, result, score;
} Tags;

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

/* What is wrong with a date of that length, as PGN writes it, with ? for what is not known; NULL if nothing is. A year
 * alone, or with its month, is a date, and so is no text at all, or `?`. */
const char *reader_date_fault(const char *date, size_t len);

#endif
