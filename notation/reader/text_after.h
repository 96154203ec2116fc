/* Text after a game. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_TEXT_AFTER_H
#define GR_NOTATION_READER_TEXT_AFTER_H

#include "notation/reader/reader.h"

/* The game is read. Prose after it, up to the end of the text, is the game's; up to something else,
 * it belongs to the next game, which takes what there is of it. */
void reader_after_game(GrReader *r);
void reader_take_between(GrReader *r);

#endif
