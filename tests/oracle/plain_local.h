/* What the two files of the plain generator share. */
#ifndef GR_TESTS_PLAIN_LOCAL_H
#define GR_TESTS_PLAIN_LOCAL_H

#include "tests/oracle/plain.h"

typedef struct Moves {
    const PlainPosition *pos;
    PlainMove *move;
    int count;
} Moves;

bool plain_on_board(const PlainPosition *pos, int file, int rank);
bool plain_is_of(char piece, int side);
bool plain_in(const PlainPosition *pos, GrSet region, int file, int rank);

/* The type of a letter, 0 if there is none; and the letter of a type as a side's pieces have it. */
int plain_type(const GrDefinition *def, char letter);
char plain_letter(const GrDefinition *def, int type, int side);

/* May the piece on one square go to another, which is empty? */
bool plain_goes(const PlainPosition *pos, int file, int rank, int to_file, int to_rank);
bool plain_captures(const PlainPosition *pos, int file, int rank, int to_file, int to_rank);

/* Is the royal piece of a side attacked? */
bool plain_in_check(const PlainPosition *pos, int side);

/* Adds the move if it leaves the mover's royal piece safe. */
void plain_add(Moves *to, PlainMove move);

/* ---- plain_special.c: what few games have ---- */

void plain_start_special(PlainPosition *pos, const char *pocket);

/* Is the royal piece of the side on the square attacked by a spell or by the other one, along an open line? */
bool plain_attacked_specially(const PlainPosition *pos, int side, int file, int rank);

/* Adds what a piece that arrives may or must do there; false if that is nothing special. */
bool plain_arrives(Moves *to, PlainMove move);

/* Spells, shots, teleports, long first moves of the piece. */
void plain_add_special(Moves *to, int file, int rank);

/* If something must be placed first, adds only that. */
bool plain_places(Moves *to);

/* Plays a move in games that have such things: all but what a pawn has passed, and what is captured in passing. */
void plain_play_special(PlainPosition *pos, const PlainMove *move);

#endif
