/* Parts of the reader of KIF. Internal to notation/record. */
#ifndef GR_NOTATION_RECORD_KIF_H
#define GR_NOTATION_RECORD_KIF_H

#include "notation/record/record.h"

/* The moves of a line: one with its number, or several with marks as in KI2. False if it has none. */
bool sheet_kif_moves(GrReader *r, Sheet *s, const char *p, const char *end);

/* The headers are complete, if they were not before. False if nothing can be replayed. */
bool sheet_kif_start(GrReader *r, Sheet *s);

#endif
