/* What a text without games looks like. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_FOREIGN_NOTATION_H
#define GR_NOTATION_READER_FOREIGN_NOTATION_H

#include "notation/move/lexicon.h"

/* What prose has that no game has: words of other notations, and positions. */
typedef struct ForeignNotation {
    unsigned lines, descriptive, numeric, positions, named;
} ForeignNotation;

/* Is the word a position: ranks with slashes between them, and a side to move behind it? */
bool reader_is_position(const char *p, size_t len);

/* Looks at the text [p, end), a line or more. */
void reader_note_foreign(ForeignNotation *seen, const GrLexicon *lexicon, const char *p, const char *end);

/* Have enough lines been looked at since? */
bool reader_has_looked(const ForeignNotation *now, const ForeignNotation *before);

/* What it looks like, as a sentence, from what has come since; NULL if that is not known. */
const char *reader_looks_like(const ForeignNotation *now, const ForeignNotation *before);

#endif
