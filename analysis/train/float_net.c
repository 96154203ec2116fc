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
static size_t out_of(const GrFloatNet *b, int stage) {
    return (b->rows + 1 + 2 * (size_t)stage) * (size_t)b->width;
}

static size_t bias_of(const GrFloatNet *b, int stage) {
    return b->count - GR_NET_STAGES + (size_t)stage;
}

static float uniform(uint64_t *random, float bound) {
    return bound * (float)((double)(gr_random(random) >> 11) / (double)(UINT64_C(1) << 52) - 1);
}

/* Which rows the features of one kind of piece share, which has one for each square in each zone, from `first` on. */
static void share_squares(GrFloatNet *float_net, const GrFeatures *f, size_t first, int zones) {
    int files = f->variant->files, ranks = f->variant->ranks;
    for (int i = 0; i < zones * f->squares; i++) {
        int zone = i / f->squares, sq = i % f->squares;
        uint16_t *share = float_net->share + (first + (size_t)(zone * f->zone_size + sq)) * GR_SHARES;
        share[0] = (uint16_t)(float_net->shared + (size_t)(sq / files));
        share[1] = (uint16_t)(float_net->shared + (size_t)(ranks + sq % files));
        share[2] = (uint16_t)(float_net->shared + (size_t)(ranks + files));
        if (zones > 1)
            share[3] = (uint16_t)(float_net->shared + (size_t)(ranks + files + 1 + sq));
    }
    float_net->shared += (size_t)(ranks + files + 1 + (zones > 1 ? f->squares : 0));
}

/* Which rows a feature shares: those of its rank, of its file and of the whole block, and with zones that of its square
 * in all zones. What is no piece, hole or mark on a square shares none. */
static void share_rows(GrFloatNet *float_net, const GrFeatures *f) {
    enum { OTHERS = GR_DANGER - 1 };
    memset(float_net->share, 0xff, float_net->rows * GR_SHARES * sizeof *float_net->share);
    for (int b = 0; b < OTHERS; b++)
        if (f->block[b] != GR_NO_FEATURE)
            share_squares(float_net, f, f->block[b], gr_features_zones(f, b));
    for (int kind = 0; gr_features_have_danger(f) && kind < 2 * f->variant->types; kind++)
        share_squares(float_net, f, (size_t)(f->block[GR_DANGER] + kind * f->squares), 1);
}

/* First weights: small enough that the sums of some thirty features lie within 0 .. 1 for the most part. */
static void set_first(GrFloatNet *float_net, uint64_t seed) {
    size_t w = (size_t)float_net->width;
    for (size_t i = 0; i < float_net->rows * w; i++)
        float_net->part[i] = uniform(&seed, FIRST_NOISE);
    for (size_t i = 0; i < w; i++)
        float_net->part[float_net->rows * w + i] = 0.3F;
    float *out = float_net->part + out_of(float_net, 0);
    for (size_t i = 0; i < 2 * w; i++)
        out[i] = uniform(&seed, 1 / sqrtf((float)float_net->width));
    for (size_t stage = 1; stage < GR_NET_STAGES; stage++)
        memcpy(out + stage * 2 * w, out, 2 * w * sizeof *out);
    for (size_t i = 0; i < float_net->shared * w; i++)
        float_net->part[float_net->count + i] = uniform(&seed, 0.06F);
    gr_float_net_sum_up(float_net);
}

int gr_float_net_make(GrFloatNet *float_net, const GrFeatures *features, int width, uint64_t seed) {
    size_t w = (size_t)width;
    *float_net = (GrFloatNet){.width = width,
                       .rows = features->count,
                       .count = (features->count + 1U + 2 * GR_NET_STAGES) * w + GR_NET_STAGES};
    float_net->share = malloc((float_net->rows + 1) * GR_SHARES * sizeof *float_net->share);
    if (!float_net->share)
        return GR_ERR_MEMORY;
    share_rows(float_net, features);
    size_t parts = gr_float_net_parts(float_net);
    float_net->weight = calloc(float_net->count, sizeof *float_net->weight);
    float_net->part = calloc(parts, sizeof *float_net->part);
    float_net->mean = calloc(parts, sizeof *float_net->mean);
    float_net->square = calloc(parts, sizeof *float_net->square);
    for (int i = 0; i < GR_LEARN_SLICES; i++)
        if (!(float_net->gradient[i] = calloc(i ? float_net->count : parts, sizeof **float_net->gradient)))
            return GR_ERR_MEMORY;
    if (!float_net->weight || !float_net->part || !float_net->mean || !float_net->square)
        return GR_ERR_MEMORY;
    set_first(float_net, seed);
    return 0;
}

/* How many neurons of the wider one repeat that of the network which its neuron n repeats. */
static int copies_of(const GrFloatNet *float_net, const GrNet *net, int n) {
    return (float_net->width - n % net->width + net->width - 1) / net->width;
}

static void recall_row(const GrFloatNet *float_net, const GrNet *net, const int16_t *from, float *to) {
    for (int n = 0; n < float_net->width; n++)
        to[n] = (float)from[n % net->width] / GR_NET_ONE;
}

/* Rows of the network become the features' own; what features share begins at 0. */
static void recall_features(GrFloatNet *float_net, const GrFeatures *features, const GrNet *net) {
    const GrFeatures *known = &net->features;
    size_t wide = (size_t)float_net->width, width = (size_t)net->width;
    memset(float_net->part + float_net->count, 0, float_net->shared * wide * sizeof *float_net->part);
    for (int b = 0; b < GR_FEATURE_BLOCKS; b++) {
        if (known->block[b] == GR_NO_FEATURE || features->block[b] == GR_NO_FEATURE)
            continue;
        for (size_t zone = 0; zone < (size_t)gr_features_zones(features, b); zone++) {
            size_t from = known->block[b] + (known->zones > 1 ? zone : 0) * known->zone_size;
            size_t to = features->block[b] + zone * features->zone_size;
            for (size_t i = 0; i < (size_t)gr_features_in_block(known, b); i++)
                recall_row(float_net, net, net->weight + (from + i) * width, float_net->part + (to + i) * wide);
        }
    }
    recall_row(float_net, net, net->weight + known->count * width, float_net->part + float_net->rows * wide);
}

/* Outputs of the network, divided among the neurons that repeat one. */
static void recall_outputs(GrFloatNet *float_net, const GrNet *net, double scale) {
    float same = (float)(net->scale / (256.0 * scale)); /* the same centipawns at another scale */
    const int16_t *from = net->weight + (net->features.count + 1U) * (size_t)net->width;
    float *to = float_net->part + out_of(float_net, 0);
    for (int row = 0; row < 2 * GR_NET_STAGES; row++, from += net->width, to += float_net->width)
        for (int n = 0; n < float_net->width; n++)
            to[n] = same * (float)from[n % net->width] / (float)(GR_NET_OUT * copies_of(float_net, net, n));
    for (int stage = 0; stage < GR_NET_STAGES; stage++)
        to[stage] = same * (float)net->bias[stage] / (GR_NET_ONE * GR_NET_OUT);
}

/* Neurons that repeat others would learn the same as these for ever: they see some noise besides. */
static void part_copies(GrFloatNet *float_net, const GrNet *net, uint64_t seed) {
    for (size_t row = 0; row < float_net->rows; row++)
        for (int n = net->width; n < float_net->width; n++)
            float_net->part[row * (size_t)float_net->width + (size_t)n] += uniform(&seed, FIRST_NOISE);
}

void gr_float_net_load(GrFloatNet *float_net, const GrFeatures *features, const GrNet *net, double scale,
                       uint64_t seed) {
    recall_features(float_net, features, net);
    recall_outputs(float_net, net, scale);
    part_copies(float_net, net, seed);
    gr_float_net_sum_up(float_net);
}

void gr_float_net_free(GrFloatNet *float_net) {
    free(float_net->weight);
    free(float_net->part);
    free(float_net->mean);
    free(float_net->square);
    free(float_net->share);
    for (int i = 0; i < GR_LEARN_SLICES; i++)
        free(float_net->gradient[i]);
    *float_net = (GrFloatNet){0};
}

static inline void add_row(float *to, const float *row, int width) {
    for (int at = 0; at < width; at += STEP)
        for (int n = at; n < at + STEP; n++)
            to[n] += row[n];
}

/* To what the network's file can hold; gr_float_net_round then finds whole numbers. */
static void round_off(float *weight, size_t count, float one) {
    for (size_t i = 0; i < count; i++)
        weight[i] = rintf(weight[i] * one) / one;
}

void gr_float_net_sum_up(GrFloatNet *float_net) {
    size_t w = (size_t)float_net->width, out = out_of(float_net, 0);
    memcpy(float_net->weight, float_net->part, float_net->count * sizeof *float_net->weight);
    for (size_t row = 0; row < float_net->rows; row++)
        for (int i = 0; i < GR_SHARES; i++) {
            uint16_t share = float_net->share[row * GR_SHARES + (size_t)i];
            if (share != GR_NO_FEATURE)
                add_row(float_net->weight + row * w, float_net->part + float_net->count + share * w, float_net->width);
        }
    round_off(float_net->weight, out, GR_NET_ONE);
    round_off(float_net->weight + out, bias_of(float_net, 0) - out, GR_NET_OUT);
}

/* ---- one example ---- */

/* What both views come to. */
typedef struct Pass {
    float sum[2][GR_NET_WIDTH]; /* of the side to move first */
    float said;                 /* the logistic of the output */
} Pass;

static void sum_view(const GrFloatNet *b, const uint16_t *feature, int count, float *sum) {
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

static void forward(const GrFloatNet *b, const GrDataset *l, const GrExample *example, Pass *t) {
    const uint16_t *feature = l->feature + example->at;
    const float *out = b->weight + out_of(b, example->stage);
    sum_view(b, feature, example->count[0], t->sum[0]);
    sum_view(b, feature + example->count[0], example->count[1], t->sum[1]);
    float part[STEP] = {0}, total = b->weight[bias_of(b, example->stage)];
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

/* Adds the gradient of a example's error, whose slope by the output is `slope`. */
static void backward(const GrFloatNet *b, const GrDataset *l, const GrExample *example, const Pass *t,
                  float slope, float *gradient) {
    size_t w = (size_t)b->width;
    const float *out = b->weight + out_of(b, example->stage);
    float *bias = gradient + b->rows * w, *to_out = gradient + out_of(b, example->stage);
    const uint16_t *feature = l->feature + example->at;
    for (int view = 0; view < 2; view++) {
        float by[GR_NET_WIDTH];
        for (int at = 0; at < b->width; at += STEP)
            for (int n = at; n < at + STEP; n++) {
                float sum = t->sum[view][n], x = clipped(sum);
                to_out[view * b->width + n] += slope * x * x;
                by[n] = sum > 0 && sum < 1 ? slope * out[view * b->width + n] * 2 * x : 0;
                bias[n] += by[n];
            }
        spread(gradient, b->width, feature, example->count[view], by);
        feature += example->count[0];
    }
    gradient[bias_of(b, example->stage)] += slope;
}

double gr_float_net_learn(GrFloatNet *float_net, const GrDataset *l, const uint32_t *which, size_t count,
                      int slice) {
    Pass pass;
    double errors = 0;
    float *gradient = slice < 0 ? NULL : float_net->gradient[slice];
    if (gradient)
        memset(gradient, 0, float_net->count * sizeof *gradient);
    for (size_t i = 0; i < count; i++) {
        const GrExample *example = &l->example[which[i]];
        forward(float_net, l, example, &pass);
        float error = pass.said - example->target;
        errors += (double)error * (double)error;
        if (gradient)
            backward(float_net, l, example, &pass, 2 * error * pass.said * (1 - pass.said), gradient);
    }
    return errors;
}

/* ---- a step ---- */

enum { OUT_LIMIT = GR_NET_OUT_MOST };

/* Adds up the gradients of the slices in that of the first, and those of the shared rows behind it. */
static void gather(GrFloatNet *float_net) {
    size_t w = (size_t)float_net->width;
    float *sum = float_net->gradient[0], *shared = sum + float_net->count;
    for (int s = 1; s < GR_LEARN_SLICES; s++)
        for (size_t i = 0; i < float_net->count; i++)
            sum[i] += float_net->gradient[s][i];
    memset(shared, 0, float_net->shared * w * sizeof *shared);
    for (size_t row = 0; row < float_net->rows; row++)
        for (int i = 0; i < GR_SHARES; i++) {
            uint16_t share = float_net->share[row * GR_SHARES + (size_t)i];
            if (share != GR_NO_FEATURE)
                add_row(shared + share * w, sum + row * w, float_net->width);
        }
}

void gr_float_net_step(GrFloatNet *float_net, double rate, double decay, size_t count) {
    const float keep_mean = 0.9F, keep_square = 0.999F, share = 1 / (float)count;
    size_t features = float_net->rows * (size_t)float_net->width;
    gather(float_net);
    float_net->steps++;
    double fresh_mean = 1 - pow((double)keep_mean, (double)float_net->steps);
    double fresh_square = 1 - pow((double)keep_square, (double)float_net->steps);
    float step = (float)(rate * sqrt(fresh_square) / fresh_mean), kept = (float)(1 - rate * decay);
    size_t parts = gr_float_net_parts(float_net);
    for (size_t i = 0; i < parts; i++) {
        float g = float_net->gradient[0][i] * share;
        float_net->mean[i] = keep_mean * float_net->mean[i] + (1 - keep_mean) * g;
        float_net->square[i] = keep_square * float_net->square[i] + (1 - keep_square) * g * g;
        float_net->part[i] *= i < features ? kept : 1;
        float_net->part[i] -= step * float_net->mean[i] / (sqrtf(float_net->square[i]) + 1e-8F);
    }
    const float most = (float)OUT_LIMIT / GR_NET_OUT;
    for (size_t i = out_of(float_net, 0); i < bias_of(float_net, 0); i++)
        float_net->part[i] = float_net->part[i] > most ? most : float_net->part[i] < -most ? -most : float_net->part[i];
    gr_float_net_sum_up(float_net);
}

/* ---- whole numbers ---- */

int16_t gr_learn_rounded(float x, float one, int most) {
    long n = lroundf(x * one);
    return (int16_t)(n > most ? most : n < -most ? -most : n);
}

void gr_float_net_round(const GrFloatNet *float_net, double scale, GrNet *net) {
    size_t out = out_of(float_net, 0);
    for (size_t i = 0; i < out; i++)
        net->weight[i] = gr_learn_rounded(float_net->weight[i], GR_NET_ONE, INT16_MAX);
    for (size_t i = out; i < bias_of(float_net, 0); i++)
        net->weight[i] = gr_learn_rounded(float_net->weight[i], GR_NET_OUT, GR_NET_OUT_MOST);
    for (int stage = 0; stage < GR_NET_STAGES; stage++)
        net->bias[stage] = (int32_t)lroundf(float_net->weight[bias_of(float_net, stage)] * GR_NET_ONE * GR_NET_OUT);
    net->scale = (int32_t)lround(scale * 256);
}
