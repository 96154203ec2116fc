/* How sure a figure is: shares and means with 95 % intervals.
 *
 * Games that share an opening and the players are not independent of each other, and positions of one
 * game even less. What is independent is a cluster of games: everything here takes numbers that were
 * summed up by cluster, and a game that is alone in its cluster is the usual case.
 *
 * Intervals of rates, of what happens in a game or does not, are exact (C. J. Clopper and E. S. Pearson,
 * Biometrika 26, 1934): of k in n games they reach from the 2.5 % quantile of the beta distribution with
 * parameters k and n - k + 1 to the 97.5 % quantile of that with k + 1 and n - k. They hold the true rate at
 * least 95 times in 100, however rare the event and however few the games. Where games are not independent,
 * n is the number of games that would vary as much if they were (E. L. Korn and B. I. Graubard, Surv.
 * Methodol. 24, 1998), which may be a fraction.
 *
 * Scores, which may count half points, have Wilson's intervals (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927),
 * with the same number of games (N. Dean and M. Pagano, J. Surv. Stat. Methodol. 3, 2015). Intervals of means
 * are Student's, with the variance of a ratio of sums over clusters. The difference of two shares has
 * Newcombe's hybrid interval (R. G. Newcombe, Stat. Med. 17, 1998, method 10), which with limits of exact
 * intervals is wider than with Wilson's, that of two means Welch's without his degrees of freedom: those of
 * the smaller group.
 */
#ifndef GR_ANALYSIS_ESTIMATE_H
#define GR_ANALYSIS_ESTIMATE_H

#include <stddef.h>
#include <stdint.h>

#include "rules/decls.h"

GR_BEGIN_DECLS

/* Standard deviations within which 95 % of a normal distribution lie. */
#define GR_NORMAL_REACH 1.959963984540054

/* A figure and the interval of 95 % confidence around it. */
typedef struct GrEstimate {
    double value, low, high;
    double error;  /* standard error; of shares half the interval's width over GR_NORMAL_REACH */
    double weight; /* how many independent games it rests on; 0: nothing is known, all else is 0 */
} GrEstimate;

/* A share of `games` independent games. `share` may count half points; games may be a fraction. */
GrEstimate gr_wilson(double share, double games);

/* How often something happens in `games` independent games; these may be a fraction. */
GrEstimate gr_exact_rate(double rate, double games);

/* Sums over clusters, put together one cluster at a time. All zero is empty. */
typedef struct GrClusterSums {
    double clusters, many; /* how many; how many of them have more than one game */
    double n, x;           /* games, and the sum of their values */
    double nn, nx, xx;     /* sums over clusters of products of both */
    double squares;        /* sum of the squares of single values */
} GrClusterSums;

/* Adds a cluster of n games whose values sum up to x, and their squares to `squares`. */
void gr_cluster_add(GrClusterSums *sums, double n, double x, double squares);

/* The mean of all values. */
GrEstimate gr_cluster_mean(const GrClusterSums *sums);

/* The factor by which clusters inflate the variance of the mean; at least 1, as chance may make it look smaller. */
double gr_cluster_effect(const GrClusterSums *sums);

/* A share, of values from 0 to 1, with Wilson's interval. */
GrEstimate gr_cluster_share(const GrClusterSums *sums);

/* `rate`, in `games` games of which the clusters are all or a part, with the exact interval; their values are 0 or 1. */
GrEstimate gr_cluster_rate(const GrClusterSums *sums, double rate, double games);

/* a - b, of shares, be they scores or rates; of means. */
GrEstimate gr_share_difference(const GrEstimate *a, const GrEstimate *b);
GrEstimate gr_mean_difference(const GrEstimate *a, const GrEstimate *b);

/* Standard errors within which 95 % of Student's distribution with `freedom` degrees of freedom lie: R. A.
 * Fisher's and E. A. Cornish's expansion, within 0.2 % from 4 degrees on, exact for 1 and 2. */
double gr_student_reach(double freedom);

GR_END_DECLS

#endif
