/* King of the Hill: chess that a side wins, too, by bringing its king to one of the four squares in
 * the middle of the board. As lichess plays it: whoever mates first has won first, and no position
 * is dead, since a bare king can walk.
 */
#include "rules/orthodox.h"

#define OVER over
#include "rules/core_hooks.h"

#define HILL (BB_OF(27) | BB_OF(28) | BB_OF(35) | BB_OF(36))

#define FROM_C_TO_F(rank) (BB_OF(8 * (rank) + 2) | BB_OF(8 * (rank) + 3) | BB_OF(8 * (rank) + 4) | BB_OF(8 * (rank) + 5))
#define AROUND ((FROM_C_TO_F(2) | FROM_C_TO_F(3) | FROM_C_TO_F(4) | FROM_C_TO_F(5)) & ~HILL)

static bool over(const GrPosition *p, int *winner) {
    BB there = type_of(p, K) & HILL;
    *winner = there & side_of(p, GR_WHITE) ? GR_WHITE : GR_BLACK;
    return there != 0;
}

/* From the squares around it. */
static bool aim(const GrPosition *p, int side, GrAim *aim) {
    *aim = (GrAim){.to = HILL, .types = 1u << K};
    return pieces_of(p, side, K) & AROUND;
}

static const char *fault(GrPosition *p, unsigned n) {
    if (n > 0)
        return NULL;
    return bb_count(type_of(p, K) & HILL) > 1 ? "both kings stand on the hill" : "";
}

static const GrHooks hooks = {
    CORE_HOOKS,
    .size = core_size, .fill = core_fill, .over = over, .aim = aim, .fault = fault,
};

const GrVariant gr_kingofthehill = {
    ORTHODOX,
    .name = "kingofthehill",
    .title = "King of the Hill",
    .aliases = "KOTH|King-of-the-Hill|KingOfTheHill Chess|Kingofthehill960|KOTH960",
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .own_ends = true,
    .hooks = &hooks,
};
