/* Random numbers that are the same on every machine. Internal. */
#ifndef GR_RULES_RANDOM_H
#define GR_RULES_RANDOM_H

#include <stdint.h>

/* The next number of a sequence that begins with any *state (splitmix64: a Weyl sequence, mixed). */
static inline uint64_t gr_random(uint64_t *state) {
    uint64_t x = *state += 0x9E3779B97F4A7C15;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

#endif
