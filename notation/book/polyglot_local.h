/* The format of Polyglot's books. Internal to notation/book. */
#ifndef GR_NOTATION_POLYGLOT_LOCAL_H
#define GR_NOTATION_POLYGLOT_LOCAL_H

#include <stdint.h>

/* An entry: the position's key (8 bytes), the move (2), its weight (2) and what was learnt of it (4), each with its
 * highest byte first. */
enum { POLYGLOT_ENTRY = 16 };

/* Of pieces: 64 for each kind (black pawn, white pawn, black knight ... white king), by square from a1. Then those of
 * the rights to castle, of the file of a pawn that can be taken en passant, and of White to move. */
enum { POLYGLOT_CASTLE = 768, POLYGLOT_EN_PASSANT = 772, POLYGLOT_TURN = 780, POLYGLOT_NUMBERS };

extern const uint64_t polyglot_random[POLYGLOT_NUMBERS];

#endif
