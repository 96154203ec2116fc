/* In which order moves are tried. */
#include "analysis/engine/search_local.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

/* Orders, from the top: the table's move, captures and promotions that win something, killers,
 * quiet moves by their history and by what they save, captures that lose something. */
enum {
    ORDER_FIRST = 1 << 30,
    ORDER_GAIN = 1 << 28,
    ORDER_KILLER = 1 << 26,
    ORDER_LOSS = -(1 << 28),
    GAIN = 64,   /* for each sixteenth of a centipawn won */
    TAKE_HISTORY = 4,
    DROP_HISTORY = GR_HISTORY_MAX / (GAIN / 2 - 1) /* orders captures alike but for the drop */
};

static int value_at(const GrSearch *s, const GrPosition *pos, int sq) {
    return s->value[gr_type_of(pos->board[sq])];
}

/* What is taken; below 0 for a piece of one's own (a spell may let it fall). */
static int taken_value(const GrSearch *s, const GrPosition *pos, GrMove move) {
    int sq = gr_captured_square(pos, move);
    if (sq == GR_NO_SQUARE)
        return 0;
    int value = value_at(s, pos, sq);
    return gr_side_of(pos->board[sq]) == pos->turn ? -value : value;
}

/* What the moving piece becomes, over what it was. */
static int promoted_value(const GrSearch *s, const GrPosition *pos, GrMove move) {
    int becomes = gr_move_becomes(move);
    if (!becomes)
        return 0;
    return s->value[becomes] - value_at(s, pos, gr_move_from(move));
}

/* What a side has on the board, in the worth of its pieces. */
static int material_of(const GrSearch *s, const GrPosition *pos, int side) {
    int types = s->variant->types, sum = 0;
    for (int type = GR_KING + 1; type <= types; type++)
        sum += gr_value_of(s->eval, type) * gr_set_count(pos->type[type] & pos->side[side]);
    return sum;
}

/* What a capture takes off the board that takes more than one piece. */
static int exploded_value(const GrSearch *s, const GrPosition *pos, GrMove move) {
    enum { KING = 5000 };
    GrPosition after;
    int us = pos->turn;
    gr_position_copy(&after, pos);
    gr_play(&after, move);
    int gain = material_of(s, pos, !us) - material_of(s, &after, !us) -
               (material_of(s, pos, us) - material_of(s, &after, us));
    return gr_king_square(&after, !us) == GR_NO_SQUARE ? KING : gain ? gain : -1;
}

int gr_gain_of_any(const GrSearch *s, const GrPosition *pos, GrMove move) {
    if (s->variant->explosions && gr_is_capture(pos, move))
        return exploded_value(s, pos, move);
    return taken_value(s, pos, move) + promoted_value(s, pos, move);
}

bool gr_loses(const GrSearch *s, const GrPosition *pos, GrMove move) {
    if (!gr_kind_does(gr_move_kind(move), GR_GOES) || s->variant->explosions)
        return gr_gain(s, pos, move) < 0;
    int ventured = value_at(s, pos, gr_move_from(move)), gain = gr_gain(s, pos, move);
    return ventured > gain + 50 && gr_exchange_loses(s, pos, move, gain, 0);
}

static int moving_type(const GrPosition *pos, GrMove move) {
    return gr_type_of(pos->board[gr_move_from(move)]);
}

/* Whether a quiet move takes a piece out of danger (gr_threats), or into it. */
static int escape(const GrSearch *s, const GrPosition *pos, GrMove move, const GrSet *threat) {
    GrMoveKind kind = gr_move_kind(move);
    if (kind != GR_NORMAL && kind != GR_DROP)
        return 0;
    int type = moving_type(pos, move);
    return s->tuned.escape * s->value[type] *
           (gr_set_has(threat[type], gr_move_from(move)) -
            gr_set_has(threat[type], gr_move_to(move)));
}

static const GrSet NO_THREAT[GR_MAX_TYPES];

/* What the moves of a node are ordered by. */
typedef struct Sorting {
    GrSearch *s;
    const Frame *frame;
    int ply;
    GrPast past;
    const GrSet *threat; /* of frame[ply], or none */
} Sorting;

/* The most valuable victim first, and by the least valuable piece. Whether that loses something is asked when its turn
 * comes: many a move never has it. */
static int32_t order_of_gain(const Sorting *o, GrMove move, int gain) {
    const GrPosition *pos = &o->frame->pos;
    int order = GAIN * (gain * 16 - value_at(o->s, pos, gr_move_from(move)) / 16) +
                gr_take_history_of(o->s, pos, move) * TAKE_HISTORY;
    if (gr_has_third(move))
        order += gr_drop_history_of(o->s, pos, move) / DROP_HISTORY;
    return ORDER_GAIN + order;
}

static int32_t order_of_quiet(const Sorting *o, GrMove move) {
    const GrPosition *pos = &o->frame->pos;
    int type = moving_type(pos, move), to = gr_move_to(move);
    int history = gr_is_plain(pos, move)
                      ? gr_history_at(o->s, &o->past, gr_peril(o->threat, type, gr_move_from(move), to), type, to)
                      : gr_history_of(o->s, &o->past, o->ply, move);
    return history + escape(o->s, pos, move, o->threat);
}

static int32_t order_of(const Sorting *o, GrMove move) {
    const GrPosition *pos = &o->frame->pos;
    int gain = gr_gain(o->s, pos, move);
    if (gain != 0)
        return order_of_gain(o, move, gain);
    for (int i = 0; i < GR_KILLERS; i++)
        if (o->frame->killer[i] == move)
            return ORDER_KILLER - i;
    return order_of_quiet(o, move);
}

void gr_order_moves(GrSearch *s, int ply, GrMove first, bool quiet) {
    Frame *frame = &s->frame[ply];
    Sorting o;
    o.s = s;
    o.frame = frame;
    gr_history_look(s, ply, &o.past);
    o.ply = ply;
    o.threat = quiet ? gr_threats(s, ply) : NO_THREAT;
    for (unsigned i = 0; i < frame->list.count; i++) {
        GrMove move = frame->list.move[i];
        frame->order[i] = move == first ? ORDER_FIRST : order_of(&o, move);
    }
    for (int lane = 0; lane < GR_ORDER_LANES; lane++)
        frame->order[frame->list.count + (unsigned)lane] = INT32_MIN;
}

/* The first place from `at` on that has the highest order. */
#if defined(__AVX2__)
static inline __m256i lanes_at(const int32_t *order) {
    return _mm256_loadu_si256((const __m256i *)(const void *)order);
}

/* The highest of eight, in all lanes. */
static inline __m256i highest_of(__m256i lanes) {
    lanes = _mm256_max_epi32(lanes, _mm256_permute2x128_si256(lanes, lanes, 1));
    lanes = _mm256_max_epi32(lanes, _mm256_shuffle_epi32(lanes, 0x4e));
    return _mm256_max_epi32(lanes, _mm256_shuffle_epi32(lanes, 0xb1));
}

static unsigned best_from(const Frame *frame, unsigned at) {
    const int32_t *order = frame->order;
    __m256i top = lanes_at(order + at);
    for (unsigned i = at + GR_ORDER_LANES; i < frame->list.count; i += GR_ORDER_LANES)
        top = _mm256_max_epi32(top, lanes_at(order + i));
    top = highest_of(top);
    for (;; at += GR_ORDER_LANES) {
        __m256i found = _mm256_cmpeq_epi32(lanes_at(order + at), top);
        unsigned places = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(found));
        if (places)
            return at + (unsigned)__builtin_ctz(places);
    }
}
#else
static unsigned best_from(const Frame *frame, unsigned at) {
    unsigned best = at;
    for (unsigned i = at + 1; i < frame->list.count; i++)
        if (frame->order[i] > frame->order[best])
            best = i;
    return best;
}
#endif

static bool is_of_gain(int32_t order) {
    return order > ORDER_KILLER && order < ORDER_FIRST;
}

GrMove gr_next_move(const GrSearch *s, Frame *frame, unsigned at) {
    unsigned best = best_from(frame, at);
    while (is_of_gain(frame->order[best]) && gr_loses(s, &frame->pos, frame->list.move[best])) {
        frame->order[best] += ORDER_LOSS - ORDER_GAIN;
        best = best_from(frame, at);
    }
    GrMove move = frame->list.move[best];
    int32_t order = frame->order[best];
    frame->list.move[best] = frame->list.move[at];
    frame->order[best] = frame->order[at];
    frame->list.move[at] = move;
    frame->order[at] = order;
    return move;
}

bool gr_picked_loses(const GrSearch *s, const Frame *frame, unsigned at) {
    int32_t order = frame->order[at];
    return !is_of_gain(order) && (order < ORDER_LOSS / 2 || gr_loses(s, &frame->pos, frame->list.move[at]));
}
