/* Marks and pockets of games with a camp. */
#include "rules/camp.h"

#include <ctype.h>

#include "rules/tables.h"

static const GrCamp *camp_of(const GrPosition *pos) {
    return pos->rules->variant->camp;
}

/* Do pieces rise to this type, and would it rise further? Then it is marked when it has. */
static bool is_risen(const GrCamp *camp, int type) {
    bool found = false;
    for (int from = 1; from < GR_MAX_TYPES; from++)
        found = found || camp->rises[from] == type;
    return found && camp->rises[type];
}

size_t gr_camp_write_marks(const GrPosition *pos, int sq, char *out) {
    const GrCamp *camp = camp_of(pos);
    char *at = out;
    int code = pos->board[sq];
    bool fresh = gr_set_has(pos->extra[GR_FRESH], sq);
    if ((camp->fresh >> gr_type_of(code) & 1) && fresh != gr_set_has(camp->start[gr_side_of(code)], sq))
        *at++ = fresh ? '+' : '-';
    if (gr_set_has(pos->extra[GR_PROMOTED], sq))
        *at++ = '~';
    if (gr_set_has(pos->extra[GR_QUESTING], sq))
        *at++ = '^';
    return (size_t)(at - out);
}

/* GR_FRESH holds, until gr_camp_fault, the pieces whose mark differs from what their square says. */
const char *gr_camp_read_mark(GrPosition *pos, int sq, char mark) {
    const GrCamp *camp = camp_of(pos);
    int type = gr_type_of(pos->board[sq]), side = gr_side_of(pos->board[sq]);
    if (pos->board[sq] == GR_HOLE || pos->board[sq] == GR_EMPTY)
        return "it must follow a piece";
    if (mark == '~') {
        if (!is_risen(camp, type) && type != camp->quest)
            return "such a piece is never marked as promoted";
        if (gr_set_has(pos->extra[GR_QUESTING], sq))
            return "a piece on the quest is not promoted";
        pos->extra[GR_PROMOTED] |= gr_set_of(sq);
    } else if (mark == '^') {
        if (!camp->quest || !camp->rises[type])
            return "such a piece does not go on the quest";
        if (gr_set_has(pos->extra[GR_PROMOTED], sq))
            return "a promoted piece cannot be on the quest";
        pos->extra[GR_QUESTING] |= gr_set_of(sq);
    } else {
        if (!(camp->fresh >> type & 1))
            return "such a piece has no first move to keep or to spend";
        if (gr_set_has(camp->start[side], sq) != (mark == '+'))
            pos->extra[GR_FRESH] |= gr_set_of(sq);
    }
    return NULL;
}

static char letter_of(const GrPosition *pos, int side, int type) {
    int letter = pos->rules->variant->piece[type].letter;
    return (char)(side == GR_WHITE ? letter : tolower(letter));
}

size_t gr_camp_write_pocket(const GrPosition *pos, char *out) {
    char *at = out;
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        for (int i = 0; camp_of(pos)->quest && i < pos->pocket[side]; i++)
            *at++ = letter_of(pos, side, camp_of(pos)->quest);
        if (pos->pending && pos->turn == side)
            *at++ = letter_of(pos, side, camp_of(pos)->returns);
    }
    return (size_t)(at - out);
}

/* Who must place a piece is known here, but whose turn it is not yet: pending is 1 for White, 2 for Black, 3 for both,
 * until gr_camp_fault has looked at it. */
const char *gr_camp_read_pocket(GrPosition *pos, const char *text, size_t length) {
    const GrCamp *camp = camp_of(pos);
    for (size_t i = 0; i < length; i++) {
        int side = islower((unsigned char)text[i]) ? GR_BLACK : GR_WHITE;
        bool waits = camp->quest && text[i] == letter_of(pos, side, camp->quest);
        bool due = camp->returns && text[i] == letter_of(pos, side, camp->returns);
        if (!waits && !due)
            return "it holds letters of pieces that wait for a quest or must be placed now, and no others";
        if (due && (pos->pending >> side & 1))
            return "a side has one piece to place at the most";
        if (waits && pos->pocket[side] == 7)
            return "more pieces wait than a side can have";
        pos->pocket[side] = (uint8_t)(pos->pocket[side] + waits);
        pos->pending = (uint8_t)(pos->pending | due << side);
    }
    return NULL;
}

bool gr_camp_has_too_many(const GrPosition *pos, int side) {
    const GrCamp *camp = camp_of(pos);
    return camp->quest && gr_set_count(pos->side[side] & pos->type[camp->quest]) + pos->pocket[side] > camp->quests;
}

const char *gr_camp_fault(GrPosition *pos) {
    const GrCamp *camp = camp_of(pos);
    unsigned due = pos->pending;
    for (int type = 1; type < GR_MAX_TYPES; type++)
        for (int side = GR_WHITE; (camp->fresh >> type & 1) && side <= GR_BLACK; side++)
            pos->extra[GR_FRESH] ^= camp->start[side] & pos->side[side] & pos->type[type];
    pos->pending = due != 0;
    if (due & ~(1u << pos->turn))
        return "only the side to move can have a piece to place";
    if (due && !(camp->return_to[pos->turn] & ~(pos->side[GR_WHITE] | pos->side[GR_BLACK] | pos->type[0])))
        return "a piece to place, but no vacant square to place it on";
    return "";
}
