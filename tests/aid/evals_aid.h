/* For the tests of evaluations: random verdicts, and databases that have some. */
#ifndef GR_TESTS_EVALS_AID_H
#define GR_TESTS_EVALS_AID_H

#include "db/evals/evals.h"
#include "notation/buffer.h"
#include "tests/aid/reader_aid.h"

/* A number of 64 bits. */
uint64_t aid_random64(AidRandom *random);

/* A verdict that can be stored, with up to so many lines; moves are on the board, no more. */
void aid_random_verdict(AidRandom *random, const GrRules *rules, int most_lines, GrVerdict *verdict);

/* Above 0 if the first verdict counts more than the second, of the same amount; 0 if they are equal. */
int aid_compare_verdicts(const GrVerdict *a, const GrVerdict *b);

/* Puts so many evaluations of random keys into the database: of four variants, by three judges, two of
 * them of one family. */
int aid_add_evals(GrDb *db, uint64_t seed, unsigned count, GrError *error);

/* All evaluations as text, a line each; what cannot be read is left out. Returns how many there are. */
unsigned aid_list_evals(GrDb *db, GrBuffer *out);

#endif
