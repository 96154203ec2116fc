/* Random numbers that are the same on every machine. Internal. */
#ifndef GR_RULES_RANDOM_H
#define GR_RULES_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* The next number of a sequence that begins with any *state. SplitMix64 (Steele, Lea, Flood 2014): a Weyl
 * sequence, mixed; full period. */
static inline uint64_t gr_random(uint64_t *state) {
    uint64_t x = *state += 0x9E3779B97F4A7C15;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

/* Skips `count` numbers: the state advances by a constant. */
static inline void gr_random_skip(uint64_t *state, uint64_t count) {
    *state += count * 0x9E3779B97F4A7C15;
}

/* Shuffles: R. A. Fisher and F. Yates, Statistical Tables (1938), as D. Knuth has it in 3.4.2. */
static inline void gr_shuffle(uint32_t *order, size_t count, uint64_t *state) {
    for (size_t left = count; left > 1; left--) {
        size_t at = (size_t)(gr_random(state) % left);
        uint32_t swapped = order[at];
        order[at] = order[left - 1];
        order[left - 1] = swapped;
    }
}

#endif
