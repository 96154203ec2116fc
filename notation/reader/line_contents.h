/* What a line of text consists of. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_LINE_CONTENTS_H
#define GR_NOTATION_READER_LINE_CONTENTS_H

#include "notation/move/lexicon.h"

typedef struct Sight {
    unsigned moves, words;
    unsigned garbled; /* words that look as if they were meant for moves */
    bool counted;   /* it begins with a number and a dot */
    bool ends;      /* with a result */
    bool numbered;  /* it begins with a move number and a move */
    bool named;     /* its first move has a piece's name */
    bool word_first;
    bool dotted;    /* it has a number with a dot */
    bool parted;    /* it has commas or the like between its moves */
} Sight;

/* Looks at the text [p, end) of the line that begins at `line`. */
Sight reader_sight(const GrLexicon *lexicon, const char *line, const char *p, const char *end);

/* Length of "Game #3" at p, 0 if there is none. *hash: there is a '#'. */
size_t reader_numbered_heading(const char *p, bool *hash);

/* Is there a heading ("Game #3") at p? */
bool reader_heading_at(const char *p, const char *end);

#endif
