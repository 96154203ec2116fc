/* What the chess model goes by, seen from the side to move. */
#include "db/codec/chess_view.h"

#include <string.h>

static const uint64_t FILE_A = 0x0101010101010101, FILE_H = 0x8080808080808080;

/* ---- where single pieces go ---- */

#define EIGHT(what, n) what(n), what(n + 1), what(n + 2), what(n + 3), what(n + 4), what(n + 5), \
                       what(n + 6), what(n + 7)
#define BOARD(what) EIGHT(what, 0), EIGHT(what, 8), EIGHT(what, 16), EIGHT(what, 24), \
                    EIGHT(what, 32), EIGHT(what, 40), EIGHT(what, 48), EIGHT(what, 56)

/* One file to either side of a set, and two. */
#define BESIDE(set) (((set) >> 1 & ~0x8080808080808080u) | ((set) << 1 & ~0x0101010101010101u))
#define BEYOND(set) (((set) >> 2 & ~0xC0C0C0C0C0C0C0C0u) | ((set) << 2 & ~0x0303030303030303u))
#define LEAPS(set) (BESIDE(set) << 16 | BESIDE(set) >> 16 | BEYOND(set) << 8 | BEYOND(set) >> 8)
#define STEPS(set) (BESIDE(set) | ((set) | BESIDE(set)) << 8 | ((set) | BESIDE(set)) >> 8)
#define ON(s) ((uint64_t)1 << (s))
#define LEAPS_FROM(s) LEAPS(ON(s))
#define STEPS_FROM(s) STEPS(ON(s))

static const uint64_t leaps_from[64] = {BOARD(LEAPS_FROM)}, steps_from[64] = {BOARD(STEPS_FROM)};

/* The squares of a line below and above a square. */
typedef struct Line {
    uint64_t below, above;
} Line;

#define RANK(s) ((uint64_t)0xFF << ((s) & 56))
#define FILE(s) ((uint64_t)0x0101010101010101 << ((s) & 7))
#define SHIFTED(set, ranks)                                                                        \
    ((ranks) > 0 ? (uint64_t)(set) << (8 * ((ranks) & 7)) : (uint64_t)(set) >> (8 * (-(ranks) & 7)))
#define RISING(s) SHIFTED(0x8040201008040201u, ((s) >> 3) - ((s) & 7))
#define FALLING(s) SHIFTED(0x0102040810204080u, ((s) >> 3) + ((s) & 7) - 7)
#define PARTED(line, s) {(line) & (ON(s) - 1), (line) & ~(ON(s) - 1) & ~ON(s)}
#define LINES(s) {PARTED(RANK(s), s), PARTED(FILE(s), s), PARTED(RISING(s), s), \
                  PARTED(FALLING(s), s)}

static const Line line_of[64][4] = {BOARD(LINES)};

/* Squares of a line up to and with the first piece on each side: with the nearest one below taken
 * away, the one subtraction runs up to the nearest above. */
static inline uint64_t along(const Line *line, uint64_t all) {
    uint64_t below = line->below & all, above = line->above & all;
    uint64_t last = ~(uint64_t)0 << (63 ^ __builtin_clzll(below | 1));
    return (above ^ (above + last)) & (line->below | line->above);
}

static inline uint64_t orthogonal(unsigned sq, uint64_t all) {
    return along(&line_of[sq][0], all) | along(&line_of[sq][1], all);
}

static inline uint64_t diagonal(unsigned sq, uint64_t all) {
    return along(&line_of[sq][2], all) | along(&line_of[sq][3], all);
}

/* ---- where whole sets of pieces go ---- */

/* Four directions at once, in the lanes of a vector: two of rooks, two of bishops. */
typedef uint64_t Lanes __attribute__((vector_size(32)));

typedef struct Slides {
    uint64_t diagonal, orthogonal;
} Slides;

/* Each direction is filled by doubling through the empty squares and then goes one step further;
 * what would run over the edge of the board is masked away at each step. */
static Slides slides(uint64_t bishops, uint64_t rooks, uint64_t all) {
    const Lanes one = {8, 1, 9, 7}, inside = {~(uint64_t)0, ~FILE_A, ~FILE_A, ~FILE_H};
    const Lanes back = {~(uint64_t)0, ~FILE_H, ~FILE_H, ~FILE_A};
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
static inline uint64_t pawn_attacks_down(uint64_t set) {
    return (set >> 7 & ~FILE_A) | (set >> 9 & ~FILE_H);
}

/* ---- the pieces ---- */

#define OWN(view, class) ((view)->men[class][(view)->side])
#define OTHER(view, class) ((view)->men[class][!(view)->side])

/* Puts something of a class and side on a square, as White sees it, or takes it away. */
static inline void change(GrChessMen *men, unsigned class, unsigned side, uint64_t squares) {
    men->set[GR_WHITE][class][side] ^= squares;
    men->set[GR_BLACK][class][side] ^= __builtin_bswap64(squares);
}

static inline void stand(GrChessMen *men, unsigned sq, unsigned class) {
    men->on[GR_WHITE][sq] = men->on[GR_BLACK][sq ^ 56] = (uint8_t)(class << 4);
}

void gr_chess_men(const GrPosition *pos, GrChessMen *men) {
    for (int class = 0; class < GR_CV_CLASSES; class++)
        for (int side = 0; side < 2; side++) {
            uint64_t type = (uint64_t)pos->type[GR_CV_CLASSES - class]; /* king 1 to pawn 6 */
            uint64_t set = type & (uint64_t)pos->side[side];
            men->set[GR_WHITE][class][side] = set;
            men->set[GR_BLACK][class][side] = __builtin_bswap64(set);
        }
    for (unsigned sq = 0; sq < 64; sq++)
        stand(men, sq, gr_chess_class[pos->board[sq] & 31]);
}

static void castle(GrChessMen *men, unsigned side, unsigned king) {
    unsigned to = king % 8 == 6 ? king - 1 : king + 1, from = king % 8 == 6 ? king + 1 : king - 2;
    change(men, GR_CV_ROOK, side, ON(from) | ON(to));
    stand(men, from, GR_CV_CLASSES);
    stand(men, to, GR_CV_ROOK);
}

static void take_in_passing(GrChessMen *men, unsigned side, unsigned to) {
    change(men, GR_CV_PAWN, !side, ON(to ^ 8));
    stand(men, to ^ 8, GR_CV_CLASSES);
}

void gr_chess_men_play(GrChessMen *men, unsigned side, GrMove move) {
    unsigned from = (unsigned)gr_move_from(move) & 63, to = (unsigned)gr_move_to(move) & 63;
    unsigned promoted = (unsigned)gr_move_piece(move), class = men->on[GR_WHITE][from] >> 4;
    unsigned taken = men->on[GR_WHITE][to] >> 4;
    if (taken < GR_CV_CLASSES)
        change(men, taken, !side, ON(to));
    change(men, class, side, ON(from) | ON(to));
    if (promoted) {
        change(men, class, side, ON(to));
        class = GR_CV_CLASSES - promoted;
        change(men, class, side, ON(to));
    }
    stand(men, from, GR_CV_CLASSES);
    stand(men, to, class);
    if (gr_move_kind(move) == GR_CASTLE)
        castle(men, side, to);
    else if (gr_move_kind(move) == GR_EN_PASSANT)
        take_in_passing(men, side, to);
}

/* ---- the view ---- */

static void look_at_pieces(const GrPlace *place, GrChessView *view) {
    const GrPosition *pos = &place->pos;
    uint64_t mine = (uint64_t)pos->side[pos->turn], theirs = (uint64_t)pos->side[!pos->turn];
    view->side = pos->turn & 1;
    view->men = place->men.set[view->side];
    view->on = place->men.on[view->side];
    view->flip = 0;
    view->rights = pos->rights;
    view->ep = (uint64_t)pos->ep;
    if (pos->turn == GR_BLACK) {
        mine = __builtin_bswap64(mine);
        theirs = __builtin_bswap64(theirs);
        view->flip = 56;
        view->rights >>= 2;
        view->ep = __builtin_bswap64(view->ep);
    }
    view->mine = mine;
    view->theirs = theirs;
    view->all = mine | theirs;
    int pieces = __builtin_popcountll(view->all ^ OWN(view, GR_CV_PAWN) ^ OTHER(view, GR_CV_PAWN));
    view->phase = (unsigned)((pieces < 12) + (pieces < 7));
}

/* Leaps of both sides' knights, and those that would come to a square that is not the mover's. */
typedef struct Leaps {
    uint64_t own, other, free;
} Leaps;

static inline Leaps leaps(const GrChessView *view) {
    Lanes set = {OWN(view, GR_CV_KNIGHT), OTHER(view, GR_CV_KNIGHT), ~view->mine, 0};
    set = LEAPS(set);
    return (Leaps){set[0], set[1], set[2]};
}

static inline void look_at_danger(GrChessView *view, uint64_t leaps) {
    uint64_t king = OWN(view, GR_CV_KING), queens = OTHER(view, GR_CV_QUEEN);
    Slides far = slides(OTHER(view, GR_CV_BISHOP) | queens, OTHER(view, GR_CV_ROOK) | queens,
                        view->all ^ king);
    uint64_t pawn = pawn_attacks_down(OTHER(view, GR_CV_PAWN));
    uint64_t light = (leaps | far.diagonal) & ~pawn;
    uint64_t near = steps_from[__builtin_ctzll(OTHER(view, GR_CV_KING))];
    uint64_t heavy = (near | far.orthogonal) & ~(pawn | light);
    view->danger[0] = pawn | heavy;
    view->danger[1] = light | heavy;
    view->attacked = pawn | light | heavy;
    view->in_check = (view->attacked & king) != 0;
}

/* In check: what takes the checking piece or steps between, nothing if there are two. */
static __attribute__((noinline)) uint64_t evasions(const GrChessView *view) {
    unsigned king = (unsigned)__builtin_ctzll(OWN(view, GR_CV_KING));
    uint64_t across = diagonal(king, view->all), straight = orthogonal(king, view->all);
    uint64_t queens = OTHER(view, GR_CV_QUEEN), one = ON(king);
    uint64_t pawns = ((one << 9 & ~FILE_A) | (one << 7 & ~FILE_H)) & OTHER(view, GR_CV_PAWN);
    uint64_t checkers = pawns | (leaps_from[king] & OTHER(view, GR_CV_KNIGHT)) |
                        (across & (OTHER(view, GR_CV_BISHOP) | queens)) |
                        (straight & (OTHER(view, GR_CV_ROOK) | queens));
    if (!checkers || (checkers & (checkers - 1)))
        return 0;
    unsigned from = (unsigned)__builtin_ctzll(checkers);
    if (across & checkers)
        return checkers | (across & diagonal(from, view->all));
    if (straight & checkers)
        return checkers | (straight & orthogonal(from, view->all));
    return checkers;
}

static inline void look_at_support(GrChessView *view, uint64_t leaps) {
    uint64_t pawns = OWN(view, GR_CV_PAWN);
    uint64_t east = pawns << 9 & ~FILE_A, west = pawns << 7 & ~FILE_H;
    uint64_t near = steps_from[__builtin_ctzll(OWN(view, GR_CV_KING))];
    view->once = east | west | leaps | near;
    view->twice = (east & west) | ((east | west) & leaps) | ((east | west | leaps) & near);
}

/* ---- the moves there are ---- */

/* Where pawns may go, one square on each side and one and two ahead. */
typedef struct PawnGoals {
    uint64_t east, west, one, two;
} PawnGoals;

static inline PawnGoals pawn_goals(const GrChessView *view, uint64_t pawns) {
    uint64_t goal = view->goal & ~view->all, taken = (view->theirs & view->goal) | view->ep;
    uint64_t one = pawns << 8 & ~view->all;
    return (PawnGoals){.east = pawns << 9 & ~FILE_A & taken,
                       .west = pawns << 7 & ~FILE_H & taken,
                       .one = one & goal,
                       .two = (one & (uint64_t)0xFF << 16) << 8 & goal};
}

/* The squares that king and rook pass must be empty; those that the king passes must be safe. */
static uint64_t castlings(const GrChessView *view) {
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

static uint64_t pawn_targets(const GrChessView *view, unsigned sq) {
    PawnGoals pawn = pawn_goals(view, ON(sq));
    return pawn.east | pawn.west | pawn.one | pawn.two;
}

static uint64_t king_targets(const GrChessView *view, unsigned sq) {
    return (steps_from[sq] & ~view->mine & ~view->attacked) | castlings(view);
}

/* One switch for all: which class it is cannot be foreseen, and costs as much as what it is for. */
GrChessReach gr_chess_reach(const GrChessView *view, unsigned sq, unsigned class) {
    uint64_t king = OTHER(view, GR_CV_KING), all = view->all, goal = view->goal;
    unsigned at = (unsigned)__builtin_ctzll(king);
    switch (class) {
    case GR_CV_PAWN:
        return (GrChessReach){pawn_targets(view, sq), pawn_attacks_down(king)};
    case GR_CV_KNIGHT:
        return (GrChessReach){leaps_from[sq] & goal, leaps_from[at]};
    case GR_CV_BISHOP:
        return (GrChessReach){diagonal(sq, all) & goal, diagonal(at, all)};
    case GR_CV_ROOK:
        return (GrChessReach){orthogonal(sq, all) & goal, orthogonal(at, all)};
    case GR_CV_QUEEN:
        return (GrChessReach){(diagonal(sq, all) | orthogonal(sq, all)) & goal,
                              diagonal(at, all) | orthogonal(at, all)};
    default:
        return (GrChessReach){king_targets(view, sq), 0};
    }
}

/* In check few pieces can help; it is seldom enough to ask each. */
static __attribute__((noinline)) void look_for_evasions(GrChessView *view) {
    view->goal &= evasions(view);
    view->movable = 0;
    for (uint64_t left = view->mine; left; left &= left - 1) {
        unsigned sq = (unsigned)__builtin_ctzll(left);
        if (gr_chess_reach(view, sq, gr_chess_class_on(view, sq)).targets)
            view->movable |= ON(sq);
    }
}

/* Out of check a slider can move if a square beside it is not taken by its own side, a pawn if
 * there is something to take or the square ahead is empty, and a king that can castle can step,
 * too. */
static inline void look_for_moves(GrChessView *view, uint64_t leaps) {
    uint64_t free = ~view->mine, beside = BESIDE(free), king = OWN(view, GR_CV_KING);
    view->goal = free;
    if (view->in_check) {
        look_for_evasions(view);
        return;
    }
    uint64_t pawns = ~view->all >> 8 | pawn_attacks_down(view->theirs | view->ep);
    uint64_t diagonals = beside << 8 | beside >> 8, lines = beside | free << 8 | free >> 8;
    uint64_t steps = steps_from[__builtin_ctzll(king)] & free & ~view->attacked;
    view->movable = (OWN(view, GR_CV_PAWN) & pawns) | (OWN(view, GR_CV_KNIGHT) & leaps) |
                    (OWN(view, GR_CV_BISHOP) & diagonals) | (OWN(view, GR_CV_ROOK) & lines) |
                    (OWN(view, GR_CV_QUEEN) & (diagonals | lines)) | (steps ? king : 0);
}

/* ---- what went before ---- */

static unsigned way_from(unsigned sq) {
    return 119 - (sq + (sq & 56));
}

/* The square that a move went to, -1 if there was none or it was a null move. */
static int goal_of(const GrChessView *view, GrMove move) {
    bool went = move != GR_NO_MOVE && gr_move_kind(move) != GR_PASS;
    return went ? gr_move_to(move) ^ (int)view->flip : -1;
}

static void look_back(const GrPlace *place, GrChessView *view) {
    enum { ROW = GR_CV_CLASSES * GR_CV_WAYS };
    int other = goal_of(view, place->last[0]), mine = goal_of(view, place->last[1]);
    unsigned last = 2 * GR_CV_CLASSES, own = GR_CV_CLASSES, from = 0, own_from = 0;
    if (other >= 0) {
        from = (unsigned)other;
        unsigned class = gr_chess_class_on(view, from);
        last = 2 * class + (class < GR_CV_CLASSES ? place->took : 0);
    }
    if (mine >= 0) {
        own_from = (unsigned)mine;
        own = gr_chess_class_on(view, own_from);
    }
    const int8_t *w = gr_chess_weight;
    size_t row = last * ROW + way_from(from), phase = view->phase;
    view->rows = (GrChessRows){
        .stand = w + GR_CV_STAND + phase * (GR_CV_CLASSES * 64),
        .offer = w + GR_CV_OFFER + (phase * 2 + view->in_check) * (GR_CV_CLASSES * 8),
        .answer = w + GR_CV_ANSWER + row,
        .go_on = w + GR_CV_GO_ON + own * ROW + way_from(own_from),
        .travel = w + GR_CV_TRAVEL + phase * (GR_CV_CLASSES * 64 * 64),
        .reply = w + GR_CV_REPLY + row,
    };
}

/* ---- a byte for each square ---- */

/* In each lane: eight bytes, turned so that bit b of byte i becomes bit i of byte b. Takes an
 * address, since how vectors are passed differs from processor to processor. */
static inline void transpose(Lanes *lanes) {
    Lanes x = *lanes;
    Lanes t = (x ^ x >> 7) & 0x00AA00AA00AA00AA;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000CCCC0000CCCC;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x00000000F0F0F0F0;
    *lanes = x ^ t ^ t << 28;
}

/* Four ranks, of four sets, to a byte for each square. */
static inline void fill_ranks(const GrChessView *view, unsigned rank, uint8_t *square) {
    const Lanes first = {8 * rank, 8 * rank + 8, 8 * rank + 16, 8 * rank + 24};
    const uint64_t set[4] = {view->danger[0], view->danger[1], view->once, view->twice};
    Lanes rows = {0};
#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++) {
        Lanes one = {set[i], set[i], set[i], set[i]};
        rows |= (one >> first & 255) << 8 * i;
    }
    transpose(&rows);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (int i = 0; i < 4; i++)
        rows[i] = __builtin_bswap64(rows[i]);
#endif
    memcpy(square + 8 * rank, &rows, sizeof rows);
}

void gr_chess_view(const GrPlace *place, GrChessView *view) {
    look_at_pieces(place, view);
    const Leaps leap = leaps(view);
    look_at_danger(view, leap.other);
    look_at_support(view, leap.own);
    fill_ranks(view, 0, view->square);
    fill_ranks(view, 4, view->square);
    look_for_moves(view, leap.free);
    look_back(place, view);
}
