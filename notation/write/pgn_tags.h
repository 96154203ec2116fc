/* The tags of a game in PGN. Internal to notation/write. */
#ifndef GR_NOTATION_WRITE_PGN_TAGS_H
#define GR_NOTATION_WRITE_PGN_TAGS_H

#include "notation/buffer.h"
#include "notation/game.h"
#include "notation/move/xiangqi.h"

/* Appends a tag pair and a line feed. */
void gr_pgn_put_tag(GrBuffer *out, const char *name, const char *value);

/* Appends them, those of the roster first. `form` is not NULL for a game of Xiangqi that is written for its programs:
 * their names, and that form. */
void gr_pgn_put_tags(GrBuffer *out, const GrGame *game, const GrXiangqiForm *form);

/* Appends the game as PGN (notation/write/pgn.h), its moves in that form; NULL: in SAN. */
void gr_write_pgn_as(GrBuffer *out, const GrGame *game, const GrXiangqiForm *form);

#endif
