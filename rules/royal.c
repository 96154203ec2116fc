/* Royal Magician's Chess: Gary Gifford's chess in which kings and magicians drop pieces (2006).
 *
 * A magician, which goes like a king, stands in place of each queen. Each king and each magician
 * has a bishop, a knight and a rook in reserve. Arriving on its fourth rank with bishop and knight
 * both left it must drop one of them; on its fifth with exactly one of them left, that one; on its
 * sixth with the rook left, the rook. The drop is part of the move, on any square that is empty
 * then, and only after it is the move's legality judged.
 *
 * Rulings: castling drops nothing; a captured magician's reserve is gone.
 */
#define FILES 8
#define RANKS 8
#define PAWNS 1
#define PROMOTIONS 4
#define CASTLINGS 4

#include "rules/hooks.h"
#include "rules/piece_rows.h"
#include "rules/registry.h"
#include "rules/reserves.h"

enum { K = 1, M, Q, R, B, N, P, TYPES = 7 };

static const GrPieceRow piece[TYPES + 1] = {
    [K] = KING_PIECE,
    [M] = {'M', 0, "Magician", "", 0, KING, KING},
    [Q] = QUEEN_PIECE,
    [R] = ROOK_PIECE,
    [B] = BISHOP_PIECE,
    [N] = KNIGHT_PIECE,
    [P] = PAWN_PIECE,
};

static const GrPawnRow pawn[PAWNS] = {{.type = P, .leap_ranks = 1 << 1, .steps = 2}};
static const uint8_t promotion[PROMOTIONS] = {Q, R, B, N};
static const GrCastling castling[CASTLINGS] = {
    {4, 6, 7, 5, "O-O"},
    {4, 2, 0, 3, "O-O-O"},
    {60, 62, 63, 61, "O-O"},
    {60, 58, 56, 59, "O-O-O"},
};

#include "rules/core.h"

/* ---- reserves ---- */

INLINE uint8_t *reserve_of(GrPosition *p, int side, int type) {
    return &p->pocket[side * 2 + (type == M)];
}

INLINE unsigned reserve(const GrPosition *p, int side, int type) {
    return p->pocket[side * 2 + (type == M)];
}

static void set_reserve(GrPosition *p, int side, int type, unsigned bits) {
    uint8_t *at = reserve_of(p, side, type);
    const uint64_t *numbers = p->rules->zobrist.pocket[side * 2 + (type == M)];
    p->key ^= numbers[*at] ^ numbers[bits];
    *at = (uint8_t)bits;
}

INLINE BB drop_ranks(const GrPosition *p, int us, int type) {
    unsigned held = reserve(p, us, type);
    BB set = 0;
    for (int rank = 3; held && rank <= 5; rank++)
        if (gr_reserve_due(&gr_royal, held, rank))
            set |= tables(p)->rank[us == GR_WHITE ? rank : RANKS - 1 - rank];
    return set;
}

#define HELD_BACK(p, us, type) ((type) <= (int)M ? drop_ranks(p, us, type) : (BB)0)
#define EXTRA_MOVES drops
#define OWN_PLAY play
/* Only kings and magicians drop. */
#define OWN_KINDS(pattern)                                                                         \
    (!(pattern)->types || ((pattern)->types & (1u << K | 1u << M)) ? 1u << GR_DROP : 0u)
/* One knight or one bishop cannot mate. */
#define LIGHT(p) (type_of(p, N) | type_of(p, B))
#include "rules/core_hooks.h"

/* ---- playing ---- */

static void play(GrPosition *p, GrMove m) {
    int us = p->turn, from = gr_move_from(m), to = gr_move_to(m);
    int captured = p->board[to];
    if (gr_move_kind(m) == GR_DROP) {
        int mover = gr_type_of(p->board[from]), dropped = gr_move_piece(m);
        unsigned bit = dropped == B ? 1 : dropped == N ? 2 : 4;
        clear_ep(p);
        p->clock = (uint16_t)(p->clock + 1);
        play_normal(p, from, to, 0);
        put_piece(p, gr_piece(us, dropped), gr_move_third(m));
        set_reserve(p, us, mover, reserve(p, us, mover) & ~bit);
        pass_turn(p);
    } else {
        core_play(p, m);
    }
    if (captured == gr_piece(!us, M))
        set_reserve(p, !us, M, 0);
}

/* ---- moves with a drop ---- */

/* Squares on which a drop leaves the king safe after from-to: all empty ones if it is not
 * attacked, those that block if one slide attacks it, else none. */
INLINE BB drop_squares(const Gen *g, int type, int from, int to) {
    BB occ = (g->occ & ~BB_OF(from)) | BB_OF(to);
    int king = type == K ? to : g->king;
    BB found = attackers_given(g->p, king, !g->us, occ, BB_OF(to));
    if (!found)
        return ~occ;
    if ((found & (found - 1)) || (near_attackers(g->p, king, !g->us) & found))
        return 0;
    return g->t->between[king][bb_first(found)];
}

INLINE uint64_t emit_drops(Gen *g, Mode mode, int from, int to, unsigned pieces, BB squares) {
    static const uint8_t type_of_bit[3] = {B, N, R};
    if (mode == COUNT)
        return (uint64_t)(bb_count(squares) * __builtin_popcount(pieces));
    for (unsigned left = pieces; left; left &= left - 1)
        for (BB at = squares; at;)
            gr_list_add(g->list, gr_move_make(GR_DROP, from, to,
                                              type_of_bit[__builtin_ctz(left)], bb_pop(&at)));
    return 0;
}

INLINE uint64_t drop_moves(Gen *g, Mode mode, int type, int us) {
    BB ranks = drop_ranks(g->p, us, type);
    uint64_t n = 0;
    if (!ranks)
        return 0;
    for (BB able = g->own & type_of(g->p, type); able;) {
        int from = bb_pop(&able);
        for (BB to = piece_targets(g, type, from, mode) & ranks; to;) {
            int sq = bb_pop(&to), rank = us == GR_WHITE ? sq / FILES : RANKS - 1 - sq / FILES;
            unsigned pieces = gr_reserve_due(&gr_royal, reserve(g->p, us, type), rank);
            n += emit_drops(g, mode, from, sq, pieces, drop_squares(g, type, from, sq));
        }
    }
    return n;
}

INLINE uint64_t drops(Gen *g, Mode mode, int us) {
    return drop_moves(g, mode, K, us) + drop_moves(g, mode, M, us);
}

/* ---- positions ---- */

static const char *fault(GrPosition *p, unsigned n) {
    int side = (int)n & 1;
    if (n > 3)
        return NULL;
    int magicians = gr_set_count(p->side[side] & p->type[M]);
    if (n < 2)
        return magicians <= 1 ? "" : "a side has one magician at the most";
    return magicians || !reserve(p, side, M) ? "" : "a side without a magician has its reserve";
}

/* What a reserve holds may still come. */
static bool dead(const GrPosition *p) {
    return !(p->pocket[0] | p->pocket[1] | p->pocket[2] | p->pocket[3]) && core_dead(p);
}

static const GrHooks hooks = {
    CORE_HOOKS,
    .size = core_size, .fill = core_fill,
    .dead = dead,
    .write_pocket = gr_reserves_write, .read_pocket = gr_reserves_read, .fault = fault,
};

const GrVariant gr_royal = {
    .name = "royal",
    .title = "Royal Magician's Chess",
    .aliases = "Royal Magicians Chess|Royal Magician Chess",
    .files = FILES,
    .ranks = RANKS,
    .first = GR_WHITE,
    .types = TYPES,
    .piece = piece,
    .rights = "KQkq",
    .castlings = CASTLINGS,
    .castling = castling,
    .start = "rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBNR[BNR,BNR,bnr,bnr] w KQkq - 0 1",
    .fifty = true,
    .drops = true,
    .carrier = {K, M},
    .carried = {B, N, R},
    .carry_rank = 3,
    .pockets = 2,
    .hooks = &hooks,
};
