#include "db/chess_view.h"

#include <string.h>

static const uint64_t FILE_A = 0x0101010101010101, FILE_H = 0x8080808080808080;

/* Four directions at once, in the lanes of a vector: two of rooks, two of bishops. */
typedef uint64_t Lanes __attribute__((vector_size(32)));

/* What bishops in one set and rooks in another attack. */
typedef struct Slides {
    uint64_t bishops, rooks;
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
    return (Slides){.bishops = hit[2] | hit[3], .rooks = hit[0] | hit[1]};
}

static uint64_t knight_attacks(uint64_t set) {
    uint64_t one = (set >> 1 & ~FILE_H) | (set << 1 & ~FILE_A);
    uint64_t two = (set >> 2 & ~(FILE_H | FILE_H >> 1)) | (set << 2 & ~(FILE_A | FILE_A << 1));
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

static uint64_t king_attacks(uint64_t set) {
    uint64_t beside = (set >> 1 & ~FILE_H) | (set << 1 & ~FILE_A), row = set | beside;
    return beside | row << 8 | row >> 8;
}

/* Of the other side's pawns, which go down the board. */
static uint64_t pawn_attacks_down(uint64_t set) {
    return (set >> 7 & ~FILE_A) | (set >> 9 & ~FILE_H);
}

/* Class of each piece type, by its letter. */
static unsigned class_of(const GrVariant *variant, int type) {
    static const uint8_t class[32] = {
        ['P' & 31] = GR_CV_PAWN, ['N' & 31] = GR_CV_KNIGHT, ['B' & 31] = GR_CV_BISHOP,
        ['R' & 31] = GR_CV_ROOK, ['Q' & 31] = GR_CV_QUEEN,  ['K' & 31] = GR_CV_KING,
    };
    return class[variant->piece[type].letter & 31];
}

static void look_at_pieces(const GrPosition *pos, GrChessView *view) {
    static const unsigned worth[GR_CV_CLASSES] = {0, 1, 1, 2, 4, 0};
    const GrVariant *variant = gr_variant(pos->rules);
    bool black = pos->turn == GR_BLACK;
    unsigned sum = 0;
    view->flip = black ? 56 : 0;
    view->mine = view->all = 0;
    for (int type = 1; type <= variant->types; type++) {
        unsigned class = class_of(variant, type);
        view->class_of[type] = (uint8_t)class;
        uint64_t own = (uint64_t)(pos->type[type] & pos->side[pos->turn]);
        uint64_t other = (uint64_t)(pos->type[type] & pos->side[!pos->turn]);
        sum += worth[class] * (unsigned)__builtin_popcountll(own | other);
        view->own[class] = black ? __builtin_bswap64(own) : own;
        view->other[class] = black ? __builtin_bswap64(other) : other;
        view->mine |= view->own[class];
        view->all |= view->own[class] | view->other[class];
    }
    view->phase = sum >= 18 ? 0 : sum >= 8 ? 1 : 2;
}

static void look_at_danger(GrChessView *view) {
    const uint64_t *other = view->other;
    Slides pieces = slides(other[GR_CV_BISHOP], other[GR_CV_ROOK], view->all);
    Slides queens = slides(other[GR_CV_QUEEN], other[GR_CV_QUEEN], view->all);
    uint64_t pawn = pawn_attacks_down(other[GR_CV_PAWN]);
    uint64_t minor = (knight_attacks(other[GR_CV_KNIGHT]) | pieces.bishops) & ~pawn;
    uint64_t lower = pawn | minor, rook = pieces.rooks & ~lower;
    lower |= rook;
    uint64_t queen = (queens.bishops | queens.rooks) & ~lower;
    lower |= queen;
    uint64_t king = king_attacks(other[GR_CV_KING]) & ~lower;
    view->danger[0] = pawn | rook | king;
    view->danger[1] = minor | rook;
    view->danger[2] = queen | king;
    view->in_check = (view->own[GR_CV_KING] & lower) != 0;
}

static void look_at_support(GrChessView *view) {
    const uint64_t *own = view->own;
    Slides pieces = slides(own[GR_CV_BISHOP], own[GR_CV_ROOK], view->all);
    Slides queens = slides(own[GR_CV_QUEEN], own[GR_CV_QUEEN], view->all);
    uint64_t east = own[GR_CV_PAWN] << 9 & ~FILE_A, west = own[GR_CV_PAWN] << 7 & ~FILE_H;
    const uint64_t by[GR_CV_CLASSES] = {
        east | west,  knight_attacks(own[GR_CV_KNIGHT]), pieces.bishops,
        pieces.rooks, queens.bishops | queens.rooks,     king_attacks(own[GR_CV_KING]),
    };
    uint64_t before = 0, behind = 0;
    for (int class = 0; class < GR_CV_CLASSES; class++) {
        view->class[class].support = before;
        before |= by[class];
    }
    view->supported = before;
    for (int class = GR_CV_CLASSES - 1; class >= 0; class--) {
        view->class[class].support |= behind;
        behind |= by[class];
    }
    view->class[GR_CV_PAWN].support |= east & west;
}

static void look_at_targets(GrChessView *view) {
    const uint64_t *other = view->other;
    uint64_t king = other[GR_CV_KING], queens = other[GR_CV_QUEEN];
    uint64_t heavy = queens | other[GR_CV_ROOK];
    uint64_t minor = other[GR_CV_KNIGHT] | other[GR_CV_BISHOP];
    Slides check = slides(king, king, view->all), threat = slides(heavy, queens, view->all);
    GrChessClass *class = view->class;
    class[GR_CV_PAWN].checks = pawn_attacks_down(king);
    class[GR_CV_KNIGHT].checks = knight_attacks(king);
    class[GR_CV_BISHOP].checks = check.bishops;
    class[GR_CV_ROOK].checks = check.rooks;
    class[GR_CV_QUEEN].checks = check.bishops | check.rooks;
    class[GR_CV_KING].checks = 0;
    class[GR_CV_PAWN].threats = pawn_attacks_down(heavy | minor);
    class[GR_CV_KNIGHT].threats = knight_attacks(heavy);
    class[GR_CV_BISHOP].threats = threat.bishops;
    class[GR_CV_ROOK].threats = threat.rooks;
    class[GR_CV_QUEEN].threats = class[GR_CV_KING].threats = 0;
}

/* The square that a move went to, as a set; a null move went nowhere. */
static uint64_t goal_of(const GrChessView *view, GrMove move) {
    if (move == GR_NO_MOVE || gr_move_kind(move) == GR_PASS)
        return 0;
    return (uint64_t)1 << ((unsigned)gr_move_to(move) ^ view->flip);
}

static void look_back(const GrPlace *place, GrChessView *view) {
    uint64_t last = goal_of(view, place->last[0]);
    const uint64_t *other = view->other;
    view->last_to = last;
    view->own_last_to = goal_of(view, place->last[1]);
    Slides slide = slides(last & (other[GR_CV_BISHOP] | other[GR_CV_QUEEN]),
                          last & (other[GR_CV_ROOK] | other[GR_CV_QUEEN]), view->all);
    view->pursued = slide.bishops | slide.rooks | pawn_attacks_down(last & other[GR_CV_PAWN]) |
                    knight_attacks(last & other[GR_CV_KNIGHT]) |
                    king_attacks(last & other[GR_CV_KING]);
}

/* In each lane: eight bytes, turned so that bit b of byte i becomes bit i of byte b. Takes an
 * address, since how vectors are passed differs from processor to processor. */
static void transpose(Lanes *lanes) {
    Lanes x = *lanes;
    Lanes t = (x ^ x >> 7) & 0x00AA00AA00AA00AA;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000CCCC0000CCCC;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x00000000F0F0F0F0;
    *lanes = x ^ t ^ t << 28;
}

/* Four ranks from `rank` on, of eight sets, to a byte for each square. */
static void fill_ranks(const uint64_t *set, unsigned rank, uint8_t *square) {
    const Lanes first = {8 * rank, 8 * rank + 8, 8 * rank + 16, 8 * rank + 24};
    Lanes rows = {0};
    for (unsigned i = 0; i < 8; i++) {
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

static void fill_squares(GrChessView *view) {
    const uint64_t *other = view->other;
    const uint64_t set[8] = {
        view->danger[0],
        view->danger[1],
        view->danger[2],
        other[GR_CV_PAWN] | other[GR_CV_BISHOP] | other[GR_CV_QUEEN],
        other[GR_CV_KNIGHT] | other[GR_CV_BISHOP],
        other[GR_CV_ROOK] | other[GR_CV_QUEEN],
        view->last_to,
        view->pursued,
    };
    fill_ranks(set, 0, view->square);
    fill_ranks(set, 4, view->square);
}

void gr_chess_view(const GrPlace *place, GrChessView *view) {
    look_at_pieces(&place->pos, view);
    look_at_danger(view);
    look_at_support(view);
    look_at_targets(view);
    look_back(place, view);
    fill_squares(view);
}

uint32_t gr_chess_special(const GrChessView *view, const GrVariant *variant, GrMove move) {
    unsigned kind = 0;
    if (gr_move_kind(move) == GR_EN_PASSANT)
        kind = 1;
    else if (gr_move_kind(move) == GR_CASTLE)
        kind = gr_move_to(move) > gr_move_from(move) ? 3 : 2;
    else if (gr_move_piece(move))
        kind = 3 + class_of(variant, gr_move_piece(move)); /* knight 4 ... queen 7 */
    return GR_CV_SPECIAL + view->phase * 8 + kind;
}
