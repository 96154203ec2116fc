/* Tag pairs. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_TAG_PAIRS_H
#define GR_NOTATION_READER_TAG_PAIRS_H

#include "notation/reader/reader.h"
#include "notation/reader/reader_output.h"

/* Is there a tag pair at p? */
bool reader_at_tag(GrReader *r);

/* Reads the tag pair at p; false if there is none. The step is GAME_DONE, and nothing is read, if
 * it belongs to the next game. */
bool reader_tag(GrReader *r, Step *step);

#endif
