/* A move as somebody types it: in any form that games are written in, where the position may be looked at. Internal to
 * notation/. */
#ifndef GR_NOTATION_TYPED_H
#define GR_NOTATION_TYPED_H

#include "notation/move/syntax.h"

/* Reads one at the start of a NUL-terminated text: SAN and what is like it, names of pieces, and moves of Shogi and
 * Xiangqi in their own forms. Returns the characters used, 0 if there is none. */
size_t gr_typed_read(const GrLexicon *lexicon, const GrPosition *pos, const char *text, GrSyntax *syntax);

#endif
