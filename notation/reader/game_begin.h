/* The beginning of a game. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_GAME_BEGIN_H
#define GR_NOTATION_READER_GAME_BEGIN_H

#include "notation/reader/reader.h"

/* All that is known of a game is forgotten, and `game` is the one to be read. */
void reader_begin_game(GrReader *r, GrGame *game);

#endif
