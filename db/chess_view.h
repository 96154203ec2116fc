/* What the chess model of the move codec looks at: a position from the side of the player to move,
 * as bit sets of 64 squares, and the numbers of the weights that a move has.
 *
 * This is part of the format of move codec 2 and frozen with it: a change would make other numbers
 * of the same moves, and stored games unreadable. Ranks are counted from the mover's own side;
 * square s of White is square s ^ 56 of Black. Internal to db/.
 */
#ifndef GR_DB_CHESS_VIEW_H
#define GR_DB_CHESS_VIEW_H

#include "db/codec.h"

/* Classes of pieces, in the order of their worth. */
enum { GR_CV_PAWN, GR_CV_KNIGHT, GR_CV_BISHOP, GR_CV_ROOK, GR_CV_QUEEN, GR_CV_KING, GR_CV_CLASSES };

/* The groups of weights, one behind the other in a single array. A move has one of each group but
 * the last, which only castling, en passant and promotions have.
 *
 *   TRAVEL  phase, class, from, to
 *   SQUARE  class, danger on from, and a byte about the square gone to: its bits 0 to 2 the danger
 *           there, 3 to 5 what is captured (0 nothing, else class + 1), 6 the opponent moved
 *           there last, 7 the piece moved last attacks it
 *   TACTIC  class, bits 0 to 5 of that byte, then bits: 0 supported there, 1 gives check, 2 attacks
 *           something of greater worth
 *   STAY    class, danger on from, then bits: 0 check is given to the mover, 1 the piece was moved
 *           by the mover's last move, 2 the piece moved last attacks it, 3 it is supported
 *   SPECIAL phase, and 1 en passant, 2 and 3 castling towards a and h, 4 to 7 promotion to knight,
 *           bishop, rook, queen
 *
 * Danger is the least worthy attacker: 0 none, 1 a pawn, 2 a knight or bishop, 3 a rook, 4 a queen,
 * 5 the king. A square supports a piece if one of the mover's pieces of another class attacks it;
 * a pawn also if two pawns do. */
enum GrChessGroup {
    GR_CV_TRAVEL = 0,
    GR_CV_SQUARE = GR_CV_TRAVEL + 3 * 6 * 64 * 64,
    GR_CV_TACTIC = GR_CV_SQUARE + 6 * 6 * 256,
    GR_CV_STAY = GR_CV_TACTIC + 6 * 64 * 8,
    GR_CV_SPECIAL = GR_CV_STAY + 6 * 6 * 16,
    GR_CV_WEIGHTS = GR_CV_SPECIAL + 3 * 8
};

/* A class of the mover's pieces: squares on which such a piece is supported, gives check, and
 * attacks a worthier piece. */
typedef struct GrChessClass {
    uint64_t support, checks, threats;
} GrChessClass;

typedef struct GrChessView {
    unsigned flip;            /* xor of squares: 0, or 56 for Black */
    unsigned phase;           /* 0 many pieces to 2 few */
    uint64_t own[GR_CV_CLASSES], other[GR_CV_CLASSES];
    uint64_t mine, all;       /* squares with pieces of the mover, and of both */
    uint64_t danger[3];       /* danger of each square, a bit in each set */
    uint64_t supported;       /* squares that a piece of the mover attacks */
    uint64_t last_to;         /* where the piece that moved last stands, */
    uint64_t pursued;         /* what it attacks, */
    uint64_t own_last_to;     /* and where the mover's last move went; 0: none */
    bool in_check;
    GrChessClass class[GR_CV_CLASSES];
    uint8_t class_of[16];     /* class of each piece type */
    uint8_t square[64];       /* the byte of SQUARE for each square gone to */
} GrChessView;

/* Looks at a place of a chess game. */
void gr_chess_view(const GrPlace *place, GrChessView *view);

/* The number of a move's weight in the last group; only for moves that have one, which are those
 * with bits beyond from and to. */
uint32_t gr_chess_special(const GrChessView *view, const GrVariant *variant, GrMove move);

/* A piece of the mover: what the numbers of its moves' weights are made of. */
typedef struct GrChessPiece {
    uint32_t travel, square, tactic; /* without what the square gone to adds */
    uint32_t stay;
    const GrChessClass *class;
} GrChessPiece;

/* The piece on a square of the view. */
static inline GrChessPiece gr_chess_piece(const GrChessView *view, const GrPosition *pos,
                                          unsigned sq) {
    unsigned class = view->class_of[gr_type_of(pos->board[sq ^ view->flip])];
    unsigned row = class * 6 + (view->square[sq] & 7u);
    unsigned bits = (unsigned)view->in_check | (unsigned)(view->own_last_to >> sq & 1) << 1 |
                    (unsigned)(view->pursued >> sq & 1) << 2 |
                    (unsigned)(view->supported >> sq & 1) << 3;
    return (GrChessPiece){.travel = GR_CV_TRAVEL + ((view->phase * 6 + class) << 12 | sq << 6),
                          .square = GR_CV_SQUARE + (row << 8),
                          .tactic = GR_CV_TACTIC + (class << 9),
                          .stay = GR_CV_STAY + (row << 4 | bits),
                          .class = &view->class[class]};
}

/* What is added to the number TACTIC for a square gone to. */
static inline uint32_t gr_chess_tactic(const GrChessClass *class, unsigned byte, unsigned to) {
    return (byte & 63) << 3 | (unsigned)(class->support >> to & 1) |
           (unsigned)(class->checks >> to & 1) << 1 | (unsigned)(class->threats >> to & 1) << 2;
}

#endif
