/* The numbers of the evaluation: a vector of weights, each a midgame and an endgame value, and what each
 * of them means. Internal to analysis/.
 *
 * The evaluation is linear in its weights: from White's view it is the sum over all weights of how often
 * the weight applies to White less how often to Black, times the weight; midgame and endgame sums are
 * then mixed by the pieces that are left. So weights can be fitted to games (analysis/train/tune.h).
 * All are in centipawns. Squares and ranks are seen from the side whose weight it is: square 0 is a
 * corner of its own back rank, on the a-file.
 */
#ifndef GR_ANALYSIS_WEIGHTS_H
#define GR_ANALYSIS_WEIGHTS_H

#include "analysis/engine/geometry.h"
#include "rules/error.h"

enum { GR_MIDGAME, GR_ENDGAME, GR_PHASES };

typedef struct GrWeight {
    int16_t phase[GR_PHASES];
} GrWeight;

/* Sizes of the tables below. */
enum {
    GR_WEIGHT_TYPES = GR_MAX_TYPES + 1,
    GR_WEIGHT_REACH = 32,  /* squares that a piece can go to: this many less one, or more */
    GR_WEIGHT_RANKS = 16,
    GR_WEIGHT_STEPS = 8,   /* steps of a king: this many less one, or more */
    GR_WEIGHT_DANGER = 32,
    GR_WEIGHT_DANGER_STEP = 6,
    GR_WEIGHT_CHECKS = 3,  /* given, before the game is over */
    GR_WEIGHT_HILL = 4,
    GR_WEIGHT_CORNER = 16, /* the longest way from a corner, less one, or more */
    GR_WEIGHT_OWN = 64
};

/* Where each table begins in the vector, and what is added to that. */
enum {
    GR_W_VALUE = 0, /* type: a piece, wherever it stands */
    /* type * GR_MAX_SQUARES + square: a piece on a square, beside its value */
    GR_W_SQUARE = GR_W_VALUE + GR_WEIGHT_TYPES,
    /* type * GR_WEIGHT_REACH + squares: those that it can go to and no enemy pawn attacks */
    GR_W_MOBILITY = GR_W_SQUARE + GR_WEIGHT_TYPES * GR_MAX_SQUARES,
    /* type: two or more pieces of a type */
    GR_W_PAIR = GR_W_MOBILITY + GR_WEIGHT_TYPES * GR_WEIGHT_REACH,
    /* type: a piece that goes along files only, on one without own pawns; without any */
    GR_W_HALF_OPEN = GR_W_PAIR + GR_WEIGHT_TYPES,
    GR_W_OPEN = GR_W_HALF_OPEN + GR_WEIGHT_TYPES,
    /* attacker * GR_WEIGHT_TYPES + victim: an attack on a piece that no pawn guards; that one does */
    GR_W_ATTACK = GR_W_OPEN + GR_WEIGHT_TYPES,
    GR_W_GUARDED = GR_W_ATTACK + GR_WEIGHT_TYPES * GR_WEIGHT_TYPES,
    /* n: the side's nth right (castling; teleport) */
    GR_W_RIGHT = GR_W_GUARDED + GR_WEIGHT_TYPES * GR_WEIGHT_TYPES,
    /* rank: a pawn with no enemy pawn ahead on its file or one beside; such a pawn that is blocked */
    GR_W_PASSED = GR_W_RIGHT + 8,
    GR_W_BLOCKED = GR_W_PASSED + GR_WEIGHT_RANKS,
    /* steps: of the own, of the enemy's king to the square ahead of a passed pawn in the other half */
    GR_W_ESCORT = GR_W_BLOCKED + GR_WEIGHT_RANKS,
    GR_W_CATCHER = GR_W_ESCORT + GR_WEIGHT_STEPS,
    /* rank: a pawn beside another of its side, or guarded by one */
    GR_W_LINKED = GR_W_CATCHER + GR_WEIGHT_STEPS,
    GR_W_DOUBLED = GR_W_LINKED + GR_WEIGHT_RANKS, /* a pawn behind another of its side */
    GR_W_ISOLATED, /* a pawn with none of its side on the files beside it */
    GR_W_SHELTER,  /* an own pawn next to the king */
    GR_W_AHEAD,    /* 0, 1: an own pawn one or two ranks ahead of the king, on its file or beside */
    GR_W_STORM = GR_W_AHEAD + 2, /* an enemy pawn there, or one rank further */
    GR_W_BARE,                   /* no own pawn on the king's file */
    GR_W_TEMPO,                  /* having the move */
    /* The pressure of all pieces on the squares around the enemy's king, divided by
     * GR_WEIGHT_DANGER_STEP, at most GR_WEIGHT_DANGER - 1. */
    GR_W_DANGER,
    /* When the enemy has nothing but its king, and the side no pawns: that king's steps from the nearest corner, by
     * file and by rank together; the kings' steps from each other. */
    GR_W_CORNER = GR_W_DANGER + GR_WEIGHT_DANGER,
    GR_W_APART = GR_W_CORNER + GR_WEIGHT_CORNER,
    GR_W_OWN = GR_W_APART + GR_WEIGHT_STEPS, /* what only this variant has: see below */
    GR_WEIGHTS = GR_W_OWN + GR_WEIGHT_OWN
};

/* Terms that only some variants have, and their places from GR_W_OWN on. */
typedef enum GrOwnTerms {
    GR_OWN_NONE,
    GR_OWN_SPELLS,   /* magician */
    GR_OWN_RESERVES, /* royal */
    GR_OWN_QUESTS,   /* wizard */
    GR_OWN_HANDS,    /* crazyhouse */
    GR_OWN_CHECKS,   /* threecheck */
    GR_OWN_RACE,     /* racingkings */
    GR_OWN_HILL      /* kingofthehill */
} GrOwnTerms;

enum {
    GR_W_SPELL = GR_W_OWN,         /* a piece, or an empty square, with which a hole can change places */
    GR_W_FALL = GR_W_SPELL + 1,    /* type: an enemy that would fall by that */
    /* (carrier * 3 + piece) * 8 + rank: a bishop, knight, rook in the reserve of the king (0), the
     * magician (1) that stands on a rank */
    GR_W_RESERVE = GR_W_OWN,
    GR_W_DRAGON = GR_W_OWN,        /* a captured dragon that can be resurrected */
    GR_W_QUEST = GR_W_DRAGON + 1,  /* rank: a piece on the quest while a dragon waits */
    GR_W_VAIN = GR_W_QUEST + GR_WEIGHT_RANKS, /* a piece on the quest while none does */
    GR_W_IN_HAND,                  /* a warrior about to be placed */
    GR_W_HELD = GR_W_OWN,          /* type: a piece in hand */
    GR_W_CHECKS = GR_W_OWN,        /* number: of checks given */
    GR_W_RACE = GR_W_OWN,          /* rank of the king, from White's first one for both sides */
    GR_W_HILL = GR_W_OWN           /* steps of the king from the edge, along files or ranks */
};

typedef struct GrWeights {
    GrWeight weight[GR_WEIGHTS];
    int16_t phase[GR_WEIGHT_TYPES]; /* what a type counts where midgame and endgame are mixed */
    int16_t press[GR_WEIGHT_TYPES]; /* its pressure on a square around the enemy's king */
} GrWeights;

/* The terms that only this variant has. */
GrOwnTerms gr_own_terms(const GrVariant *variant);

/* Weights for a variant that nobody has tuned, from how its pieces go. */
void gr_weights_guess(const GrVariant *variant, const GrGeometry *geometry, GrWeights *weights);

#endif
