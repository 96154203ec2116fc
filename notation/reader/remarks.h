/* Remarks among the moves. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_REMARKS_H
#define GR_NOTATION_READER_REMARKS_H

#include "notation/reader/reader.h"
#include "notation/reader/diagnostics.h"

/* Reads words that are no moves as a comment. */
Step reader_remark(GrReader *r);

/* The same for words in a game with tags: the first ones make it prosy, and their line is looked
 * at again. */
Step reader_words(GrReader *r);

#endif
