/* Chess: the FIDE Laws, articles 3 (moves), 5 and 9 (ends of the game). */
#define FILES 8
#define RANKS 8
#define PAWNS 1
#define PROMOTIONS 4
#define CASTLINGS 4

#include "rules/hooks.h"
#include "rules/registry.h"

enum { K = 1, Q, R, B, N, P, TYPES = 6 };

#define KING {.leap = {{1, 0}, {1, 1}}}
#define QUEEN {.orth = GR_FAR, .diag = GR_FAR}
#define ROOK {.orth = GR_FAR}
#define BISHOP {.diag = GR_FAR}
#define KNIGHT {.leap = {{1, 2}}}

static const GrPieceRow piece[TYPES + 1] = {
    [K] = {'K', 0, "King", "", 0, KING, KING},
    [Q] = {'Q', 0, "Queen", "", 0, QUEEN, QUEEN},
    [R] = {'R', 0, "Rook", "", 0, ROOK, ROOK},
    [B] = {'B', 0, "Bishop", "", 0, BISHOP, BISHOP},
    [N] = {'N', 0, "Knight", "", 0, KNIGHT, KNIGHT},
    [P] = {'P', 0, "Pawn", "", GR_IS_PAWN, {{{0}}, 0, 0}, {{{0}}, 0, 0}},
};

static const GrPawnRow pawn[PAWNS] = {{.type = P, .leap_ranks = 1 << 1, .steps = 2}};
static const uint8_t promotion[PROMOTIONS] = {Q, R, B, N};
static const GrCastling castling[CASTLINGS] = {
    {4, 6, 7, 5, "O-O"},
    {4, 2, 0, 3, "O-O-O"},
    {60, 62, 63, 61, "O-O"},
    {60, 58, 56, 59, "O-O-O"},
};

#include "rules/core_hooks.h"

/* No series of moves can give mate (article 5.2.2): a lone minor piece, or bishops all of one
 * square colour. */
static bool dead(const GrPosition *p) {
    const BB dark = 0xAA55AA55AA55AA55u;
    if (type_of(p, P) | type_of(p, R) | type_of(p, Q))
        return false;
    BB knights = type_of(p, N), bishops = type_of(p, B);
    if (bb_count(knights | bishops) <= 1)
        return true;
    return !knights && (!(bishops & dark) || !(bishops & ~dark));
}

static const GrHooks hooks = {
    CORE_HOOKS,
    .build = core_build,
    .dead = dead,
};

const GrVariant gr_chess = {
    .name = "chess",
    .title = "Chess",
    .aliases = "Standard|Orthodox|From Position|Normal",
    .files = FILES,
    .ranks = RANKS,
    .first = GR_WHITE,
    .types = TYPES,
    .piece = piece,
    .rights = "KQkq",
    .castlings = CASTLINGS,
    .castling = castling,
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .fifty = true,
    .hooks = &hooks,
};
