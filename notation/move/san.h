/* Standard algebraic notation: what is written, and the reading of a single move.
 *
 * Written is the canonical form alone: the shortest origin that distinguishes the piece from others of its
 * type that could go to the square, `x`, the square, what it becomes, and `+` or `#`.
 */
#ifndef GR_NOTATION_SAN_H
#define GR_NOTATION_SAN_H

#include <stddef.h>

#include "rules/decls.h"
#include "rules/position.h"

GR_BEGIN_DECLS

enum { GR_SAN_SIZE = 24 };

/* Writes the move, which is legal in pos or GR_PASS (`--`), and a NUL; returns the length. */
size_t gr_san_write(const GrPosition *pos, GrMove move, char out[GR_SAN_SIZE]);

/* The same for a caller that has already played the move: `after` is the position then. */
size_t gr_san_write_after(const GrPosition *pos, GrMove move, const GrPosition *after,
                          char out[GR_SAN_SIZE]);

/* Writes the move and plays it: the quick way through a game, as no position is copied. */
size_t gr_san_play(GrPosition *pos, GrMove move, char out[GR_SAN_SIZE]);

/* Finds the legal move that the whole text names, in canonical SAN or any lenient form: long
 * algebraic, piece names, UCI, zeros in castling, glyphs and marks after the move, and in games of Shogi and Xiangqi
 * those of their players. GR_ERR_SYNTAX if the text is no move, GR_ERR_ILLEGAL if the move is not legal or there are
 * several that fit. */
int gr_san_read(const GrPosition *pos, const char *text, GrMove *move, GrError *error);

GR_END_DECLS

#endif
