/* What a text says that a piece becomes, drops or declares once it has moved: `=Q`, `(Q)`, `/N@a1`, `^`.
 * Internal to notation/; gr_syntax_becoming of syntax.h is the door.
 */
#ifndef GR_NOTATION_BECOMING_H
#define GR_NOTATION_BECOMING_H

#include "notation/move/syntax.h"

/* A figurine, white or black, with what selects its form behind it: a piece of chess as books print
 * it. Sets its type; returns the bytes used, 0 if there is none. */
size_t gr_becoming_figurine(const GrLexicon *lexicon, const char *text, int *type);

/* `=Q` behind a castling, which becomes nothing, but says so: it is stated, and no castling is meant. Returns the
 * characters used. */
size_t gr_becoming_of_castling(const GrLexicon *lexicon, const char *text, GrSyntax *syntax);

/* Does text say after a move that the piece becomes something, but not what? `e8=`, `e4=D` where D is no piece,
 * `Za2 = g1` of what began as a teleport. What was meant is not the move without it. */
bool gr_becoming_is_lost(const GrLexicon *lexicon, const char *text, const GrSyntax *syntax);

/* `x` behind a spell, with or without the square of what falls: `Hgf4 x`, `Hole g4 - f4 x f4`. Returns the characters
 * used. */
size_t gr_becoming_falls(const GrLexicon *lexicon, const char *text, GrSyntax *syntax);

/* Marks of a move, and what it becomes if that stands after them: `a8+ =R`, `Wd10! ^`. Returns the characters used. */
size_t gr_becoming_marks(const GrLexicon *lexicon, const char *text, GrSyntax *syntax);

#endif
