/* Showing games to matchers as reels. */
#ifndef GR_TESTS_REEL_AID_H
#define GR_TESTS_REEL_AID_H

#include "db/query/query_match.h"

/* Matches a game with the plan of a matcher, which can be asked so (gr_plan_reels). 0 or a code. */
int aid_match_reels(GrMatcher *matcher, const GrGame *game, const GrHit **hits, size_t *count);

#endif
