/* Sets of squares.
 *
 * A square is a number: rank * files + file, a1 = 0, counted densely, so that one rank forward is
 * "+ files" on every board. A set is 128 bits wide and bit n stands for square n. Bits at or above the
 * number of squares of the board are never set.
 */
#ifndef GR_RULES_SET_H
#define GR_RULES_SET_H

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 GrSet;

/* GR_NO_SQUARE is no number that a set has a bit for. */
enum { GR_MAX_SQUARES = 128, GR_NO_SQUARE = 128 };

/* The set of one square; 0 <= sq < GR_MAX_SQUARES. */
static inline GrSet gr_set_of(int sq) {
    return (GrSet)1 << sq;
}

/* The squares below n; 0 <= n <= GR_MAX_SQUARES. */
static inline GrSet gr_set_below(int n) {
    return n < GR_MAX_SQUARES ? gr_set_of(n) - 1 : ~(GrSet)0;
}

static inline bool gr_set_has(GrSet set, int sq) {
    return (set >> sq) & 1;
}

static inline int gr_set_count(GrSet set) {
    return __builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)(set >> 64));
}

/* The lowest square of a set that is not empty. */
static inline int gr_set_first(GrSet set) {
    uint64_t low = (uint64_t)set;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

/* The highest one. */
static inline int gr_set_last(GrSet set) {
    uint64_t high = (uint64_t)(set >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)set);
}

/* Takes the lowest square out of a set that is not empty, and returns it. */
static inline int gr_set_pop(GrSet *set) {
    uint64_t low = (uint64_t)*set, high = (uint64_t)(*set >> 64);
    if (low) {
        *set = (GrSet)high << 64 | (low & (low - 1));
        return __builtin_ctzll(low);
    }
    *set = (GrSet)(high & (high - 1)) << 64;
    return 64 + __builtin_ctzll(high);
}

#endif
