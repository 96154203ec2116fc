/* Variations. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_VARIATIONS_H
#define GR_NOTATION_READER_VARIATIONS_H

#include "notation/reader/reader.h"
#include "notation/reader/diagnostics.h"

/* A parenthesis at p opens a variation, or closes one. */
Step reader_open_variation(GrReader *r);
Step reader_close_variation(GrReader *r);

/* Closes what is open at the end of a game: comment, variations, capture. */
void reader_close_moves(GrReader *r);

#endif
