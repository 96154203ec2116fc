/* For the tests of replay forms and of the index of positions. */
#ifndef GR_TESTS_INDEX_AID_H
#define GR_TESTS_INDEX_AID_H

#include "db/index/index.h"
#include "tests/aid/store_aid.h"

/* Opens a database; if that fails, reports why and returns NULL. */
GrDb *index_open(const char *path, GrDbMode mode);

/* Adds random games of all variants in turn, in one transaction; some are short, so that there are
 * positions that many have. The number of calls that failed. */
unsigned index_add_games(GrDb *db, AidRandom *random, unsigned count);

/* Deletes or replaces a game. False if that fails; a game that is not there is none. */
bool index_change(GrDb *db, AidRandom *random, int64_t id);

/* gr_db_index; reports why if that fails. */
bool index_all(GrDb *db, int jobs);

/* How many games a query may be found in, by their signatures; UINT64_MAX: all. 0 or a code. */
int index_ask_signatures(GrDb *db, const char *text, uint64_t *left);

#endif
