/* The header of a game up to its first move: what belongs to it besides tag pairs. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_HEADER_H
#define GR_NOTATION_READER_HEADER_H

#include "notation/reader/diagnostics.h"
#include "notation/reader/reader.h"

/* A result at p that stands in the header, or between it and the moves: more tags of the same game follow, or its
 * moves. It is read, and reported. False if there is none, or it ends a game without moves. */
bool reader_leading_result(GrReader *r);

/* Text at p that is neither tag pair, comment nor move: behind a tag pair on its line, or before one. It is kept as a
 * comment, and reported. False if there is none. */
bool reader_text_in_header(GrReader *r);

/* Does a tag pair stand within the line at p, behind other text? Where no header has begun it must be one that the
 * moves depend on. */
bool reader_at_inner_tag(const GrReader *r);

/* Is the fresh line a heading ("Game #3")? Then it is read. GAME_DONE if it heads the next game. */
bool reader_at_heading(const GrReader *r);
Step reader_heading(GrReader *r);

/* The next game begins here: the last heading after a move, with what follows it, is no comment on
 * that move, but belongs to the next game. */
void reader_reclaim_heading(GrReader *r);

#endif
