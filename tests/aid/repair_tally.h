/* What becomes of damaged games when they are repaired, counted. */
#ifndef GR_TESTS_REPAIR_TALLY_H
#define GR_TESTS_REPAIR_TALLY_H

#include "notation/repair/repair.h"
#include "tests/aid/damage.h"

typedef enum Outcome {
    UNSEEN, /* the damage left a game that is legal and agrees with its text */
    EXACT,  /* what was played */
    NAMED,  /* another legal game, but what was played is among the alternatives named */
    OTHER,  /* another legal game */
    NONE    /* not repaired */
} Outcome;

typedef struct Tally {
    unsigned count[NONE + 1];
    unsigned open;     /* repaired, but said to be a guess */
    unsigned sure;     /* repaired and not said to be a guess; */
    unsigned right;    /* those of them that are what was played */
    double *seconds;   /* of each game, owned */
    unsigned timed;
} Tally;

/* What a repair has made of a script that was `game` before it was damaged. */
Outcome tally_outcome(const Played *game, const GrScript *script, const GrRepairs *repairs);

/* Counts a game; false when memory runs out. */
bool tally_game(Tally *tally, const GrRepairs *repairs, Outcome outcome, double seconds);
bool tally_add(Tally *sum, const Tally *part);
void tally_free(Tally *tally);

void tally_print_head(void);
void tally_print(const char *title, const Tally *tally);

#endif
