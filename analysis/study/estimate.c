/* Shares and means with their intervals. */
#include "analysis/study/estimate.h"

#include <math.h>

GrEstimate gr_wilson(double share, double games) {
    GrEstimate e = {.value = share, .weight = games};
    double zz = GR_NORMAL_REACH * GR_NORMAL_REACH;
    if (!(games > 0))
        return (GrEstimate){0};
    double middle = (share * games + zz / 2) / (games + zz);
    double reach = GR_NORMAL_REACH * sqrt(share * (1 - share) * games + zz / 4) / (games + zz);
    /* At the ends the interval reaches the share exactly; rounding must not put that outside. */
    e.low = share <= 0 ? 0 : fmax(0, middle - reach);
    e.high = share >= 1 ? 1 : fmin(1, middle + reach);
    e.error = (e.high - e.low) / 2 / GR_NORMAL_REACH;
    return e;
}

/* ---- exact intervals ---- */

/* Stirling's series, from arguments where its first terms are enough. (lgamma() of the C library writes a global.) */
static double log_gamma(double x) {
    double shift = 0;
    for (; x < 12; x++)
        shift += log(x);
    double y = 1 / (x * x);
    double series = (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y / 1680))) / x;
    return (x - 0.5) * log(x) - x + 0.918938533204672742 + series - shift; /* log(2 pi) / 2 */
}

/* The continued fraction of the incomplete beta function (NIST Handbook of Mathematical Functions, 8.17.22), by Lentz's
 * method; it converges fast for x < (a + 1) / (a + b + 2). */
static double beta_fraction(double x, double a, double b) {
    const double tiny = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1), product;
    d = 1 / (fabs(d) < tiny ? tiny : d);
    product = d;
    for (int m = 1; m < 100000; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        for (int i = 0; i < 2; i++) {
            double by = i ? odd : even;
            d = 1 + by * d;
            c = 1 + by / c;
            d = 1 / (fabs(d) < tiny ? tiny : d);
            c = fabs(c) < tiny ? tiny : c;
            product *= c * d;
        }
        if (fabs(c * d - 1) < 1e-15)
            break;
    }
    return product;
}

/* The chance that something with the beta distribution of parameters a and b, both above 0, is less than x. */
static double beta_chance(double x, double a, double b) {
    if (x <= 0 || x >= 1)
        return x >= 1;
    double front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) + b * log1p(-x));
    return x < (a + 1) / (a + b + 2) ? front * beta_fraction(x, a, b) / a
                                     : 1 - front * beta_fraction(1 - x, b, a) / b;
}

/* Where that chance is `chance`; bisected, to the last digit. */
static double beta_quantile(double chance, double a, double b) {
    double low = 0, high = 1;
    for (int i = 0; i < 200; i++) {
        double middle = (low + high) / 2;
        if (middle <= low || middle >= high)
            break;
        if (beta_chance(middle, a, b) < chance)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

GrEstimate gr_exact_rate(double rate, double games) {
    if (!(games > 0))
        return (GrEstimate){0};
    double k = fmin(fmax(rate, 0), 1) * games;
    GrEstimate e = {.value = rate, .weight = games, .low = 0, .high = 1};
    if (k > 0)
        e.low = beta_quantile(0.025, k, games - k + 1);
    if (k < games)
        e.high = beta_quantile(0.975, k + 1, games - k);
    e.error = (e.high - e.low) / 2 / GR_NORMAL_REACH;
    return e;
}

/* ---- clusters ---- */

void gr_cluster_add(GrClusterSums *sums, double n, double x, double squares) {
    if (!(n > 0))
        return;
    sums->clusters++;
    sums->many += n > 1;
    sums->n += n;
    sums->x += x;
    sums->nn += n * n;
    sums->nx += n * x;
    sums->xx += x * x;
    sums->squares += squares;
}

/* Of the mean, as a ratio of sums over clusters; 0 if there is but one. */
static double variance(const GrClusterSums *s) {
    double mean = s->x / s->n;
    double spread = s->xx - 2 * mean * s->nx + mean * mean * s->nn;
    if (s->clusters < 2 || spread < 0)
        return 0;
    return spread / (s->n * s->n) * s->clusters / (s->clusters - 1);
}

/* Of the mean, if all games were independent. */
static double plain_variance(const GrClusterSums *s) {
    double mean = s->x / s->n, spread = s->squares - mean * s->x;
    return s->n > 1 && spread > 0 ? spread / s->n / (s->n - 1) : 0;
}

double gr_cluster_effect(const GrClusterSums *sums) {
    double plain = sums->n > 0 ? plain_variance(sums) : 0;
    return sums->many > 0 && plain > 0 ? fmax(1, variance(sums) / plain) : 1;
}

GrEstimate gr_cluster_mean(const GrClusterSums *sums) {
    if (!(sums->n > 0))
        return (GrEstimate){0};
    GrEstimate e = {.value = sums->x / sums->n, .weight = sums->n / gr_cluster_effect(sums)};
    e.error = sqrt(variance(sums));
    double reach = sums->clusters > 1 ? gr_student_reach(sums->clusters - 1) * e.error : INFINITY;
    e.low = e.value - reach;
    e.high = e.value + reach;
    return e;
}

/* Half points make a share vary less than games that are won or lost would: as if there were more of
 * them. A cluster lost and one won of average size are added first, since few results, and those all
 * alike, say little about how much they vary. */
GrEstimate gr_cluster_share(const GrClusterSums *sums) {
    if (!(sums->n > 0))
        return (GrEstimate){0};
    double share = sums->x / sums->n, games = sums->n;
    if (sums->squares < sums->x - 1e-9) { /* there are half points */
        GrClusterSums more = *sums;
        double size = sums->n / sums->clusters;
        gr_cluster_add(&more, size, 0, 0);
        gr_cluster_add(&more, size, size, size);
        double middle = more.x / more.n;
        games *= middle * (1 - middle) / (plain_variance(&more) * more.n);
    }
    return gr_wilson(share, games / gr_cluster_effect(sums));
}

GrEstimate gr_cluster_rate(const GrClusterSums *sums, double rate, double games) {
    return sums->n > 0 ? gr_exact_rate(rate, games / gr_cluster_effect(sums)) : (GrEstimate){0};
}

GrEstimate gr_share_difference(const GrEstimate *a, const GrEstimate *b) {
    if (!(a->weight > 0) || !(b->weight > 0))
        return (GrEstimate){0};
    GrEstimate e = {.value = a->value - b->value, .weight = fmin(a->weight, b->weight)};
    e.low = e.value - hypot(a->value - a->low, b->high - b->value);
    e.high = e.value + hypot(a->high - a->value, b->value - b->low);
    e.error = (e.high - e.low) / 2 / GR_NORMAL_REACH;
    return e;
}

GrEstimate gr_mean_difference(const GrEstimate *a, const GrEstimate *b) {
    if (!(a->weight > 0) || !(b->weight > 0))
        return (GrEstimate){0};
    GrEstimate e = {.value = a->value - b->value, .weight = fmin(a->weight, b->weight)};
    e.error = hypot(a->error, b->error);
    double reach = e.weight > 1 ? gr_student_reach(e.weight - 1) * e.error : INFINITY;
    e.low = e.value - reach;
    e.high = e.value + reach;
    return e;
}

double gr_student_reach(double freedom) {
    double z = GR_NORMAL_REACH, z2 = z * z, v = freedom;
    if (v < 1.5)
        return 12.706204736;
    if (v < 2.5)
        return 4.302652730;
    if (v < 3.5)
        return 3.182446305;
    return z + z * (z2 + 1) / (4 * v) + z * (5 * z2 * z2 + 16 * z2 + 3) / (96 * v * v) +
           z * (3 * z2 * z2 * z2 + 19 * z2 * z2 + 17 * z2 - 15) / (384 * v * v * v);
}
