/* Moves that are torn in two, or have run into what stands behind them. Internal to notation/reader. */
#ifndef GR_NOTATION_READER_TORN_MOVES_H
#define GR_NOTATION_READER_TORN_MOVES_H

#include "notation/reader/reader.h"

/* The token at p is no move that can be played. Is it one with a part of what follows, or without its end? Then that is
 * played, with a warning: castling whose last sign stands apart, a move that the soft line break of an e-mail (`=`) has
 * cut, a move with the result behind it. `syntax` is what the token was read as, NULL if it could not be read. */
bool reader_take_torn(GrReader *r, const GrSyntax *syntax, size_t len);

/* Reports castling of `len` bytes at p whose signs have blanks between them, but not hyphens as well: `0 0`. */
void reader_check_castling(GrReader *r, const GrSyntax *syntax, size_t len);

/* Is the sign at p the last one of the castling before it, which was read as the short one? If the long one could have
 * been played as well, the game ends before it. */
bool reader_doubt_castling(GrReader *r);

/* Is the letter N at p, which may be the sign of a novelty, part of the move behind it, and could that be played
 * without it as well? Then the game ends before it. */
bool reader_doubt_knight(GrReader *r);

#endif
