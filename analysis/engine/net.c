/* A network at work: sums and outputs. */
#include "analysis/engine/net.h"

#include <stdlib.h>
#include <string.h>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

/* ---- making ---- */

size_t gr_net_weights_for(const GrFeatures *features, int width) {
    return ((size_t)features->count + 1 + 2 * GR_NET_STAGES) * (size_t)width;
}

size_t gr_net_weights(const GrNet *net) {
    return gr_net_weights_for(&net->features, net->width);
}

GrNet *gr_net_new(const GrRules *rules, uint64_t blocks, int zones, int width) {
    if ((zones != 1 && zones != GR_ZONES) || width < GR_NET_STEP || width > GR_NET_WIDTH || width % GR_NET_STEP)
        return NULL;
    GrNet *net = calloc(1, sizeof *net);
    if (!net)
        return NULL;
    gr_features_make(&net->features, gr_variant(rules), blocks, zones);
    net->width = width;
    size_t bytes = gr_net_weights(net) * sizeof *net->weight;
    net->memory = calloc(1, bytes + 64);
    net->recipe = calloc(1, 1);
    if (!net->memory || !net->recipe) {
        gr_net_free(net);
        return NULL;
    }
    net->weight = (int16_t *)(void *)(((uintptr_t)net->memory + 63) & ~(uintptr_t)63);
    return net;
}

void gr_net_free(GrNet *net) {
    if (!net)
        return;
    free(net->memory);
    free(net->recipe);
    free(net);
}

/* ---- sums ---- */

static const int16_t *row_of(const GrNet *net, unsigned feature) {
    return net->weight + (size_t)feature * (size_t)net->width;
}

/* One step of neurons at a time, so that their sums stay in registers whatever the number of
 * features. Sums wrap around, as the vector instructions have it; no network that was trained comes
 * near. */
static void sum_step(const GrNet *net, const int16_t *from, int16_t *to, int at,
                     const GrFeatureChange *change) {
    int16_t sum[GR_NET_STEP];
    memcpy(sum, from + at, sizeof sum);
    for (int i = 0; i < change->added; i++) {
        const int16_t *row = row_of(net, change->add[i]) + at;
        for (int n = 0; n < GR_NET_STEP; n++)
            sum[n] = (int16_t)(uint16_t)((unsigned)sum[n] + (unsigned)row[n]);
    }
    for (int i = 0; i < change->gone; i++) {
        const int16_t *row = row_of(net, change->drop[i]) + at;
        for (int n = 0; n < GR_NET_STEP; n++)
            sum[n] = (int16_t)(uint16_t)((unsigned)sum[n] - (unsigned)row[n]);
    }
    memcpy(to + at, sum, sizeof sum);
}

#if defined(__AVX2__)
enum { BLOCK = 4 * GR_NET_STEP }; /* as many neurons as most networks have */

/* The same for four steps, so that features are looked up only once. */
static void sum_block(const GrNet *net, const int16_t *from, int16_t *to, int at, const GrFeatureChange *change) {
    const __m256i *known = (const __m256i *)(const void *)(from + at);
    __m256i *result = (__m256i *)(void *)(to + at);
    __m256i a = _mm256_loadu_si256(known), b = _mm256_loadu_si256(known + 1);
    __m256i c = _mm256_loadu_si256(known + 2), d = _mm256_loadu_si256(known + 3);
    for (int i = 0; i < change->added; i++) {
        const __m256i *row = (const __m256i *)(const void *)(row_of(net, change->add[i]) + at);
        a = _mm256_add_epi16(a, _mm256_loadu_si256(row));
        b = _mm256_add_epi16(b, _mm256_loadu_si256(row + 1));
        c = _mm256_add_epi16(c, _mm256_loadu_si256(row + 2));
        d = _mm256_add_epi16(d, _mm256_loadu_si256(row + 3));
    }
    for (int i = 0; i < change->gone; i++) {
        const __m256i *row = (const __m256i *)(const void *)(row_of(net, change->drop[i]) + at);
        a = _mm256_sub_epi16(a, _mm256_loadu_si256(row));
        b = _mm256_sub_epi16(b, _mm256_loadu_si256(row + 1));
        c = _mm256_sub_epi16(c, _mm256_loadu_si256(row + 2));
        d = _mm256_sub_epi16(d, _mm256_loadu_si256(row + 3));
    }
    _mm256_storeu_si256(result, a);
    _mm256_storeu_si256(result + 1, b);
    _mm256_storeu_si256(result + 2, c);
    _mm256_storeu_si256(result + 3, d);
}
#elif defined(__wasm_simd128__)
enum { LANES = 8, PARTS = 8, BLOCK = LANES * PARTS };

static void sum_block(const GrNet *net, const int16_t *from, int16_t *to, int at, const GrFeatureChange *change) {
    v128_t sum[PARTS];
    for (int n = 0; n < PARTS; n++)
        sum[n] = wasm_v128_load(from + at + LANES * n);
    for (int i = 0; i < change->added; i++) {
        const int16_t *row = row_of(net, change->add[i]) + at;
        for (int n = 0; n < PARTS; n++)
            sum[n] = wasm_i16x8_add(sum[n], wasm_v128_load(row + LANES * n));
    }
    for (int i = 0; i < change->gone; i++) {
        const int16_t *row = row_of(net, change->drop[i]) + at;
        for (int n = 0; n < PARTS; n++)
            sum[n] = wasm_i16x8_sub(sum[n], wasm_v128_load(row + LANES * n));
    }
    for (int n = 0; n < PARTS; n++)
        wasm_v128_store(to + at + LANES * n, sum[n]);
}
#endif

static void apply(const GrNet *net, const int16_t *from, int16_t *to, const GrFeatureChange *change) {
    int at = 0;
#if defined(__AVX2__) || defined(__wasm_simd128__)
    for (; at + BLOCK <= net->width; at += BLOCK)
        sum_block(net, from, to, at, change);
#endif
    for (; at < net->width; at += GR_NET_STEP)
        sum_step(net, from, to, at, change);
}

static void sum_view(const GrNet *net, const GrPosition *pos, int side, GrSums *sums) {
    GrFeatureChange change;
    const int16_t *bias = row_of(net, net->features.count);
    sums->frame[side] = gr_features_frame(&net->features, pos, side);
    change.added = gr_features_list(&net->features, pos, side, change.add);
    change.gone = 0;
    apply(net, bias, sums->view[side], &change);
}

void gr_net_sum(const GrNet *net, const GrPosition *pos, GrSums *sums) {
    gr_features_danger(&net->features, pos, NULL, NULL, &sums->danger);
    sum_view(net, pos, GR_WHITE, sums);
    sum_view(net, pos, GR_BLACK, sums);
    sums->known = true;
}

void gr_net_follow(const GrNet *net, const GrPosition *from, const GrSums *known,
                   const GrPosition *to, GrSums *sums) {
    GrFeatureChange change;
    GrDifference difference;
    gr_features_danger(&net->features, to, from, &known->danger, &sums->danger);
    gr_features_differ(&net->features, from, &known->danger, to, &sums->danger, &difference);
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        int frame = gr_features_frame(&net->features, to, side);
        if (frame != known->frame[side]) {
            sum_view(net, to, side, sums);
            continue;
        }
        gr_features_compare(&net->features, from, to, &difference, side, frame, &change);
        apply(net, known->view[side], sums->view[side], &change);
        sums->frame[side] = frame;
    }
    sums->known = true;
}

/* ---- output ---- */

/* In 1 / (GR_NET_ONE * GR_NET_ONE * GR_NET_OUT). It fits: 2 * GR_NET_WIDTH * 255 * 255 * 127 is below
 * 2^31. */
static int32_t weigh_plain(const int16_t *sum, const int16_t *weight, int width) {
    int32_t total = 0;
    for (int n = 0; n < width; n++) {
        int32_t value = sum[n] < 0 ? 0 : sum[n] > GR_NET_ONE ? GR_NET_ONE : sum[n];
        total += value * value * weight[n];
    }
    return total;
}

#if defined(__AVX2__)
/* A value times its weight fits into 16 bits, since both are bounded; the product with the value once
 * more is added up in 32. */
static int32_t weigh(const int16_t *sum, const int16_t *weight, int width) {
    const __m256i one = _mm256_set1_epi16(GR_NET_ONE), zero = _mm256_setzero_si256();
    __m256i total = zero;
    for (int n = 0; n < width; n += GR_NET_STEP) {
        __m256i value = _mm256_loadu_si256((const __m256i *)(const void *)(sum + n));
        __m256i by = _mm256_loadu_si256((const __m256i *)(const void *)(weight + n));
        value = _mm256_min_epi16(_mm256_max_epi16(value, zero), one);
        total = _mm256_add_epi32(total, _mm256_madd_epi16(value, _mm256_mullo_epi16(value, by)));
    }
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1));
    return _mm_cvtsi128_si32(half);
}
#elif defined(__wasm_simd128__)
static int32_t weigh(const int16_t *sum, const int16_t *weight, int width) {
    const v128_t one = wasm_i16x8_splat(GR_NET_ONE), zero = wasm_i16x8_splat(0);
    v128_t total = zero;
    for (int n = 0; n < width; n += LANES) {
        v128_t value = wasm_i16x8_min(wasm_i16x8_max(wasm_v128_load(sum + n), zero), one);
        v128_t by = wasm_i16x8_mul(value, wasm_v128_load(weight + n));
        total = wasm_i32x4_add(total, wasm_i32x4_dot_i16x8(value, by));
    }
    return wasm_i32x4_extract_lane(total, 0) + wasm_i32x4_extract_lane(total, 1) + wasm_i32x4_extract_lane(total, 2) +
           wasm_i32x4_extract_lane(total, 3);
}
#else
#define weigh weigh_plain
#endif

int gr_net_stage(const GrPosition *pos) {
    int pieces = gr_set_count(pos->side[GR_WHITE] | pos->side[GR_BLACK]);
    int stage = (pieces - 1) / 4;
    return stage < GR_NET_STAGES ? stage : GR_NET_STAGES - 1;
}

/* The weights of a stage's output. */
static const int16_t *output_of(const GrNet *net, int stage) {
    return row_of(net, net->features.count + 1u + 2u * (unsigned)stage);
}

static GrScore scaled(const GrNet *net, int stage, int32_t total) {
    int64_t value = total / GR_NET_ONE + net->bias[stage];
    value = value * net->scale / (256 * GR_NET_ONE * GR_NET_OUT);
    if (value > GR_EVAL_LIMIT)
        return GR_EVAL_LIMIT;
    return value < -GR_EVAL_LIMIT ? -GR_EVAL_LIMIT : (GrScore)value;
}

GrScore gr_net_output(const GrNet *net, const GrSums *sums, const GrPosition *pos) {
    int stage = gr_net_stage(pos);
    const int16_t *out = output_of(net, stage);
    return scaled(net, stage, weigh(sums->view[pos->turn], out, net->width) +
                                  weigh(sums->view[!pos->turn], out + net->width, net->width));
}

GrScore gr_net_output_plain(const GrNet *net, const GrSums *sums, const GrPosition *pos) {
    int stage = gr_net_stage(pos);
    const int16_t *out = output_of(net, stage);
    return scaled(net, stage, weigh_plain(sums->view[pos->turn], out, net->width) +
                                  weigh_plain(sums->view[!pos->turn], out + net->width, net->width));
}
