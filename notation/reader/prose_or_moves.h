/* Telling moves from prose that mentions moves. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_PROSE_OR_MOVES_H
#define GR_NOTATION_READER_PROSE_OR_MOVES_H

#include "notation/reader/reader.h"

/* The fresh line begins with a move or a result and has words. Is it prose all the same, because
 * the lines after it go on as if it were not there? A line whose move makes the next one legal, and
 * any line that nothing follows, is taken at its word. */
bool reader_is_mention(GrReader *r);

/* Can all moves of the fresh line be played, one after the other? */
bool reader_fits(const GrReader *r);

/* Plays the moves of the fresh line, whatever words stand between them; false if one is not legal, or
 * there is none. */
bool reader_plays(const GrReader *r, GrPosition *pos);

/* Could the line's first move follow on the position? */
bool reader_could_follow(const GrReader *r, const GrPosition *pos);

/* Does the fresh line, or the number at p, begin the next game, though nothing has ended this one?
 * It does if its moves cannot go on from here, but can from the start position; a line without a
 * number 1 has to have some of them, so that a slip is not taken for the end, and counts only in a
 * text without tags. */
bool reader_begins_anew(GrReader *r);

/* Among the words of a remark, in a text without tags: do the game's moves go on at p? They do with
 * a move that is legal, or one that has the number that is due. */
bool reader_goes_on(const GrReader *r, const char *p);

/* The same for a result: does it end the game, or is it only spoken of? */
bool reader_result_ends(const GrReader *r, const char *p, size_t len);

#endif
