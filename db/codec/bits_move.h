/* A move among bits, as verdicts and common positions have it: a 0 and two squares if it is plain; else a 1, two
 * squares, four bits of its kind (gr_kind_code), a type of piece and, where the kind has one, the third square.
 * Internal to db/. */
#ifndef GR_DB_BITS_MOVE_H
#define GR_DB_BITS_MOVE_H

#include "db/codec/bits.h"
#include "rules/move.h"

/* Squares have `square_bits` bits, which must be enough for the board. */
void gr_bits_put_move(GrBitWriter *w, GrMove move, unsigned square_bits);

/* Any move that has such bits, or GR_NO_MOVE; whether it fits on a board is for the caller to find out. */
GrMove gr_bits_get_move(GrBitReader *r, unsigned square_bits);
void gr_bits_skip_move(GrBitReader *r, unsigned square_bits);

#endif
