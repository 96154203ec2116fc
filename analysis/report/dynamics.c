/* Drama, lead changes and uncertainty of a game. */
#include "analysis/report/dynamics.h"

#include <math.h>
#include <string.h>

#include "rules/variant.h"

/* From this chance on a game counts as decided; one within 0.005 of a half is level. */
static const double DECIDED = 0.75, LEVEL = 0.005;

static int leader(double chance) {
    return chance > 0.5 + LEVEL ? GR_WHITE : chance < 0.5 - LEVEL ? GR_BLACK : -1;
}

static void measure_openness(const double *chance, size_t plies, GrDynamics *d) {
    double sum = 0, part[GR_COURSE] = {0};
    size_t known = 0, count[GR_COURSE] = {0}, changes = 0;
    int ahead = -1;
    for (size_t ply = 0; ply < plies; ply++) {
        if (chance[ply] < 0)
            continue;
        double open = 1 - fabs(2 * chance[ply] - 1);
        int now = leader(chance[ply]);
        sum += open;
        known++;
        part[ply * GR_COURSE / plies] += open;
        count[ply * GR_COURSE / plies]++;
        changes += now >= 0 && ahead >= 0 && now != ahead;
        ahead = now >= 0 ? now : ahead;
    }
    d->known = known > 1 && 2 * known > plies;
    d->uncertainty = known ? sum / (double)known : 0;
    d->lead_changes = known > 1 ? (double)changes / (double)(known - 1) : 0;
    for (int i = 0; i < GR_COURSE; i++)
        d->open[i] = count[i] ? part[i] / (double)count[i] : -1;
}

static void measure_victory(const double *chance, size_t plies, int winner, GrDynamics *d) {
    double sum = 0, before = -1;
    size_t behind = 0, last_doubt = 0;
    d->worst = 1;
    for (size_t ply = 0; ply < plies; ply++) {
        if (chance[ply] < 0)
            continue;
        double own = winner == GR_WHITE ? chance[ply] : 1 - chance[ply];
        if (own < 0.5) {
            sum += sqrt(1 - 2 * own);
            behind++;
        }
        d->worst = fmin(d->worst, own);
        if (own < DECIDED)
            last_doubt = ply + 1;
        if (before >= 0 && own - before > d->swing) {
            d->swing = own - before;
            d->decisive = ply;
        }
        before = own;
    }
    d->drama = behind ? sum / (double)behind : 0;
    d->decided = (double)last_doubt / (double)plies;
}

void gr_dynamics(const double *chance, size_t plies, int winner, GrDynamics *dynamics) {
    memset(dynamics, 0, sizeof *dynamics);
    if (!plies)
        return;
    measure_openness(chance, plies, dynamics);
    dynamics->won = winner >= 0;
    if (dynamics->known && winner >= 0)
        measure_victory(chance, plies, winner, dynamics);
}
