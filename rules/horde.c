/* Horde: 36 white pawns against the black pieces (after Lord Dunsany's game of 1942), as lichess
 * plays it.
 *
 * White has no king, and has lost when nothing of it is left; Black is mated as in chess. White's
 * pawns may go two squares from their first rank, too, and cannot be captured en passant for that.
 */
#define ROYAL(side) ((side) == GR_BLACK)
#define PAWN_ROW {.type = P, .leap_ranks = 1 << 0 | 1 << 1, .steps = 2, .safe_ranks = 1 << 0}
#include "rules/orthodox.h"

#define OVER over
#include "rules/core_hooks.h"

static bool over(const GrPosition *p, int *winner) {
    *winner = GR_BLACK;
    return !side_of(p, GR_WHITE);
}

static const char *fault(GrPosition *p, unsigned n) {
    BB white = pieces_of(p, GR_WHITE, P), black = pieces_of(p, GR_BLACK, P);
    BB first = (BB)0xFF, last = first << (SQUARES - FILES);
    if (n > 0)
        return NULL;
    return (white & last) || (black & (first | last)) ? "a pawn where no pawn can stand" : "";
}

static const GrHooks hooks = {
    CORE_HOOKS,
    .size = core_size, .fill = core_fill, .over = over, .pawns_anywhere = true, .fault = fault,
};

const GrVariant gr_horde = {
    ORTHODOX,
    .name = "horde",
    .title = "Horde",
    .aliases = "Horde Chess|Horde960",
    .royals = GR_ROYALS_BLACK,
    .start = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
    .own_ends = true,
    .hooks = &hooks,
};
