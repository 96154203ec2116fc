/* Nouns after numbers: "1 game", "2 games", "1 ply", "0 plies". */
#ifndef GR_RULES_PLURAL_H
#define GR_RULES_PLURAL_H

#include <stdint.h>

/* The form that goes with the number. */
static inline const char *gr_plural(uint64_t n, const char *one, const char *many) {
    return n == 1 ? one : many;
}

#endif
