/* Sequential tests on pairs of games. */
#include "analysis/study/sprt.h"

#include <math.h>

enum { RESULTS = 5, HALVINGS = 100 };

static double share_of(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

static double share_at(int result) {
    return result / 4.0;
}

double gr_sprt_lower(const GrSprt *sprt) {
    return log(sprt->beta / (1 - sprt->alpha));
}

double gr_sprt_upper(const GrSprt *sprt) {
    return log((1 - sprt->beta) / sprt->alpha);
}

/* The t for which the chances have the mean `share`. What is halved is the interval in which no chance is
 * negative; their mean falls in it. */
static double tilt(const double frequency[RESULTS], double share) {
    double low = -1 / (1 - share), high = 1 / share;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2, sum = 0;
        for (int r = 0; r < RESULTS; r++) {
            double off = share_at(r) - share;
            sum += frequency[r] * off / (1 + middle * off);
        }
        *(sum > 0 ? &low : &high) = middle;
    }
    return (low + high) / 2;
}

double gr_sprt_ratio(const GrSprt *sprt, const GrTally *tally) {
    const double never = 1e-3;
    double frequency[RESULTS], pairs = 0, ratio = 0;
    uint32_t counted = tally->twins;
    for (int r = 0; r < RESULTS; r++) {
        counted += tally->pair[r];
        double count = tally->pair[r] + (r == RESULTS / 2 ? (double)tally->twins : 0);
        pairs += frequency[r] = count > 0 ? count : never;
    }
    if (!gr_sprt_is_on(sprt) || !counted)
        return 0;
    for (int r = 0; r < RESULTS; r++)
        frequency[r] /= pairs;
    double s0 = share_of(sprt->elo0), s1 = share_of(sprt->elo1);
    double t0 = tilt(frequency, s0), t1 = tilt(frequency, s1);
    for (int r = 0; r < RESULTS; r++)
        ratio += frequency[r] * log((1 + t0 * (share_at(r) - s0)) / (1 + t1 * (share_at(r) - s1)));
    return pairs * ratio;
}

GrSprtState gr_sprt_state(const GrSprt *sprt, double ratio) {
    if (!gr_sprt_is_on(sprt))
        return GR_SPRT_OPEN;
    return ratio <= gr_sprt_lower(sprt)   ? GR_SPRT_H0
           : ratio >= gr_sprt_upper(sprt) ? GR_SPRT_H1
                                          : GR_SPRT_OPEN;
}
