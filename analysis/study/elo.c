/* The difference in strength that a match shows, and its error. */
#include "analysis/study/elo.h"

#include <math.h>

/* 95 % of a normal distribution lie within this many standard deviations. */
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
    return sums;
}

static double elo_of(double share) {
    return 400 * log10(share / (1 - share));
}

/* The share of the points; where one side has all of them, as if one more game had been drawn. */
static double share_of(double points, double games) {
    return points <= 0 || points >= games ? (points + 0.5) / (games + 1) : points / games;
}

/* The number of games, each won or lost and independent of the others, whose share of points would
 * vary as much as that of the units; at least one. The variance is that of a ratio of sums over
 * independent units. A pair lost and a pair won are added to it, since few results, and those all
 * alike, say little about how much they vary; what they add to the evidence is taken off again. */
static double effective_games(Sums sums) {
    double evidence = sums.n;
    add(&sums, 1, 2, 0);
    add(&sums, 1, 2, 2);
    double share = sums.x / sums.n;
    double spread = sums.xx - 2 * share * sums.nx + share * share * sums.nn;
    double games = share * (1 - share) * sums.n * sums.n / spread;
    return fmax(1, games * evidence / sums.n);
}

void gr_elo(const GrTally *tally, GrElo *elo) {
    Sums sums = sum_up(tally);
    double share = share_of(sums.x, sums.n), games = effective_games(sums), zz = REACH * REACH;
    double middle = (share * games + zz / 2) / (games + zz);
    double reach = REACH * sqrt(share * (1 - share) * games + zz / 4) / (games + zz);
    elo->low = elo_of(middle - reach);
    elo->high = elo_of(middle + reach);
    elo->difference = elo_of(share_of(tally->wins + tally->draws / 2.0, gr_tally_games(tally)));
    elo->superiority = erfc(-(share - 0.5) * sqrt(4 * games) / sqrt(2)) / 2;
    elo->margin = fmax(elo->difference - elo->low, elo->high - elo->difference);
}
