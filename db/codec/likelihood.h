/* How likely a score makes a choice, for all models of moves. Internal to db/codec/.
 *
 * Scores count eighths of a power of two: eight more make a choice twice as likely. Likelihoods are
 * whole numbers, the same on every machine, and part of move codec 1: 2^(18 + score / 8), from 16
 * up to 60097 * 2^7, which a score of -112 or less and one of 39 or more have.
 */
#ifndef GR_DB_LIKELIHOOD_H
#define GR_DB_LIKELIHOOD_H

#include <stddef.h>
#include <stdint.h>

enum { GR_LEAST_SCORE = -512, GR_MOST_SCORE = 511 }; /* that may be asked for */

/* By score - GR_LEAST_SCORE. */
extern const uint32_t gr_likelihoods[GR_MOST_SCORE - GR_LEAST_SCORE + 1];

static inline uint32_t gr_likelihood(ptrdiff_t score) {
    return gr_likelihoods[score - GR_LEAST_SCORE];
}

#endif
