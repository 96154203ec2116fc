/* The pieces that most variants share, as rows of GrVariant.piece and as movements for rows of their own. Internal to
 * rules/. */
#ifndef GR_RULES_PIECE_ROWS_H
#define GR_RULES_PIECE_ROWS_H

#include "rules/variant.h"

#define NOTHING {{{0}}, 0, 0}
#define KING {.leap = {{1, 0}, {1, 1}}}
#define QUEEN {.orth = GR_FAR, .diag = GR_FAR}
#define ROOK {.orth = GR_FAR}
#define BISHOP {.diag = GR_FAR}
#define KNIGHT {.leap = {{1, 2}}}
#define ARCHBISHOP {.leap = {{1, 2}}, .diag = GR_FAR}
#define CHANCELLOR {.leap = {{1, 2}}, .orth = GR_FAR}

#define KING_PIECE {'K', 0, "King", "", 0, KING, KING}
#define QUEEN_PIECE {'Q', 0, "Queen", "", 0, QUEEN, QUEEN}
#define ROOK_PIECE {'R', 0, "Rook", "", 0, ROOK, ROOK}
#define BISHOP_PIECE {'B', 0, "Bishop", "", 0, BISHOP, BISHOP}
#define KNIGHT_PIECE {'N', 0, "Knight", "", 0, KNIGHT, KNIGHT}
#define CHANCELLOR_PIECE {'C', 0, "Chancellor", "", 0, CHANCELLOR, CHANCELLOR}
#define PAWN_PIECE {'P', 0, "Pawn", "", GR_IS_PAWN, NOTHING, NOTHING}

#endif
