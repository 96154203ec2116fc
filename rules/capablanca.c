/* Capablanca Chess: Jose Raul Capablanca's chess on 10 by 8 squares (1925), in the array of his
 * later proposal.
 *
 * Chess with a Chancellor (rook and knight) between bishop and king's-side knight and an Archbishop
 * (bishop and knight) on the other wing. The king castles three squares to either side. Pawns
 * promote to any piece but the king.
 *
 * This file is also the example of "adding a variant" in HACKING.md: data, and not one function.
 */
#define FILES 10
#define RANKS 8
#define PAWNS 1
#define PROMOTIONS 6
#define CASTLINGS 4
#define ANY_CASTLINGS true

#include "rules/hooks.h"
#include "rules/piece_rows.h"
#include "rules/registry.h"

enum { K = 1, Q, R, B, N, A, C, P, TYPES = 8 };

static const GrPieceRow piece[TYPES + 1] = {
    [K] = KING_PIECE,
    [Q] = QUEEN_PIECE,
    [R] = ROOK_PIECE,
    [B] = BISHOP_PIECE,
    [N] = KNIGHT_PIECE,
    [A] = {'A', 0, "Archbishop", "", 0, ARCHBISHOP, ARCHBISHOP},
    [C] = CHANCELLOR_PIECE,
    [P] = PAWN_PIECE,
};

static const GrPawnRow pawn[PAWNS] = {{.type = P, .leap_ranks = 1 << 1, .steps = 2}};
static const uint8_t promotion[PROMOTIONS] = {Q, R, B, N, A, C};
static const GrCastling castling[CASTLINGS] = {
    {5, 8, 9, 7, "O-O"},
    {5, 2, 0, 3, "O-O-O"},
    {75, 78, 79, 77, "O-O"},
    {75, 72, 70, 73, "O-O-O"},
};

/* One knight or one bishop cannot mate. */
#define LIGHT(p) (type_of(p, N) | type_of(p, B))
#include "rules/core_hooks.h"

static const GrHooks hooks = {
    CORE_HOOKS,
    .size = core_size, .fill = core_fill,
    .dead = core_dead,
};

const GrVariant gr_capablanca = {
    .name = "capablanca",
    .title = "Capablanca Chess",
    .aliases = "Capablanca|Capablanca960",
    .files = FILES,
    .ranks = RANKS,
    .first = GR_WHITE,
    .types = TYPES,
    .piece = piece,
    .rights = "KQkq",
    .castlings = CASTLINGS,
    .castling = castling,
    .any_castlings = ANY_CASTLINGS,
    .start = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
    .fifty = true,
    .hooks = &hooks,
};
