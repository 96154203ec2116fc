/* The fast way for what nearly all texts consist of: canonical SAN of plain moves.
 * Internal to notation/.
 *
 * `Nf3`, `Rad1`, `exd5`, `e8=Q`, `Qxh4+`: a letter, an origin where needed, `x`, a square, the
 * piece promoted to, a check mark. Anything else, and any such token that does not mean exactly one
 * legal move in just this form, is left to the thorough way (syntax.h, resolve.h), which also says
 * what is wrong with it. The two must agree wherever this one answers.
 */
#ifndef GR_NOTATION_QUICK_H
#define GR_NOTATION_QUICK_H

#include "notation/move/lexicon.h"

/* Reads a move at the start of a NUL-terminated text. Returns the characters used, with the move
 * and its mark ('+', '#' or 0); 0 if this is a case for the thorough way. */
size_t gr_quick_read(const GrLexicon *lexicon, const GrPosition *pos, const char *text,
                     GrMove *move, char *mark);

#endif
