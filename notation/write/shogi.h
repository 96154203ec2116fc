/* What the writers of records of Shogi share. Internal to notation/write. */
#ifndef GR_NOTATION_WRITE_SHOGI_H
#define GR_NOTATION_WRITE_SHOGI_H

#include "notation/buffer.h"
#include "notation/game.h"
#include "notation/move/shogi_words.h"

/* Why the game cannot be written so, the rest of a sentence; NULL if it can. */
const char *gr_shogi_refuses(const GrGame *game);

/* The same for forms that say of a game no more than how large its board is. */
const char *gr_shogi_refuses_board(const GrGame *game);

/* How a game ends, as records say it. */
typedef enum GrShogiEnd {
    GR_SHOGI_OPEN,      /* nothing is said */
    GR_SHOGI_BROKEN,    /* it was broken off */
    GR_SHOGI_RESIGNS, GR_SHOGI_MATED, GR_SHOGI_TIME, GR_SHOGI_FOUL, /* the side to move has lost */
    GR_SHOGI_ABSENT,                                                /* by not coming */
    GR_SHOGI_ENTERED, GR_SHOGI_FOUL_BEFORE, GR_SHOGI_ABSENT_BEFORE, /* it has won */
    GR_SHOGI_WON,                                                   /* it has won, and no word says how */
    GR_SHOGI_REPEATED, GR_SHOGI_IMPASSE, GR_SHOGI_LIMIT, GR_SHOGI_DRAWN
} GrShogiEnd;
GrShogiEnd gr_shogi_end(const GrGame *game);

/* Has the game the usual start position? */
bool gr_shogi_usual_start(const GrGame *game);

/* "2003/05/03 10:30:00" of the tags Date and Time behind the words, as far as they are known; nothing if they are
 * not. */
void gr_shogi_put_start(GrBuffer *out, const GrGame *game, const char *words);

/* A line of these words and the tag's value, if it is known. */
void gr_shogi_put_tag(GrBuffer *out, const GrGame *game, const char *words, const char *tag);

/* The comments as lines that begin so; times of moves, [%emt], are left out. */
void gr_shogi_put_comment(GrBuffer *out, const GrGame *game, GrText comment, const char *words);

/* The seconds that the move took, -1 if its comment does not say it. */
long gr_shogi_time(const GrGame *game, GrText comment);

/* `７六` or, where the move before it went there, to `target`, `同　`. */
void gr_shogi_put_target(GrBuffer *out, const GrVariant *v, int to, int target);

/* The piece that moves or is dropped, as it is before that. */
const GrShogiPiece *gr_shogi_mover(const GrPosition *pos, GrMove move);

#endif
