/* Limited strength: a rating as a number of nodes. Internal to analysis/.
 *
 * A rating is a number of nodes; the search of these plays its best move, the same each time in the same position.
 * The steps of the scale were measured in chess, by matches of the engine against itself with the evaluation by hand,
 * before it had networks: a setting that is 200 above another scored against it as 200 points of Elo should. 2,000
 * stands for 50,000 nodes, by definition; steps above 6,400 nodes are extrapolated. The scale is wider than that of
 * lists with many engines.
 */
#ifndef GR_ANALYSIS_STRENGTH_H
#define GR_ANALYSIS_STRENGTH_H

#include <stdint.h>

enum { GR_LEAST_ELO = 100, GR_MOST_ELO = 2400, GR_DEFAULT_ELO = 1500 };

/* Nodes a move of a rating, which is brought within GR_LEAST_ELO .. GR_MOST_ELO; between two steps their
 * logarithm is interpolated. */
uint64_t gr_strength_nodes(int elo);

#endif
