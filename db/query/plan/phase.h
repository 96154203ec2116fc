/* What a query asks of a part of a game of which not the positions are known, but how many pieces
 * there are, and a few more traits. Internal to db/.
 *
 * Games are ruled out so before they are read: who knows something of all their positions, such as
 * a signature (db/codec/signature.h), shows it phase by phase.
 */
#ifndef GR_DB_QUERY_PLAN_PHASE_H
#define GR_DB_QUERY_PLAN_PHASE_H

#include "db/query/plan/plan.h"

/* Positions of a game, one after the other. Kinds are types of pieces from the second on; of the kind with
 * number k White's stand at 2 k, Black's at 2 k + 1. */
typedef struct GrPhase {
    const uint8_t *low, *high;  /* how many of each kind stand on the board, at least and at most */
    unsigned least, most;       /* how many pieces stand on the board, but for royal ones */
    enum { GR_PHASE_BEFORE, GR_PHASE_LAST, GR_PHASE_WHOLE } part; /* without the last position of the
                                   game, that alone, or perhaps both */
    unsigned mated, stalemated; /* bits 1 << side: who may be that in the last position */
    uint32_t promoted[2]; /* to which types each side may promote: bits 1 << type; */
    bool promotes;        /* this is a single position, and that is what the move to it did */
    bool en_passant, passes; /* may there be such moves? */
} GrPhase;

/* Which tests of a plan may hold, and which may fail, at a position of a phase, or of several: bits. */
typedef struct GrPhases {
    uint64_t holds, fails;
} GrPhases;

/* Do phases rule out many games? Others need not be shown any. */
bool gr_plan_has_phases(const GrPlan *plan);

/* May they say all that has to be known of a game? */
bool gr_plan_is_of_phases(const GrPlan *plan);

/* Does a test ask for pieces, promotions, or the last position? Otherwise these may be anything in phases. */
bool gr_plan_counts_pieces(const GrPlan *plan);
bool gr_plan_asks_for_promotions(const GrPlan *plan);
bool gr_plan_asks_for_ends(const GrPlan *plan);

GrPhases gr_plan_ask_phase(const GrPlan *plan, const GrPhase *phase);

/* May the query be found in a game with these phases, which are all of it? */
bool gr_plan_may_match(const GrPlan *plan, const GrPhases *seen);

#endif
