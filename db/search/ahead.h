/* Can a position still come? Remembered of positions that many games have. Internal to db/. */
#ifndef GR_DB_AHEAD_H
#define GR_DB_AHEAD_H

#include "db/search/target.h"

/* What gr_target_ahead said of some positions, by their keys: those of the first moves come in most games. One that is all
 * zero knows nothing; one thread at a time may use it, for one target. */
enum { GR_AHEAD_KNOWN = 256 };
typedef struct GrAheadKnown {
    uint64_t key[GR_AHEAD_KNOWN]; /* 0: none */
    bool ahead[GR_AHEAD_KNOWN];
} GrAheadKnown;

/* gr_target_ahead of a position that may have been asked about before. */
static inline bool gr_target_known_ahead(const GrTarget *target, const GrPosition *pos, GrAheadKnown *known) {
    uint64_t key = pos->key ^ (uint64_t)(uintptr_t)pos->rules;
    size_t at = pos->key % GR_AHEAD_KNOWN;
    if (known->key[at] != key) {
        known->key[at] = key;
        known->ahead[at] = gr_target_ahead(target, pos);
    }
    return known->ahead[at];
}

#endif
