/* The inside of a training. Internal to analysis/.
 *
 * The room analysis/train makes the numbers of the engine. selfplay.h plays games, samples.h makes positions with
 * scores of them, and learn.h a network that predicts these: dataset.c holds what it learns from, float_net.c is the
 * network in floating point, learn.c the course. tune.h fits the evaluation by hand to the same samples (tune_batch.c,
 * tune_finish.c); classical.h is all of that as one run.
 */
#ifndef GR_ANALYSIS_LEARN_LOCAL_H
#define GR_ANALYSIS_LEARN_LOCAL_H

#include "analysis/train/learn.h"
#include "analysis/train/samples.h"

enum {
    GR_LEARN_SLICES = 8,   /* of a batch; each has gradients of its own, which are added up in order */
    GR_LEARN_BATCH = 8192,
    GR_LEARN_TEST = 20     /* one game in this many is kept for testing */
};

/* A position as the network sees it. */
typedef struct GrExample {
    uint64_t at;        /* in GrDataset.feature: first of the side to move, then of the other */
    uint8_t count[2], stage; /* stage: see gr_net_stage */
    int8_t points;      /* as GrSample.points */
    int16_t score;      /* of the side to move, as all */
    uint8_t turn;
    bool last, test;    /* of its game; to test on */
    float target;       /* the output wanted of the network */
} GrExample;

/* All positions. */
typedef struct GrDataset {
    const GrLearn *job;
    const GrNet *start;   /* the network to begin with; NULL: none */
    GrFeatures features;  /* those that occur, or that it has */
    uint64_t blocks;
    GrExample *example;     /* those to learn from, then those to test on */
    size_t count, tests;  /* of all, and of these to test on */
    size_t cap;
    uint16_t *feature;
    size_t used, room;
    int64_t game;         /* of the last one read */
    double scale;         /* centipawns */
    GrError *error;
} GrDataset;

/* Reads all positions of the database. *dataset, all zero but for `job` and `error`, is to be freed by
 * gr_dataset_free. */
int gr_dataset_read(GrDataset *dataset);
void gr_dataset_free(GrDataset *dataset);

/* A network in floating point, in one array: rows of the features, biases of the hidden layer, weights of the
 * outputs (as GrNet.weight), and their biases.
 *
 * While it learns, the row of a square's feature is the sum of four or five: one of its own, and those that it shares
 * with the features of the same block on its rank, on its file, with all of the block, and, if there are zones, with
 * the same square in the other zones. What is learnt of a piece on one square so counts for others, too, which takes
 * fewer games.
 *
 * Lessons see the weights as the network's file will hold them, rounded, and what they teach moves the numbers that
 * are not rounded (Bengio, Leonard and Courville, 2013, "Estimating or Propagating Gradients Through Stochastic
 * Neurons": straight through). So weights are learnt that bear rounding, and errors are those of the file. */
typedef struct GrFloatNet {
    int width;
    size_t rows, count;   /* features; all numbers */
    size_t shared;        /* rows that are shared */
    float *weight;        /* [count], rounded */
    float *part;          /* [count + shared * width]: own rows and all else, then the shared rows */
    float *mean, *square; /* Adam's, of the gradients by `part` */
    uint16_t *share;      /* [rows][GR_SHARES]: the shared rows of a feature, GR_NO_FEATURE: none */
    float *gradient[GR_LEARN_SLICES]; /* [count]; the first has room for those of the shared rows */
    uint64_t steps;       /* of Adam so far */
} GrFloatNet;

enum { GR_SHARES = 4 };

/* How many numbers `part` has. */
static inline size_t gr_float_net_parts(const GrFloatNet *float_net) {
    return float_net->count + float_net->shared * (size_t)float_net->width;
}

int gr_float_net_make(GrFloatNet *float_net, const GrFeatures *features, int width, uint64_t seed);
void gr_float_net_free(GrFloatNet *float_net);

/* Takes the numbers of a network, as far as that has its features; `scale` is what its output stands for, as in
 * gr_float_net_round. One that is wider than the network repeats that one's neurons, each with its share of their
 * weight in the outputs, and those repeated with some noise of that seed, so that they can learn something of their own
 * (Chen, Goodfellow and Shlens, 2016, "Net2Net"). */
void gr_float_net_load(GrFloatNet *float_net, const GrFeatures *features, const GrNet *net, double scale,
                       uint64_t seed);

/* Makes `weight` what `part` comes to, rounded. */
void gr_float_net_sum_up(GrFloatNet *float_net);

/* Adds the gradients of these examples to those of a slice, which are cleared first; returns the sum of
 * their square errors. With slice -1 there are no gradients, only errors. */
double gr_float_net_learn(GrFloatNet *float_net, const GrDataset *dataset, const uint32_t *which, size_t count,
                      int slice);

/* One step of Adam with the gradients of all slices, the mean over `count` examples; rows of features are pulled
 * towards 0 by `decay` (Loshchilov and Hutter, 2019). */
void gr_float_net_step(GrFloatNet *float_net, double rate, double decay, size_t count);

/* The same network in whole numbers. */
void gr_float_net_round(const GrFloatNet *float_net, double scale, GrNet *net);

/* The step at a share of the whole course: it falls from the first rate to a hundredth of it. */
double gr_learn_rate(const GrLearn *job, double share);

/* A weight as a whole number, where `one` stands for 1, within -most .. most. */
int16_t gr_learn_rounded(float x, float one, int most);

#endif
