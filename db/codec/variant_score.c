/* Scores of many moves at once, by sets of squares. */
#include "db/codec/variant_score.h"

#include <string.h>

#include "db/codec/variant_view.h"

/* A weight of WAY by the difference of two corners: ranks forward, files aside. */
enum { RANK_STEP = 32, MIDDLE = 11 * RANK_STEP + 9 };
#define ASIDE(a)                                                                                   \
    a + 3, a + 3, a + 3, a + 3, a + 3, a + 3, a + 3, a + 2, a + 1, a, a + 1, a + 2, a + 3, a + 3,  \
        a + 3, a + 3, a + 3, a + 3, a + 3
static const uint8_t way_number[23][RANK_STEP] = {
    {ASIDE(0)},  {ASIDE(0)},  {ASIDE(0)},  {ASIDE(0)},  {ASIDE(0)},  {ASIDE(0)},
    {ASIDE(0)},  {ASIDE(0)},  {ASIDE(0)},  {ASIDE(4)},  {ASIDE(8)},  {ASIDE(12)},
    {ASIDE(16)}, {ASIDE(20)}, {ASIDE(24)}, {ASIDE(24)}, {ASIDE(24)}, {ASIDE(24)},
    {ASIDE(24)}, {ASIDE(24)}, {ASIDE(24)}, {ASIDE(24)}, {ASIDE(24)},
};

/* ---- what is summed up beforehand ---- */

/* Eight scores at once. */
typedef int16_t Eight __attribute__((vector_size(16)));

/* sums[i] = sum + weight[i] for sixteen of them, which may be more than there are: what is right is
 * written last. */
typedef struct Sixteen {
    Eight half[2];
} Sixteen;

static inline Sixteen sixteen(const int8_t *weight) {
    Sixteen all;
    for (int i = 0; i < 16; i++)
        all.half[i / 8][i % 8] = weight[i];
    return all;
}

static inline void write_sums(int16_t *sums, int sum, const Sixteen *all) {
    Eight low = all->half[0] + (int16_t)sum, high = all->half[1] + (int16_t)sum;
    memcpy(sums, &low, sizeof low);
    memcpy(sums + 8, &high, sizeof high);
}

static void sum_squares(GrVariantRow *row, const int8_t *weight, const GrVariant *variant) {
    Sixteen files = sixteen(weight + GR_VV_TO_FILE);
    int last = variant->ranks - 1;
    for (int rank = 0; rank <= last; rank++) {
        int at = rank * variant->files, empty = weight[GR_VV_CONTENT];
        write_sums(row->go[GR_WHITE] + at, weight[GR_VV_TO_RANK + rank] + empty, &files);
        write_sums(row->go[GR_BLACK] + at, weight[GR_VV_TO_RANK + last - rank] + empty, &files);
    }
}

static void sum_distances(int16_t near[8 * 16], const int8_t *weight, int took) {
    Sixteen last = sixteen(weight + GR_VV_NEAR + took * 9);
    for (int there = 0; there < 8; there++)
        write_sums(near + there * 16, weight[GR_VV_THERE + there], &last);
}

static void sum_row(GrVariantRow *row, const int8_t *weight, const GrVariant *variant) {
    for (int risk = 0; risk < 15; risk++) {
        int stake = 2 * (risk / 3) + (risk % 3 > 0);
        row->stake[risk] = weight[GR_VV_STAKE + stake];
        row->risk[risk] = weight[GR_VV_RISK + risk] + weight[GR_VV_CHECK + (risk >= 3)];
    }
    for (int way = 0; way < 28; way++)
        row->way[way] = weight[GR_VV_WAY + way];
    sum_distances(row->near, weight, 0);
    sum_distances(row->near + 8 * 16, weight, 1);
    sum_squares(row, weight, variant);
}

static void start(GrVariantScorer *scorer, const GrVariant *variant, const GrVariantModel *model) {
    scorer->model = model;
    gr_attack_map_start(&scorer->map);
    for (int row = 0; row <= variant->types; row++)
        sum_row(&scorer->row[row], model->weight + row * GR_VV_ROW, variant);
    gr_variant_board(variant, GR_WHITE, &scorer->board[GR_WHITE]);
    gr_variant_board(variant, GR_BLACK, &scorer->board[GR_BLACK]);
}

/* ---- moves one by one ---- */

static inline int sum_of(const int8_t *weight, const uint16_t *number, unsigned count) {
    int sum = 0;
#pragma GCC unroll 16
    for (unsigned i = 0; i < count; i++)
        sum += weight[number[i]];
    return sum;
}

static inline int leave_score(const GrVariantView *view, int from, unsigned row) {
    uint16_t number[GR_VV_LEAVE];
    gr_variant_leave(view, from, row, number);
    return sum_of(view->model->weight, number, GR_VV_LEAVE);
}

static inline int arrive_score(const GrVariantView *view, GrMove move, unsigned row) {
    uint16_t number[GR_VV_ARRIVE];
    int from = gr_move_from(move), to = gr_move_to(move);
    gr_variant_arrive(view, from, to, row, gr_vv_content(view, to), number);
    return sum_of(view->model->weight, number, GR_VV_ARRIVE);
}

static inline int rare_score(const GrVariantView *view, GrMove move, unsigned row) {
    uint16_t number[GR_VV_RARE];
    unsigned content = gr_vv_content(view, gr_move_to(move));
    unsigned count = gr_variant_rare(view, move, row, content, number);
    return sum_of(view->model->weight, number, count);
}

static inline int drop_score(const GrVariantView *view, GrMove move) {
    uint16_t number[GR_VV_DROPPED];
    gr_variant_drop(view, move, number);
    return sum_of(view->model->weight, number, GR_VV_DROPPED);
}

/* Moves from and to the same squares follow each other, and among them drops of a piece. */
static void score_others(const GrVariantView *view, const GrMoveList *others, int16_t *score) {
    const GrMove squares = gr_move_make(0, 127, 127, 0, 0);
    const GrMove but_third = gr_move_make(15, 127, 127, 15, 0);
    GrMove last = UINT32_MAX; /* like no move */
    int sum = 0, rest = 0;
    unsigned row = 0;
    for (unsigned i = 0; i < others->count; i++) {
        GrMove move = others->move[i], differs = move ^ last;
        bool drops = gr_move_kind(move) == GR_DROP;
        if (differs & squares) {
            row = gr_vv_row(view, gr_move_from(move));
            sum = leave_score(view, gr_move_from(move), row) + arrive_score(view, move, row);
        }
        int dropped = drops ? drop_score(view, move) : 0;
        if (differs & but_third)
            rest = rare_score(view, move, row) - dropped;
        score[i] = (int16_t)(sum + rest + dropped);
        last = move;
    }
}

/* ---- plain moves ---- */

typedef struct Plain {
    GrVariantView view;
    GrSquareBytes distances; /* indices of near[], by square */
    const GrVariantRow *row; /* of the type that is looked at */
    const int8_t *weight;    /* of its row */
    const int16_t *go;
    GrSet special;           /* where something can be captured or a check is given */
} Plain;

/* The opponent's last move took; the distances to the royal piece and to that move. */
static void look_at_distances(Plain *plain) {
    const GrVariantView *view = &plain->view;
    unsigned took = view->took ? 8 * 16 : 0;
    for (int sq = 0; sq < GR_VV_SQUARES; sq++)
        plain->distances[sq] = (uint8_t)(took + view->there[sq] * 16 + view->last[sq]);
}

static inline void look_at_type(Plain *plain, const GrVariantScorer *scorer, int type) {
    const GrPosition *pos = plain->view.pos;
    const GrHalves *check = &plain->view.check[type];
    plain->row = &scorer->row[type];
    plain->weight = scorer->model->weight + type * GR_VV_ROW;
    plain->go = plain->row->go[pos->turn];
    plain->special = pos->side[!pos->turn] | (GrSet)check->half[1] << 64 | check->half[0];
}

/* What all moves of a piece have in common. */
static inline int score_leave(const Plain *plain, int from) {
    const GrVariantView *view = &plain->view;
    const int8_t *weight = plain->weight;
    int sum = plain->row->stake[view->risk[from]] +
              weight[GR_VV_FROM_RANK + view->board.rank[from]] +
              weight[GR_VV_FROM_FILE + view->board.file[from]] +
              weight[GR_VV_AWAY + view->last[from]] + weight[GR_VV_GO_ON + view->own[from]];
    return view->in_check ? sum + weight[GR_VV_CHECKED] : sum;
}

/* Scores of the moves of a piece, as if all squares were empty and no check were given. */
static inline int16_t *score_quiet(const Plain *plain, int from, GrSet targets, int16_t *score) {
    const GrVariantRow *row = plain->row;
    const int16_t *go = plain->go;
    const uint8_t *ways = &way_number[0][0] + MIDDLE - plain->view.board.corner[from];
    int leave = score_leave(plain, from);
    for (size_t base = 0; base < GR_VV_SQUARES; base += 64, targets >>= 64)
        for (uint64_t half = (uint64_t)targets; half; half &= half - 1) {
            size_t to = base + (size_t)__builtin_ctzll(half);
            int sum = leave + go[to] + row->risk[plain->view.risk[to]];
            sum += row->near[plain->distances[to]] + row->way[ways[plain->view.board.corner[to]]];
            *score++ = (int16_t)sum;
        }
    return score;
}

/* What a capture, a check or a move back changes of that. */
static inline int difference(const Plain *plain, int from, int to) {
    const GrVariantView *view = &plain->view;
    const int8_t *weight = plain->weight;
    unsigned row = view->pos->board[from] & 15, taken = view->pos->board[to] & 15;
    unsigned attacked = gr_vv_attacked(view, to), check = gr_vv_bit(&view->check[row], to);
    unsigned takes = taken > 0;
    int sum = weight[GR_VV_CHECK + check * 4 + takes * 2 + attacked] -
              weight[GR_VV_CHECK + attacked];
    if (takes) {
        sum += weight[GR_VV_CONTENT + taken] - weight[GR_VV_CONTENT];
        sum += weight[GR_VV_RISK + 15 + view->risk[to]] - weight[GR_VV_RISK + view->risk[to]];
        sum += view->model->weight[gr_variant_trade(view, to, row, taken)];
        sum += view->in_check ? weight[GR_VV_CHECKED + 1] - weight[GR_VV_CHECKED] : 0;
    }
    return from == view->own_to && to == view->own_from ? sum + weight[GR_VV_BACK] : sum;
}

static inline int16_t *score_piece(const Plain *plain, int from, GrSet targets, int16_t *score) {
    int16_t *next = score_quiet(plain, from, targets, score);
    GrSet special = plain->special;
    if (from == plain->view.own_to)
        special |= gr_set_of(plain->view.own_from);
    for (special &= targets; special;) {
        GrSet before = (special & -special) - 1;
        int to = gr_set_pop(&special);
        int16_t *at = &score[gr_set_count(targets & before)];
        *at = (int16_t)(*at + difference(plain, from, to));
    }
    return next;
}

static int16_t *score_plain(Plain *plain, const GrVariantScorer *scorer, GrVariantScores *scores) {
    const GrPosition *pos = plain->view.pos;
    const GrVariant *variant = gr_variant(pos->rules);
    int16_t *score = scores->score;
    look_at_distances(plain);
    for (int type = 1; type <= variant->types; type++) {
        GrSet left = scores->sets.from & pos->type[type];
        if (!left)
            continue;
        look_at_type(plain, scorer, type);
        while (left) {
            int from = gr_set_pop(&left);
            scores->first[from] = (uint16_t)(score - scores->score);
            score = score_piece(plain, from, scores->sets.to[from], score);
        }
    }
    return score;
}

/* ---- all moves ---- */

static inline Eight most_of(Eight a, Eight b) {
    Eight first = a > b;
    return (a & first) | (b & ~first);
}

/* Less than any score: at most 25 weights are summed up. */
enum { NO_SCORE = -16384 };

/* Makes the best score 0, and the others what they are below it. Eight scores behind the last one
 * are overwritten. */
static void compare(int16_t *score, unsigned count) {
    Eight best = {0}, next;
    int16_t most = NO_SCORE;
    best += NO_SCORE;
    memcpy(score + count, &best, sizeof best);
    for (unsigned at = 0; at < count; at += 8) {
        memcpy(&next, score + at, sizeof next);
        best = most_of(best, next);
    }
    for (int i = 0; i < 8; i++)
        most = best[i] > most ? best[i] : most;
    Eight far = {0};
    far -= GR_VARIANT_FAR_BELOW;
    for (unsigned at = 0; at < count; at += 8) {
        memcpy(&next, score + at, sizeof next);
        next = most_of(next - most, far);
        memcpy(score + at, &next, sizeof next);
    }
}

void gr_variant_score(GrVariantScorer *scorer, const GrPlace *place, GrVariantScores *scores) {
    const GrPosition *pos = &place->pos;
    Plain plain;
    if (!scorer->model)
        start(scorer, gr_variant(pos->rules), place->model);
    gr_attack_map_update(&scorer->map, pos);
    gr_move_sets(pos, &scorer->map, &scores->sets);
    gr_variant_view_with(place, scorer->model, scorer->map.of, &scorer->board[pos->turn],
                         &plain.view);
    int16_t *others = score_plain(&plain, scorer, scores);
    scores->plain = (unsigned)(others - scores->score);
    scores->count = scores->plain + scores->sets.others.count;
    score_others(&plain.view, &scores->sets.others, others);
    compare(scores->score, scores->count);
}
