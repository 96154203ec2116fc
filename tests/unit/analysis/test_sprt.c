/* Sequential tests: published values, values worked out by hand, and how often they err. */
#include <math.h>

#include "analysis/study/sprt.h"
#include "tests/aid/test.h"

static bool near(double a, double b, double most) {
    return fabs(a - b) <= most;
}

/* The pairs and ratios of two tests of the match program fastchess (its own, of logistic Elo). */
static void published_values(void) {
    const GrSprt first = {0.5, 2.5, 0.05, 0.05}, second = {0, 2, 0.05, 0.05};
    GrTally t = {.pair = {223, 9863, 20279 + 1000, 10037, 246}};
    CHECK(near(gr_sprt_ratio(&first, &t), -3.07, 0.005));
    t = (GrTally){.pair = {871, 26175, 55003 + 980, 26678, 821}};
    CHECK(near(gr_sprt_ratio(&second, &t), -4.98, 0.005));
}

/* With two results, 0 and 1, there is but one pair of chances with a given mean: the ratio is that of
 * plain binomials. Elo 0 and 400 log10(3): shares 1/2 and 3/4. 20 pairs, 12 won:
 * 12 ln(3/2) + 8 ln(1/2) = -0.6796; 18 won: 18 ln(3/2) + 2 ln(1/2) = 5.9121. */
static void values_by_hand(void) {
    const GrSprt sprt = {0, 190.8485, 0.05, 0.05};
    CHECK(near(gr_sprt_ratio(&sprt, &(GrTally){.pair = {[0] = 8, [4] = 12}}), -0.6796, 0.03));
    CHECK(near(gr_sprt_ratio(&sprt, &(GrTally){.pair = {[0] = 2, [4] = 18}}), 5.9121, 0.03));
    CHECK(near(gr_sprt_lower(&sprt), -2.9444, 1e-4)); /* ln(1/19) */
    CHECK(near(gr_sprt_upper(&sprt), 2.9444, 1e-4));
    const GrSprt uneven = {0, 5, 0.01, 0.1};
    CHECK(near(gr_sprt_lower(&uneven), log(0.1 / 0.99), 1e-9));
    CHECK(near(gr_sprt_upper(&uneven), log(0.9 / 0.01), 1e-9));
    CHECK_INT(gr_sprt_state(&uneven, -2.3), GR_SPRT_H0);
    CHECK_INT(gr_sprt_state(&uneven, -2.2), GR_SPRT_OPEN);
    CHECK_INT(gr_sprt_state(&uneven, 4.4), GR_SPRT_OPEN);
    CHECK_INT(gr_sprt_state(&uneven, 4.6), GR_SPRT_H1);
}

static void what_counts(void) {
    const GrSprt sprt = {0, 5, 0.05, 0.05}, none = {0};
    GrTally t = {0};
    CHECK(gr_sprt_ratio(&sprt, &t) == 0);
    t.single[2] = 7; /* games without a partner that is new */
    t.wins = 7;
    CHECK(gr_sprt_ratio(&sprt, &t) == 0);
    t.pair[4] = 5;
    double ratio = gr_sprt_ratio(&sprt, &t);
    CHECK(ratio > 0);
    t.single[0] = 50;
    CHECK(gr_sprt_ratio(&sprt, &t) == ratio);
    CHECK(gr_sprt_ratio(&none, &t) == 0);
    CHECK_INT(gr_sprt_state(&none, 100), GR_SPRT_OPEN);
    /* twins are a pair that was level, once */
    GrTally twins = {.pair = {1, 2, 3, 4, 5}, .twins = 7}, level = {.pair = {1, 2, 10, 4, 5}};
    CHECK(gr_sprt_ratio(&sprt, &twins) == gr_sprt_ratio(&sprt, &level));
}

/* Whatever the pairs: a finite number; the other engine's is the opposite, with the hypotheses
 * turned round. */
static void every_ratio_is_finite(void) {
    static const uint32_t counts[] = {0, 1, 7, 1000};
    for (uint32_t i = 1; i < 1024; i++) {
        GrTally t = {0}, other = {0};
        for (uint32_t r = 0; r < 5; r++)
            t.pair[r] = other.pair[4 - r] = counts[i >> 2 * r & 3];
        double ratio = gr_sprt_ratio(&(GrSprt){-3, 8, 0.05, 0.05}, &t);
        double turned = gr_sprt_ratio(&(GrSprt){-8, 3, 0.05, 0.05}, &other);
        if (!CHECK(isfinite(ratio) && near(ratio, -turned, 1e-6 * (1 + fabs(ratio)))))
            return;
    }
}

static double next_share(uint64_t *state) {
    *state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
    return (double)(*state >> 11) / 9007199254740992.0;
}

/* Plays pairs until the test decides; the number of pairs. */
static uint32_t run_test(const GrSprt *sprt, const double chance[5], uint64_t *state,
                         GrSprtState *decided) {
    GrTally t = {0};
    uint32_t pairs = 0;
    do {
        double draw = next_share(state);
        int r = 0;
        while (r < 4 && (draw -= chance[r]) >= 0)
            r++;
        t.pair[r]++;
        pairs++;
        *decided = gr_sprt_state(sprt, gr_sprt_ratio(sprt, &t));
    } while (*decided == GR_SPRT_OPEN);
    return pairs;
}

/* Games of share s, 40 % of them drawn, the two of a pair independent. */
static void set_chances(double elo, double chance[5]) {
    double share = 1 / (1 + pow(10, -elo / 400));
    double game[3] = {0.8 - share, 0.4, share - 0.2};
    for (int r = 0; r < 5; r++)
        chance[r] = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            chance[i + j] += game[i] * game[j];
}

/* Where a hypothesis holds exactly, the other one is accepted about as often as was asked for: of 400
 * tests 20 at 5 %; the standard deviation is 4.4. */
static void errors_are_as_rare_as_asked(void) {
    const GrSprt sprt = {0, 60, 0.05, 0.05};
    uint64_t state = test_seed(88172645463325252);
    double chance[5], pairs = 0;
    int wrong[2] = {0, 0};
    for (int side = 0; side < 2; side++) {
        set_chances(side ? sprt.elo1 : sprt.elo0, chance);
        for (int i = 0; i < 400; i++) {
            GrSprtState decided;
            pairs += run_test(&sprt, chance, &state, &decided);
            wrong[side] += decided != (side ? GR_SPRT_H1 : GR_SPRT_H0);
        }
    }
    if (!CHECK(wrong[0] >= 5 && wrong[0] <= 33 && wrong[1] >= 5 && wrong[1] <= 33))
        printf("    wrong: %d and %d of 400\n", wrong[0], wrong[1]);
    CHECK(pairs / 800 > 30 && pairs / 800 < 130);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(published_values);
    RUN(values_by_hand);
    RUN(what_counts);
    RUN(every_ratio_is_finite);
    RUN(errors_are_as_rare_as_asked);
    return test_end();
}
