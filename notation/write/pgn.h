/* Games as PGN; notation/write/format.h says in which form. */
#ifndef GR_NOTATION_PGN_H
#define GR_NOTATION_PGN_H

#include "notation/buffer.h"
#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Beginnings of the comments that keep what PGN has no other place for. */
#define GR_UNPLAYABLE "[%unplayable "
#define GR_QUOTED "[%quoted] "

/* Appends the game to out. If memory runs out, out->failed is set. */
void gr_write_pgn(GrBuffer *out, const GrGame *game);

GR_END_DECLS

#endif
