/* Random numbers and random positions, the same on every machine for the same seed. */
#ifndef GR_TESTS_RANDOM_POSITION_H
#define GR_TESTS_RANDOM_POSITION_H

#include "tests/oracle/oracle.h"

typedef struct Random {
    uint64_t state; /* not 0 */
} Random;

uint64_t random_next(Random *random);
unsigned random_below(Random *random, unsigned bound);
bool random_chance(Random *random, unsigned one_in);

/* Composes a position of the variant that keeps to what a FEN may say: pieces strewn over the
 * board, rights, en passant, reserves, marks and a placement due where they make sense. The side
 * not to move is not in check. */
void random_position(Random *random, const OrVariant *v, OrPosition *pos);

#endif
