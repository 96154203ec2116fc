/* What an evaluation is made of: how often each weight applies. Internal to analysis/. */
#ifndef GR_ANALYSIS_TRACE_H
#define GR_ANALYSIS_TRACE_H

#include "analysis/engine/evaluate.h"
#include "analysis/engine/weights.h"

/* More weights than any position has at once: each piece has fewer than 20 and attacks at most 35. */
enum { GR_TRACE_SIZE = GR_WEIGHTS };

typedef struct GrTrace {
    int left, full; /* how much of the midgame is left, of how much there is; full may be 0 */
    int turn;
    int count;                       /* weights that apply, in `index`; some may have come to 0 */
    uint16_t index[GR_TRACE_SIZE];
    int16_t times[GR_WEIGHTS];       /* by weight: for White less for Black */
    bool used[GR_WEIGHTS];
} GrTrace;

/* Traces an evaluation. */
void gr_trace(const GrEvaluator *eval, const GrPosition *pos, GrTrace *trace);

/* What gr_evaluate returns for a traced position, for an evaluator with these weights. */
GrScore gr_trace_score(const GrEvaluator *eval, const GrTrace *trace, const GrWeights *weights);

#endif
