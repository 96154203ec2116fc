/* Words in a text. Internal to notation/. */
#ifndef GR_NOTATION_SUBSTRING_H
#define GR_NOTATION_SUBSTRING_H

#include <stdbool.h>
#include <string.h>

/* Does the text, which ends with a NUL, begin with the word? */
static inline bool gr_begins(const char *text, const char *word) {
    return !strncmp(text, word, strlen(word));
}

/* The first place of the word in [p, end), NULL if it has none. */
static inline const char *gr_find(const char *p, const char *end, const char *word) {
    size_t len = strlen(word);
    for (; (size_t)(end - p) >= len; p++) {
        p = memchr(p, *word, (size_t)(end - p) - len + 1);
        if (!p || !memcmp(p, word, len))
            return p;
    }
    return NULL;
}

#endif
