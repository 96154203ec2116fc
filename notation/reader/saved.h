/* Games of a text that a program for all kinds of games has saved (saved_text.h). Internal to notation/reader and
 * notation/record. */
#ifndef GR_NOTATION_READER_SAVED_H
#define GR_NOTATION_READER_SAVED_H

#include "notation/buffer.h"
#include "notation/reader/reader.h"

typedef enum SavedKind { SAVED_NOT, SAVED_ZILLIONS, SAVED_COURIER } SavedKind;

/* The whole text, in which such games are one after the other. */
typedef struct Saved {
    bool looked;      /* whether it is one is known: */
    SavedKind kind;
    GrBuffer text;    /* as PGN, */
    GrReader *inner;  /* and what reads that */
} Saved;

/* Is the text such a one? Looks at its beginning, the first time. */
bool reader_is_saved(GrReader *r);

/* As gr_reader_next; then the next game. */
int reader_next_saved(GrReader *r, GrGame *game);

#endif
