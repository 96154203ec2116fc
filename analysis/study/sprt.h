/* Sequential tests: is the first engine the stronger one by so much, or not? Asked after each pair of
 * games, so that a match needs no more of them than the answer takes.
 *
 * The generalised sequential probability ratio test of two Elo differences, on pairs of games with the
 * same opening (pentanomial: a pair has 0 to 4 half points). The ratio is that of the likelihoods of
 * what was seen under the likeliest chances of the five results that have the share of points of either
 * hypothesis: M. Van den Bergh, "A Practical Introduction to the GSPRT" (2021), from A. B. Owen,
 * Empirical Likelihood (2001), 2.9: chances p_i / (1 + t (x_i - s)) where p_i are the frequencies, x_i the
 * shares 0, 1/4, 1/2, 3/4 and 1, s the share of the hypothesis, and t such that their mean is s. A result
 * that never came counts as a thousandth of a pair, as is usual. The bounds are A. Wald's
 * (Ann. Math. Stat. 16, 1945).
 */
#ifndef GR_ANALYSIS_SPRT_H
#define GR_ANALYSIS_SPRT_H

#include "analysis/study/elo.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrSprt {
    double elo0, elo1;  /* the hypotheses: logistic differences, elo0 below elo1; both 0: no test */
    double alpha, beta; /* the chances, in 0 .. 1, to accept H1 though H0 holds, and H0 though H1 does;
                           their sum is below 1 */
} GrSprt;

typedef enum GrSprtState { GR_SPRT_OPEN, GR_SPRT_H0, GR_SPRT_H1 } GrSprtState;

static inline bool gr_sprt_is_on(const GrSprt *sprt) {
    return sprt->elo0 < sprt->elo1;
}

/* H0 is accepted at or below the lower bound, H1 at or above the upper one. */
double gr_sprt_lower(const GrSprt *sprt);
double gr_sprt_upper(const GrSprt *sprt);

/* The logarithm of the likelihood ratio; 0 before the first pair. A pair counts if both of its games are
 * unlike each earlier one. So does one of twins (two games with the same moves), once: it shows that the
 * engines are level in this opening. A game that is all that is new in its pair, and the last one if it
 * has no partner, do not count: their pairs have no result. */
double gr_sprt_ratio(const GrSprt *sprt, const GrTally *tally);

/* What that ratio decides. */
GrSprtState gr_sprt_state(const GrSprt *sprt, double ratio);

GR_END_DECLS

#endif
