/* Games to test with, made on the spot and the same for the same seed. */
#ifndef GR_TESTS_SELFPLAY_H
#define GR_TESTS_SELFPLAY_H

#include "tests/aid/damage.h"

/* Plays `random_plies` moves at random, then up to `plies` in all that the engine finds in `nodes`
 * nodes each (0: at random to the end). False when memory runs out. */
bool selfplay(Random *random, const GrRules *rules, unsigned random_plies, unsigned plies,
              unsigned nodes, Played *game);

#endif
