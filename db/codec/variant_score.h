/* Scores of all legal moves of a variant, fast.
 *
 * What variant_view.h says of one move is summed up here for many at once. Nearly all moves are
 * plain ones to an empty square. Of the eight weights that depend on where they go, some depend on
 * nothing else but the piece, others on little more: these are summed up beforehand, and four sums
 * are left to look up. What captures and checks change of that is added, and other moves are
 * scored weight by weight. Internal to db/.
 */
#ifndef GR_DB_VARIANT_SCORE_H
#define GR_DB_VARIANT_SCORE_H

#include "db/codec/variant_weights.h"
#include "rules/position.h"

struct GrPlace;

/* Numbers for each square; a multiple of what a vector holds, so that compilers make them by
 * vectors. */
enum { GR_VV_SQUARES = 128 };
typedef uint8_t GrSquareBytes[GR_VV_SQUARES];

typedef struct GrVariantBoard {
    GrSquareBytes rank, file;
    uint16_t corner[GR_VV_SQUARES]; /* 32 times the rank, plus the file */
} GrVariantBoard;

/* Sums of the weights of a row, as far as they can be made before there is a position. */
typedef struct GrVariantRow {
    int32_t stake[16];            /* by the risk of the square that is left */
    int32_t risk[16];             /* of an empty square, no check given */
    int32_t way[28];
    int16_t near[2 * 8 * 16];     /* by distances: see look_at_distances in variant_score.c */
    int16_t go[2][GR_VV_SQUARES]; /* by side: rank and file gone to, nothing there */
} GrVariantRow;

/* What is kept from one move of a game to the next. */
typedef struct GrVariantScorer {
    const GrVariantModel *model; /* NULL: nothing is kept yet */
    GrAttackMap map;
    GrVariantBoard board[2]; /* by side */
    GrVariantRow row[GR_VV_ROWS];
} GrVariantScorer;

/* The legal moves of a place, and their scores, of which the best is 0. Plain moves
 * come first, those of a square together, by the squares they go to. All others follow in the order
 * of sets.others. */
enum { GR_VARIANT_FAR_BELOW = 128 }; /* no score is further below */
typedef struct GrVariantScores {
    GrMoveSets sets;
    unsigned plain, count;          /* how many plain ones, how many in all */
    uint16_t first[GR_MAX_SQUARES]; /* for each square in sets.from, where its plain moves begin */
    int16_t score[GR_MAX_MOVES + 8];
} GrVariantScores;

/* Scores the legal moves of a place that has a model. */
void gr_variant_score(GrVariantScorer *scorer, const struct GrPlace *place,
                      GrVariantScores *scores);

#endif
