/* Sets of 64-bit keys. */
#include "analysis/study/keyset.h"

#include <stdlib.h>

#include "rules/error.h"

static size_t home_of(const GrKeySet *set, uint64_t key) {
    return (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (set->slots - 1);
}

/* The slot that has the key, or the free one where it belongs. */
static uint64_t *slot_of(const GrKeySet *set, uint64_t key) {
    size_t at = home_of(set, key);
    while (set->slot[at] && set->slot[at] != key)
        at = (at + 1) & (set->slots - 1);
    return &set->slot[at];
}

/* Twice the slots, so that at most half of them are taken. */
static int grow(GrKeySet *set) {
    GrKeySet wide = {.slots = set->slots ? 2 * set->slots : 64, .count = set->count};
    wide.slot = calloc(wide.slots, sizeof *wide.slot);
    if (!wide.slot)
        return GR_ERR_MEMORY;
    for (size_t i = 0; i < set->slots; i++)
        if (set->slot[i])
            *slot_of(&wide, set->slot[i]) = set->slot[i];
    free(set->slot);
    *set = wide;
    return 0;
}

int gr_keyset_add(GrKeySet *set, uint64_t key) {
    if (2 * (set->count + 1) > set->slots && grow(set) != 0)
        return GR_ERR_MEMORY;
    key += key == 0; /* 0 marks a free slot */
    uint64_t *slot = slot_of(set, key);
    if (*slot)
        return 0;
    *slot = key;
    set->count++;
    return 1;
}

bool gr_keyset_has(const GrKeySet *set, uint64_t key) {
    key += key == 0;
    return set->count && *slot_of(set, key) == key;
}

/* Those behind the gap move into it, if they may stand there: between their home and where they are. */
void gr_keyset_remove(GrKeySet *set, uint64_t key) {
    if (!gr_keyset_has(set, key))
        return;
    size_t last = set->slots - 1;
    size_t gap = (size_t)(slot_of(set, key + (key == 0)) - set->slot);
    for (size_t at = (gap + 1) & last; set->slot[at]; at = (at + 1) & last) {
        size_t home = home_of(set, set->slot[at]);
        if (((at - home) & last) < ((at - gap) & last))
            continue;
        set->slot[gap] = set->slot[at];
        gap = at;
    }
    set->slot[gap] = 0;
    set->count--;
}

void gr_keyset_free(GrKeySet *set) {
    free(set->slot);
    *set = (GrKeySet){0};
}
