/* Counting different keys in flat memory: exactly as far as a set of them may grow, beyond that as
 * an estimate. Internal to analysis/.
 *
 * The estimate is HyperLogLog: Flajolet, Fusy, Gandouet and Meunier, "HyperLogLog: the analysis of a
 * near-optimal cardinality estimation algorithm", AofA 2007; with 64-bit hashes, which need no
 * correction for large numbers (Heule, Nunkesser and Hall, "HyperLogLog in Practice", EDBT 2013).
 * 2^14 registers give a standard error of 0.8 percent. Only what the set does not hold is estimated.
 */
#ifndef GR_ANALYSIS_DISTINCT_H
#define GR_ANALYSIS_DISTINCT_H

#include "analysis/study/keyset.h"

/* Keys are counted in classes, each of them always in the same. */
enum { GR_DISTINCT_CLASSES = 2, GR_DISTINCT_REGISTERS = 1 << 14 };

typedef struct GrDistinct {
    GrKeySet seen;
    size_t most;                      /* keys in it */
    uint64_t exact[GR_DISTINCT_CLASSES];
    uint8_t *rank[GR_DISTINCT_CLASSES]; /* registers; NULL until they are needed */
} GrDistinct;

/* Holds up to `most` keys exactly. */
void gr_distinct_init(GrDistinct *distinct, size_t most);
void gr_distinct_free(GrDistinct *distinct);

/* Does the key need to be counted, since it is new or nobody knows? 1, 0 or a code. Then
 * gr_distinct_count has to follow, with `exact` as it was set, unless it is in none of the classes. */
int gr_distinct_look(GrDistinct *distinct, uint64_t key, bool *exact);
int gr_distinct_count(GrDistinct *distinct, uint64_t key, bool exact, int which);

/* How many keys of a class there are; *about says whether that is an estimate. */
uint64_t gr_distinct_total(const GrDistinct *distinct, int which, bool *about);

#endif
