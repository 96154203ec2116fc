/* Ratings: how many nodes, and how much chance. */
#include "analysis/engine/strength.h"

#include <math.h>

typedef struct Step {
    int elo;
    double nodes;
    int noise;
} Step;

static const Step STEPS[] = {
    {800, 60, 240}, {1100, 120, 120}, {1400, 250, 0}, {1700, 2500, 0}, {2000, 25000, 0}, {2400, 500000, 0},
};

enum { COUNT = sizeof STEPS / sizeof *STEPS };

GrStrength gr_strength_of(int elo) {
    int i = 0;
    elo = elo < GR_LEAST_ELO ? GR_LEAST_ELO : elo > GR_MOST_ELO ? GR_MOST_ELO : elo;
    while (i < COUNT - 2 && elo > STEPS[i + 1].elo)
        i++;
    const Step *low = &STEPS[i], *high = low + 1;
    double part = (double)(elo - low->elo) / (high->elo - low->elo);
    GrStrength strength = {.lines = elo < GR_EXACT_ELO ? GR_WEAK_LINES : 1};
    strength.nodes = (uint64_t)(low->nodes * pow(high->nodes / low->nodes, part) + 0.5);
    strength.noise = (int)(low->noise + (high->noise - low->noise) * part + 0.5);
    return strength;
}

void gr_strength_limit(const GrStrength *strength, GrLimits *limits) {
    if (limits->nodes == 0 || limits->nodes > strength->nodes)
        limits->nodes = strength->nodes;
    if (limits->lines < strength->lines)
        limits->lines = strength->lines;
}

/* Pseudorandom bits of a number (the finisher of SplitMix64). */
static uint64_t scramble(uint64_t n) {
    n = (n ^ n >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    n = (n ^ n >> 27) * UINT64_C(0x94D049BB133111EB);
    return n ^ n >> 31;
}

int gr_strength_choose(const GrStrength *strength, const GrFound *found, uint64_t key) {
    int best = 0;
    GrScore most = -2 * GR_INFINITE;
    int lines = found->lines < strength->lines ? found->lines : strength->lines;
    for (int i = 0; i < lines; i++) {
        uint64_t chance = scramble(key + (uint64_t)(i + 1) * UINT64_C(0x9E3779B97F4A7C15));
        GrScore score = found->line[i].score + (int)(chance % (unsigned)(strength->noise + 1));
        if (score > most) {
            most = score;
            best = i;
        }
    }
    return best;
}
