#include "db/codec/variant_model.h"

#include <string.h>

/* Likelihoods count from that of the best move, which is 2^16. */
enum { BEST = 16, SURPRISE = 64 };

/* What the legal moves of a place weigh. */
typedef struct Scales {
    GrMoveList list;
    uint32_t total;
    uint32_t weight[GR_MAX_MOVES];
} Scales;

const GrVariantModel *gr_variant_model_of(const GrVariant *variant) {
    for (int i = 0; i < GR_VARIANT_MODELS; i++)
        if (!strcmp(gr_variant_model[i].variant, variant->name))
            return &gr_variant_model[i];
    return NULL;
}

static inline int sum_of(const int8_t *weight, const uint16_t *number, unsigned count) {
    int sum = 0;
#pragma GCC unroll 16
    for (unsigned i = 0; i < count; i++)
        sum += weight[number[i]];
    return sum;
}

static __attribute__((noinline)) int rare_score(const GrVariantView *view, GrMove move,
                                                unsigned row, unsigned content) {
    uint16_t number[GR_VV_RARE];
    unsigned count = gr_variant_rare(view, move, row, content, number);
    return sum_of(view->model->weight, number, count);
}

/* Scores the moves of the list; returns the best score. */
static int score_moves(const GrVariantView *view, const GrMoveList *list, int16_t *score) {
    const int8_t *weight = view->model->weight;
    int last = -1, leave = 0, best = INT16_MIN;
    unsigned row = 0;
    for (unsigned i = 0; i < list->count; i++) {
        GrMove move = list->move[i];
        int from = gr_move_from(move), to = gr_move_to(move);
        unsigned content = gr_vv_content(view, to);
        if (from != last) {
            uint16_t number[GR_VV_LEAVE];
            row = gr_vv_row(view, from);
            gr_variant_leave(view, from, row, number);
            leave = sum_of(weight, number, GR_VV_LEAVE);
            last = from;
        }
        uint16_t number[GR_VV_ARRIVE];
        gr_variant_arrive(view, from, to, row, content, number);
        int sum = leave + sum_of(weight, number, GR_VV_ARRIVE);
        if (gr_variant_is_rare(view, move, content))
            sum += rare_score(view, move, row, content);
        score[i] = (int16_t)sum;
        best = sum > best ? sum : best;
    }
    return best;
}

/* 2^(16 - less / 8), rounded down. */
static inline uint32_t power(int less) {
    static const uint32_t eighth[8] = {65536, 60097, 55108, 50535, 46340, 42494, 38967, 35733};
    return less < BEST * 8 ? eighth[less & 7] >> (less >> 3) : 0;
}

static void weigh(const GrPlace *place, Scales *scales) {
    GrVariantView view;
    int16_t score[GR_MAX_MOVES];
    gr_moves(&place->pos, &scales->list);
    scales->total = 0;
    unsigned count = scales->list.count;
    if (!count)
        return;
    gr_variant_view(place, place->model, &view);
    int best = score_moves(&view, &scales->list, score);
    uint32_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += scales->weight[i] = power(best - score[i]);
    uint32_t least = sum / (SURPRISE * count) + 1;
    for (unsigned i = 0; i < count; i++)
        scales->weight[i] += least;
    scales->total = sum + count * least;
}

bool gr_variant_put(GrRangeWriter *range, const GrPlace *place, GrMove move) {
    const GrVariant *variant = gr_variant(place->pos.rules);
    Scales scales;
    weigh(place, &scales);
    uint32_t order = gr_move_order(variant, move), low = 0, weight = 0;
    for (unsigned i = 0; i < scales.list.count; i++) {
        low += gr_move_order(variant, scales.list.move[i]) < order ? scales.weight[i] : 0;
        weight = scales.list.move[i] == move ? scales.weight[i] : weight;
    }
    if (weight)
        gr_range_put(range, low, weight, scales.total + 1);
    return weight;
}

void gr_variant_put_pass(GrRangeWriter *range, const GrPlace *place) {
    Scales scales;
    weigh(place, &scales);
    gr_range_put(range, scales.total, 1, scales.total + 1);
}

/* The square from which the move with the number `at` goes: *low is where its moves begin. */
static int find_from(const Scales *scales, uint32_t at, uint32_t *low) {
    uint32_t weight[GR_MAX_SQUARES] = {0};
    GrSet squares = 0;
    for (unsigned i = 0; i < scales->list.count; i++) {
        int from = gr_move_from(scales->list.move[i]);
        weight[from] += scales->weight[i];
        squares |= gr_set_of(from);
    }
    *low = 0;
    for (;;) {
        int from = gr_set_pop(&squares);
        if (at - *low < weight[from])
            return from;
        *low += weight[from];
    }
}

/* Of the moves in keyed[0..count), of which the first in order begins at *low: which one has the
 * number `at`. Quickselect, by weight. */
static unsigned find_move(const Scales *scales, uint64_t *keyed, unsigned count, uint32_t at,
                          uint32_t *low) {
    while (count > 1) {
        uint64_t pivot = keyed[count / 2];
        uint32_t below = 0;
        unsigned less = 0;
        keyed[count / 2] = keyed[count - 1];
        keyed[count - 1] = pivot;
        for (unsigned i = 0; i + 1 < count; i++) {
            uint64_t key = keyed[i];
            if (key >= pivot)
                continue;
            below += scales->weight[(uint32_t)key];
            keyed[i] = keyed[less];
            keyed[less++] = key;
        }
        uint32_t own = scales->weight[(uint32_t)pivot];
        keyed[count - 1] = keyed[less];
        if (at - *low < below) {
            count = less;
        } else if (at - *low < below + own) {
            *low += below;
            return (uint32_t)pivot;
        } else {
            *low += below + own;
            keyed += less;
            count -= less + 1;
        }
    }
    return (uint32_t)keyed[0];
}

GrMove gr_variant_get(GrRangeReader *range, const GrPlace *place) {
    const GrVariant *variant = gr_variant(place->pos.rules);
    Scales scales;
    uint64_t keyed[GR_MAX_MOVES];
    uint32_t low;
    weigh(place, &scales);
    uint32_t at = gr_range_peek(range, scales.total + 1);
    if (at == scales.total) {
        gr_range_take(range, at, 1);
        return gr_move_make(GR_PASS, 0, 0, 0, 0);
    }
    int from = find_from(&scales, at, &low);
    unsigned count = 0;
    for (unsigned i = 0; i < scales.list.count; i++) {
        GrMove move = scales.list.move[i];
        if (gr_move_from(move) == from)
            keyed[count++] = (uint64_t)gr_move_order(variant, move) << 32 | i;
    }
    unsigned i = find_move(&scales, keyed, count, at, &low);
    gr_range_take(range, low, scales.weight[i]);
    return scales.list.move[i];
}
