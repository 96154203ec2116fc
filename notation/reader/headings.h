/* Headings. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_HEADINGS_H
#define GR_NOTATION_READER_HEADINGS_H

#include "notation/reader/reader.h"
#include "notation/reader/diagnostics.h"

/* Is the fresh line a heading ("Game #3")? Then it is read. GAME_DONE if it heads the next game. */
bool reader_at_heading(const GrReader *r);
Step reader_heading(GrReader *r);

/* The next game begins here: the last heading after a move, with what follows it, is no comment on
 * that move, but belongs to the next game. */
void reader_reclaim_heading(GrReader *r);

#endif
