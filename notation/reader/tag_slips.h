/* Lines of a header that are no tag pairs as PGN has them. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_TAG_SLIPS_H
#define GR_NOTATION_READER_TAG_SLIPS_H

#include "notation/reader/reader.h"
#include "notation/reader/diagnostics.h"

/* Is there a tag pair at p whose brackets, quotes or name have slips, in a header or where one begins? */
bool reader_at_slip(GrReader *r);

/* Reads it; or, within a header, what is no tag pair at all, as a comment. False if there is neither. The step is
 * GAME_DONE, and nothing is read, if it belongs to the next game. */
bool reader_odd_header(GrReader *r, Step *step);

/* Reads a tag pair with slips behind another one on its line, where p is; false if there is none. */
bool reader_slip_behind(GrReader *r, Step *step);

#endif
