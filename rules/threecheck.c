/* Three-check: chess that a side wins, too, by giving check for the third time. A double check
 * counts once. As lichess plays it.
 *
 * FEN has the checks that White and Black may still give: `3+3` at the start. The other form, of
 * those that were given, is read: `+0+0`.
 */
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

/* Two bare kings give no check. */
static bool dead(const GrPosition *p) {
    return !((side_of(p, GR_WHITE) | side_of(p, GR_BLACK)) & ~type_of(p, K));
}

static size_t write_field(const GrPosition *p, char *out) {
    out[0] = (char)('0' + CHECKS - p->pocket[GR_WHITE]);
    out[1] = '+';
    out[2] = (char)('0' + CHECKS - p->pocket[GR_BLACK]);
    return 3;
}

static const char *read_field(GrPosition *p, const char *text, size_t length) {
    static const char form[] = "the checks left are written '3+3', or those given '+0+0'";
    bool given = length == 4 && text[0] == '+' && text[2] == '+';
    if (!given && (length != 3 || text[1] != '+'))
        return form;
    unsigned white = (unsigned)text[given ? 1 : 0] - '0';
    unsigned black = (unsigned)text[given ? 3 : 2] - '0';
    if (white > CHECKS || black > CHECKS)
        return form;
    p->pocket[GR_WHITE] = (uint8_t)(given ? white : CHECKS - white);
    p->pocket[GR_BLACK] = (uint8_t)(given ? black : CHECKS - black);
    return NULL;
}

static const char *fault(GrPosition *p, unsigned n) {
    if (n > 0)
        return NULL;
    return p->pocket[GR_WHITE] + p->pocket[GR_BLACK] == 2 * CHECKS ? "no side has checks left" : "";
}

static const GrHooks hooks = {
    CORE_HOOKS,
    .size = core_size, .fill = core_fill, .dead = dead, .over = over,
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
