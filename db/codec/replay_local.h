/* What reading and writing a line by its pieces share. Internal to replay.c and replay_write.c. */
#ifndef GR_DB_REPLAY_LOCAL_H
#define GR_DB_REPLAY_LOCAL_H

#include "db/codec/replay.h"

/* In GR_REPLAY_FORM_PIECES, and mostly in packed words, a ply is a byte: the number of the piece in the upper half,
 * below it
 *
 *   king     0 to 7 a step, 8 and 9 castling towards h and a, 10 the null move
 *   knight   0 to 7 a leap
 *   rook     0 to 7 along the rank to that file, 8 to 15 along the file to that rank
 *   bishop   0 to 7 to that file on the rising diagonal, 8 to 15 on the falling one
 *   queen    as a rook; along the rank to where it stands: the next byte is the square (in bytes alone)
 *   pawn     0 forward, 1 and 2 takes towards a and h; plus 3 for each type that it may become;
 *            15 two squares forward
 *
 * A captured piece keeps its number, which is not used any more. */
enum { KING_CASTLES = 8, KING_PASSES = 10, PAWN_LEAPS = 15, SIDE = 8, CHESS_BOARD = 64 };

static const int8_t king_step[8] = {-9, -8, -7, -1, 1, 7, 8, 9};
static const int8_t knight_leap[8] = {-17, -15, -10, -6, 6, 10, 15, 17};

/* Returns the move that a word (db/codec/line_code.h) stands for in *pos, or GR_NO_MOVE; the piece is moved in
 * replayer->square, but not in *pos. The second byte of a queen's move is taken from replayer->at. */
GrMove gr_replayer_play(GrReplayer *replayer, const GrPosition *pos, unsigned word);

#endif
