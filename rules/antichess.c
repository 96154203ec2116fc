/* Antichess: chess in which who has lost everything wins, as lichess plays it.
 *
 * Captures are compulsory. The king is a piece like others, which can be captured and which a pawn
 * may become; there is no check and no castling. Who has no piece left, or no legal move, has won.
 */
#define FILES 8
#define RANKS 8
#define PAWNS 1
#define PROMOTIONS 5
#define ROYAL(side) false

#include "rules/hooks.h"
#include "rules/piece_rows.h"
#include "rules/registry.h"

/* The first type would be the royal piece. */
enum { Q = 2, R, B, N, K, P, TYPES = 7 };

static const GrPieceRow piece[TYPES + 1] = {
    [GR_KING] = {0, 0, "", "", 0, NOTHING, NOTHING},
    [Q] = QUEEN_PIECE,
    [R] = ROOK_PIECE,
    [B] = BISHOP_PIECE,
    [N] = KNIGHT_PIECE,
    [K] = KING_PIECE,
    [P] = PAWN_PIECE,
};

static const GrPawnRow pawn[PAWNS] = {{.type = P, .leap_ranks = 1 << 1, .steps = 2}};
static const uint8_t promotion[PROMOTIONS] = {Q, R, B, N, K};

#define LIMIT must_take
#define OVER over
#include "rules/core_hooks.h"

/* Cuts all moves down to captures, if there are any. */
INLINE void must_take(Gen *g) {
    g->target = g->opp;
    if (!g->p->ep && !ordinary_moves(g, COUNT))
        g->target = ALL;
}

static bool over(const GrPosition *p, int *winner) {
    *winner = side_of(p, GR_WHITE) ? GR_BLACK : GR_WHITE;
    return !side_of(p, GR_WHITE) || !side_of(p, GR_BLACK);
}

/* Only bishops are left, one side's on squares of one colour, the other's on the other: nothing
 * will ever be captured. */
static bool dead(const GrPosition *p) {
    const BB dark = 0xAA55AA55AA55AA55u;
    BB white = side_of(p, GR_WHITE), black = side_of(p, GR_BLACK);
    if ((white | black) & ~type_of(p, B))
        return false;
    return (!(white & dark) && !(black & ~dark)) || (!(white & ~dark) && !(black & dark));
}

static bool in_check(const GrPosition *p) {
    (void)p;
    return false;
}

static const char *objection(const GrPosition *p, GrMove m) {
    GrMoveList list;
    core_captures(p, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (gr_is_capture(p, list.move[i]))
            return gr_is_capture(p, m) ? NULL : "a capture is possible, and so compulsory";
    return NULL;
}

static const GrHooks hooks = {
    CORE_HOOKS,
    .size = core_size, .fill = core_fill, .dead = dead, .over = over, .in_check = in_check,
    .objection = objection,
};

const GrVariant gr_antichess = {
    .name = "antichess",
    .title = "Antichess",
    .aliases = "Anti-chess|Anti chess|Giveaway|Giveaway Chess|Losing Chess",
    .files = FILES,
    .ranks = RANKS,
    .first = GR_WHITE,
    .types = TYPES,
    .piece = piece,
    .rights = "",
    .royals = GR_ROYALS_NONE,
    .stalemate = 1,
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
    .fifty = true,
    .must_take = true,
    .own_ends = true,
    .hooks = &hooks,
};
