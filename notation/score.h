/* Scores: the value that a search or an evaluation gives a position.
 *
 * A score is in centipawns from the view of the side to move. A forced mate is counted in turns:
 * GR_MATE - n for the side that gives mate on the nth turn from now (its own and the opponent's
 * together, so n is odd), n - GR_MATE for the side that suffers it (n is even; 0: mated now).
 * A placement of wizard chess does not pass the turn and so does not lengthen a mate.
 */
#ifndef GR_NOTATION_SCORE_H
#define GR_NOTATION_SCORE_H

#include <stdbool.h>

#include "notation/eval.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef int GrScore;

enum {
    GR_INFINITE = 32001,
    GR_MATE = 32000,
    GR_MATE_FOUND = GR_MATE - 1000, /* at or beyond this, up or down, a score is a mate */
    GR_EVAL_LIMIT = 20000,          /* evaluations lie within this bound */
    GR_NO_SCORE = 32002             /* "none" where a score is optional */
};

static inline bool gr_score_is_mate(GrScore score) {
    return score >= GR_MATE_FOUND || score <= -GR_MATE_FOUND;
}

/* Moves to mate of a mate score, as UCI counts them (the mating side's own turns): above 0 when the
 * side whose view it is gives mate, below when it is mated, 0 when the mate stands on the board. */
static inline int gr_score_mate_moves(GrScore score) {
    return score > 0 ? (GR_MATE - score + 1) / 2 : -((GR_MATE + score + 1) / 2);
}

/* The score, for the side to move, of a mate in `moves` (as gr_score_mate_moves counts). */
static inline GrScore gr_score_of_mate(int moves) {
    return moves > 0 ? GR_MATE - (2 * moves - 1) : -GR_MATE - 2 * moves;
}

/* A score from White's view as an [%eval] comment has it (notation/eval.h), and back. A mate of
 * `moves` 0 does not say whose it is and becomes 0. */
void gr_score_to_eval(GrScore white, int depth, GrEval *eval);
GrScore gr_score_of_eval(const GrEval *eval);

GR_END_DECLS

#endif
