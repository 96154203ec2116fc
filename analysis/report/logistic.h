/* Logistic regression of results on what stood on the board, with errors that allow for clusters. Internal
 * to analysis/.
 *
 * A result is White's share of the point, 0, 1/2 or 1; its expectation is 1 / (1 + exp(-b.x)). That is
 * fitted by quasi-likelihood, which half points may enter (L. E. Papke and J. M. Wooldridge, J. Appl.
 * Econometrics 11, 1996), by Newton's method. Positions of a game, and games of a cluster, share their
 * fate; the covariance is therefore the sandwich summed by cluster (K.-Y. Liang and S. L. Zeger,
 * Biometrika 73, 1986), times clusters / (clusters - 1) for their number.
 */
#ifndef GR_REPORT_LOGISTIC_H
#define GR_REPORT_LOGISTIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/study/estimate.h"

enum { GR_MOST_TERMS = 34 }; /* each type of piece, and three more */

/* One position. Rows of a cluster stand next to each other. */
typedef struct GrLogisticRow {
    uint64_t cluster;
    float weight; /* of the row; all rows of a game may share the weight of one */
    float y;      /* 0 to 1 */
    int8_t x[GR_MOST_TERMS];
} GrLogisticRow;

typedef struct GrLogisticFit {
    bool found;     /* false: the rows do not determine the coefficients */
    int terms;
    size_t clusters;
    double b[GR_MOST_TERMS];
    double covariance[GR_MOST_TERMS][GR_MOST_TERMS];
} GrLogisticFit;

/* Fits the first `terms` columns, 1 to GR_MOST_TERMS. */
void gr_logistic_fit(const GrLogisticRow *row, size_t rows, int terms, GrLogisticFit *fit);

/* b[term] / b[unit] with Fieller's interval (E. C. Fieller, J. R. Stat. Soc. B 16, 1954), which has the
 * right coverage where the unit is not well known either. If that is not even known to differ from 0,
 * the interval is unbounded: low is -INFINITY and high INFINITY. The weight is that of the clusters. */
GrEstimate gr_logistic_ratio(const GrLogisticFit *fit, int term, int unit);

#endif
