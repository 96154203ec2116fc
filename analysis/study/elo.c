/* The difference in strength that a match shows, and its error. */
#include "analysis/study/elo.h"

#include <math.h>

/* 95 % of a normal distribution lie within so many standard deviations. */
static const double REACH = 1.959964;

void gr_tally_game(GrTally *tally, const GrTallyGame *game) {
    *(game->points == 2 ? &tally->wins : game->points == 0 ? &tally->losses : &tally->draws) += 1;
    tally->distinct += game->is_new;
}

void gr_tally_pair(GrTally *tally, const GrTallyGame *first, const GrTallyGame *second,
                   bool twins) {
    if (second && twins)
        tally->twins += first->is_new;
    else if (second && first->is_new && second->is_new)
        tally->pair[first->points + second->points]++;
    else if (first->is_new)
        tally->single[first->points]++;
    else if (second && second->is_new)
        tally->single[second->points]++;
}

/* Sums over the units of evidence: n is the weight of a unit in games, x its points. */
typedef struct Sums {
    double n, x, nn, nx, xx;
} Sums;

static void add(Sums *sums, double count, double n, double x) {
    sums->n += count * n;
    sums->x += count * x;
    sums->nn += count * n * n;
    sums->nx += count * n * x;
    sums->xx += count * x * x;
}

static Sums sum_up(const GrTally *tally) {
    Sums sums = {0};
    for (int points = 0; points <= 4; points++)
        add(&sums, tally->pair[points], 2, points / 2.0);
    for (int points = 0; points <= 2; points++)
        add(&sums, tally->single[points], 1, points / 2.0);
    add(&sums, tally->twins, 1, 0.5);
    add(&sums, 1, 2, 0); /* what keeps the interval finite: a pair lost */
    add(&sums, 1, 2, 2); /* and a pair won */
    return sums;
}

static double elo_of(double share) {
    return 400 * log10(share / (1 - share));
}

static double share_of_all(const GrTally *tally) {
    double games = gr_tally_games(tally), points = tally->wins + tally->draws / 2.0;
    if (points == 0 || points == games)
        return (points + 0.5) / (games + 1);
    return points / games;
}

void gr_elo(const GrTally *tally, GrElo *elo) {
    Sums sums = sum_up(tally);
    double share = sums.x / sums.n;
    /* The variance of a ratio of sums over independent units. */
    double spread = sums.xx - 2 * share * sums.nx + share * share * sums.nn;
    double deviation = sqrt(spread) / sums.n;
    double reach = REACH * deviation / (share * (1 - share)) * 400 / log(10);
    elo->low = elo_of(share) - reach;
    elo->high = elo_of(share) + reach;
    elo->difference = elo_of(share_of_all(tally));
    elo->margin = fmax(elo->difference - elo->low, elo->high - elo->difference);
}
