/* The pieces that have a name of their own in the dialect, and how they go. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/definition/model.h"

static const struct {
    const char *key, *name, *betza;
} slots[SLOT_CUSTOM] = {
    {"pawn", "Pawn", ""},
    {"knight", "Knight", "N"},
    {"bishop", "Bishop", "B"},
    {"rook", "Rook", "R"},
    {"queen", "Queen", "Q"},
    {"fers", "Fers", "F"},
    {"alfil", "Alfil", "A"},
    {"fersAlfil", "Fers-Alfil", "FA"},
    {"silver", "Silver", "FfW"},
    {"aiwok", "Aiwok", "RNF"},
    {"bers", "Bers", "RF"},
    {"archbishop", "Archbishop", "BN"},
    {"chancellor", "Chancellor", "RN"},
    {"amazon", "Amazon", "QN"},
    {"knibis", "Knibis", "mNcB"},
    {"biskni", "Biskni", "mBcN"},
    {"kniroo", "Kniroo", "mNcR"},
    {"rookni", "Rookni", "mRcN"},
    {"shogiPawn", "Soldier", "fW"},
    {"lance", "Lance", "fR"},
    {"shogiKnight", "Horseman", "fN"},
    {"gold", "Gold", "WfF"},
    {"dragonHorse", "Dragon-Horse", "BW"},
    {"clobber", "Clobberer", "cW"},
    {"breakthrough", "Runner", "fmWfF"},
    {"immobile", "Stone", ""},
    {"cannon", "Cannon", "mRcpR"},
    {"janggiCannon", "Cannon", "pR"},
    {"soldier", "Footman", "fsW"},
    {"horse", "Horse", "nN"},
    {"elephant", "Elephant", "nA"},
    {"janggiElephant", "Mammoth", "nZ"},
    {"banner", "Banner", "RcpRnN"},
    {"wazir", "Wazir", "W"},
    {"commoner", "Commoner", "K"},
    {"centaur", "Centaur", "KN"},
};

const char *slot_key(int slot, char out[SLOT_NAME]) {
    if (slot < SLOT_CUSTOM)
        return slots[slot].key;
    if (slot == SLOT_KING)
        return "king";
    snprintf(out, SLOT_NAME, "customPiece%d", slot - SLOT_CUSTOM + 1);
    return out;
}

const char *slot_name(int slot) {
    return slot < SLOT_CUSTOM ? slots[slot].name : slot == SLOT_KING ? "King" : NULL;
}

const char *slot_betza(const Model *model, int slot) {
    if (slot < SLOT_CUSTOM)
        return slots[slot].betza;
    return slot == SLOT_KING && !model->betza[slot][0] ? "K" : model->betza[slot];
}

static void fill_rank(Region *region, int rank) {
    region->rank[rank] = 0xFFFF;
}

void model_init(Model *model) {
    memset(model, 0, sizeof *model);
    strcpy(model->start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    model->ranks = model->files = 8;
    model->must_promote = model->double_step = model->castles = model->checking = true;
    fill_rank(&model->promotion[GR_WHITE], 7);
    fill_rank(&model->promotion[GR_BLACK], 0);
    fill_rank(&model->doubles[GR_WHITE], 1);
    fill_rank(&model->doubles[GR_BLACK], 6);
    for (int side = 0; side < 2; side++) {
        for (int rank = 0; rank < GR_DEFINED_SIZE; rank++) {
            fill_rank(&model->passing[side], rank);
            fill_rank(&model->drops_to[side], rank);
            fill_rank(&model->walls_to[side], rank);
        }
        model->promoters[side] = model->passers[side] = model->resetters[side] = (Slots)1 << SLOT_PAWN;
        model->castling_rooks[side] = (Slots)1 << SLOT_ROOK;
        model->castling_king_piece[side] = SLOT_KING;
        model->flag_pieces[side] = (Slots)1 << ANY_SLOT;
    }
    for (int slot = 0; slot < SLOTS; slot++)
        model->becomes[slot] = model->rises[slot] = -1;
    model->drop_checks = true;
    model->drops_apart_count = 1;
    model->must_drop_types = (Slots)1 << ANY_SLOT;
    model->castling_king = 4;
    model->carry_rank = 3;
    model->wander_steps = 1;
    model->castling_to[0] = 6;
    model->castling_to[1] = 2;
    model->castling_rook[0] = GR_DEFINED_SIZE - 1;
    model->stalemate = GR_ENDS_DRAWN;
    model->mated = GR_ENDS_LOST;
    model->move_rule = 50;
    model->fold_rule = 3;
    model->fold_value = GR_ENDS_DRAWN;
    model->line_ends = GR_ENDS_WON;
    model->line_goes[0] = model->line_goes[1] = model->line_goes[2] = true;
    model->line_types = (Slots)1 << ANY_SLOT;
    model->flag_count = 1;
}

void model_free(Model *model) {
    for (int i = 0; i < 26; i++) {
        free(model->drawing[i]);
        model->drawing[i] = NULL;
    }
}

bool model_copy(Model *to, const Model *from) {
    bool copied = true;
    *to = *from;
    for (int i = 0; i < 26; i++) {
        to->drawing[i] = from->drawing[i] ? strdup(from->drawing[i]) : NULL;
        copied = copied && (to->drawing[i] || !from->drawing[i]);
    }
    if (!copied)
        model_free(to);
    return copied;
}
