/* How the pieces of a game move, to be shown: White's, on an empty board. */
#ifndef GR_NOTATION_PIECE_MOVES_H
#define GR_NOTATION_PIECE_MOVES_H

#include "rules/decls.h"
#include "rules/variant.h"

GR_BEGIN_DECLS

/* The square where a piece of that type is best shown: in the middle, or where it may go furthest. */
int gr_piece_place(const GrVariant *variant, int type);

/* What a square is to a piece that stands on `from`: '*' it goes and captures there, 'o' it only goes, 'x' it only
 * captures, 'h' it gets there by jumping over something, '.' none of these; on `from` itself the piece's letter. */
char gr_piece_mark(const GrVariant *variant, int type, int from, int square);

GR_END_DECLS

#endif
