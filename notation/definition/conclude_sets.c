/* Making a definition: slots as types, regions as squares, and where faults are. */
#include "notation/definition/conclude.h"

const Words *place_of(const Maker *m, const char *key) {
    const Entry *entry = find_entry(m->file, m->section, key);
    return entry ? &entry->value : &m->section->name;
}

uint32_t types_of(const Maker *m, Slots slots) {
    uint32_t types = (uint32_t)(slots >> ANY_SLOT & 1);
    for (int slot = 0; slot < SLOTS; slot++)
        if ((slots >> slot & 1) && m->type[slot] && m->model->letter[slot])
            types |= 1u << m->type[slot];
    return types;
}

uint32_t likes_of(const Maker *m, Slots slots) {
    uint32_t types = types_of(m, slots);
    for (int type = 1; type <= m->def->types; type++)
        if (m->def->piece[type].base && (slots >> m->slot[type] & 1))
            types |= 1u << type;
    return types;
}

GrSet squares_of(const Maker *m, const Region *region) {
    GrSet set = 0;
    for (int rank = 0; rank < m->model->ranks; rank++)
        for (int file = 0; file < m->model->files; file++)
            if (region->rank[rank] >> file & 1)
                set |= gr_set_of(rank * m->model->files + file);
    return set;
}
