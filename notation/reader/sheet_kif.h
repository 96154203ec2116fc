/* Parts of the reader of KIF. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_SHEET_KIF_H
#define GR_NOTATION_READER_SHEET_KIF_H

#include "notation/reader/sheet.h"

/* The moves of a line: one with its number, or several with marks as in KI2. False if it has none. */
bool sheet_kif_moves(GrReader *r, Sheet *s, const char *p, const char *end);

/* The headers are complete, if they were not before. False if nothing can be replayed. */
bool sheet_kif_start(GrReader *r, Sheet *s);

/* A word in place of a move that ends the game; false if it is none. */
bool sheet_kif_end(GrReader *r, Sheet *s, const char *p);

#endif
