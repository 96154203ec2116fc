/* Values of pieces: regression on made games whose true values are known. */
#include <math.h>

#include "analysis/report/logistic.h"
#include "rules/random.h"
#include "tests/aid/test.h"

enum { TERMS = 4, GAMES = 400, ROWS = 3 };

/* A pawn, a knight, a rook and the move, in log odds. */
static const double TRUE_B[TERMS] = {0.4, 1.2, 2.0, 0.15};

static double uniform(uint64_t *state) {
    return (double)(gr_random(state) >> 11) / 9007199254740992.0;
}

static int between(uint64_t *state, int low, int high) {
    return low + (int)(gr_random(state) % (uint64_t)(high - low + 1));
}

/* Games in pairs of a cluster: with probability 1/2 the same luck decides both. All positions of a game
 * share its result, and its material; who is to move differs. Draws are made by halving: of a game that
 * White wins with chance p, 2 min(p, 1 - p) / 3 of all are drawn, which leaves its mean at p. */
static void make_games(uint64_t *state, GrLogisticRow row[GAMES * ROWS]) {
    double luck = 0;
    for (int game = 0; game < GAMES; game++) {
        int x[TERMS] = {between(state, -3, 3), between(state, -1, 1), between(state, -1, 1), 0};
        x[3] = between(state, 0, 1) ? 1 : -1;
        double score = 0;
        for (int i = 0; i < TERMS; i++)
            score += TRUE_B[i] * x[i];
        double p = 1 / (1 + exp(-score)), drawn = 2 * fmin(p, 1 - p) / 3;
        if (game % 2 == 0 || between(state, 0, 1))
            luck = uniform(state);
        float y = luck < p - drawn / 2 ? 1 : luck < p + drawn / 2 ? 0.5F : 0;
        for (int r = 0; r < ROWS; r++) {
            GrLogisticRow *to = &row[game * ROWS + r];
            *to = (GrLogisticRow){.cluster = (uint64_t)game / 2, .weight = 1.0F / ROWS, .y = y};
            for (int i = 0; i < TERMS; i++)
                to->x[i] = (int8_t)x[i];
        }
    }
}

/* Over 600 sets of games, 95 % of the intervals hold what is true: of the coefficients, by their standard
 * errors, and of the values in pawns, by Fieller's. With clusters ignored far fewer would. */
static void intervals_hold_the_truth(void) {
    enum { TRIALS = 600 };
    static GrLogisticRow row[GAMES * ROWS];
    uint64_t state = test_seed(2026);
    int held[TERMS] = {0}, worth[TERMS] = {0}, naive = 0;
    double sum[TERMS] = {0};
    for (int trial = 0; trial < TRIALS; trial++) {
        GrLogisticFit fit;
        make_games(&state, row);
        gr_logistic_fit(row, GAMES * ROWS, TERMS, &fit);
        REQUIRE(fit.found);
        for (int i = 0; i < TERMS; i++) {
            double reach = GR_NORMAL_REACH * sqrt(fit.covariance[i][i]);
            GrEstimate e = gr_logistic_ratio(&fit, i, 0);
            sum[i] += fit.b[i];
            held[i] += fabs(fit.b[i] - TRUE_B[i]) <= reach;
            worth[i] += e.low <= TRUE_B[i] / TRUE_B[0] && e.high >= TRUE_B[i] / TRUE_B[0];
        }
        for (size_t n = 0; n < GAMES * ROWS; n++) {
            row[n].cluster = n; /* as if positions were independent */
            row[n].weight = 1;
        }
        gr_logistic_fit(row, GAMES * ROWS, TERMS, &fit);
        naive += fabs(fit.b[1] - TRUE_B[1]) <= GR_NORMAL_REACH * sqrt(fit.covariance[1][1]);
    }
    for (int i = 0; i < TERMS; i++) {
        CHECK(fabs(sum[i] / TRIALS - TRUE_B[i]) < 0.05 * fabs(TRUE_B[i]) + 0.01);
        CHECK(held[i] >= 0.92 * TRIALS && held[i] <= 0.98 * TRIALS);
        CHECK(i == 0 || (worth[i] >= 0.92 * TRIALS && worth[i] <= 0.98 * TRIALS));
    }
    CHECK(naive < 0.8 * TRIALS);
}

/* One thing to explain: 30 of 40 win with it, 10 of 40 against it; its log odds are ln 3. Each game alone
 * the sandwich is that of the textbook: 1 / (n p q), here times n / (n - 1). */
static void a_case_done_by_hand(void) {
    GrLogisticRow row[80];
    GrLogisticFit fit;
    for (int n = 0; n < 80; n++) {
        bool won = n % 40 < 30;
        row[n] = (GrLogisticRow){.cluster = (uint64_t)n, .weight = 1, .y = (n < 40) == won ? 1.0F : 0.0F};
        row[n].x[0] = n < 40 ? 1 : -1;
    }
    gr_logistic_fit(row, 80, 1, &fit);
    REQUIRE(fit.found);
    CHECK(fabs(fit.b[0] - log(3)) < 1e-9);
    CHECK(fabs(fit.covariance[0][0] - 1 / (80 * 0.75 * 0.25) * 80 / 79) < 1e-9);
    CHECK_INT(fit.clusters, 80);
}

/* What always wins has no greatest value, and two pieces that always go together have no values of their
 * own. */
static void what_cannot_be_known_is_not_said(void) {
    GrLogisticRow row[40] = {{0}};
    GrLogisticFit fit;
    for (int n = 0; n < 40; n++) {
        row[n] = (GrLogisticRow){.cluster = (uint64_t)n, .weight = 1, .y = n % 2 ? 1.0F : 0.0F};
        row[n].x[0] = n % 2 ? 1 : -1;
    }
    gr_logistic_fit(row, 40, 1, &fit);
    CHECK(!fit.found);
    for (int n = 0; n < 40; n++) {
        row[n].y = n % 3 ? 1 : 0;
        row[n].x[1] = (int8_t)(2 * row[n].x[0]);
    }
    gr_logistic_fit(row, 40, 2, &fit);
    CHECK(!fit.found);
    gr_logistic_fit(row, 0, 1, &fit);
    CHECK(!fit.found);
    gr_logistic_fit(row, 40, 1, &fit);
    CHECK(fit.found);
}

/* A unit that may be 0 leaves the ratio without bounds. */
static void an_unknown_unit_has_no_bounds(void) {
    GrLogisticFit fit = {.found = true, .terms = 2, .clusters = 9, .b = {0.1, 1}};
    fit.covariance[0][0] = 0.01;
    fit.covariance[1][1] = 0.01;
    GrEstimate e = gr_logistic_ratio(&fit, 1, 0);
    CHECK(isinf(e.low) && isinf(e.high));
    fit.b[0] = 1;
    e = gr_logistic_ratio(&fit, 1, 0);
    CHECK(e.low < 1 && e.low > 0.7 && e.high > 1 && e.high < 1.4);
    e = gr_logistic_ratio(&fit, 0, 0);
    CHECK(e.low == 1 && e.high == 1);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(intervals_hold_the_truth);
    RUN(a_case_done_by_hand);
    RUN(what_cannot_be_known_is_not_said);
    RUN(an_unknown_unit_has_no_bounds);
    return test_end();
}
