/* What many variants have of chess: board, pieces, pawns, castlings. Internal to rules/.
 *
 * A variant's file includes this instead of writing it all down, and puts ORTHODOX into its row.
 * It may define PAWN_ROW before.
 */
#ifndef GR_RULES_ORTHODOX_H
#define GR_RULES_ORTHODOX_H

#include "rules/hooks.h"
#include "rules/piece_rows.h"
#include "rules/registry.h"

#define FILES 8
#define RANKS 8
#define PAWNS 1
#define PROMOTIONS 4
#define CASTLINGS 4
#define ANY_CASTLINGS true

enum { K = 1, Q, R, B, N, P, TYPES = 6 };

static const GrPieceRow piece[TYPES + 1] = {
    [K] = KING_PIECE,
    [Q] = QUEEN_PIECE,
    [R] = ROOK_PIECE,
    [B] = BISHOP_PIECE,
    [N] = KNIGHT_PIECE,
    [P] = PAWN_PIECE,
};

#ifndef PAWN_ROW
#define PAWN_ROW {.type = P, .leap_ranks = 1 << 1, .steps = 2}
#endif
static const GrPawnRow pawn[PAWNS] = {PAWN_ROW};
static const uint8_t promotion[PROMOTIONS] = {Q, R, B, N};
static const GrCastling castling[CASTLINGS] = {
    {4, 6, 7, 5, "O-O"},
    {4, 2, 0, 3, "O-O-O"},
    {60, 62, 63, 61, "O-O"},
    {60, 58, 56, 59, "O-O-O"},
};

#define ORTHODOX                                                                                   \
    .files = FILES, .ranks = RANKS, .first = GR_WHITE, .types = TYPES, .piece = piece,             \
    .rights = "KQkq", .castlings = sizeof castling / sizeof *castling, .castling = castling,       \
    .any_castlings = ANY_CASTLINGS,                                                                \
    .fifty = true

#endif
