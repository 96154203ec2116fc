/* Games of a text that is a record of Shogi. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_SHEETS_H
#define GR_NOTATION_READER_SHEETS_H

#include "notation/reader/reader.h"

/* Is the text such a record? Looks at its beginning, the first time. */
bool reader_is_sheet(GrReader *r);

/* As gr_reader_next; then the next game. */
int reader_next_sheet(GrReader *r, GrGame *game);

#endif
