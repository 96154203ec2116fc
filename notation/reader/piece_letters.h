/* The letters of the chess pieces in other languages than English. Internal to notation/.
 *
 * Only king, queen, rook, bishop and knight have such letters; what else a variant has keeps its
 * own, and a language one of whose letters it uses otherwise cannot be read in that variant.
 */
#ifndef GR_NOTATION_READER_PIECE_LETTERS_H
#define GR_NOTATION_READER_PIECE_LETTERS_H

#include "notation/move/lexicon.h"

typedef struct GrLanguage {
    const char *name;    /* "German"; several, if they have the same letters */
    const char *letters; /* of king, queen, rook, bishop and knight, in this order */
} GrLanguage;

/* The ith language, NULL after the last one. English is none of them. */
const GrLanguage *gr_language_at(size_t i);

/* Makes a fresh lexicon one of the language. False, and nothing is changed, if its letters collide
 * with those of the variant, or are the English ones for all its pieces. */
bool gr_language_apply(const GrLanguage *language, GrLexicon *lexicon);

/* Turns the letters of SAN as gr_san_write writes it into those of the language, in place. */
void gr_language_translate(const GrLanguage *language, char *san);

/* Writes which letters differ: "S is a Knight, L a Bishop"; `out` has room for GR_LANGUAGE_SIZE. */
enum { GR_LANGUAGE_SIZE = 120 };
void gr_language_describe(const GrLanguage *language, const GrVariant *variant,
                          char out[GR_LANGUAGE_SIZE]);

#endif
