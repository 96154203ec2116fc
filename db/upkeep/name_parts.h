/* A player's name in parts, so that its spellings can be compared. Internal to db/.
 *
 * Letters are made small and lose their accents ("Müller" and "Muller" are one), apostrophes are dropped, and all
 * other marks only keep words apart. Titles ("GM", "Dr.") are left out, and what tells generations apart ("Jr", "II")
 * is kept beside the words.
 */
#ifndef GR_DB_NAME_PARTS_H
#define GR_DB_NAME_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GR_PARTS_BYTES = 128, GR_PARTS_WORDS = 8, GR_WORD_KEY = 32 };

typedef struct GrNameParts {
    char text[GR_PARTS_BYTES];    /* the words, each with a NUL */
    uint8_t at[GR_PARTS_WORDS];   /* where each begins */
    uint8_t words;                /* 0: the name is not known, or too long to be compared */
    uint8_t family;               /* so many of them are the family name, which a comma told; 0: not told */
    uint8_t generation;           /* 0: none is named */
    bool digits;                  /* there are some: a program with its version, mostly */
} GrNameParts;

void gr_name_parts(const char *name, GrNameParts *parts);

static inline const char *gr_parts_word(const GrNameParts *parts, size_t i) {
    return parts->text + parts->at[i];
}

/* How two names go together, the weakest first. */
typedef enum GrNameFit {
    GR_NAMES_APART, /* they are two people's: other names, initials or generations */
    GR_NAMES_NEAR,  /* a word has a letter more, less or in another way, as other transliterations have */
    GR_NAMES_BARE,  /* one has the family name alone */
    GR_NAMES_SHORT, /* one has initials or fewer given names, or the order may be the other one */
    GR_NAMES_SAME   /* the same words */
} GrNameFit;

GrNameFit gr_names_fit(const GrNameParts *a, const GrNameParts *b);

/* Appends the word as other transliterations of it have it, too: "Korchnoi", "Kortschnoj" and "Korchnoy" are one. At
 * most GR_WORD_KEY - 1 bytes are written and a NUL. */
void gr_word_sound(const char *word, char out[GR_WORD_KEY]);

/* The same without all vowels but the first letter: words that may be spellings of one have the same, mostly. */
void gr_word_key(const char *word, char out[GR_WORD_KEY]);

/* Adds a text as small letters without accents to `out`, which has room for `size` bytes and a NUL: letters, digits
 * and what is not ASCII, single blanks for all else. False if it had to be cut. */
bool gr_fold_text(const char *text, char *out, size_t size);

#endif
