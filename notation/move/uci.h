/* Moves as engines write them: `e2e4`, `d9d10q`, `g3f3x`, `e3e4,N@c6`, `c9d10^`, `W@c11`. */
#ifndef GR_NOTATION_UCI_H
#define GR_NOTATION_UCI_H

#include <stddef.h>

#include "rules/decls.h"
#include "rules/position.h"

GR_BEGIN_DECLS

enum { GR_UCI_SIZE = 16 };

/* Writes the move, which is legal in pos or GR_PASS (`0000`), and a NUL; returns the length. Castling is written as the
 * king's squares, but as the king that takes its rook where these may be those of a plain move, or are not fixed. */
size_t gr_uci_write(const GrPosition *pos, GrMove move, char out[GR_UCI_SIZE]);

/* Finds the legal move that the whole text names. Castling may be written as the king's squares
 * only, where they are no plain move's, and as the king that takes its rook. GR_ERR_SYNTAX if the text is no move,
 * GR_ERR_ILLEGAL if it is none of the legal ones. `0000`
 * gives GR_PASS where no check forbids it. */
int gr_uci_read(const GrPosition *pos, const char *text, GrMove *move, GrError *error);

/* The null move: legal for nobody, but playable where the side to move is not in check and has no
 * placement to make. */
GrMove gr_null_move(void);

bool gr_null_move_fits(const GrPosition *pos);

GR_END_DECLS

#endif
