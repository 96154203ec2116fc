/* How likely the legal moves of a variant's position are. */
#include "db/codec/variant_model.h"

#include <string.h>

#include "db/codec/likelihood.h"

/* A score counts from that of the best move. No move is less likely than by a SURPRISE-th of the
 * average. */
enum { SURPRISE = 64 };

/* What the legal moves of a place weigh, in the order of the scores. */
typedef struct Scales {
    GrVariantScores scores;
    uint32_t total, least; /* `least` is to be added to each weight */
    uint32_t sum[GR_MAX_MOVES + 1]; /* of the weights before each, and of all */
} Scales;

const GrVariantModel *gr_variant_model_of(const GrVariant *variant) {
    for (int i = 0; i < GR_VARIANT_MODELS; i++)
        if (!strcmp(gr_variant_model[i].variant, variant->name))
            return &gr_variant_model[i];
    return NULL;
}

static void weigh(GrVariantScorer *scorer, const GrPlace *place, Scales *scales) {
    GrVariantScores *scores = &scales->scores;
    gr_variant_score(scorer, place, scores);
    unsigned count = scores->count;
    uint32_t sum = 0;
    const uint32_t *likelihood = gr_likelihoods - GR_LEAST_SCORE;
#pragma GCC unroll 4
    for (unsigned i = 0; i < count; i++) {
        scales->sum[i] = sum;
        sum += likelihood[scores->score[i]];
    }
    scales->sum[count] = sum;
    scales->least = count ? sum / (SURPRISE * count) + 1 : 0;
    scales->total = sum + count * scales->least;
}

static uint32_t weight_of(const Scales *scales, unsigned i) {
    return scales->sum[i + 1] - scales->sum[i] + scales->least;
}

/* What the plain moves of a square weigh that has some. */
static uint32_t weigh_square(const Scales *scales, int from) {
    unsigned count = (unsigned)gr_set_count(scales->scores.sets.to[from]);
    const uint32_t *sum = scales->sum + scales->scores.first[from];
    return sum[count] - sum[0] + count * scales->least;
}

/* ---- writing ---- */

static GrMove plain_move(int from, int to) {
    return gr_move_make(GR_NORMAL, from, to, 0, 0);
}

/* What the plain moves of a square weigh that go to the lowest of its goals, as many as are in a set
 * of squares below some square. */
static uint32_t weigh_plain(const Scales *scales, int from, GrSet below) {
    unsigned count = (unsigned)gr_set_count(scales->scores.sets.to[from] & below);
    const uint32_t *sum = scales->sum + scales->scores.first[from];
    return sum[count] - sum[0] + count * scales->least;
}

/* The place of a plain move among the scores. */
static unsigned place_of(const GrVariantScores *scores, int from, int to) {
    return scores->first[from] + (unsigned)gr_set_count(scores->sets.to[from] & (gr_set_of(to) - 1));
}

/* What the plain moves weigh that come before a move in order. */
static uint32_t weigh_before(const Scales *scales, GrMove move) {
    const GrMoveSets *sets = &scales->scores.sets;
    int from = gr_move_from(move), to = gr_move_to(move);
    uint32_t sum = 0;
    for (GrSet left = sets->from & (gr_set_of(from) - 1); left;)
        sum += weigh_square(scales, gr_set_pop(&left));
    if (!gr_set_has(sets->from, from))
        return sum;
    bool behind = move != plain_move(from, to);
    return sum + weigh_plain(scales, from, (gr_set_of(to) << behind) - 1);
}

static bool is_plain(const GrMoveSets *sets, GrMove move) {
    int from = gr_move_from(move), to = gr_move_to(move);
    return move == plain_move(from, to) && from < GR_MAX_SQUARES && to < GR_MAX_SQUARES &&
           gr_set_has(sets->from, from) && gr_set_has(sets->to[from], to);
}

bool gr_variant_put(GrRangeWriter *range, GrVariantScorer *scorer, const GrPlace *place,
                    GrMove move) {
    const GrVariant *variant = gr_variant(place->pos.rules);
    Scales scales;
    weigh(scorer, place, &scales);
    const GrMoveSets *sets = &scales.scores.sets;
    unsigned plain = scales.scores.plain;
    uint32_t order = gr_move_order(variant, move), low = 0, own = 0;
    for (unsigned i = 0; i < sets->others.count; i++) {
        uint32_t other = gr_move_order(variant, sets->others.move[i]);
        low += other < order ? weight_of(&scales, plain + i) : 0;
        own = sets->others.move[i] == move ? weight_of(&scales, plain + i) : own;
    }
    if (!own && !is_plain(sets, move))
        return false;
    if (!own)
        own = weight_of(&scales, place_of(&scales.scores, gr_move_from(move), gr_move_to(move)));
    gr_range_put(range, low + weigh_before(&scales, move), own, scales.total + 1);
    return true;
}

void gr_variant_put_pass(GrRangeWriter *range, GrVariantScorer *scorer, const GrPlace *place) {
    Scales scales;
    weigh(scorer, place, &scales);
    gr_range_put(range, scales.total, 1, scales.total + 1);
}

/* ---- reading ---- */

/* Moves by the square they start from: `by` in all, for the squares of a set. */
typedef struct Starts {
    GrSet squares;
    uint32_t by[GR_MAX_SQUARES];
} Starts;

static void sum_others(const Scales *scales, Starts *starts) {
    const GrMoveList *others = &scales->scores.sets.others;
    starts->squares = 0;
    for (unsigned i = 0; i < others->count; i++) {
        int from = gr_move_from(others->move[i]);
        GrSet square = gr_set_of(from);
        starts->by[from] = (starts->squares & square ? starts->by[from] : 0) +
                           weight_of(scales, scales->scores.plain + i);
        starts->squares |= square;
    }
}

/* The square from which the move with the number `at` goes: *low is where its moves begin, *mixed
 * says whether others than plain ones go from there. */
static int find_from(const Scales *scales, uint32_t at, uint32_t *low, bool *mixed) {
    const GrMoveSets *sets = &scales->scores.sets;
    Starts others;
    sum_others(scales, &others);
    *low = 0;
    for (GrSet left = sets->from | others.squares;;) {
        int from = gr_set_pop(&left);
        uint32_t sum = gr_set_has(sets->from, from) ? weigh_square(scales, from) : 0;
        *mixed = gr_set_has(others.squares, from);
        sum += *mixed ? others.by[from] : 0;
        if (at - *low < sum)
            return from;
        *low += sum;
    }
}

/* A move, by its order and its place among the scores. */
typedef struct Keyed {
    uint32_t order, index;
} Keyed;

/* Of the moves in keyed[0..count), of which the first in order begins at *low: which one has the
 * number `at`. Quickselect, by weight. */
static uint32_t select_move(const Scales *scales, Keyed *keyed, unsigned count, uint32_t at,
                            uint32_t *low) {
    while (count > 1) {
        Keyed pivot = keyed[count / 2];
        uint32_t below = 0, own = weight_of(scales, pivot.index);
        unsigned less = 0;
        keyed[count / 2] = keyed[count - 1];
        keyed[count - 1] = pivot;
        for (unsigned i = 0; i + 1 < count; i++) {
            Keyed key = keyed[i];
            if (key.order >= pivot.order)
                continue;
            below += weight_of(scales, key.index);
            keyed[i] = keyed[less];
            keyed[less++] = key;
        }
        keyed[count - 1] = keyed[less];
        if (at - *low < below) {
            count = less;
        } else if (at - *low < below + own) {
            *low += below;
            return pivot.index;
        } else {
            *low += below + own;
            keyed += less;
            count -= less + 1;
        }
    }
    return keyed[0].index;
}

/* The move with the number `at` among plain and other moves from a square; *i is its place among
 * the scores. */
static __attribute__((noinline)) GrMove find_mixed(const Scales *scales, const GrVariant *variant,
                                                   int from, uint32_t at, uint32_t *low,
                                                   unsigned *i) {
    const GrVariantScores *scores = &scales->scores;
    const GrMoveSets *sets = &scores->sets;
    GrMove move[GR_MAX_MOVES];
    Keyed keyed[GR_MAX_MOVES];
    unsigned count = 0;
    GrSet plain = gr_set_has(sets->from, from) ? sets->to[from] : 0;
    for (unsigned k = plain ? scores->first[from] : 0; plain; k++) {
        move[k] = plain_move(from, gr_set_pop(&plain));
        keyed[count++] = (Keyed){gr_move_order(variant, move[k]), k};
    }
    for (unsigned k = scores->plain; k < scores->count; k++) {
        move[k] = sets->others.move[k - scores->plain];
        if (gr_move_from(move[k]) == from)
            keyed[count++] = (Keyed){gr_move_order(variant, move[k]), k};
    }
    *i = select_move(scales, keyed, count, at, low);
    return move[*i];
}

static GrMove find_plain(const Scales *scales, int from, uint32_t at, uint32_t *low, unsigned *i) {
    GrSet to = scales->scores.sets.to[from];
    for (*i = scales->scores.first[from];; ++*i) {
        uint32_t own = weight_of(scales, *i);
        int sq = gr_set_pop(&to);
        if (at - *low < own)
            return plain_move(from, sq);
        *low += own;
    }
}

GrMove gr_variant_get(GrRangeReader *range, GrVariantScorer *scorer, const GrPlace *place) {
    const GrVariant *variant = gr_variant(place->pos.rules);
    Scales scales;
    uint32_t low;
    unsigned i;
    bool mixed;
    weigh(scorer, place, &scales);
    uint32_t at = gr_range_peek(range, scales.total + 1);
    if (at == scales.total) {
        gr_range_take(range, at, 1);
        return gr_move_make(GR_PASS, 0, 0, 0, 0);
    }
    int from = find_from(&scales, at, &low, &mixed);
    GrMove move = mixed ? find_mixed(&scales, variant, from, at, &low, &i)
                        : find_plain(&scales, from, at, &low, &i);
    gr_range_take(range, low, weight_of(&scales, i));
    return move;
}
