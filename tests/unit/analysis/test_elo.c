/* What the games of a match are worth: examples worked out by hand (the sums; the figures by a
 * calculator), and what holds of every tally. */
#include <math.h>

#include "analysis/study/elo.h"
#include "tests/aid/test.h"

static bool near(double a, double b) {
    return fabs(a - b) < 0.01;
}

typedef struct Example {
    GrTally tally;
    double difference, low, high;
} Example;

/* The last but one: units 2 of 0 points in 2 games, 3 of 1/2, 10 of 1, 20 of 3/2, 15 of 2, 10 of
 * 1/2 in 1 game, and the added pairs of 0 and of 2; 114 games, 76.5 points. */
static const Example examples[] = {
    {{0}, 0, -481.51, 481.51},
    {{.wins = 2, .pair = {[4] = 1}}, 279.59, -296.59, 537.41},
    {{.wins = 1, .single = {[2] = 1}}, 190.85, -354.22, 495.09},
    {{.wins = 30, .losses = 30, .draws = 40, .pair = {5, 10, 20, 10, 5}}, 0, -53.99, 53.99},
    {{.wins = 100, .pair = {[4] = 50}}, 921.28, 339.23, 1026.83},
    {{.wins = 70, .losses = 70, .draws = 60, .twins = 100}, 0, -18.52, 18.52},
    {{.wins = 60, .losses = 30, .draws = 30, .pair = {2, 3, 10, 20, 15}, .twins = 10},
     88.74, 81.65, 194.06},
    {{.wins = 50, .losses = 50, .pair = {[2] = 50}}, 0, -18.52, 18.52},
};

static void examples_worked_out(void) {
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const Example *e = &examples[i];
        GrElo elo;
        gr_elo(&e->tally, &elo);
        bool same = near(elo.difference, e->difference) && near(elo.low, e->low) &&
                    near(elo.high, e->high);
        if (!CHECK(same))
            printf("    %zu: %.2f in %.2f .. %.2f\n", i, elo.difference, elo.low, elo.high);
    }
}

/* Twins are one game drawn, whoever won them; what was seen before adds nothing. */
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

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(examples_worked_out);
    RUN(games_are_counted_as_evidence_once);
    RUN(every_interval_is_honest);
    return test_end();
}
