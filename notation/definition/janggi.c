/* What Janggi's pieces do beyond how they go elsewhere, along the diagonals that are drawn on the board and over no
 * cannon, and what they count. */
#include <string.h>

#include "notation/definition/model.h"

static void add_diagonals(GrDefinedPiece *piece, int kind, int range, bool forwards) {
    for (int i = forwards ? 2 : 0; i < 4 && piece->ways < GR_DEFINED_WAYS; i++)
        piece->way[piece->ways++] = (GrWay){(int8_t)(i % 2 ? 1 : -1), (int8_t)(i < 2 ? -1 : 1), (uint8_t)kind,
                                            (uint8_t)range, GR_WAY_MOVES | GR_WAY_TAKES | GR_WAY_DRAWN};
}

void janggi_piece(const Model *model, int slot, GrDefinedPiece *piece) {
    bool king = slot == SLOT_KING && model->betza[slot][0] == 'W' && !model->betza[slot][1];
    bool drawn = false;
    for (int rank = 0; rank < GR_DEFINED_SIZE; rank++)
        drawn = drawn || model->diagonals.rank[rank];
    for (int i = 0; slot == SLOT_JANGGI_CANNON && i < piece->ways; i++)
        piece->way[i].kind = GR_WAY_SHY;
    if (!drawn)
        return;
    if (king || slot == SLOT_WAZIR || slot == SLOT_SOLDIER)
        add_diagonals(piece, GR_WAY_LEAP, 1, slot == SLOT_SOLDIER);
    else if (slot == SLOT_ROOK || slot == SLOT_JANGGI_CANNON)
        add_diagonals(piece, slot == SLOT_ROOK ? GR_WAY_RIDE : GR_WAY_SHY, GR_FAR, false);
}

int janggi_worth(int slot) {
    static const uint8_t worth[SLOTS] = {
        [SLOT_ROOK] = 13, [SLOT_JANGGI_CANNON] = 7, [SLOT_HORSE] = 5, [SLOT_JANGGI_ELEPHANT] = 3, [SLOT_WAZIR] = 3,
        [SLOT_SOLDIER] = 2,
    };
    return worth[slot];
}

static bool is_special(const GrDefinedPiece *piece) {
    for (int i = 0; i < piece->ways; i++)
        if (piece->way[i].kind == GR_WAY_SHY || (piece->way[i].how & GR_WAY_DRAWN))
            return true;
    return piece->worth;
}

/* Would a piece of the slot be the same? */
static bool is_of_slot(const GrDefinition *def, const GrDefinedPiece *piece, int slot) {
    bool drawn = def->diagonals && (slot == SLOT_ROOK || slot == SLOT_WAZIR || slot == SLOT_SOLDIER);
    bool special = drawn || slot == SLOT_JANGGI_CANNON || (def->counts == GR_COUNTS_POINTS && janggi_worth(slot));
    return !strcmp(slot_betza(NULL, slot), piece->betza) && special == is_special(piece);
}

int janggi_slot(const GrDefinition *def, int type) {
    bool any = false;
    int slot = SLOT_PAWN;
    for (int other = 2; other <= def->types; other++)
        any = any || is_special(&def->piece[other]);
    if (!any || type == GR_KING || def->piece[type].pawn || def->piece[type].base)
        return -1;
    for (int other = 2; other <= type && slot < SLOT_CUSTOM; other++) {
        if (def->piece[other].pawn || def->piece[other].base)
            continue;
        for (slot++; slot < SLOT_CUSTOM && !is_of_slot(def, &def->piece[other], slot);)
            slot++;
    }
    return slot < SLOT_CUSTOM ? slot : -1;
}
