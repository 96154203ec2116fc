/* The words of a line of either protocol, sent or received. Internal to analysis/.
 *
 * Words are separated by white space of any kind: blank, tab, line feed, vertical tab, form feed, carriage return.
 */
#ifndef GR_ANALYSIS_WORDS_H
#define GR_ANALYSIS_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool gr_is_blank(char c);

/* The next word of a text that ends with NUL: returns its start, sets *length (0 at the end). */
const char *gr_word(const char *text, size_t *length);

bool gr_word_is(const char *word, size_t length, const char *what);

/* Copies a word, with a NUL; false if there is no room, and then *to is empty. */
bool gr_word_copy(const char *word, size_t length, char *to, size_t size);

/* What follows the first word of a text, from the next word on, if it is that one; else NULL. */
const char *gr_after_word(const char *text, const char *first);

/* The first word `wanted` in a text; NULL if there is none. */
const char *gr_find_word(const char *text, const char *wanted);

/* The length of a text without the white space at its end. */
size_t gr_trimmed(const char *text, size_t length);

/* Is a word a whole number (decimal digits, perhaps after a sign)? Sets *number, to INT64_MIN or INT64_MAX where it is
 * beyond that. */
bool gr_word_number(const char *word, size_t length, int64_t *number);

#endif
