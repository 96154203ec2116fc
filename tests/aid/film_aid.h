/* For the tests of films: games shown to matchers as films. */
#ifndef GR_TESTS_FILM_AID_H
#define GR_TESTS_FILM_AID_H

#include "db/query/run/film.h"
#include "notation/game.h"

/* Shows a game as films, until nothing more matters, and ends it; the hits are the matcher's. Returns how many
 * positions were shown, or the code with which the game could not be begun. */
int64_t film_match(GrMatcher *matcher, const GrGame *game, const GrHit **hits, size_t *count);

#endif
