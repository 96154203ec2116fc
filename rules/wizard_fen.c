/* Wizard Chess in FEN: marks after pieces, and the pocket.
 *
 * '+' a warrior off its starting squares that has its first move, '-' one on them that has spent
 * it; '~' promoted or resurrected; '^' on the quest. The pocket holds the dragons that wait to be
 * resurrected and a warrior that must be placed now, White's first.
 */
#include <string.h>

#include "rules/wizard.h"

size_t wizard_write_marks(const GrPosition *p, int sq, char *out) {
    char *at = out;
    int code = p->board[sq];
    bool fresh = gr_set_has(p->extra[GR_FRESH], sq);
    if (gr_type_of(code) == W && fresh != gr_set_has(WIZARD_WARRIOR_START(gr_side_of(code)), sq))
        *at++ = fresh ? '+' : '-';
    if (gr_set_has(p->extra[GR_PROMOTED], sq))
        *at++ = '~';
    if (gr_set_has(p->extra[GR_QUESTING], sq))
        *at++ = '^';
    return (size_t)(at - out);
}

/* GR_FRESH holds, until the pocket is read, the warriors whose mark differs from what their square
 * says. */
const char *wizard_read_mark(GrPosition *p, int sq, char mark) {
    int type = gr_type_of(p->board[sq]), side = gr_side_of(p->board[sq]);
    if (p->board[sq] == GR_HOLE || p->board[sq] == GR_EMPTY)
        return "it must follow a piece";
    if (mark == '~') {
        if (type != H && type != G && type != D)
            return "only a hero, giant or dragon is marked as promoted";
        if (gr_set_has(p->extra[GR_QUESTING], sq))
            return "a piece on the quest is not promoted";
        p->extra[GR_PROMOTED] |= gr_set_of(sq);
    } else if (mark == '^') {
        if (type != W && type != H && type != G)
            return "only a warrior, hero or giant goes on the quest";
        if (gr_set_has(p->extra[GR_PROMOTED], sq))
            return "a promoted piece cannot be on the quest";
        p->extra[GR_QUESTING] |= gr_set_of(sq);
    } else {
        if (type != W)
            return "only a warrior has a first move to keep or to spend";
        if (gr_set_has(WIZARD_WARRIOR_START(side), sq) != (mark == '+'))
            p->extra[GR_FRESH] |= gr_set_of(sq);
    }
    return NULL;
}

size_t wizard_write_pocket(const GrPosition *p, char *out) {
    char *at = out;
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        for (int i = 0; i < p->pocket[side]; i++)
            *at++ = side == GR_WHITE ? 'D' : 'd';
        if (p->pending && p->turn == side)
            *at++ = side == GR_WHITE ? 'W' : 'w';
    }
    return (size_t)(at - out);
}

/* No side starts with more, and what is resurrected was captured before. */
enum { DRAGONS = 2 };
static const char *const too_many[2] = {
    "White has more than two dragons, those on the board and those to resurrect together",
    "Black has more than two dragons, those on the board and those to resurrect together"};

/* Who must place a warrior is known here, but whose turn it is not yet: pending is 1 for White, 2
 * for Black, 3 for both, until wizard_fault has looked at it. */
const char *wizard_read_pocket(GrPosition *p, const char *text, size_t length) {
    for (int side = GR_WHITE; side <= GR_BLACK; side++)
        p->extra[GR_FRESH] ^= WIZARD_WARRIOR_START(side) & p->side[side] & p->type[W];
    for (size_t i = 0; i < length; i++) {
        const char *letters = "DdWw", *found = strchr(letters, text[i]);
        if (!found)
            return "it holds D for a dragon that waits, W for a warrior to place (Black: d, w)";
        int side = (int)(found - letters) & 1;
        if (found - letters < 2)
            p->pocket[side]++;
        else if (p->pending >> side & 1)
            return "a side has one warrior to place at the most";
        else
            p->pending |= (uint8_t)(1u << side);
        if (p->pocket[side] > DRAGONS)
            return too_many[side];
    }
    return NULL;
}

/* An excess in the pocket alone was reported when it was read. */
static const char *dragon_fault(const GrPosition *p, int side) {
    int waiting = p->pocket[side];
    if (waiting > DRAGONS)
        return "";
    return gr_set_count(p->side[side] & p->type[D]) + waiting > DRAGONS ? too_many[side] : "";
}

static const char *placement_fault(GrPosition *p) {
    unsigned due = p->pending;
    p->pending = due != 0;
    if (due & ~(1u << p->turn))
        return "only the side to move can have a warrior to place";
    if (due && !(WIZARD_X_SQUARES(p->turn) & ~(p->side[GR_WHITE] | p->side[GR_BLACK])))
        return "a warrior to place, but no vacant square to place it on";
    return "";
}

const char *wizard_fault(GrPosition *p, unsigned n) {
    if (n == 0)
        return placement_fault(p);
    return n <= 2 ? dragon_fault(p, (int)n - 1) : NULL;
}
