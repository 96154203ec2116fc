/* Lines of prose, and the paragraphs that they make. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_PARAGRAPHS_H
#define GR_NOTATION_READER_PARAGRAPHS_H

#include "notation/reader/reader.h"
#include "notation/reader/diagnostics.h"

/* Begins the fresh line: p goes to its text. False if it has none: it is blank, an escape line or a
 * rule, and what prose was before it is complete. */
bool reader_begin_line(GrReader *r);

/* Is the fresh line prose, in a text without tags? Then it is read. */
bool reader_at_prose(GrReader *r);
Step reader_prose(GrReader *r);

/* A line that is not prose has come: prose before it is complete. */
void reader_close_prose(GrReader *r);

#endif
