/* Playing weaker than it can: a rating as a number of nodes and a way to choose among the best lines.
 *
 * A rating between two of the table is interpolated, the nodes on their logarithm. Below
 * GR_EXACT_ELO the best moves are all of GR_WEAK_LINES lines, and each line's score is changed at random
 * by up to `noise` centipawns before the best is chosen. Chance depends on the position alone:
 * the same one is answered by the same move. The table is from matches of the engine against itself
 * (MEASUREMENTS.md); its zero is that of chess at 2,000 and differs from that of other lists.
 */
#ifndef GR_ANALYSIS_STRENGTH_H
#define GR_ANALYSIS_STRENGTH_H

#include "analysis/engine/search.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

enum { GR_LEAST_ELO = 800, GR_MOST_ELO = 2400, GR_EXACT_ELO = 1400, GR_WEAK_LINES = 4 };

typedef struct GrStrength {
    uint64_t nodes; /* of a search */
    int lines;      /* to choose from */
    int noise;      /* centipawns */
} GrStrength;

/* Of a rating, which is brought within GR_LEAST_ELO .. GR_MOST_ELO. */
GrStrength gr_strength_of(int elo);

/* Limits a search as it has to be: fewer nodes, more lines. */
void gr_strength_limit(const GrStrength *strength, GrLimits *limits);

/* Which of the lines found is to be played: an index. `key` is that of the position. */
int gr_strength_choose(const GrStrength *strength, const GrFound *found, uint64_t key);

GR_END_DECLS

#endif
