/* What the chess model of the move codec looks at: a position from the side of the player to move,
 * the pieces that may move, where to, and the numbers of the weights that go with that.
 *
 * This is part of the format of move codec 1 and frozen with it: a change would make other numbers
 * of the same moves, and stored games unreadable. Ranks are counted from the mover's own side;
 * square s of White is square s ^ 56 of Black. Internal to db/.
 */
#ifndef GR_DB_CHESS_VIEW_H
#define GR_DB_CHESS_VIEW_H

#include "db/codec/place.h"

/* The groups of weights, one behind the other in a single array. A piece that may be chosen has one
 * of each of STAND, OFFER, ANSWER and GO_ON; a square that it may go to, of TRAVEL, TACTIC and
 * REPLY; PROMOTION is for the choice of the piece promoted to, knight to queen.
 *
 *   TRAVEL  phase, class, from, to
 *   STAND   phase, class, square
 *   ANSWER  what moved last, class, way from there
 *   GO_ON   what the mover moved last, class, way from there
 *   REPLY   what moved last, class, way from there
 *   TACTIC  class, what is captured (its class, 6 nothing), then bits: 0 and 1 danger, 2
 *           supported, 3 gives check
 *   OFFER   phase, in check, class, byte of the square
 *
 * Phase is 0 with 12 or more pieces that are no pawns on the board, 1 with 7 or more, else 2.
 *
 * The byte of a square has in bits 0 and 1 its danger: 0 none, else what the opponent attacks it
 * with, 1 a pawn, 2 a knight or along a diagonal, 3 along a rank or file, or the king; the lowest
 * that does. Sliders see through the mover's king. Bit 2: the mover attacks it with a pawn, a
 * knight or the king; bit 3: he does so in two ways, of four: pawns to the east, pawns to the west,
 * knights, king. Bit 2 is for pieces; "supported" is for a square gone to: bit 2 if a pawn goes to
 * an empty one, or any bishop, rook or queen; else bit 3.
 *
 * What moved last is its class as it stands now, twice that and one more if it captured (not by
 * en passant), 12 if there is none; of the mover's last move there is only the class of what stands
 * now where it went, 6 if nothing does. The way from there is a number of files and ranks:
 * 16 * ranks + files + 119; where there is nothing, from a1. */
enum {
    GR_CV_WAYS = 256,
    GR_CV_LASTS = 13,
    GR_CV_OWN_LASTS = 7,
    GR_CV_TRAVEL = 0, /* first, so that a row of 64 lies in one line of a processor's cache */
    GR_CV_STAND = GR_CV_TRAVEL + 3 * 6 * 64 * 64,
    GR_CV_ANSWER = GR_CV_STAND + 3 * 6 * 64,
    GR_CV_GO_ON = GR_CV_ANSWER + GR_CV_LASTS * 6 * GR_CV_WAYS,
    GR_CV_REPLY = GR_CV_GO_ON + GR_CV_OWN_LASTS * 6 * GR_CV_WAYS,
    GR_CV_TACTIC = GR_CV_REPLY + GR_CV_LASTS * 6 * GR_CV_WAYS,
    GR_CV_OFFER = GR_CV_TACTIC + 6 * 8 * 16,
    GR_CV_PROMOTION = GR_CV_OFFER + 6 * 6 * 8,
    GR_CV_WEIGHTS = GR_CV_PROMOTION + 4
};

/* All weights, in eighths of a power of two. tables/chess_weights.c */
extern const int8_t gr_chess_weight[GR_CV_WEIGHTS];

/* Weights in their groups, as far as the position determines them: those of a pawn on (or to, or
 * from) a1 are the first. */
typedef struct GrChessRows {
    const int8_t *stand, *offer, *answer, *go_on, *travel, *reply;
} GrChessRows;

typedef struct GrChessView {
    const uint64_t *own, *other; /* pieces by class, as the mover sees them */
    const uint8_t *on;           /* 8 times the class of what stands on each square */
    unsigned flip;               /* xor of squares: 0, or 56 for Black */
    unsigned phase;
    unsigned rights;             /* the mover may castle: bit 0 towards h, bit 1 towards a */
    bool in_check;
    uint64_t mine, theirs, all;  /* squares with pieces of the mover, the opponent, and both */
    uint64_t danger[2];          /* danger of each square, a bit in each set */
    uint64_t attacked;           /* danger is not 0 */
    uint64_t once, twice;        /* squares that the mover attacks, and in two ways */
    uint64_t ep;
    uint64_t goal;               /* where pieces other than the king may go */
    uint64_t movable;            /* pieces that have a target */
    GrChessRows rows;
    uint8_t square[64];          /* what gr_chess_fill says of squares */
} GrChessView;

/* The squares that a piece may go to, and those on which one of its class gives check. */
typedef struct GrChessReach {
    uint64_t targets, checks;
} GrChessReach;

/* Class of the piece on a square of the view, GR_CV_CLASSES if it is empty. */
static inline unsigned gr_chess_class_on(const GrChessView *view, unsigned sq) {
    return view->on[sq] >> 3;
}

/* The squares that are supported when a piece of a class goes there. */
static inline uint64_t gr_chess_supported(const GrChessView *view, unsigned class) {
    bool far = class == GR_CV_BISHOP || class == GR_CV_ROOK || class == GR_CV_QUEEN;
    uint64_t once = far ? ~(uint64_t)0 : class == GR_CV_PAWN ? ~view->all : 0;
    return (view->once & once) | (view->twice & ~once);
}

/* The weights of a piece that may move; `byte` is view->square of where it stands. */
static inline void gr_chess_piece_weights(GrChessRows rows, size_t byte, size_t sq,
                                          const int8_t *weight[4]) {
    size_t class = byte & 0x38, way = class * (GR_CV_WAYS / 8) + sq + (sq & 56);
    weight[0] = rows.stand + (class * 8 + sq);
    weight[1] = rows.offer + (byte & 0x3F);
    weight[2] = rows.answer + way;
    weight[3] = rows.go_on + way;
}

/* A piece as what the weights of the squares that it may go to depend on. */
typedef struct GrChessPiece {
    const int8_t *travel, *tactic, *reply;
} GrChessPiece;

static inline GrChessPiece gr_chess_piece(const GrChessView *view, unsigned from, unsigned class) {
    return (GrChessPiece){.travel = view->rows.travel + (class << 12 | from << 6),
                          .tactic = gr_chess_weight + GR_CV_TACTIC + (class << 7),
                          .reply = view->rows.reply + class * GR_CV_WAYS};
}

/* Which of a class's weights TACTIC is meant, by view->square. */
extern const uint8_t gr_chess_tactic_at[256];

/* `byte` is view->square of where it goes. */
static inline void gr_chess_target_weights(const GrChessPiece *piece, size_t byte, size_t to,
                                           const int8_t *weight[3]) {
    weight[0] = piece->travel + to;
    weight[1] = piece->tactic + gr_chess_tactic_at[byte];
    weight[2] = piece->reply + (to + (to & 56));
}

#endif
