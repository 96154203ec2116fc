/* Asking plans of moves alone. Internal to db/.
 *
 * A plan that asks for nothing but captures, sacrifices, castling and other moves that take, promote or are of a kind
 * of their own need not see any position: such moves, about every fifth, say all.
 */
#ifndef GR_DB_QUERY_TAKES_H
#define GR_DB_QUERY_TAKES_H

#include "db/codec/sketch.h"
#include "db/query/query_match.h"

typedef struct GrTakes {
    const GrSketchTake *take; /* in the order of their plies; others may be among them */
    uint32_t count;
    uint32_t first;           /* ply before that which GrSketchTake counts as 0 */
    bool last;                /* there are no others up to the end of the game */
} GrTakes;

/* Can the plan, whose games may be sketched, be asked so? */
bool gr_plan_takes(const GrPlan *plan);

/* The next moves of a game that was begun, in place of gr_matcher_ply. */
void gr_matcher_takes(GrMatcher *matcher, const GrTakes *takes);

#endif
