/* How often each weight of the evaluation applies in a position. */
#define WIDE 1
#define TRACE 1
#include "analysis/engine/evaluate_core.h"

void gr_trace(const GrEvaluator *eval, const GrPosition *pos, GrTrace *trace) {
    *trace = (GrTrace){.left = gr_phase_of(eval, pos), .full = eval->full, .turn = pos->turn};
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        View view;
        start_view(&view, eval, pos, side);
        view.trace = trace;
        look(&view);
    }
    note(trace, pos->turn, GR_W_TEMPO, 1);
}

GrScore gr_trace_score(const GrEvaluator *eval, const GrTrace *trace, const GrWeights *weights) {
    int64_t sum = 0;
    for (int i = 0; i < trace->count; i++) {
        const GrWeight *weight = &weights->weight[trace->index[i]];
        sum += gr_pack(weight->phase[GR_MIDGAME], weight->phase[GR_ENDGAME]) *
               trace->times[trace->index[i]];
    }
    return gr_mix(eval, trace->left, trace->turn, sum);
}
