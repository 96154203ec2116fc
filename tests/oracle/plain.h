/* A second, slow and plain generator of the moves of described games, which takes nothing of the rules but the
 * definition: a position is a board of letters, every way is gone square by square, and a move is kept unless the
 * mover's royal piece is attacked after it.
 *
 * It knows no castling, no first steps of pieces other than pawns, no hands, no promotion of pieces, no ends by rules of a game's own, and no moves that
 * are compulsory or forbidden (plain_knows). */
#ifndef GR_TESTS_PLAIN_H
#define GR_TESTS_PLAIN_H

#include "rules/definition.h"

enum { PLAIN_MOVES = 4096 };

typedef struct PlainPosition {
    const GrDefinition *def;
    char at[GR_DEFINED_SIZE][GR_DEFINED_SIZE];     /* by file and rank: a letter as in FEN, '*' a wall, 0 empty */
    bool passed[GR_DEFINED_SIZE][GR_DEFINED_SIZE]; /* squares that a pawn has just gone over; */
    int passer_file, passer_rank;                  /* which is there */
    int turn;
} PlainPosition;

typedef struct PlainMove {
    int from_file, from_rank, to_file, to_rank;
    char becomes; /* a letter in upper case, or 0 */
    bool passing; /* en passant */
} PlainMove;

/* Can the game be played so? */
bool plain_knows(const GrDefinition *def);

/* The board and the side to move of a FEN. */
void plain_read(const GrDefinition *def, const char *fen, PlainPosition *pos);

/* The legal moves, in any order; returns how many. */
int plain_moves(const PlainPosition *pos, PlainMove move[PLAIN_MOVES]);

void plain_play(PlainPosition *pos, const PlainMove *move);

/* The number of paths of legal moves. */
uint64_t plain_perft(const PlainPosition *pos, int depth);

#endif
