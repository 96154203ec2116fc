/* What the writers of KIF and KI2 share. Internal to notation/write. */
#ifndef GR_NOTATION_WRITE_KIF_H
#define GR_NOTATION_WRITE_KIF_H

#include "notation/write/shogi.h"

/* `７六` or `同　`: where a move goes; `target` is where the one before it went, -1: nowhere. */
void gr_kif_put_target(GrBuffer *out, const GrVariant *v, int to, int target);

/* The move as KI2 has it, `△５八金右`, with words in place of where the piece comes from. */
void gr_ki2_put_move(GrBuffer *out, const GrPosition *pos, GrMove move, int target);

/* How the game ends as KI2 says it, `まで98手で後手の勝ち`; `white` and `black` are the words for the sides. */
void gr_ki2_put_end(GrBuffer *out, const GrGame *game, const char *white, const char *black);

#endif
