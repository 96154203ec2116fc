/* Reading movetext: moves that records do not write. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_UNWRITTEN_H
#define GR_NOTATION_READER_UNWRITTEN_H

#include "notation/reader/parts.h"

/* Where one kind of piece is dropped (Othello), players leave out passes, which are made when nothing else can be: adds
 * one if a move of this syntax at the place of reading can be played only after it. */
void reader_pass_unwritten(GrReader *r, const GrSyntax *syntax);

#endif
