/* For the tests of reading and writing: games from text in memory, and games made at random. */
#ifndef GR_TESTS_READER_AID_H
#define GR_TESTS_READER_AID_H

#include "notation/buffer.h"
#include "notation/reader/reader.h"
#include "notation/write/format.h"

/* Reads the text, and writes each game in the format to `out` (which is emptied first). Returns the
 * number of games, or a GrCode. `rules` may be NULL. */
int aid_rewrite(const GrVariants *variants, const GrRules *rules, const char *text, size_t len,
                const GrFormat *format, GrBuffer *out);

/* A generator of numbers that are the same everywhere (xorshift). The seed is not 0. */
typedef struct AidRandom {
    uint64_t state;
} AidRandom;
uint32_t aid_random(AidRandom *random, uint32_t below);

/* A game of up to `plies` random legal moves, with comments, NAGs and nested variations. False if
 * memory runs out. */
bool aid_random_game(AidRandom *random, const GrRules *rules, unsigned plies, GrGame *game);

/* Damages the text in one to four places: bytes changed, lost, doubled, moved, torn out. Returns
 * its new length; the buffer has room for `cap` bytes. */
size_t aid_damage(AidRandom *random, char *text, size_t len, size_t cap);

#endif
