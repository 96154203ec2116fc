/* Three-check: chess that a side wins, too, by giving check for the third time. A double check
 * counts once. As lichess plays it.
 */
#include "rules/check_count.h"
#include "rules/orthodox.h"

enum { CHECKS = 3 };

#define OWN_PLAY play
#define OVER over
#include "rules/core_hooks.h"

static bool over(const GrPosition *p, int *winner) {
    *winner = p->pocket[GR_WHITE] >= CHECKS ? GR_WHITE : GR_BLACK;
    return p->pocket[*winner] >= CHECKS;
}

static void play(GrPosition *p, GrMove m) {
    int us = p->turn;
    core_play(p, m);
    if (!attacked_given(p, king_of(p, !us), us, occupied(p), 0))
        return;
    const uint64_t *numbers = p->rules->zobrist.pocket[us];
    p->key ^= numbers[p->pocket[us]] ^ numbers[p->pocket[us] + 1];
    p->pocket[us]++;
    if (p->pocket[us] >= CHECKS)
        clear_ep(p);
}

static bool aim(const GrPosition *p, int side, GrAim *aim) {
    *aim = (GrAim){.check = true};
    return p->pocket[side] == CHECKS - 1;
}

/* Two bare kings give no check. */
static bool dead(const GrPosition *p) {
    return !((side_of(p, GR_WHITE) | side_of(p, GR_BLACK)) & ~type_of(p, K));
}

static size_t write_field(const GrPosition *p, char *out) {
    return gr_checks_write(p, CHECKS, out);
}

static const char *read_field(GrPosition *p, const char *text, size_t length) {
    return gr_checks_read(p, CHECKS, text, length) ? NULL
                                                   : "the checks left are written '3+3', or those given '+0+0'";
}

static const char *fault(GrPosition *p, unsigned n) {
    return n > 0 ? NULL : gr_checks_fault(p, CHECKS);
}

static const GrHooks hooks = {
    CORE_HOOKS,
    .size = core_size, .fill = core_fill, .dead = dead, .over = over, .aim = aim,
    .write_field = write_field, .read_field = read_field, .fault = fault,
};

const GrVariant gr_threecheck = {
    ORTHODOX,
    .name = "threecheck",
    .title = "Three-check",
    .aliases = "3check|3-check|Three check|Three-check chess|3 check|3check960|Three-check960",
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
    .pockets = 1,
    .own_ends = true,
    .hooks = &hooks,
};
