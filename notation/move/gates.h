/* Pieces from the hand that a move puts where one was (GrVariant.gates), in the texts of moves: `Nc3/H`, `O-O/He1` and
 * `O-O/Hh1` with Fairy-Stockfish and pychess; in UCI `b1c3h`, `e1g1h`, and `h1e1h` where the piece comes to the rook's
 * square. Internal to notation/. */
#ifndef GR_NOTATION_GATES_H
#define GR_NOTATION_GATES_H

#include "notation/move/syntax.h"

/* Reads `/H`, `/He1`, ` / Hawk @ e1` behind the squares of a move, or behind a castling. Returns the characters used, 0
 * if there is none. The third square is GR_NO_SQUARE where the text does not say it. */
size_t gr_gate_read(const GrLexicon *lexicon, const char *text, GrSyntax *syntax);

/* Writes `/H`, or of a castling `/He1`, where the move puts a piece. Returns the end. */
char *gr_gate_put(const GrVariant *variant, GrMove move, char *out);

#endif
