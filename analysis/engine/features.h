/* What a network sees of a position: a set of features, each there or not.
 *
 * A position has two views, one from each side. A view is turned so that its side plays up the board (ranks are reversed
 * for Black, if the sides face each other), and its royal piece stands in the right half (files are reversed if it stands
 * in the left one); a side without a royal piece sees files as they are. Features are
 *
 *   own and enemy pieces      by type and square; in each zone of the own royal piece others, if there are zones
 *   holes                     by square
 *   marks of pieces           by mark (GrPosition.extra), own or enemy, and square
 *   rights                    own and enemy, by their order in the variant; twice, as files are reversed or not
 *   reserves and hands        own and enemy, by place (GrVariant.pockets; types in hand) and value, 0 apart
 *   a placement due           own or enemy
 *   pieces in danger          own and enemy, by type and square: attacked by a piece of less worth, or attacked and
 *                             not defended; royal pieces apart
 *
 * Nothing here knows a variant by name, and features are found by what differs between two positions, so
 * that no kind of move needs code of its own.
 */
#ifndef GR_ANALYSIS_FEATURES_H
#define GR_ANALYSIS_FEATURES_H

#include "rules/decls.h"
#include "rules/position.h"

GR_BEGIN_DECLS

enum {
    GR_FEATURES_MOST = 600, /* of one view of any position, and of what one view of two differs in, each way */
    GR_FEATURE_BLOCKS = 2 * GR_MAX_TYPES + 1 + 2 * GR_EXTRA + 2,
    GR_FEATURE_CODES = GR_PIECES, /* of what stands on a square (GrPosition.board) */
    GR_ZONES = 3,
    GR_DANGER = GR_FEATURE_BLOCKS - 1, /* the block of pieces in danger */
    GR_NO_FEATURE = 0xffff
};

/* The bit of a block in sets of blocks, which files of networks have. Those of types from the twelfth on are there or
 * left out together. */
static inline int gr_feature_bit(int block) {
    const int types = GR_MAX_TYPES, apart = 12, side = block / types, type = block % types;
    return side < 2 ? side * apart + (type < apart ? type : apart - 1) : block - 2 * (types - apart);
}

#define GR_DANGER_BLOCK (UINT64_C(1) << gr_feature_bit(GR_DANGER))

/* The features of a variant: blocks, each of a square's features but for the last two: all that is no piece, hole or
 * mark, and pieces in danger. What no position has may be left out, and so may pieces in danger. Blocks of pieces are
 * there once for each zone in which the view's own royal piece may stand: the outer half of its half of the first two
 * ranks, the inner half, or beyond; or once for all. */
typedef struct GrFeatures {
    const GrVariant *variant;
    int squares;
    int zones;                         /* 1 or GR_ZONES */
    uint16_t zone_size;                /* features of the blocks of pieces, in one zone */
    uint16_t block[GR_FEATURE_BLOCKS]; /* the first feature of each, in the first zone; GR_NO_FEATURE: left out */
    uint16_t of_code[GR_ZONES][2][GR_FEATURE_CODES]; /* by zone, view and piece code: the first feature of its block */
    uint16_t danger_of[2][GR_FEATURE_CODES];         /* by view and piece code: the first one of such in danger */
    uint16_t count;
    uint32_t lesser[GR_MAX_TYPES];     /* types of less worth than each, as bits: for whoever makes it to fill in */
    uint8_t zone[GR_MAX_SQUARES];      /* by the square of a royal piece, as its view has it */
    bool marked;                       /* there are features of marks */
    uint8_t turned[4][GR_MAX_SQUARES]; /* by 2 * Black + files reversed: a square as the view has it */
    GrSet left;                        /* squares of the left half */
    uint8_t order[8];                  /* of a right among those of its side */
    bool black[8];                     /* whose it is */
} GrFeatures;

/* All features of a variant, or those of the blocks in `blocks` (gr_feature_bit), with 1 or GR_ZONES zones. No type is
 * less than another. */
void gr_features_make(GrFeatures *f, const GrVariant *variant, uint64_t blocks, int zones);

/* Are pieces in danger features? */
static inline bool gr_features_have_danger(const GrFeatures *f) {
    return f->block[GR_DANGER] != GR_NO_FEATURE;
}

/* How many features a block has that is there, in each zone that it is there for. */
int gr_features_in_block(const GrFeatures *f, int block);
int gr_features_zones(const GrFeatures *f, int block);

/* Is the feature a right, or a number of pieces of a type in hand? Sets whose it is, and which type and number. */
bool gr_features_is_right(const GrFeatures *f, int feature, bool *enemy);
bool gr_features_is_held(const GrFeatures *f, int feature, bool *enemy, int *type, int *number);

/* How a side's view is framed: twice its zone, and 1 if its files are reversed. */
int gr_features_frame(const GrFeatures *f, const GrPosition *pos, int side);

/* The features of a side's view, in any order; returns how many. */
int gr_features_list(const GrFeatures *f, const GrPosition *pos, int side,
                     uint16_t out[GR_FEATURES_MOST]);

/* The pieces that are in danger; none if that is no feature. Of `from`, which may be NULL, `known` is known. */
void gr_features_danger(const GrFeatures *f, const GrPosition *pos, const GrPosition *from, const GrDanger *known,
                        GrDanger *danger);

/* Pieces on squares. */
typedef struct GrPlaced {
    int count;
    uint8_t sq[GR_MAX_SQUARES], code[GR_MAX_SQUARES];
} GrPlaced;

/* How two positions differ: the squares where what stands there does, the pieces that are in danger no more, and those
 * that are now. */
typedef struct GrDifference {
    int count;
    uint8_t sq[GR_MAX_SQUARES];
    GrPlaced saved, endangered;
} GrDifference;
void gr_features_differ(const GrFeatures *f, const GrPosition *from, const GrDanger *before, const GrPosition *to,
                        const GrDanger *after, GrDifference *difference);

/* What a view of `to` has that one of `from` has not, and the reverse. Both views have the same frame. */
typedef struct GrFeatureChange {
    int added, gone;
    uint16_t add[GR_FEATURES_MOST], drop[GR_FEATURES_MOST];
} GrFeatureChange;
void gr_features_compare(const GrFeatures *f, const GrPosition *from, const GrPosition *to,
                         const GrDifference *difference, int side, int frame, GrFeatureChange *change);

GR_END_DECLS

#endif
