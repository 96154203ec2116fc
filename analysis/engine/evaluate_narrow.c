/* The evaluation for boards of up to 64 squares. */
#define WIDE 0
#define TRACE 0
#include "analysis/engine/evaluate_core.h"

GrScore gr_evaluate_narrow(const GrEvaluator *eval, const GrPosition *pos) {
    View view[2];
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        start_view(&view[side], eval, pos, side);
        view[side].sum = 0;
        look(&view[side]);
    }
    int64_t tempo = eval->packed[GR_W_TEMPO];
    int64_t sum = view[GR_WHITE].sum - view[GR_BLACK].sum;
    sum += pos->turn == GR_WHITE ? tempo : -tempo;
    return gr_mix(eval, gr_phase_of(eval, pos), pos->turn, sum);
}
