/* The inside of an evaluator, for the terms that only some variants have. Internal to analysis/. */
#ifndef GR_ANALYSIS_EVALUATE_LOCAL_H
#define GR_ANALYSIS_EVALUATE_LOCAL_H

#include "analysis/engine/evaluate.h"
#include "analysis/engine/geometry.h"
#include "analysis/engine/values.h"

struct GrEvaluator {
    const GrVariant *variant;
    GrValues values;
    GrGeometry geometry;
    GrPieceValue row[GR_HOLE + 1]; /* by type; what is none is worth nothing */
    bool pawn[GR_MAX_TYPES + 1];
    int bishop; /* the type of letter B that slides along diagonals only, 0 if none */
    int full;   /* midgame material of both sides at the start */
    int16_t place[2][GR_MAX_TYPES + 1][GR_MAX_SQUARES][GR_PHASES]; /* value and square, by side */
    int16_t passed[2][GR_MAX_SQUARES][GR_PHASES];
};

/* Further terms (GrValues.variant_terms). */
void gr_terms_magician(const GrEvaluator *eval, const GrPosition *pos, int side,
                         int sum[GR_PHASES]);
void gr_terms_royal(const GrEvaluator *eval, const GrPosition *pos, int side, int sum[GR_PHASES]);
void gr_terms_crazyhouse(const GrEvaluator *eval, const GrPosition *pos, int side,
                         int sum[GR_PHASES]);
void gr_terms_threecheck(const GrEvaluator *eval, const GrPosition *pos, int side,
                         int sum[GR_PHASES]);
void gr_terms_racingkings(const GrEvaluator *eval, const GrPosition *pos, int side,
                          int sum[GR_PHASES]);
void gr_terms_kingofthehill(const GrEvaluator *eval, const GrPosition *pos, int side,
                            int sum[GR_PHASES]);
void gr_terms_wizard(const GrEvaluator *eval, const GrPosition *pos, int side,
                       int sum[GR_PHASES]);

#endif
