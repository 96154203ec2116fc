/* What things are worth, variant by variant. Internal to analysis/.
 *
 * Everything is in centipawns; pairs are midgame and endgame, between which the evaluation slides
 * as pieces leave the board. A variant without a row of its own gets one made from how far its
 * pieces go (gr_values_guess), so that it can be played before anybody has tuned it.
 */
#ifndef GR_ANALYSIS_VALUES_H
#define GR_ANALYSIS_VALUES_H

#include "analysis/engine/geometry.h"
#include "rules/position.h"

enum { GR_MIDGAME, GR_ENDGAME, GR_PHASES };

/* A piece type, by its letter. */
typedef struct GrPieceValue {
    char letter;
    int16_t value[GR_PHASES];
    int8_t mobility[GR_PHASES]; /* a square that it can go to */
    int8_t centre[GR_PHASES];   /* a step from the edge towards the centre, by file and by rank */
    int16_t advance[GR_PHASES]; /* standing on the last rank; falls with the square of the way */
} GrPieceValue;

struct GrEvaluator;

typedef struct GrValues {
    const char *variant;
    GrPieceValue piece[GR_MAX_TYPES]; /* a letter of 0 ends the list */
    int16_t passed[GR_PHASES];   /* a pawn with no enemy pawn ahead or beside, on the last rank */
    int16_t doubled[GR_PHASES];  /* a pawn behind another of its side */
    int16_t isolated[GR_PHASES]; /* a pawn with none of its side on the files beside it */
    int16_t pair[GR_PHASES];     /* two bishops */
    int16_t shelter;             /* midgame: a pawn of its own beside the king */
    int16_t danger;              /* midgame: scale of the attack on the squares around a king */
    int16_t tempo;               /* having the move */
    /* What only this variant has: adds a side's further terms, from its own view; may be NULL. */
    void (*variant_terms)(const struct GrEvaluator *eval, const GrPosition *pos, int side,
                    int sum[GR_PHASES]);
} GrValues;

/* The row of a variant, NULL if it has none. */
const GrValues *gr_values_of(const char *variant);

/* Makes a row from a variant's pieces and where they go. */
void gr_values_guess(const GrVariant *variant, const GrGeometry *geometry, GrValues *values);

#endif
