/* What KI2 has of its own. Internal to notation/write. */
#ifndef GR_NOTATION_WRITE_KI2_H
#define GR_NOTATION_WRITE_KI2_H

#include "notation/write/shogi.h"

/* The move as KI2 has it, `△５八金右`, with words in place of where the piece comes from; `target` is where the one
 * before it went, -1: nowhere. */
void gr_ki2_put_move(GrBuffer *out, const GrPosition *pos, GrMove move, int target);

/* How the game ends as KI2 says it, `まで98手で後手の勝ち`; `white` and `black` are the words for the sides. */
void gr_ki2_put_end(GrBuffer *out, const GrGame *game, const char *white, const char *black);

#endif
