/* Fitting the weights of the evaluation to scores and results of games. Internal to analysis/.
 *
 * A position's chance for White is modelled as 1 / (1 + exp(-e / K)), e its evaluation from White's view.
 * It should be the share of points that White got in the game, mixed with what the score that a search gave
 * the position says; K is the one for which the scores say the results best. The weights make the
 * mean cross entropy of the two as small as they can (logistic regression; P. Osterlund's "Texel's tuning
 * method" has the idea of fitting an evaluation so), by Adam (Kingma and Ba, 2015) over batches. A
 * quadratic penalty holds what few positions speak about near its start.
 *
 * The result depends on the samples, their order and the seed, not on the number of threads.
 */
#ifndef GR_ANALYSIS_TUNE_H
#define GR_ANALYSIS_TUNE_H

#include "analysis/engine/evaluate.h"
#include "analysis/engine/weights.h"

typedef struct GrTuner GrTuner;

typedef struct GrTuning {
    double results;  /* how much results count, beside scores: 0 to 1 */
    double spread;   /* how far weights may wander that no position speaks about, in centipawns */
    unsigned epochs; /* how often all samples are gone through */
    uint64_t seed;
    int threads;     /* 1 up */
    bool (*stop)(void *user); /* may be NULL */
    /* After each epoch: the mean loss of the samples that are learnt from, and of the others, which are
     * one game in ten; may be NULL. */
    void (*progress)(void *user, unsigned epoch, double loss, double test);
    void *user;
} GrTuning;

typedef struct GrTuned {
    uint64_t samples, tests;
    double scale;            /* K, in centipawns */
    double before, after;    /* loss of the tests */
} GrTuned;

/* Weights of this evaluator are where the fit begins; it must stay. */
GrTuner *gr_tuner_new(const GrEvaluator *eval);
void gr_tuner_free(GrTuner *tuner);

/* Adds a position. The score is from the view of the side to move, and so are the points: 2 won, 1 drawn, 0
 * lost, -1 unknown. One with a lead of more than 800 centipawns is left out: that it was not won
 * says more of the play than of the position; and so is one with a lone king and no pawns. */
int gr_tuner_add(GrTuner *tuner, const GrPosition *pos, GrScore score, int points, int64_t game,
                 GrError *error);

/* Fits. GR_ERR_NOT_FOUND if there are no samples, or none to test with; GR_ERR_STOPPED. */
int gr_tuner_fit(GrTuner *tuner, const GrTuning *job, GrWeights *weights, GrTuned *tuned,
                 GrError *error);

#endif
