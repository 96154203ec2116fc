/* Making a definition: the types of pieces, how they go, and what they are called. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "notation/definition/betza.h"
#include "notation/definition/conclude.h"

/* Does the letter stand on the board of the start position, or in a hand, by itself? */
static bool is_at_start(const Model *model, int slot) {
    for (const char *c = model->start; *c && *c != ' '; c++)
        if (toupper((unsigned char)*c) == model->letter[slot] && (c == model->start || c[-1] != '+'))
            return true;
    return false;
}

/* What only promoted pieces are is no type by itself. */
static bool is_only_promoted(const Model *model, int slot) {
    bool into = false;
    for (int other = 0; other < SLOTS; other++)
        into = into || (model->letter[other] && model->becomes[other] == slot);
    bool by_pawn = (model->promotions[0] | model->promotions[1]) >> slot & 1;
    return into && slot != SLOT_PAWN && slot != SLOT_KING && !by_pawn && !is_at_start(model, slot);
}

static int next_type(Maker *m, int slot) {
    if (++m->types > GR_DEFINED_TYPES)
        return 0;
    m->slot[m->types] = slot;
    return m->types;
}

static void add_type(Maker *m, int slot) {
    if (m->model->letter[slot] && !is_only_promoted(m->model, slot))
        m->type[slot] = next_type(m, slot);
}

_Static_assert(GR_DEFINED_TYPES > 26, "there is a type for each letter, and one without");

/* What is royal stays what it is. */
static void check_changes(const Maker *m) {
    const Model *model = m->model;
    for (int slot = 0; slot < SLOTS; slot++) {
        bool royal = slot == SLOT_KING || model->becomes[slot] == SLOT_KING;
        if (model->letter[slot] && model->becomes[slot] >= 0 && royal && model->letter[SLOT_KING] &&
            (slot == SLOT_KING || is_at_start(model, SLOT_KING))) {
            fault_at(m->faults, place_of(m, "promotedPieceType"), 0,
                     "no piece becomes the king of a game that begins with one, nor the king another");
            return;
        }
    }
}

/* After the king come the pieces of chess, all others, and the pawn. */
void conclude_types(Maker *m) {
    static const int first[] = {SLOT_QUEEN, SLOT_ROOK, SLOT_BISHOP, SLOT_KNIGHT};
    memset(m->type, 0, sizeof m->type);
    m->type[SLOT_KING] = m->types = GR_KING;
    m->slot[GR_KING] = SLOT_KING;
    for (int i = 0; i < 4; i++)
        add_type(m, first[i]);
    for (int slot = SLOT_QUEEN + 1; slot < SLOT_KING; slot++)
        add_type(m, slot);
    add_type(m, SLOT_PAWN);
    for (int base = GR_KING + 1, last = m->types; base <= last; base++) {
        int into = m->model->becomes[m->slot[base]];
        int type = into < 0 || !m->model->letter[into] ? 0 : next_type(m, into);
        if (type) {
            m->def->piece[base].promoted = (uint8_t)type;
            m->def->piece[type].base = (uint8_t)base;
        }
    }
    m->def->types = (uint8_t)(m->types < GR_DEFINED_TYPES ? m->types : GR_DEFINED_TYPES);
    if (m->types > GR_DEFINED_TYPES)
        fault_at(m->faults, place_of(m, "promotedPieceType"), 0,
                 "%d types of pieces, promoted ones among them; at most %d", m->types, GR_DEFINED_TYPES);
    check_changes(m);
}

/* ---- pieces ---- */

static bool is_named(const GrDefinition *def, const char *name) {
    for (int type = 1; type <= def->types; type++)
        if (!strcmp(def->piece[type].name, name))
            return true;
    return false;
}

/* The one promoted piece that goes so, and no other piece does? Then it has the name of how it goes. */
static bool is_unique(const Maker *m, int type) {
    for (int other = 1; other <= m->def->types; other++)
        if (other != type && m->slot[other] == m->slot[type])
            return false;
    return true;
}

/* What a piece of the slot is called that has no name: as one that goes as it does. NULL if none does. */
static const char *usual_name(const Maker *m, int slot, const char *betza) {
    const char *name = slot_name(slot);
    for (int other = 1; !name && other < SLOT_CUSTOM; other++)
        if (!strcmp(slot_betza(m->model, other), betza) && other != SLOT_JANGGI_CANNON && *betza && !m->type[other] &&
            !is_named(m->def, slot_name(other)))
            name = slot_name(other);
    return name;
}

/* A custom piece without a name has that of a piece which goes as it does, or its letter. */
static void name_piece(const Maker *m, int type) {
    GrDefinedPiece *piece = &m->def->piece[type];
    char letter = piece->base ? piece->alias : piece->letter;
    if (!letter)
        return; /* the king of a game without one */
    if (piece->base && !is_unique(m, type)) {
        char promoted[2 * GR_DEFINED_NAME];
        snprintf(promoted, sizeof promoted, "Promoted%s", m->def->piece[piece->base].name);
        memcpy(piece->name, promoted, sizeof piece->name);
        piece->name[sizeof piece->name - 1] = '\0';
        return;
    }
    const char *given = m->model->name[letter - 'A'];
    const char *name = *given ? given : usual_name(m, m->slot[type], piece->betza);
    if (name)
        snprintf(piece->name, sizeof piece->name, "%s", name);
    else
        snprintf(piece->name, sizeof piece->name, "%c", letter);
}

/* A promoted piece has the character given for what its base becomes, or else that of the piece it goes like. */
static void dress_piece(const Maker *m, GrDefinedPiece *piece) {
    for (int side = 0; side < 2; side++) {
        const char *own = m->model->character[piece->base != 0][piece->letter - 'A'][side];
        const char *like = piece->base ? m->model->character[0][piece->alias - 'A'][side] : own;
        strcpy(piece->character[side], *own ? own : like);
    }
}

static void make_piece(const Maker *m, int type) {
    GrDefinedPiece *piece = &m->def->piece[type];
    int slot = m->slot[type];
    Slots bit = (Slots)1 << slot;
    Betza betza;
    char letter = m->model->letter[slot];
    piece->letter = piece->base ? m->def->piece[piece->base].letter : letter;
    if (!piece->letter)
        return;
    piece->alias = piece->base ? letter : 0;
    piece->pawn = slot == SLOT_PAWN;
    snprintf(piece->betza, sizeof piece->betza, "%s", slot_betza(m->model, slot));
    if (!piece->pawn && betza_read(&betza, piece->betza, strlen(piece->betza))) {
        piece->ways = betza.ways;
        memcpy(piece->way, betza.way, sizeof piece->way);
        janggi_piece(m->model, slot, piece);
    }
    piece->worth = m->model->counts == GR_COUNTS_POINTS ? (uint8_t)janggi_worth(slot) : 0;
    if (m->model->drawing[letter - 'A'])
        snprintf(piece->drawing, sizeof piece->drawing, "%s", m->model->drawing[letter - 'A']);
    dress_piece(m, piece);
    piece->origin = m->model->origins & bit;
    piece->limit = (uint8_t)m->model->limit[slot];
    piece->sideways_rank = (uint8_t)m->model->sideways[slot];
    for (int side = 0; side < 2; side++) {
        piece->promotes[side] = m->model->promoters[side] & bit;
        piece->passes[side] = m->model->passers[side] & bit;
        piece->resets[side] = m->model->resetters[side] & bit;
        piece->region[side] = squares_of(m, &m->model->mobility[side][slot]);
        piece->first[side] = squares_of(m, &m->model->first[side][slot]);
    }
}

void conclude_pieces(const Maker *m) {
    for (int type = 1; type <= m->def->types; type++)
        make_piece(m, type);
    for (int type = 1; type <= m->def->types; type++)
        name_piece(m, type);
    for (int type = 2; type <= m->def->types; type++)
        for (int other = 1; other < type; other++)
            if (m->def->piece[other].letter && !strcmp(m->def->piece[type].name, m->def->piece[other].name))
                fault_at(m->faults, place_of(m, "pieceNames"), 0, "two pieces are called %s",
                         m->def->piece[type].name);
}
