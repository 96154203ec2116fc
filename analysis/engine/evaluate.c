/* An evaluator: its tables, and what the forms of the evaluation share. */
#include "analysis/engine/evaluate_local.h"
#include "analysis/engine/weights_built_in.h"

#include <limits.h>
#include <stdlib.h>

static void build_types(GrEvaluator *eval) {
    const GrVariant *v = eval->variant;
    for (int type = v->types; type >= 1; type--) {
        const GrPieceRow *row = &v->piece[type];
        eval->pawn[type] = row->flags & GR_IS_PAWN;
        eval->pawn_type = eval->pawn[type] ? type : eval->pawn_type;
        eval->hops[type] = row->flags & GR_HOPS;
        eval->files[type] = !eval->pawn[type] && row->move.orth == GR_FAR && !row->move.diag &&
                            !row->move.leap[0].df && !row->move.leap[0].dr;
    }
    for (int sq = 0; sq < gr_squares(v); sq++) {
        eval->relative[GR_WHITE][sq] = (uint8_t)sq;
        eval->relative[GR_BLACK][sq] =
            (uint8_t)gr_square(v, sq % v->files, v->ranks - 1 - sq / v->files);
    }
}

void gr_evaluator_set(GrEvaluator *eval, const GrWeights *weights) {
    GrPosition start;
    eval->weights = *weights;
    for (int i = 0; i < GR_WEIGHTS; i++)
        eval->packed[i] = gr_pack(weights->weight[i].phase[GR_MIDGAME],
                                  weights->weight[i].phase[GR_ENDGAME]);
    for (int type = 1; type <= eval->variant->types; type++)
        for (int sq = 0; sq < GR_MAX_SQUARES; sq++)
            eval->packed[GR_W_SQUARE + type * GR_MAX_SQUARES + sq] +=
                eval->packed[GR_W_VALUE + type];
    for (int type = 1; type <= eval->variant->types; type++)
        eval->value[type] = weights->weight[GR_W_VALUE + type].phase[GR_MIDGAME];
    gr_start(eval->rules, &start);
    eval->full = INT_MAX;
    eval->full = gr_phase_of(eval, &start);
}

const GrWeights *gr_evaluator_weights(const GrEvaluator *eval) {
    return &eval->weights;
}

GrEvaluator *gr_evaluator_new(const GrRules *rules) {
    GrEvaluator *eval = calloc(1, sizeof *eval);
    if (!eval)
        return NULL;
    eval->rules = rules;
    eval->variant = gr_variant(rules);
    eval->own = gr_own_terms(eval->variant);
    eval->evaluate = gr_squares(eval->variant) <= 64 ? gr_evaluate_narrow : gr_evaluate_wide;
    gr_geometry_build(&eval->geometry, eval->variant);
    build_types(eval);
    GrWeights weights;
    gr_weights_start(eval->variant, &eval->geometry, &weights);
    gr_evaluator_set(eval, &weights);
    return eval;
}

void gr_evaluator_free(GrEvaluator *eval) {
    free(eval);
}

int gr_value_of(const GrEvaluator *eval, int type) {
    return eval->value[type];
}

GrScore gr_evaluate(const GrEvaluator *eval, const GrPosition *pos) {
    return eval->evaluate(eval, pos);
}
