/* Training a network from games with scores (analysis/train/samples.h).
 *
 * The network learns to predict
 *
 *     blend * share + (1 - blend) * course,     share = logistic(score / scale)
 *
 * `scale` being the centipawns at which scores predict these games best, unless it is given, and `course` what the rest
 * of the game says: of a position, 1 - lambda times its share and lambda times the course of the next one that is
 * learnt from, and after the last one 1 for a win, 1/2 for a draw, 0 for a loss (R. Sutton, "Learning to predict by
 * the methods of temporal differences", 1988). So a score that later moves refute counts for less, and one result
 * does not count for all of a long game. The mean square error is minimized by Adam
 * (Kingma and Ba, 2015) with a step that falls along a half cosine. One game of twenty is held out for
 * testing.
 *
 * The result depends on the games, the seed and the settings alone, not on the number of threads.
 */
#ifndef GR_ANALYSIS_LEARN_H
#define GR_ANALYSIS_LEARN_H

#include "analysis/engine/net.h"
#include "db/store/database.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* The progress of a training. */
typedef struct GrLearnState {
    int epoch, epochs;            /* ended, of all */
    uint64_t samples, tests;      /* positions to learn from, and to test on */
    double scale;                 /* centipawns */
    double loss, test_loss;       /* mean square errors of the last epoch; of the positions tested on */
    double first_test_loss;       /* before any learning: what the scores' mean alone would do */
    double score_loss;            /* what the scores themselves would have, of the positions tested on */
} GrLearnState;

typedef struct GrLearn {
    GrDb *db;
    const GrRules *rules;
    int width;           /* of the hidden layer, see GrNet */
    int zones;           /* of the royal piece, see GrFeatures: 1 or GR_ZONES */
    bool danger;         /* pieces in danger are features, too */
    int epochs;          /* times that each position is learnt from */
    double rate;         /* the first step of Adam: 0.001 or so */
    double decay;        /* that pulls weights towards 0: 0.1 or so */
    double blend;        /* 0 .. 1, see above */
    double lambda;       /* likewise */
    double unit;         /* the scale, in centipawns; 0: what fits the games. The smaller it is, the more positions near
                            equality count, and the less those that are nearly won */
    double times;        /* what the new network's evaluations are multiplied by, above 0: 1, or less where they have
                            grown too large for the search's margins from one network to the next */
    const char *start;   /* a network to begin with, of these rules, that has nothing which the new one has not
                            (gr_learn_settle): a file, or GR_LEARN_BUILTIN; NULL: random weights */
    uint64_t seed;
    int threads;         /* 1 up */
    const char *resume;  /* a file that keeps the state after each epoch, so that a run that was stopped goes
                            on there; removed at the end. NULL: none */
    bool (*stop)(void *user);                                    /* may be NULL */
    int (*places)(void *user); /* how many of the threads may work now, asked again and again; NULL: all */
    void (*reading)(void *user, uint64_t games, uint64_t total); /* may be NULL */
    void (*learning)(void *user, uint64_t positions, uint64_t total); /* of all epochs; may be NULL */
    void (*epoch)(void *user, const GrLearnState *state);        /* may be NULL */
    void *user;
} GrLearn;

#define GR_LEARN_BUILTIN "builtin" /* that of the variant that is built in, or else of one with its board and pieces */

/* Gives the job what the network to begin with has and it has not: more neurons, zones, pieces in danger. 0 or a code,
 * as of gr_learn, if that network cannot be read. */
int gr_learn_settle(GrLearn *job, GrError *error);

/* Trains a network; *net is to be freed by gr_net_free, its recipe is empty. *state is filled. Returns 0 or a
 * code; GR_ERR_NOT_FOUND if there are too few positions to learn from; GR_ERR_FOREIGN if the network to
 * begin with is of another width or other rules (else as gr_net_load); GR_ERR_LIMIT if its file would have more than
 * GR_NET_BYTES; GR_ERR_STOPPED. */
int gr_learn(const GrLearn *job, GrNet **net, GrLearnState *state, GrError *error);

GR_END_DECLS

#endif
