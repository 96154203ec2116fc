/* Long algebraic with piece names, as prose writes games: `Knight b1 - c3`, `Bishop c1 x j8`,
 * `Pawn e5 - f4 x f5` (en passant), `Pawn i2 - i1 = Queen`, `King e3 - d4 / Bishop @ f6`,
 * `Hole g3 x f3`, `Wizard d1 = a2`, `Archer c3 x e5`, `Warrior c9 - d10 ^`, `Warrior @ c11`.
 */
#ifndef GR_NOTATION_LONG_H
#define GR_NOTATION_LONG_H

#include "notation/move/syntax.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

enum { GR_LONG_SIZE = 64 };

/* Writes the move, which is legal in pos or GR_PASS (`--`), and a NUL; returns the length. */
size_t gr_long_write(const GrPosition *pos, GrMove move, char out[GR_LONG_SIZE]);

/* Reads a move that begins with a piece's name, with any spacing inside its line. Returns the
 * characters used, 0 if there is none at the start of text. */
size_t gr_long_read(const GrLexicon *lexicon, const char *text, GrSyntax *syntax);

GR_END_DECLS

#endif
