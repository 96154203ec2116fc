/* Showing games to matchers as reels. */
#ifndef GR_TESTS_REEL_AID_H
#define GR_TESTS_REEL_AID_H

#include "db/query/query_match.h"

/* Matches a game with the plan of a matcher, which can be asked so (gr_plan_reels). 0 or a code. */
int aid_match_reels(GrMatcher *matcher, const GrGame *game, const GrHit **hits, size_t *count);

/* Does a game have the same hits, at the same plies, by one of these as it has position by position? *count is how many
 * these are. */
typedef int (*AidMatch)(GrMatcher *matcher, const GrGame *game, const GrHit **hits, size_t *count);
bool aid_finds_the_same(const GrPlan *plan, const GrGame *game, AidMatch match, size_t *count);

#endif
