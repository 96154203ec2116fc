/* The header of a game up to its first move: what belongs to it besides tag pairs. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_HEADER_H
#define GR_NOTATION_READER_HEADER_H

#include "notation/reader/reader.h"
#include "notation/reader/diagnostics.h"

/* A result at p that stands in the header, or between it and the moves: more tags of the same game follow, or its
 * moves. It is read, and reported. False if there is none, or it ends a game without moves. */
bool reader_leading_result(GrReader *r);

/* Text at p that is neither tag pair, comment nor move: behind a tag pair on its line, or before one. It is kept as a
 * comment, and reported. False if there is none. */
bool reader_text_in_header(GrReader *r);

/* Does a tag pair stand within the line at p, behind other text? Where no header has begun it must be one that the
 * moves depend on. */
bool reader_at_inner_tag(const GrReader *r);

#endif
