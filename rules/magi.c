/* Magi: Neal Meyer's chess on 10 by 10 squares (2003, revised 2005).
 *
 * Beside the pieces of chess each side has Dukes (short rooks), a Cardinal (bishop and one step)
 * and a Wizard (one step straight, a knight's leap, or two squares diagonally over anything).
 * Pawns go up to three squares on their first move. Two of them, the LPawns, start a rank further
 * on and go one or two; they can be captured en passant on the square they started from as well,
 * even after a single step.
 *
 * Off its starting rank an LPawn differs from a pawn in name only, so the two have one Zobrist
 * number there.
 */
#define FILES 10
#define RANKS 10
#define PAWNS 2
#define PROMOTIONS 7
#define CASTLINGS 4

#include "rules/hooks.h"
#include "rules/piece_rows.h"
#include "rules/registry.h"

enum { K = 1, Q, R, B, N, D, C, W, P, L, TYPES = 10 };

#define DUKE {.orth = 3}
#define CARDINAL {.leap = {{1, 0}}, .diag = GR_FAR}
#define WIZARD {.leap = {{1, 0}, {1, 2}, {2, 2}}}

static const GrPieceRow piece[TYPES + 1] = {
    [K] = KING_PIECE,
    [Q] = QUEEN_PIECE,
    [R] = ROOK_PIECE,
    [B] = BISHOP_PIECE,
    [N] = KNIGHT_PIECE,
    [D] = {'D', 0, "Duke", "", 0, DUKE, DUKE},
    [C] = {'C', 'A', "Cardinal", "Archbishop Iman", 0, CARDINAL, CARDINAL},
    [W] = {'W', 0, "Wizard", "Magi", 0, WIZARD, WIZARD},
    [P] = PAWN_PIECE,
    [L] = {'L', 0, "LPawn", "", GR_IS_PAWN, NOTHING, NOTHING},
};

static const GrPawnRow pawn[PAWNS] = {
    {.type = P, .leap_ranks = 1 << 1, .steps = 3},
    {.type = L, .leap_ranks = 1 << 2, .steps = 2, .origin_ranks = 1 << 2,
     .start_files = 1 << 3 | 1 << 6},
};
static const uint8_t promotion[PROMOTIONS] = {Q, D, R, B, N, C, W};
static const GrCastling castling[CASTLINGS] = {
    {5, 8, 9, 7, "O-O"},
    {5, 2, 0, 3, "O-O-O"},
    {95, 98, 99, 97, "O-O"},
    {95, 92, 90, 93, "O-O-O"},
};

/* One knight or one bishop cannot mate. */
#define LIGHT(p) (type_of(p, N) | type_of(p, B))
#include "rules/core_hooks.h"

static void fill(GrRules *rules) {
    GrZobrist *z = &rules->zobrist;
    for (int side = GR_WHITE; side <= GR_BLACK; side++)
        for (int sq = 0; sq < SQUARES; sq++)
            if (gr_relative_rank(rules->variant, side, sq) != 2)
                z->piece[gr_piece(side, L)][sq] = z->piece[gr_piece(side, P)][sq];
    core_fill(rules);
}

/* n: White's, then Black's LPawns. */
static const char *fault(GrPosition *p, unsigned n) {
    if (n > 1)
        return NULL;
    for (BB set = pieces_of(p, (int)n, L); set;) {
        int sq = bb_pop(&set), rank = gr_relative_rank(p->rules->variant, (int)n, sq);
        bool starts_here = pawn[1].start_files >> sq % FILES & 1;
        if (rank < 2 || (rank == 2 && !starts_here))
            return "an LPawn starts on the d or g file of its third rank and goes forward only";
    }
    return "";
}

static const GrHooks hooks = {
    CORE_HOOKS,
    .size = core_size, .fill = fill,
    .dead = core_dead,
    .fault = fault,
};

const GrVariant gr_magi = {
    .name = "magi",
    .title = "Magi",
    .aliases = "Magi 2003|Magi 2005",
    .files = FILES,
    .ranks = RANKS,
    .first = GR_WHITE,
    .types = TYPES,
    .piece = piece,
    .rights = "KQkq",
    .castlings = CASTLINGS,
    .castling = castling,
    .start = "rnbcqkwbnr/pppppppppp/d2l2l2d/10/10/10/10/D2L2L2D/PPPPPPPPPP/RNBCQKWBNR w KQkq - 0 1",
    .fifty = true,
    .hooks = &hooks,
};
