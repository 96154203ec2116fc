/* Games with the piece letters of another language. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_OTHER_LANGUAGES_H
#define GR_NOTATION_READER_OTHER_LANGUAGES_H

#include "notation/reader/game.h"

/* The game at hand is complete, and cannot be played to its end: was it another language? */
void reader_try_languages(GrReader *r, const Before *before);

/* Gives the next game of the inner reader as gr_reader_next does; 0: there is none any more. */
int reader_next_inner(GrReader *r, GrGame *game);

#endif
