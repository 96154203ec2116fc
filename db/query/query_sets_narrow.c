/* Sets of squares of a board of at most 64 squares. */
#include <stdint.h>

#define NARROW 1
#define SQUARES uint64_t
#define POP pop
#define LAST last
#define SET_OF query_narrow_set
#define SET_SOME query_narrow_some

static inline int pop(uint64_t *set) {
    int first = __builtin_ctzll(*set);
    *set &= *set - 1;
    return first;
}

static inline int last(uint64_t set) {
    return 63 - __builtin_clzll(set);
}

#include "db/query/query_sets_core.h"
