/* Counting different keys in flat memory. */
#include "analysis/study/distinct.h"

#include <math.h>
#include <stdlib.h>

#include "rules/error.h"

void gr_distinct_init(GrDistinct *distinct, size_t most) {
    *distinct = (GrDistinct){.most = most};
}

void gr_distinct_free(GrDistinct *distinct) {
    gr_keyset_free(&distinct->seen);
    for (int i = 0; i < GR_DISTINCT_CLASSES; i++)
        free(distinct->rank[i]);
    *distinct = (GrDistinct){.most = 0};
}

int gr_distinct_look(GrDistinct *distinct, uint64_t key, bool *exact) {
    *exact = distinct->seen.count < distinct->most;
    if (*exact)
        return gr_keyset_add(&distinct->seen, key);
    return !gr_keyset_has(&distinct->seen, key);
}

/* A hash whose bits are all good, of a key that may be another hash's sum (Steele, Lea and Flood,
 * "Fast splittable pseudorandom number generators", OOPSLA 2014: the finalizer of SplitMix64). */
static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

int gr_distinct_count(GrDistinct *distinct, uint64_t key, bool exact, int which) {
    uint8_t **rank = &distinct->rank[which];
    if (exact) {
        distinct->exact[which]++;
        return 0;
    }
    if (!*rank && !(*rank = calloc(GR_DISTINCT_REGISTERS, 1)))
        return GR_ERR_MEMORY;
    uint64_t hash = mix(key), rest = hash / GR_DISTINCT_REGISTERS;
    size_t at = (size_t)(hash % GR_DISTINCT_REGISTERS);
    uint8_t zeros = 1;
    for (; zeros < 50 && !(rest & 1); rest >>= 1)
        zeros++;
    if ((*rank)[at] < zeros)
        (*rank)[at] = zeros;
    return 0;
}

static double estimate(const uint8_t *rank) {
    double m = GR_DISTINCT_REGISTERS, sum = 0, empty = 0;
    for (size_t i = 0; i < GR_DISTINCT_REGISTERS; i++) {
        sum += ldexp(1, -rank[i]);
        empty += rank[i] == 0;
    }
    double many = 0.7213 / (1 + 1.079 / m) * m * m / sum;
    return many <= 2.5 * m && empty > 0 ? m * log(m / empty) : many;
}

uint64_t gr_distinct_total(const GrDistinct *distinct, int which, bool *about) {
    const uint8_t *rank = distinct->rank[which];
    *about = rank != NULL;
    return distinct->exact[which] + (rank ? (uint64_t)(estimate(rank) + 0.5) : 0);
}
