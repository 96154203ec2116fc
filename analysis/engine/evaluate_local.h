/* The inside of an evaluator. Internal to analysis/. */
#ifndef GR_ANALYSIS_EVALUATE_LOCAL_H
#define GR_ANALYSIS_EVALUATE_LOCAL_H

#include "analysis/engine/evaluate.h"
#include "analysis/engine/geometry.h"
#include "analysis/engine/weights.h"
#include "rules/position.h"

struct GrEvaluator {
    const GrRules *rules;
    const GrVariant *variant;
    GrScore (*evaluate)(const GrEvaluator *eval, const GrPosition *pos);
    GrOwnTerms own;
    int full;      /* the phases of all pieces at the start */
    int pawn_type; /* the first type that is a pawn, 0 if there is none */
    bool pawn[GR_WEIGHT_TYPES];
    bool hops[GR_WEIGHT_TYPES];
    bool files[GR_WEIGHT_TYPES]; /* goes along files and ranks only */
    uint8_t relative[2][GR_MAX_SQUARES]; /* the square as a side sees it */
    int16_t value[GR_MAX_TYPES]; /* midgame, by type; what is none is worth nothing */
    GrWeights weights;
    /* Both phases in one number (gr_pack); a piece's value is added to its squares. */
    int64_t packed[GR_WEIGHTS];
    GrGeometry geometry;
};

/* The sums of both phases in one number: midgame below, endgame above. Such numbers can be added and
 * multiplied like others as long as both halves stay within 31 bits. */
static inline int64_t gr_pack(int mid, int end) {
    return (int64_t)end * ((int64_t)1 << 32) + mid;
}

static inline int gr_packed_mid(int64_t sum) {
    return (int32_t)(uint32_t)(uint64_t)sum;
}

static inline int gr_packed_end(int64_t sum) {
    return (int)((sum - gr_packed_mid(sum)) / ((int64_t)1 << 32));
}

/* How much of the midgame is left, from 0 to eval->full. */
static inline int gr_phase_of(const GrEvaluator *eval, const GrPosition *pos) {
    int sum = 0;
    for (int type = 2; type <= eval->variant->types; type++)
        sum += gr_set_count(pos->type[type]) * eval->weights.phase[type];
    return sum < eval->full ? sum : eval->full;
}

/* Mixes sums that are from White's view, for the side to move. */
static inline GrScore gr_mix(const GrEvaluator *eval, int left, int turn, int64_t sum) {
    int mid = gr_packed_mid(sum), end = gr_packed_end(sum);
    int score = eval->full ? (mid * left + end * (eval->full - left)) / eval->full : end;
    score = turn == GR_WHITE ? score : -score;
    if (score > GR_EVAL_LIMIT)
        return GR_EVAL_LIMIT;
    return score < -GR_EVAL_LIMIT ? -GR_EVAL_LIMIT : score;
}

/* The evaluation for boards of up to 64 squares, and for larger ones. */
GrScore gr_evaluate_narrow(const GrEvaluator *eval, const GrPosition *pos);
GrScore gr_evaluate_wide(const GrEvaluator *eval, const GrPosition *pos);

#endif
