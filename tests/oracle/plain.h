/* A second, slow and plain generator of the moves of described games, which takes nothing of the rules but the
 * definition: a position is a board of letters, every way is gone square by square, and a move is kept unless the
 * mover's royal piece is attacked after it.
 *
 * It knows no castling, no first steps by Betza's "i", no hands, no promotion of pieces written with '+', no ends by
 * rules of a game's own, and no moves that are compulsory or forbidden (plain_knows). */
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
    /* Of games with such things: */
    bool fresh[GR_DEFINED_SIZE][GR_DEFINED_SIZE], risen[GR_DEFINED_SIZE][GR_DEFINED_SIZE],
        questing[GR_DEFINED_SIZE][GR_DEFINED_SIZE];
    bool teleports[2], places;                     /* the side to move must place a piece */
    int waits[2];                                  /* for a quest */
    char reserve[2][2][3];                         /* letters in upper case, 0 where one is gone */
} PlainPosition;

typedef struct PlainMove {
    int from_file, from_rank, to_file, to_rank;
    char becomes; /* a letter in upper case, or 0 */
    bool passing; /* en passant */
    char kind;    /* 's' a spell, 'f' what falls by one, 'x' a shot, 't' a teleport, 'p' a placement, 'q' a quest
                     declared, 'r' one fulfilled, 'd' a drop on the way, on the third square of what it "becomes"; 0
                     others */
    int third_file, third_rank;
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
