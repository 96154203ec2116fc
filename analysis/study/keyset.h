/* A set of 64-bit keys. Internal to analysis/. */
#ifndef GR_ANALYSIS_KEYSET_H
#define GR_ANALYSIS_KEYSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One that is all zero is empty. */
typedef struct GrKeySet {
    uint64_t *slot; /* 0 is free */
    size_t slots, count;
} GrKeySet;

/* Returns 1 if the key is new, 0 if it was there. */
int gr_keyset_add(GrKeySet *set, uint64_t key);

bool gr_keyset_has(const GrKeySet *set, uint64_t key);

/* Takes the key out, if it is there. */
void gr_keyset_remove(GrKeySet *set, uint64_t key);

/* Empties it. */
void gr_keyset_free(GrKeySet *set);

#endif
