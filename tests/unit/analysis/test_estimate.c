/* Intervals: against published figures, and by how often they hold what is true. */
#include <math.h>

#include "analysis/study/estimate.h"
#include "rules/random.h"
#include "tests/aid/test.h"

static bool near(double got, double want, double within) {
    if (fabs(got - want) <= within)
        return true;
    printf("%.6f is not %.6f\n", got, want);
    return false;
}

static double uniform(uint64_t *state) {
    return (double)(gr_random(state) >> 11) / 9007199254740992.0;
}

/* R. G. Newcombe, Stat. Med. 17 (1998) 857, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29. */
static void wilson_is_as_published(void) {
    GrEstimate e = gr_wilson(81.0 / 263, 263);
    CHECK(near(e.low, 0.2553, 5e-5) && near(e.high, 0.3662, 5e-5));
    e = gr_wilson(15.0 / 148, 148);
    CHECK(near(e.low, 0.0624, 5e-5) && near(e.high, 0.1605, 5e-5));
    e = gr_wilson(0, 20);
    CHECK(e.low == 0 && near(e.high, 0.1611, 5e-5));
    e = gr_wilson(1.0 / 29, 29);
    CHECK(near(e.low, 0.0061, 5e-5) && near(e.high, 0.1718, 5e-5));
    e = gr_wilson(1, 10);
    CHECK(e.high == 1 && e.low > 0.7);
    CHECK(gr_wilson(0.5, 0).weight == 0);
}

/* C. J. Clopper and E. S. Pearson's limits, Biometrika 26 (1934), as Newcombe's table I has them (method 5) for the same
 * shares; and where nothing happened, 1 - 0.025^(1/n). */
static void exact_is_as_published(void) {
    GrEstimate e = gr_exact_rate(81.0 / 263, 263);
    CHECK(near(e.low, 0.2527, 5e-5) && near(e.high, 0.3676, 5e-5));
    e = gr_exact_rate(15.0 / 148, 148);
    CHECK(near(e.low, 0.0578, 5e-5) && near(e.high, 0.1617, 5e-5));
    e = gr_exact_rate(0, 20);
    CHECK(e.low == 0 && near(e.high, 0.1684, 5e-5));
    e = gr_exact_rate(1.0 / 29, 29);
    CHECK(near(e.low, 0.0009, 5e-5) && near(e.high, 0.1776, 5e-5));
    e = gr_exact_rate(1, 10);
    CHECK(e.high == 1 && near(e.low, pow(0.025, 0.1), 1e-9));
    CHECK(gr_exact_rate(0.5, 0).weight == 0);
}

/* The chance of at least `least` events in n games. */
static double tail(int least, int n, double p) {
    double sum = 0;
    for (int k = least; k <= n; k++) {
        double one = 1;
        for (int i = 0; i < k; i++)
            one *= p * (n - i) / (k - i);
        sum += one * pow(1 - p, n - k);
    }
    return sum;
}

/* At either end of the interval so many events, or more (or fewer), have a chance of 2.5 %: for every number of events
 * in a few games, and so what is more likely than that is never contradicted. */
static void exact_ends_are_where_chance_is(void) {
    for (int n = 1; n <= 60; n++)
        for (int k = 0; k <= n; k++) {
            GrEstimate e = gr_exact_rate((double)k / n, n);
            CHECK(k ? near(tail(k, n, e.low), 0.025, 1e-9) : e.low == 0);
            CHECK(k < n ? near(1 - tail(k + 1, n, e.high), 0.025, 1e-9) : e.high == 1);
        }
    CHECK(gr_exact_rate(1.0 / 2, 2).low < 0.05);
    GrEstimate many = gr_exact_rate(0.3, 1e7), wilson = gr_wilson(0.3, 1e7);
    CHECK(near(many.low, wilson.low, 1e-6) && near(many.high, wilson.high, 1e-6));
    CHECK(gr_exact_rate(1e-7, 1e7).high < 6e-7);
}

/* The same author's table II of Stat. Med. 17 (1998) 873, method 10: 56/70 - 48/80, 10/10 - 0/10. */
static void differences_are_as_published(void) {
    GrEstimate a = gr_wilson(56.0 / 70, 70), b = gr_wilson(48.0 / 80, 80);
    GrEstimate e = gr_share_difference(&a, &b);
    CHECK(near(e.value, 0.2, 1e-9) && near(e.low, 0.0524, 5e-5) && near(e.high, 0.3339, 5e-5));
    a = gr_wilson(1, 10);
    b = gr_wilson(0, 10);
    e = gr_share_difference(&a, &b);
    CHECK(near(e.low, 0.6075, 5e-5) && e.high == 1);
    a = (GrEstimate){0};
    CHECK(gr_share_difference(&a, &b).weight == 0);
}

/* From tables of Student's distribution. */
static void student_is_as_in_tables(void) {
    static const struct {
        double freedom, reach;
    } table[] = {{1, 12.7062}, {2, 4.3027}, {3, 3.1824}, {4, 2.7764}, {5, 2.5706}, {10, 2.2281},
                 {30, 2.0423}, {120, 1.9799}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        CHECK(near(gr_student_reach(table[i].freedom), table[i].reach, 0.005 * table[i].reach));
}

/* 1, 2, 3, 4: mean 2.5, variance 5/3, so that the error is sqrt(5/12). */
static void a_mean_of_single_games(void) {
    GrClusterSums sums = {0};
    for (int i = 1; i <= 4; i++)
        gr_cluster_add(&sums, 1, i, i * i);
    GrEstimate e = gr_cluster_mean(&sums);
    CHECK(near(e.value, 2.5, 1e-12) && near(e.error, sqrt(5.0 / 12), 1e-12));
    CHECK(near(e.high - 2.5, 3.182446305 * e.error, 1e-9));
    CHECK(gr_cluster_effect(&sums) == 1 && e.weight == 4);
}

/* Each game twice: nothing is known better, and the clusters have twice the variance. */
static void twins_count_as_one(void) {
    GrClusterSums one = {0}, two = {0};
    for (int i = 0; i < 40; i++) {
        int won = i % 2;
        gr_cluster_add(&one, 1, won, won);
        gr_cluster_add(&two, 2, 2 * won, 2 * won);
    }
    GrEstimate a = gr_cluster_share(&one), b = gr_cluster_share(&two);
    CHECK(near(gr_cluster_effect(&two), 2, 0.05));
    CHECK(near(a.low, b.low, 0.005) && near(a.high, b.high, 0.005));
    a = gr_cluster_rate(&one, 0.5, 40);
    b = gr_cluster_rate(&two, 0.5, 80);
    CHECK(near(a.low, b.low, 0.005) && near(a.high, b.high, 0.005));
    b = gr_cluster_rate(&one, 0.5, 160); /* four times as many of which these are a part */
    CHECK(near(b.weight, 160, 1e-9) && b.high - b.low < 0.55 * (a.high - a.low));
    a = gr_cluster_mean(&one);
    b = gr_cluster_mean(&two);
    CHECK(near(a.error, b.error, 1e-12));
}

static void one_cluster_says_nothing_of_the_spread(void) {
    GrClusterSums sums = {0};
    gr_cluster_add(&sums, 3, 6, 14);
    GrEstimate e = gr_cluster_mean(&sums);
    CHECK(e.value == 2 && isinf(e.low) && isinf(e.high));
    GrClusterSums none = {0};
    CHECK(gr_cluster_mean(&none).weight == 0 && gr_cluster_share(&none).weight == 0);
}

/* Of games that are all drawn nobody knows how often they are won; the interval is not a point. */
static void draws_alone_leave_room(void) {
    GrClusterSums sums = {0};
    for (int i = 0; i < 10; i++)
        gr_cluster_add(&sums, 1, 0.5, 0.25);
    GrEstimate e = gr_cluster_share(&sums);
    CHECK(e.value == 0.5 && e.low < 0.45 && e.high > 0.55);
}

/* Pairs of games that end alike with probability 1/2: how often the interval holds the true score 0.55,
 * which is from wins, 0.4, and draws, 0.3; and how often one that takes games for independent does. */
static void shares_of_pairs_are_covered(void) {
    enum { TRIALS = 2000, PAIRS = 100 };
    uint64_t state = test_seed(11);
    int held = 0, naive = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        GrClusterSums sums = {0}, singles = {0};
        for (int pair = 0; pair < PAIRS; pair++) {
            double x[2];
            for (int i = 0; i < 2; i++) {
                double u = uniform(&state);
                x[i] = u < 0.4 ? 1 : u < 0.7 ? 0.5 : 0;
            }
            if (gr_random(&state) % 2)
                x[1] = x[0];
            gr_cluster_add(&sums, 2, x[0] + x[1], x[0] * x[0] + x[1] * x[1]);
            for (int i = 0; i < 2; i++)
                gr_cluster_add(&singles, 1, x[i], x[i] * x[i]);
        }
        GrEstimate e = gr_cluster_share(&sums), wrong = gr_cluster_share(&singles);
        held += e.low <= 0.55 && e.high >= 0.55;
        naive += wrong.low <= 0.55 && wrong.high >= 0.55;
    }
    CHECK(held >= 0.935 * TRIALS && held <= 0.97 * TRIALS);
    CHECK(naive < 0.92 * TRIALS); /* the test would see it */
}

static void means_of_clusters_are_covered(void) {
    enum { TRIALS = 2000 };
    uint64_t state = test_seed(5);
    int held = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        GrClusterSums sums = {0};
        for (int cluster = 0; cluster < 40; cluster++) {
            double shared = uniform(&state) + uniform(&state), n = 1 + (double)(gr_random(&state) % 4), x = 0, xx = 0;
            for (int i = 0; i < (int)n; i++) {
                double value = shared + uniform(&state);
                x += value;
                xx += value * value;
            }
            gr_cluster_add(&sums, n, x, xx);
        }
        GrEstimate e = gr_cluster_mean(&sums);
        held += e.low <= 1.5 && e.high >= 1.5;
    }
    CHECK(held >= 0.93 * TRIALS && held <= 0.97 * TRIALS);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(wilson_is_as_published);
    RUN(exact_is_as_published);
    RUN(exact_ends_are_where_chance_is);
    RUN(differences_are_as_published);
    RUN(student_is_as_in_tables);
    RUN(a_mean_of_single_games);
    RUN(twins_count_as_one);
    RUN(one_cluster_says_nothing_of_the_spread);
    RUN(draws_alone_leave_room);
    RUN(shares_of_pairs_are_covered);
    RUN(means_of_clusters_are_covered);
    return test_end();
}
