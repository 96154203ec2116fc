/* What things are worth in few numbers, from which weights are made that nobody has tuned. Internal to analysis/.
 *
 * Everything is in centipawns; pairs are midgame and endgame. A variant that nobody has tuned gets such
 * numbers from how far its pieces go.
 */
#ifndef GR_ANALYSIS_VALUES_H
#define GR_ANALYSIS_VALUES_H

#include "analysis/engine/weights.h"

/* A piece type, by its letter. */
typedef struct GrPieceValue {
    char letter;
    int16_t value[GR_PHASES];
    int8_t mobility[GR_PHASES]; /* a square that it can go to */
    int8_t centre[GR_PHASES];   /* a step from the edge towards the centre, by file and by rank */
    int16_t advance[GR_PHASES]; /* standing on the last rank; falls with the square of the way */
} GrPieceValue;

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
} GrValues;

/* The row of a variant that was set by hand; NULL if it has none. */
const GrValues *gr_values_of(const char *variant);

/* Makes a row from a variant's pieces and where they go. */
void gr_values_guess(const GrVariant *variant, const GrGeometry *geometry, GrValues *values);

/* Writes the values out as weights. */
void gr_values_spread(const GrVariant *variant, const GrValues *values, GrWeights *weights);

#endif
