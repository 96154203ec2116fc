/* A game in the text. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_GAME_H
#define GR_NOTATION_READER_GAME_H

#include "notation/reader/reader.h"

/* What there was before a game: diagnostics of the text before it, and the line of a doubtful
 * evaluation. */
typedef struct Before {
    size_t diags;
    uint32_t doubt;
} Before;

/* Reads the next game up to its end. False if there is none, or reading failed. */
bool reader_read_game(GrReader *r, GrGame *game, Before *before);

/* Then reads what stands after it. Returns what gr_reader_next does. */
int reader_complete_game(GrReader *r, bool found);

/* Reports bytes of the line that are no text in the encoding of a record, once a game: *reported then becomes true. */
void reader_check_characters(GrReader *r, bool *reported);

/* Both: gr_reader_next for a text whose language is known. */
int reader_next_game(GrReader *r, GrGame *game, GrError *error);

#endif
