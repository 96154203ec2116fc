/* Between two games. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_BETWEEN_GAMES_H
#define GR_NOTATION_READER_BETWEEN_GAMES_H

#include "notation/reader/reader.h"

/* All that is known of a game is forgotten, and `game` is the one to be read. */
void reader_begin_game(GrReader *r, GrGame *game);

/* The game is read. Prose after it, up to the end of the text, is the game's; up to something else,
 * it belongs to the next game, which takes what there is of it. */
void reader_after_game(GrReader *r);
void reader_take_between(GrReader *r);

#endif
