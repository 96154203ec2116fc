/* Sets of squares for code that is compiled for each size of boards: one machine word where the board has at most 64
 * squares, two where it has more (WIDE). Internal to the library. */
#ifndef GR_RULES_WORD_SETS_H
#define GR_RULES_WORD_SETS_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/set.h"

#define INLINE static inline __attribute__((always_inline))

/* SELDOM functions stay out of line, so that what is done at every move keeps to few registers. */
#define SELDOM static __attribute__((noinline))

#if !WIDE
typedef uint64_t BB;
INLINE int bb_count(BB b) {
    return __builtin_popcountll(b);
}
INLINE int bb_pop(BB *b) {
    int sq = __builtin_ctzll(*b);
    *b &= *b - 1;
    return sq;
}
INLINE int bb_first(BB b) {
    return __builtin_ctzll(b);
}
/* Minus the highest bit of a set that holds at least square 0. */
INLINE BB bb_minus_last(BB b) {
    return ~(BB)0 << (63 ^ __builtin_clzll(b));
}
#else
typedef GrSet BB;
INLINE int bb_count(BB b) {
    return gr_set_count(b);
}
INLINE int bb_first(BB b) {
    return gr_set_first(b);
}
INLINE int bb_pop(BB *b) {
    return gr_set_pop(b);
}
INLINE BB bb_minus_last(BB b) {
    uint64_t high = (uint64_t)(b >> 64), low = (uint64_t)b;
    uint64_t h = high ? ~0ull << (63 ^ __builtin_clzll(high)) : ~0ull;
    uint64_t l = high ? 0 : ~0ull << (63 ^ __builtin_clzll(low | 1));
    return (BB)h << 64 | l;
}
#endif

#define BB_OF(sq) ((BB)1 << (sq))

INLINE bool bb_has(BB b, int sq) {
    return (b >> sq) & 1;
}

#endif
