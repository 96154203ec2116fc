/* Words where moves should be. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_DOUBTFUL_WORDS_H
#define GR_NOTATION_READER_DOUBTFUL_WORDS_H

#include "notation/reader/reader.h"

/* The token at p, which is no move: if it was meant for one, it is left out where the game goes on
 * all the same, and else the game ends before it; either is reported. */
bool reader_garbled(GrReader *r);

/* The same for words of which some were perhaps moves. False if they are a remark. */
bool reader_doubt(GrReader *r);

/* The fresh line, which has moves in it, is perhaps prose. */
void reader_note_skipped(GrReader *r);

/* A line of moves begins after such prose. If its number is not due, or it has none and could also
 * follow on the moves in the prose, that is reported. */
void reader_check_skipped(GrReader *r);

#endif
