/* A network in floating point: what it says, and how it learns. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/train/learn_local.h"
#include "rules/random.h"

enum { STEP = GR_NET_STEP };

#define FIRST_NOISE 0.02F /* of the first weights of a feature */

/* ---- making ---- */

/* Where a stage's output has its weights, and its bias. */
static size_t out_of(const GrBrain *b, int stage) {
    return (b->rows + 1 + 2 * (size_t)stage) * (size_t)b->width;
}

static size_t bias_of(const GrBrain *b, int stage) {
    return b->count - GR_NET_STAGES + (size_t)stage;
}

static float uniform(uint64_t *random, float bound) {
    return bound * (float)((double)(gr_random(random) >> 11) / (double)(UINT64_C(1) << 52) - 1);
}

/* Which rows the features of one kind of piece share, which has one for each square in each zone, from `first` on. */
static void share_squares(GrBrain *brain, const GrFeatures *f, size_t first, int zones) {
    int files = f->variant->files, ranks = f->variant->ranks;
    for (int i = 0; i < zones * f->squares; i++) {
        int zone = i / f->squares, sq = i % f->squares;
        uint16_t *share = brain->share + (first + (size_t)(zone * f->zone_size + sq)) * GR_SHARES;
        share[0] = (uint16_t)(brain->shared + (size_t)(sq / files));
        share[1] = (uint16_t)(brain->shared + (size_t)(ranks + sq % files));
        share[2] = (uint16_t)(brain->shared + (size_t)(ranks + files));
        if (zones > 1)
            share[3] = (uint16_t)(brain->shared + (size_t)(ranks + files + 1 + sq));
    }
    brain->shared += (size_t)(ranks + files + 1 + (zones > 1 ? f->squares : 0));
}

/* Which rows a feature shares: those of its rank, of its file and of the whole block, and with zones that of its square
 * in all zones. What is no piece, hole or mark on a square shares none. */
static void share_rows(GrBrain *brain, const GrFeatures *f) {
    enum { OTHERS = GR_DANGER - 1 };
    memset(brain->share, 0xff, brain->rows * GR_SHARES * sizeof *brain->share);
    for (int b = 0; b < OTHERS; b++)
        if (f->block[b] != GR_NO_FEATURE)
            share_squares(brain, f, f->block[b], gr_features_zones(f, b));
    for (int kind = 0; gr_features_have_danger(f) && kind < 2 * f->variant->types; kind++)
        share_squares(brain, f, (size_t)(f->block[GR_DANGER] + kind * f->squares), 1);
}

/* First weights: small enough that the sums of some thirty features lie within 0 .. 1 for the most part. */
static void set_first(GrBrain *brain, uint64_t seed) {
    size_t w = (size_t)brain->width;
    for (size_t i = 0; i < brain->rows * w; i++)
        brain->part[i] = uniform(&seed, FIRST_NOISE);
    for (size_t i = 0; i < w; i++)
        brain->part[brain->rows * w + i] = 0.3F;
    float *out = brain->part + out_of(brain, 0);
    for (size_t i = 0; i < 2 * w; i++)
        out[i] = uniform(&seed, 1 / sqrtf((float)brain->width));
    for (size_t stage = 1; stage < GR_NET_STAGES; stage++)
        memcpy(out + stage * 2 * w, out, 2 * w * sizeof *out);
    for (size_t i = 0; i < brain->shared * w; i++)
        brain->part[brain->count + i] = uniform(&seed, 0.06F);
    gr_brain_sum_up(brain);
}

int gr_brain_make(GrBrain *brain, const GrFeatures *features, int width, uint64_t seed) {
    size_t w = (size_t)width;
    *brain = (GrBrain){.width = width,
                       .rows = features->count,
                       .count = (features->count + 1U + 2 * GR_NET_STAGES) * w + GR_NET_STAGES};
    brain->share = malloc((brain->rows + 1) * GR_SHARES * sizeof *brain->share);
    if (!brain->share)
        return GR_ERR_MEMORY;
    share_rows(brain, features);
    size_t parts = gr_brain_parts(brain);
    brain->weight = calloc(brain->count, sizeof *brain->weight);
    brain->part = calloc(parts, sizeof *brain->part);
    brain->mean = calloc(parts, sizeof *brain->mean);
    brain->square = calloc(parts, sizeof *brain->square);
    for (int i = 0; i < GR_LEARN_SLICES; i++)
        if (!(brain->gradient[i] = calloc(i ? brain->count : parts, sizeof **brain->gradient)))
            return GR_ERR_MEMORY;
    if (!brain->weight || !brain->part || !brain->mean || !brain->square)
        return GR_ERR_MEMORY;
    set_first(brain, seed);
    return 0;
}

/* How many neurons of the brain repeat that of the network which its neuron n repeats. */
static int copies_of(const GrBrain *brain, const GrNet *net, int n) {
    return (brain->width - n % net->width + net->width - 1) / net->width;
}

static void recall_row(const GrBrain *brain, const GrNet *net, const int16_t *from, float *to) {
    for (int n = 0; n < brain->width; n++)
        to[n] = (float)from[n % net->width] / GR_NET_ONE;
}

/* Rows of the network become the features' own; what features share begins at 0. */
static void recall_features(GrBrain *brain, const GrFeatures *features, const GrNet *net) {
    const GrFeatures *known = &net->features;
    size_t wide = (size_t)brain->width, width = (size_t)net->width;
    memset(brain->part + brain->count, 0, brain->shared * wide * sizeof *brain->part);
    for (int b = 0; b < GR_FEATURE_BLOCKS; b++) {
        if (known->block[b] == GR_NO_FEATURE || features->block[b] == GR_NO_FEATURE)
            continue;
        for (size_t zone = 0; zone < (size_t)gr_features_zones(features, b); zone++) {
            size_t from = known->block[b] + (known->zones > 1 ? zone : 0) * known->zone_size;
            size_t to = features->block[b] + zone * features->zone_size;
            for (size_t i = 0; i < (size_t)gr_features_in_block(known, b); i++)
                recall_row(brain, net, net->weight + (from + i) * width, brain->part + (to + i) * wide);
        }
    }
    recall_row(brain, net, net->weight + known->count * width, brain->part + brain->rows * wide);
}

/* Outputs of the network, divided among the neurons that repeat one. */
static void recall_outputs(GrBrain *brain, const GrNet *net, double scale) {
    float same = (float)(net->scale / (256.0 * scale)); /* the same centipawns at another scale */
    const int16_t *from = net->weight + (net->features.count + 1U) * (size_t)net->width;
    float *to = brain->part + out_of(brain, 0);
    for (int row = 0; row < 2 * GR_NET_STAGES; row++, from += net->width, to += brain->width)
        for (int n = 0; n < brain->width; n++)
            to[n] = same * (float)from[n % net->width] / (float)(GR_NET_OUT * copies_of(brain, net, n));
    for (int stage = 0; stage < GR_NET_STAGES; stage++)
        to[stage] = same * (float)net->bias[stage] / (GR_NET_ONE * GR_NET_OUT);
}

/* Neurons that repeat others would learn the same as these for ever: they see some noise besides. */
static void part_copies(GrBrain *brain, const GrNet *net, uint64_t seed) {
    for (size_t row = 0; row < brain->rows; row++)
        for (int n = net->width; n < brain->width; n++)
            brain->part[row * (size_t)brain->width + (size_t)n] += uniform(&seed, FIRST_NOISE);
}

void gr_brain_recall(GrBrain *brain, const GrFeatures *features, const GrNet *net, double scale, uint64_t seed) {
    recall_features(brain, features, net);
    recall_outputs(brain, net, scale);
    part_copies(brain, net, seed);
    gr_brain_sum_up(brain);
}

void gr_brain_free(GrBrain *brain) {
    free(brain->weight);
    free(brain->part);
    free(brain->mean);
    free(brain->square);
    free(brain->share);
    for (int i = 0; i < GR_LEARN_SLICES; i++)
        free(brain->gradient[i]);
    *brain = (GrBrain){0};
}

static inline void add_row(float *to, const float *row, int width) {
    for (int at = 0; at < width; at += STEP)
        for (int n = at; n < at + STEP; n++)
            to[n] += row[n];
}

/* To what the network's file can hold; gr_brain_round then finds whole numbers. */
static void round_off(float *weight, size_t count, float one) {
    for (size_t i = 0; i < count; i++)
        weight[i] = rintf(weight[i] * one) / one;
}

void gr_brain_sum_up(GrBrain *brain) {
    size_t w = (size_t)brain->width, out = out_of(brain, 0);
    memcpy(brain->weight, brain->part, brain->count * sizeof *brain->weight);
    for (size_t row = 0; row < brain->rows; row++)
        for (int i = 0; i < GR_SHARES; i++) {
            uint16_t share = brain->share[row * GR_SHARES + (size_t)i];
            if (share != GR_NO_FEATURE)
                add_row(brain->weight + row * w, brain->part + brain->count + share * w, brain->width);
        }
    round_off(brain->weight, out, GR_NET_ONE);
    round_off(brain->weight + out, bias_of(brain, 0) - out, GR_NET_OUT);
}

/* ---- one lesson ---- */

/* What both views come to. */
typedef struct Thought {
    float sum[2][GR_NET_WIDTH]; /* of the side to move first */
    float said;                 /* the logistic of the output */
} Thought;

static void sum_view(const GrBrain *b, const uint16_t *feature, int count, float *sum) {
    const float *bias = b->weight + b->rows * (size_t)b->width;
    for (int at = 0; at < b->width; at += STEP) {
        float part[STEP];
        memcpy(part, bias + at, sizeof part);
        for (int i = 0; i < count; i++) {
            const float *row = b->weight + (size_t)feature[i] * (size_t)b->width + at;
            for (int n = 0; n < STEP; n++)
                part[n] += row[n];
        }
        memcpy(sum + at, part, sizeof part);
    }
}

static float clipped(float x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

static void think(const GrBrain *b, const GrLessons *l, const GrLesson *lesson, Thought *t) {
    const uint16_t *feature = l->feature + lesson->at;
    const float *out = b->weight + out_of(b, lesson->stage);
    sum_view(b, feature, lesson->count[0], t->sum[0]);
    sum_view(b, feature + lesson->count[0], lesson->count[1], t->sum[1]);
    float part[STEP] = {0}, total = b->weight[bias_of(b, lesson->stage)];
    for (int view = 0; view < 2; view++)
        for (int at = 0; at < b->width; at += STEP)
            for (int n = 0; n < STEP; n++) {
                float x = clipped(t->sum[view][at + n]);
                part[n] += x * x * out[view * b->width + at + n];
            }
    for (int n = 0; n < STEP; n++)
        total += part[n];
    t->said = 1 / (1 + expf(-total));
}

static void spread(float *gradient, int width, const uint16_t *feature, int count, const float *by) {
    for (int i = 0; i < count; i++) {
        float *row = gradient + (size_t)feature[i] * (size_t)width;
        for (int at = 0; at < width; at += STEP)
            for (int n = 0; n < STEP; n++)
                row[at + n] += by[at + n];
    }
}

/* Adds the gradient of a lesson's error, whose slope by the output is `slope`. */
static void teach(const GrBrain *b, const GrLessons *l, const GrLesson *lesson, const Thought *t,
                  float slope, float *gradient) {
    size_t w = (size_t)b->width;
    const float *out = b->weight + out_of(b, lesson->stage);
    float *bias = gradient + b->rows * w, *to_out = gradient + out_of(b, lesson->stage);
    const uint16_t *feature = l->feature + lesson->at;
    for (int view = 0; view < 2; view++) {
        float by[GR_NET_WIDTH];
        for (int at = 0; at < b->width; at += STEP)
            for (int n = at; n < at + STEP; n++) {
                float sum = t->sum[view][n], x = clipped(sum);
                to_out[view * b->width + n] += slope * x * x;
                by[n] = sum > 0 && sum < 1 ? slope * out[view * b->width + n] * 2 * x : 0;
                bias[n] += by[n];
            }
        spread(gradient, b->width, feature, lesson->count[view], by);
        feature += lesson->count[0];
    }
    gradient[bias_of(b, lesson->stage)] += slope;
}

double gr_brain_learn(GrBrain *brain, const GrLessons *l, const uint32_t *which, size_t count,
                      int slice) {
    Thought thought;
    double errors = 0;
    float *gradient = slice < 0 ? NULL : brain->gradient[slice];
    if (gradient)
        memset(gradient, 0, brain->count * sizeof *gradient);
    for (size_t i = 0; i < count; i++) {
        const GrLesson *lesson = &l->lesson[which[i]];
        think(brain, l, lesson, &thought);
        float error = thought.said - lesson->target;
        errors += (double)error * (double)error;
        if (gradient)
            teach(brain, l, lesson, &thought, 2 * error * thought.said * (1 - thought.said), gradient);
    }
    return errors;
}

/* ---- a step ---- */

enum { OUT_LIMIT = GR_NET_OUT_MOST };

/* Adds up the gradients of the slices in that of the first, and those of the shared rows behind it. */
static void gather(GrBrain *brain) {
    size_t w = (size_t)brain->width;
    float *sum = brain->gradient[0], *shared = sum + brain->count;
    for (int s = 1; s < GR_LEARN_SLICES; s++)
        for (size_t i = 0; i < brain->count; i++)
            sum[i] += brain->gradient[s][i];
    memset(shared, 0, brain->shared * w * sizeof *shared);
    for (size_t row = 0; row < brain->rows; row++)
        for (int i = 0; i < GR_SHARES; i++) {
            uint16_t share = brain->share[row * GR_SHARES + (size_t)i];
            if (share != GR_NO_FEATURE)
                add_row(shared + share * w, sum + row * w, brain->width);
        }
}

void gr_brain_step(GrBrain *brain, double rate, double decay, size_t count) {
    const float keep_mean = 0.9F, keep_square = 0.999F, share = 1 / (float)count;
    size_t features = brain->rows * (size_t)brain->width;
    gather(brain);
    brain->steps++;
    double fresh_mean = 1 - pow((double)keep_mean, (double)brain->steps);
    double fresh_square = 1 - pow((double)keep_square, (double)brain->steps);
    float step = (float)(rate * sqrt(fresh_square) / fresh_mean), kept = (float)(1 - rate * decay);
    size_t parts = gr_brain_parts(brain);
    for (size_t i = 0; i < parts; i++) {
        float g = brain->gradient[0][i] * share;
        brain->mean[i] = keep_mean * brain->mean[i] + (1 - keep_mean) * g;
        brain->square[i] = keep_square * brain->square[i] + (1 - keep_square) * g * g;
        brain->part[i] *= i < features ? kept : 1;
        brain->part[i] -= step * brain->mean[i] / (sqrtf(brain->square[i]) + 1e-8F);
    }
    const float most = (float)OUT_LIMIT / GR_NET_OUT;
    for (size_t i = out_of(brain, 0); i < bias_of(brain, 0); i++)
        brain->part[i] = brain->part[i] > most ? most : brain->part[i] < -most ? -most : brain->part[i];
    gr_brain_sum_up(brain);
}

/* ---- whole numbers ---- */

static int16_t rounded(float x, float one, int most) {
    long n = lroundf(x * one);
    return (int16_t)(n > most ? most : n < -most ? -most : n);
}

void gr_brain_round(const GrBrain *brain, double scale, GrNet *net) {
    size_t out = out_of(brain, 0);
    for (size_t i = 0; i < out; i++)
        net->weight[i] = rounded(brain->weight[i], GR_NET_ONE, INT16_MAX);
    for (size_t i = out; i < bias_of(brain, 0); i++)
        net->weight[i] = rounded(brain->weight[i], GR_NET_OUT, GR_NET_OUT_MOST);
    for (int stage = 0; stage < GR_NET_STAGES; stage++)
        net->bias[stage] = (int32_t)lroundf(brain->weight[bias_of(brain, stage)] * GR_NET_ONE * GR_NET_OUT);
    net->scale = (int32_t)lround(scale * 256);
}
