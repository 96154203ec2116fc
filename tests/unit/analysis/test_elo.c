/* What the games of a match are worth: examples worked out by hand (the sums; the figures by a
 * calculator), and what holds of every tally. */
#include <math.h>
#include <stdlib.h>

#include "analysis/study/elo.h"
#include "tests/aid/test.h"

static bool near(double a, double b) {
    return fabs(a - b) < 0.01;
}

typedef struct Example {
    GrTally tally;
    double difference, low, high;
} Example;

/* The last but one: units 2 of 0 points in 2 games, 3 of 1/2, 10 of 1, 20 of 3/2, 15 of 2, and 10 of
 * 1/2 in 1 game: 110 games, 76.5 points; for the variance the added pairs of 0 and of 2, too. */
static const Example examples[] = {
    {{0}, 0, -495.30, 495.30},
    {{.wins = 2, .pair = {[4] = 1}}, 279.59, -309.07, 868.25},
    {{.wins = 1, .single = {[2] = 1}}, 190.85, -349.59, 731.28},
    {{.wins = 30, .losses = 30, .draws = 40, .pair = {5, 10, 20, 10, 5}}, 0, -54.84, 54.84},
    {{.wins = 100, .pair = {[4] = 50}}, 921.28, 423.67, 1418.89},
    {{.wins = 70, .losses = 70, .draws = 60, .twins = 100}, 0, -18.88, 18.88},
    {{.wins = 60, .losses = 30, .draws = 30, .pair = {2, 3, 10, 20, 15}, .twins = 10},
     88.74, 86.13, 200.76},
    {{.wins = 50, .losses = 50, .pair = {[2] = 50}}, 0, -18.88, 18.88},
};

static void examples_worked_out(void) {
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const Example *e = &examples[i];
        GrElo elo;
        gr_elo(&e->tally, &elo);
        bool above = elo.low > 0, below = elo.high < 0;
        CHECK((elo.superiority > 0.975) == above && (elo.superiority < 0.025) == below);
        bool same = near(elo.difference, e->difference) && near(elo.low, e->low) &&
                    near(elo.high, e->high);
        if (!CHECK(same))
            printf("    %zu: %.2f in %.2f .. %.2f\n", i, elo.difference, elo.low, elo.high);
    }
}

/* A level tally says nothing; the opponent's likelihood is the rest. */
static void the_likelihood_of_superiority(void) {
    GrElo elo, other;
    GrTally t = {.wins = 30, .losses = 30, .draws = 40, .pair = {5, 10, 20, 10, 5}};
    gr_elo(&t, &elo);
    CHECK(fabs(elo.superiority - 0.5) < 1e-9);
    t = (GrTally){.wins = 1, .single = {[2] = 1}}; /* 1.5 points of 2, of one game: z = 1/2 */
    gr_elo(&t, &elo);
    CHECK(fabs(elo.superiority - 0.6915) < 1e-4);
    t = (GrTally){.losses = 1, .single = {[0] = 1}};
    gr_elo(&t, &other);
    CHECK(fabs(elo.superiority + other.superiority - 1) < 1e-9);
}

/* Twins are one game drawn, whichever engine won; what was seen before adds nothing. */
static void games_are_counted_as_evidence_once(void) {
    const GrTallyGame won = {2, true}, lost = {0, true}, drawn = {1, true}, seen = {2, false};
    GrTally t = {0};
    gr_tally_pair(&t, &won, &lost, true);
    CHECK(t.twins == 1 && t.pair[2] == 0);
    gr_tally_pair(&t, &seen, &lost, true); /* twins, and both like an earlier game */
    CHECK_INT(t.twins, 1);
    gr_tally_pair(&t, &won, &lost, false);
    gr_tally_pair(&t, &won, &drawn, false);
    CHECK(t.pair[2] == 1 && t.pair[3] == 1);
    gr_tally_pair(&t, &drawn, &seen, false);
    gr_tally_pair(&t, &seen, &lost, false);
    gr_tally_pair(&t, &won, NULL, false);
    CHECK(t.single[0] == 1 && t.single[1] == 1 && t.single[2] == 1);
    GrTally before = t;
    gr_tally_pair(&t, &seen, &seen, false);
    gr_tally_pair(&t, &seen, NULL, false);
    CHECK(memcmp(&before, &t, sizeof t) == 0);
    gr_tally_game(&t, &won);
    gr_tally_game(&t, &seen);
    gr_tally_game(&t, &drawn);
    CHECK(t.wins == 2 && t.losses == 0 && t.draws == 1 && t.distinct == 2);
}

/* However the games went: finite, above zero, and the other engine's interval the other way
 * round. */
static void every_interval_is_honest(void) {
    GrElo elo, other;
    uint32_t n[5];
    for (uint32_t i = 0; i < 4096; i++) {
        GrTally t = {0}, o = {0};
        for (int p = 0; p < 5; p++) {
            static const uint32_t counts[] = {0, 1, 7, 1000};
            n[p] = i >> 2 * p & 3;
            t.pair[p] = o.pair[4 - p] = counts[n[p]];
            t.wins += (uint32_t)(p / 2) * counts[n[p]];
            t.losses += (uint32_t)((4 - p) / 2) * counts[n[p]];
            t.draws += (uint32_t)(p % 2) * counts[n[p]];
        }
        t.twins = o.twins = (i >> 10) * 3;
        t.draws += 2 * t.twins;
        o.wins = t.losses;
        o.losses = t.wins;
        o.draws = t.draws;
        gr_elo(&t, &elo);
        gr_elo(&o, &other);
        if (!CHECK(isfinite(elo.difference) && isfinite(elo.margin) && elo.margin > 0) ||
            !CHECK(elo.low < elo.high && elo.difference - elo.margin <= elo.low + 1e-9 &&
                   elo.difference + elo.margin >= elo.high - 1e-9) ||
            !CHECK(near(elo.low, -other.high) && near(elo.difference, -other.difference)))
            return;
    }
}

/* ---- coverage ---- */

/* What the outcomes of a pair are likely to be. The engine's share of the points in a game is
 * `share`; `tie` is how much the two games of a pair have in common: they end alike in that part of
 * the pairs, or, below 0, one each way. Returns the share. */
static double pair_chances(double share, double draws, double tie, double chance[5]) {
    draws = fmin(draws, 2 * fmin(share, 1 - share));
    double game[3] = {1 - share - draws / 2, draws, share - draws / 2}, mean = 0;
    for (int i = 0; i < 5; i++)
        chance[i] = tie < 0 ? -tie * (i == 2) : i % 2 == 0 ? tie * game[i / 2] : 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            chance[i + j] += (1 - fabs(tie)) * game[i] * game[j];
    for (int i = 0; i < 5; i++)
        mean += chance[i] * i / 4;
    return mean;
}

/* Does the interval of that tally contain the share? */
static bool covers(const uint32_t pair[5], double share) {
    GrTally tally = {0};
    GrElo elo;
    uint32_t points = 0, games = 0;
    for (uint32_t i = 0; i < 5; i++) {
        tally.pair[i] = pair[i];
        points += i * pair[i];
        games += 2 * pair[i];
    }
    tally.wins = points / 2; /* as many points, however they came about */
    tally.draws = points % 2;
    tally.losses = games - tally.wins - tally.draws;
    gr_elo(&tally, &elo);
    double truth = 400 * log10(share / (1 - share));
    return elo.low <= truth && truth <= elo.high;
}

/* How likely the interval contains the share: the sum over all results of n pairs. */
static double coverage(uint32_t n, const double chance[5], double share) {
    double sum = 0;
    uint32_t c[5];
    for (c[0] = 0; c[0] <= n; c[0]++)
        for (c[1] = 0; c[0] + c[1] <= n; c[1]++)
            for (c[2] = 0; c[0] + c[1] + c[2] <= n; c[2]++)
                for (c[3] = 0; c[0] + c[1] + c[2] + c[3] <= n; c[3]++) {
                    c[4] = n - c[0] - c[1] - c[2] - c[3];
                    double log_chance = lgamma(n + 1);
                    for (int i = 0; i < 5; i++)
                        if (c[i])
                            log_chance += c[i] * log(chance[i]) - lgamma(c[i] + 1);
                    if (covers(c, share))
                        sum += exp(log_chance);
                }
    return sum;
}

/* The same by playing `runs` matches, where there are too many results to sum up. */
static double simulated(uint32_t n, const double chance[5], double share, int runs) {
    uint64_t state = test_seed(88172645463325252);
    int covered = 0;
    for (int run = 0; run < runs; run++) {
        uint32_t c[5] = {0};
        for (uint32_t pair = 0; pair < n; pair++) {
            state ^= state << 13, state ^= state >> 7, state ^= state << 17;
            double draw = (double)(state >> 11) / 9007199254740992.0;
            int i = 0;
            while (i < 4 && (draw -= chance[i]) >= 0)
                i++;
            c[i]++;
        }
        covered += covers(c, share);
    }
    return (double)covered / runs;
}

/* Intervals of 95 % cover that on average, and seldom much less, also where one side wins nearly all,
 * and of few pairs. As results are whole numbers, no interval covers the same everywhere: Wilson's of
 * 10 games covers a share of 0.95 in 91.4 %. */
static void intervals_cover_what_they_say(void) {
    static const uint32_t pairs[] = {3, 5, 10, 20, 100, 400};
    static const double shares[] = {0.5, 0.65, 0.8, 0.9, 0.95, 0.98, 0.99}, draws[] = {0, 0.3, 0.6},
                        ties[] = {-0.3, 0, 0.5, 1};
    bool slow = getenv("GRIMOIRE_SLOW") != NULL;
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        uint32_t n = pairs[p];
        double sum = 0, least = 1;
        for (int i = 0; i < 7 * 3 * 4; i++) {
            double chance[5];
            double share = pair_chances(shares[i % 7], draws[i / 7 % 3], ties[i / 21], chance);
            double covered = n <= (slow ? 20 : 10) ? coverage(n, chance, share)
                                                  : simulated(n, chance, share, slow ? 20000 : 500);
            sum += covered;
            least = fmin(least, covered);
        }
        if (!CHECK(least > (n < 5 ? 0.84 : 0.88)) || !CHECK(sum / 84 > 0.94 && sum / 84 < 0.985))
            printf("    %u pairs: at the least %.3f, on average %.3f\n", n, least, sum / 84);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(examples_worked_out);
    RUN(the_likelihood_of_superiority);
    RUN(games_are_counted_as_evidence_once);
    RUN(every_interval_is_honest);
    RUN(intervals_cover_what_they_say);
    return test_end();
}
