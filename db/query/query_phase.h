/* What a query asks of a part of a game of which not the positions are known, but how many pieces
 * there are, and a few more traits. Internal to db/.
 *
 * Games are ruled out so before they are read: who knows something of all their positions, such as
 * a signature (db/codec/signature.h), shows it phase by phase.
 */
#ifndef GR_DB_QUERY_PHASE_H
#define GR_DB_QUERY_PHASE_H

#include "db/query/query_plan.h"

/* Positions of a game. Kinds are types of pieces from the second on; of the kind with number k White's
 * stand at 2 k, Black's at 2 k + 1. */
typedef struct GrPhase {
    const uint8_t *low, *high; /* how many of each kind stand on the board, at least and at most */
    unsigned least;            /* pieces on the board, royal ones too: at least */
    unsigned mated, stalemated; /* bits 1 << side: who may be that at the end of the game */
    bool promotes, en_passant, passes; /* may there be such moves? */
} GrPhase;

/* Which tests of a plan may hold, and which may fail, at a position of the phases seen so far: bits.
 * All zero before the first one. */
typedef struct GrPhases {
    uint64_t holds, fails;
} GrPhases;

/* Do phases rule out many games? Others need not be shown any. */
bool gr_plan_has_phases(const GrPlan *plan);

void gr_plan_see_phase(const GrPlan *plan, const GrPhase *phase, GrPhases *seen);

/* May the query be found in a game of which all phases were seen? */
bool gr_plan_may_match(const GrPlan *plan, const GrPhases *seen);

#endif
