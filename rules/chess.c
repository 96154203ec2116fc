/* Chess: the FIDE Laws, articles 3 (moves), 5 and 9 (ends of the game). */
#include "rules/orthodox.h"

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
    .size = core_size, .fill = core_fill,
    .dead = dead,
};

const GrVariant gr_chess = {
    ORTHODOX,
    .name = "chess",
    .title = "Chess",
    .aliases = "Standard|Orthodox|From Position|FromPosition|Normal",
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .hooks = &hooks,
};
