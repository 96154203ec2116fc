/* Ratings as numbers of nodes. */
#include "analysis/engine/strength.h"

#include <math.h>

typedef struct Step {
    int elo;
    double nodes;
} Step;

/* From one to the next up to 6,400 nodes: a doubling, and what it brought, to the nearest 50. */
static const Step STEPS[] = {
    {100, 100},   {300, 200},   {500, 400},    {700, 800},     {900, 1600},
    {1150, 3200}, {1400, 6400}, {2000, 50000}, {2400, 200000},
};

enum { COUNT = sizeof STEPS / sizeof *STEPS };

uint64_t gr_strength_nodes(int elo) {
    int i = 0;
    elo = elo < GR_LEAST_ELO ? GR_LEAST_ELO : elo > GR_MOST_ELO ? GR_MOST_ELO : elo;
    while (i < COUNT - 2 && elo > STEPS[i + 1].elo)
        i++;
    const Step *low = &STEPS[i], *high = low + 1;
    double part = (double)(elo - low->elo) / (high->elo - low->elo);
    return (uint64_t)(low->nodes * pow(high->nodes / low->nodes, part) + 0.5);
}
