/* Scores as text. */
#include "notation/score.h"

void gr_score_to_eval(GrScore white, int depth, GrEval *eval) {
    *eval = (GrEval){.depth = depth};
    eval->mate = gr_score_is_mate(white);
    if (eval->mate)
        eval->moves = gr_score_mate_moves(white);
    else
        eval->centipawns = white;
}

static int within(int value, int limit) {
    return value > limit ? limit : value < -limit ? -limit : value;
}

GrScore gr_score_of_eval(const GrEval *eval) {
    if (eval->mate && eval->moves == 0)
        return 0;
    if (eval->mate)
        return gr_score_of_mate(within(eval->moves, (GR_MATE - GR_MATE_FOUND) / 2));
    return within(eval->centipawns, GR_EVAL_LIMIT);
}
