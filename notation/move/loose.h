/* Moves written with less, or other, than any notation asks for, which the position makes clear.
 * Internal to notation/.
 *
 * `ed` and `exd` (a pawn's capture by its files), `OO` and `0 0 0`, `B x c6`, `N f3`, `Ng1 - f3`,
 * `Pawn e x d5`, `E4` and `NF3` (squares in capitals). As text such a word may be anything else as
 * well, so it is read against a position, and counts only where exactly one legal move fits.
 */
#ifndef GR_NOTATION_LOOSE_H
#define GR_NOTATION_LOOSE_H

#include "notation/move/syntax.h"

/* Reads a move at the start of a NUL-terminated text, of which gr_syntax_read and gr_long_read have
 * found none, or none that is legal. Returns the characters used, with the move, what the text
 * states of it and what was odd (GR_ODD_ of resolve.h); 0 if there is none, or more than one legal move fits. */
size_t gr_loose_read(const GrLexicon *lexicon, const GrPosition *pos, const char *text,
                     GrSyntax *syntax, GrMove *move, unsigned *odd);

#endif
