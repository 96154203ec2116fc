/* How the chess model looks at a place: the functions of chess_view.h. They are inlined into what looks at each ply of
 * each game, since calls would cost a tenth there; of the library only chess_model.c includes this. Internal to
 * db/codec/.
 */
#ifndef GR_DB_CHESS_LOOK_H
#define GR_DB_CHESS_LOOK_H

#include <string.h>

#include "db/codec/chess_view.h"

#define LOOK static inline __attribute__((always_inline))

/* ---- where whole sets of pieces go ---- */

/* Four directions at once, in the lanes of a vector: two of rooks, two of bishops. */
typedef uint64_t Lanes __attribute__((vector_size(32)));

typedef struct Slides {
    uint64_t diagonal, orthogonal;
} Slides;

/* Each direction is filled by doubling through the empty squares and then goes one step further;
 * what would run over the edge of the board is masked away at each step. */
LOOK Slides slides(uint64_t bishops, uint64_t rooks, uint64_t all) {
    const Lanes one = {8, 1, 9, 7}, inside = {~(uint64_t)0, ~GR_FILE_A, ~GR_FILE_A, ~GR_FILE_H};
    const Lanes back = {~(uint64_t)0, ~GR_FILE_H, ~GR_FILE_H, ~GR_FILE_A};
    Lanes up = {rooks, rooks, bishops, bishops}, down = up;
    Lanes empty_up = ~all & inside, empty_down = ~all & back;
    up |= empty_up & up << one;
    down |= empty_down & down >> one;
    empty_up &= empty_up << one;
    empty_down &= empty_down >> one;
    up |= empty_up & up << 2 * one;
    down |= empty_down & down >> 2 * one;
    empty_up &= empty_up << 2 * one;
    empty_down &= empty_down >> 2 * one;
    up |= empty_up & up << 4 * one;
    down |= empty_down & down >> 4 * one;
    Lanes hit = (up << one & inside) | (down >> one & back);
    return (Slides){.diagonal = hit[2] | hit[3], .orthogonal = hit[0] | hit[1]};
}

/* Of the other side's pawns, which go down the board. */
LOOK uint64_t pawn_attacks_down(uint64_t set) {
    return (set >> 7 & ~GR_FILE_A) | (set >> 9 & ~GR_FILE_H);
}

/* ---- the view ---- */

LOOK void look_at_pieces(const GrChessMen *men, GrChessView *view) {
    view->own = men->own.set;
    view->other = men->other.set;
    view->on = men->on;
    view->flip = 0;
    view->rights = men->rights;
    view->ep = men->ep;
    if (men->turn == GR_BLACK) {
        view->flip = 56;
        view->rights >>= 2;
        view->ep = __builtin_bswap64(view->ep);
    }
    view->mine = view->own[GR_CV_CLASSES];
    view->theirs = view->other[GR_CV_CLASSES];
    view->all = view->mine | view->theirs;
    int pieces = __builtin_popcountll(view->all ^ view->own[GR_CV_PAWN] ^ view->other[GR_CV_PAWN]);
    view->phase = (unsigned)((pieces < 12) + (pieces < 7));
}

/* Leaps of both sides' knights, and those that would come to a square that is not the mover's. */
typedef struct Leaps {
    uint64_t own, other, free;
} Leaps;

LOOK Leaps leaps(const GrChessView *view) {
    Lanes set = {view->own[GR_CV_KNIGHT], view->other[GR_CV_KNIGHT], ~view->mine, 0};
    set = GR_CHESS_LEAPS(set);
    return (Leaps){set[0], set[1], set[2]};
}

LOOK void look_at_danger(GrChessView *view, uint64_t leaps) {
    uint64_t king = view->own[GR_CV_KING], queens = view->other[GR_CV_QUEEN];
    Slides far = slides(view->other[GR_CV_BISHOP] | queens, view->other[GR_CV_ROOK] | queens,
                        view->all ^ king);
    uint64_t pawn = pawn_attacks_down(view->other[GR_CV_PAWN]);
    uint64_t light = (leaps | far.diagonal) & ~pawn;
    uint64_t near = gr_chess_steps[__builtin_ctzll(view->other[GR_CV_KING])];
    uint64_t heavy = (near | far.orthogonal) & ~(pawn | light);
    view->danger[0] = pawn | heavy;
    view->danger[1] = light | heavy;
    view->attacked = pawn | light | heavy;
    view->in_check = (view->attacked & king) != 0;
}

/* In check: what takes the checking piece or steps between, nothing if there are two. */
static __attribute__((noinline)) uint64_t evasions(const GrChessView *view) {
    unsigned king = (unsigned)__builtin_ctzll(view->own[GR_CV_KING]);
    uint64_t across = gr_chess_diagonal(king, view->all), straight = gr_chess_orthogonal(king, view->all);
    uint64_t queens = view->other[GR_CV_QUEEN], one = GR_CHESS_ON(king);
    uint64_t pawns = ((one << 9 & ~GR_FILE_A) | (one << 7 & ~GR_FILE_H)) & view->other[GR_CV_PAWN];
    uint64_t checkers = pawns | (gr_chess_leaps[king] & view->other[GR_CV_KNIGHT]) |
                        (across & (view->other[GR_CV_BISHOP] | queens)) |
                        (straight & (view->other[GR_CV_ROOK] | queens));
    if (!checkers || (checkers & (checkers - 1)))
        return 0;
    unsigned from = (unsigned)__builtin_ctzll(checkers);
    if (across & checkers)
        return checkers | (across & gr_chess_diagonal(from, view->all));
    if (straight & checkers)
        return checkers | (straight & gr_chess_orthogonal(from, view->all));
    return checkers;
}

LOOK void look_at_support(GrChessView *view, uint64_t leaps) {
    uint64_t pawns = view->own[GR_CV_PAWN];
    uint64_t east = pawns << 9 & ~GR_FILE_A, west = pawns << 7 & ~GR_FILE_H;
    uint64_t near = gr_chess_steps[__builtin_ctzll(view->own[GR_CV_KING])];
    view->once = east | west | leaps | near;
    view->twice = (east & west) | ((east | west) & leaps) | ((east | west | leaps) & near);
}

/* ---- the moves there are ---- */

/* Where pawns may go, one square on each side and one and two ahead. */
typedef struct PawnGoals {
    uint64_t east, west, one, two;
} PawnGoals;

LOOK PawnGoals pawn_goals(const GrChessView *view, uint64_t pawns) {
    uint64_t goal = view->goal & ~view->all, taken = (view->theirs & view->goal) | view->ep;
    uint64_t one = pawns << 8 & ~view->all;
    return (PawnGoals){.east = pawns << 9 & ~GR_FILE_A & taken,
                       .west = pawns << 7 & ~GR_FILE_H & taken,
                       .one = one & goal,
                       .two = (one & (uint64_t)0xFF << 16) << 8 & goal};
}

/* The squares that king and rook pass must be empty; those that the king passes must be safe. */
LOOK uint64_t castlings(const GrChessView *view) {
    unsigned rights = view->rights;
    uint64_t to = 0;
    if (!(rights & 3) || view->in_check)
        return 0;
    if ((rights & 1) && !(view->all & 0x60) && !(view->attacked & 0x60))
        to |= 0x40;
    if ((rights & 2) && !(view->all & 0x0E) && !(view->attacked & 0x0C))
        to |= 0x04;
    return to;
}

LOOK uint64_t pawn_targets(const GrChessView *view, unsigned sq) {
    PawnGoals pawn = pawn_goals(view, GR_CHESS_ON(sq));
    return pawn.east | pawn.west | pawn.one | pawn.two;
}

LOOK uint64_t king_targets(const GrChessView *view, unsigned sq) {
    return (gr_chess_steps[sq] & ~view->mine & ~view->attacked) | castlings(view);
}

/* One switch for all: which class it is cannot be foreseen, and costs as much as what it is for. */
LOOK GrChessReach gr_chess_reach(const GrChessView *view, unsigned sq, unsigned class) {
    uint64_t king = view->other[GR_CV_KING], all = view->all, goal = view->goal;
    unsigned at = (unsigned)__builtin_ctzll(king);
    switch (class) {
    case GR_CV_PAWN:
        return (GrChessReach){pawn_targets(view, sq), pawn_attacks_down(king)};
    case GR_CV_KNIGHT:
        return (GrChessReach){gr_chess_leaps[sq] & goal, gr_chess_leaps[at]};
    case GR_CV_BISHOP:
        return (GrChessReach){gr_chess_diagonal(sq, all) & goal, gr_chess_diagonal(at, all)};
    case GR_CV_ROOK:
        return (GrChessReach){gr_chess_orthogonal(sq, all) & goal, gr_chess_orthogonal(at, all)};
    case GR_CV_QUEEN:
        return (GrChessReach){(gr_chess_diagonal(sq, all) | gr_chess_orthogonal(sq, all)) & goal,
                              gr_chess_diagonal(at, all) | gr_chess_orthogonal(at, all)};
    default:
        return (GrChessReach){king_targets(view, sq), 0};
    }
}

/* In check few squares are left to go to: pawns and knights are asked from there, sliders one by one. */
static __attribute__((noinline)) void look_for_evasions(GrChessView *view) {
    uint64_t goal = view->goal &= evasions(view), king = view->own[GR_CV_KING];
    PawnGoals pawn = pawn_goals(view, view->own[GR_CV_PAWN]);
    uint64_t far = view->own[GR_CV_BISHOP] | view->own[GR_CV_ROOK] | view->own[GR_CV_QUEEN];
    view->movable = pawn.east >> 9 | pawn.west >> 7 | pawn.one >> 8 | pawn.two >> 16 |
                    (view->own[GR_CV_KNIGHT] & GR_CHESS_LEAPS(goal));
    if (king_targets(view, (unsigned)__builtin_ctzll(king)))
        view->movable |= king;
    for (uint64_t left = goal ? far : 0; left; left &= left - 1) {
        unsigned sq = (unsigned)__builtin_ctzll(left);
        if (gr_chess_reach(view, sq, gr_chess_class_on(view, sq)).targets)
            view->movable |= GR_CHESS_ON(sq);
    }
}

/* Out of check a slider can move if a square beside it is not taken by its own side, a pawn if
 * there is something to take or the square ahead is empty, and a king that can castle can step,
 * too. */
LOOK void look_for_moves(GrChessView *view, uint64_t leaps) {
    uint64_t free = ~view->mine, beside = GR_CHESS_BESIDE(free), king = view->own[GR_CV_KING];
    view->goal = free;
    if (view->in_check) {
        look_for_evasions(view);
        return;
    }
    uint64_t pawns = ~view->all >> 8 | pawn_attacks_down(view->theirs | view->ep);
    uint64_t diagonals = beside << 8 | beside >> 8, lines = beside | free << 8 | free >> 8;
    uint64_t steps = gr_chess_steps[__builtin_ctzll(king)] & free & ~view->attacked;
    view->movable = (view->own[GR_CV_PAWN] & pawns) | (view->own[GR_CV_KNIGHT] & leaps) |
                    (view->own[GR_CV_BISHOP] & diagonals) | (view->own[GR_CV_ROOK] & lines) |
                    (view->own[GR_CV_QUEEN] & (diagonals | lines)) | (steps ? king : 0);
}

/* ---- what went before ---- */

/* From the square behind all, where nothing is, the way is that from a1. */
LOOK unsigned way_from(unsigned sq) {
    sq &= 63;
    return 119 - (sq + (sq & 56));
}

LOOK const int8_t *travel_of(const GrChessView *view) {
    return gr_chess_weight + GR_CV_TRAVEL + view->phase * (GR_CV_CLASSES * 64 * 64);
}

LOOK void look_back(const GrPlace *place, GrChessView *view) {
    enum { ROW = GR_CV_CLASSES * GR_CV_WAYS };
    unsigned went = place->men.went[place->men.turn & 1], from = went & 255, own_from = went >> 8;
    unsigned last = 2u * (view->on[from] >> 3) + place->took, own = view->on[own_from] >> 3;
    const int8_t *w = gr_chess_weight;
    size_t row = last * ROW + way_from(from), phase = view->phase;
    view->rows = (GrChessRows){
        .stand = w + GR_CV_STAND + phase * (GR_CV_CLASSES * 64),
        .offer = w + GR_CV_OFFER + (phase * 2 + view->in_check) * (GR_CV_CLASSES * 8),
        .answer = w + GR_CV_ANSWER + row,
        .go_on = w + GR_CV_GO_ON + own * ROW + way_from(own_from),
        .travel = travel_of(view),
        .reply = w + GR_CV_REPLY + row,
    };
}

/* ---- a byte for each square ---- */

/* In each lane: eight bytes, turned so that bit b of byte i becomes bit i of byte b. Takes an
 * address, since how vectors are passed differs from processor to processor. */
LOOK void transpose(Lanes *lanes) {
    Lanes x = *lanes;
    Lanes t = (x ^ x >> 7) & 0x00AA00AA00AA00AA;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000CCCC0000CCCC;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x00000000F0F0F0F0;
    *lanes = x ^ t ^ t << 28;
}

/* The sets that make bits 0 to 2 and 6 and 7 of the byte of a square. */
typedef struct Planes {
    uint64_t set[5];
} Planes;

/* The eight bytes of a rank, one of each set, four ranks in each of two vectors. */
LOOK void gather_plainly(const Planes *plane, Lanes rows[2]) {
    static const uint8_t bit[5] = {0, 1, 2, 6, 7};
    for (unsigned rank = 0; rank < 8; rank++) {
        uint64_t row = 0;
        for (unsigned i = 0; i < 5; i++)
            row |= (plane->set[i] >> 8 * rank & 255) << 8 * bit[i];
        rows[rank / 4][rank % 4] = row;
    }
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

typedef uint8_t Bytes __attribute__((vector_size(16)));
typedef uint16_t Shorts __attribute__((vector_size(16)));
typedef uint32_t Words __attribute__((vector_size(16)));
typedef uint64_t Pair __attribute__((vector_size(16)));

#ifdef __clang__
#define PICK(type, a, b, ...) __builtin_shufflevector((type)(a), (type)(b), __VA_ARGS__)
#else
#define PICK(type, a, b, ...) __builtin_shuffle((type)(a), (type)(b), (type){__VA_ARGS__})
#endif

/* Bytes, pairs and fours of bytes of two vectors in turn, of their first halves and of their last. */
#define MIX_BYTES(a, b) PICK(Bytes, a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define MIX_LOW(a, b) PICK(Shorts, a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define MIX_HIGH(a, b) PICK(Shorts, a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define JOIN_LOW(a, b) PICK(Words, a, b, 0, 4, 1, 5)
#define JOIN_HIGH(a, b) PICK(Words, a, b, 2, 6, 3, 7)
#define ALONE(set) ((Pair){set, 0})

/* The same, by moving bytes. */
LOOK void gather_ranks(const Planes *plane, Lanes rows[2]) {
    const uint64_t *set = plane->set;
    const Pair none = {0, 0};
    Bytes first = MIX_BYTES(ALONE(set[0]), ALONE(set[1])), second = MIX_BYTES(ALONE(set[2]), none);
    Bytes last = MIX_BYTES(ALONE(set[3]), ALONE(set[4]));
    Shorts down = MIX_LOW(first, second), up = MIX_HIGH(first, second);
    Shorts down_last = MIX_LOW(none, last), up_last = MIX_HIGH(none, last);
    Pair rank[4] = {(Pair)JOIN_LOW(down, down_last), (Pair)JOIN_HIGH(down, down_last),
                    (Pair)JOIN_LOW(up, up_last), (Pair)JOIN_HIGH(up, up_last)};
    rows[0] = (Lanes){rank[0][0], rank[0][1], rank[1][0], rank[1][1]};
    rows[1] = (Lanes){rank[2][0], rank[2][1], rank[3][0], rank[3][1]};
}

#else
#define gather_ranks gather_plainly
#endif

/* Four ranks of bytes for each square, with the classes in it. */
LOOK void fill_ranks(Lanes *rows, const uint8_t *on, uint8_t *square) {
    Lanes classes;
    transpose(rows);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (int i = 0; i < 4; i++)
        (*rows)[i] = __builtin_bswap64((*rows)[i]);
#endif
    memcpy(&classes, on, sizeof classes);
    classes |= *rows;
    memcpy(square, &classes, sizeof classes);
}

/* Fills view->square with all that weights are looked up by: in bits 0 to 2 the byte of a square, in 3
 * to 5 the class of what stands there, in bit 6 whether it is supported, in 7 whether a piece that
 * goes there gives check, as the two sets say. */
LOOK void gr_chess_fill(GrChessView *view, uint64_t supported, uint64_t checks) {
    const Planes plane = {{view->danger[0], view->danger[1], view->once, supported, checks}};
    Lanes rows[2];
    gather_ranks(&plane, rows);
    fill_ranks(&rows[0], view->on, view->square);
    fill_ranks(&rows[1], view->on + 32, view->square + 32);
}

LOOK void look_on(const GrPlace *place, GrChessView *view) {
    const Leaps leap = leaps(view);
    look_at_danger(view, leap.other);
    look_at_support(view, leap.own);
    look_for_moves(view, leap.free);
    look_back(place, view);
}

/* Looks at a place of a chess game. Every legal move is one of a piece in view->movable to one of
 * its targets; a few others (of pinned pieces) seem possible, too. */
LOOK void gr_chess_view(const GrPlace *place, GrChessView *view) {
    look_at_pieces(&place->men, view);
    look_on(place, view);
}

/* The same where it is known which piece will move: asks beforehand for the row of weights that will be looked up for
 * it, which is seldom in a processor's nearest cache. */
LOOK void gr_chess_view_from(const GrPlace *place, unsigned from, GrChessView *view) {
    look_at_pieces(&place->men, view);
    __builtin_prefetch(travel_of(view) + ((size_t)view->on[from] << 9 | from << 6));
    look_on(place, view);
}

#endif
