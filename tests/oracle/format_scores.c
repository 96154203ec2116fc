/* The variants' model, written from grimoire-format(5) alone. */
#include "tests/oracle/format_scores.h"

#include <stdlib.h>
#include <string.h>

#include "db/codec/variant_view.h" /* for the table alone */

void format_play(FormatPlace *place, GrMove move) {
    place->took = gr_move_kind(move) != GR_PASS && place->pos.board[gr_move_to(move)] != GR_EMPTY;
    gr_play(&place->pos, move);
    place->last[1] = place->last[0];
    place->last[0] = move;
}

uint32_t format_order(const GrVariant *v, GrMove m) {
    GrMoveKind kind = gr_move_kind(m);
    uint32_t letter = gr_move_piece(m) ? (uint32_t)v->piece[gr_move_piece(m)].letter : 0;
    uint32_t third = kind == GR_DROP ? (uint32_t)gr_move_third(m) : 0;
    return (uint32_t)gr_move_from(m) << 25 | (uint32_t)gr_move_to(m) << 18 | (uint32_t)kind << 14 |
           letter << 7 | third;
}

static int compare_moves(const void *a, const void *b) {
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return first < second ? -1 : first > second;
}

void format_list(const GrPosition *pos, GrMoveList *list) {
    uint64_t keyed[GR_MAX_MOVES];
    const GrVariant *variant = gr_variant(pos->rules);
    gr_moves(pos, list);
    for (unsigned i = 0; i < list->count; i++)
        keyed[i] = (uint64_t)format_order(variant, list->move[i]) << 32 | list->move[i];
    qsort(keyed, list->count, sizeof *keyed, compare_moves);
    for (unsigned i = 0; i < list->count; i++)
        list->move[i] = (GrMove)keyed[i];
}

static const GrVariantModel *table_of(const GrVariant *variant) {
    for (int i = 0; i < GR_VARIANT_MODELS; i++)
        if (!strcmp(gr_variant_model[i].variant, variant->name))
            return &gr_variant_model[i];
    return NULL;
}

bool format_has_scores(const GrVariant *variant) {
    return table_of(variant) != NULL;
}

/* One move, while its weights are added up. */
typedef struct Sum {
    const FormatPlace *place;
    const GrPosition *pos;
    const GrVariant *variant;
    const GrVariantModel *table;
    int type; /* that moves */
    int score;
} Sum;

static void add(Sum *sum, int number) {
    sum->score += sum->table->weight[number];
}

static void add_own(Sum *sum, int number) {
    add(sum, 191 * sum->type + number);
}

static int rank_of(const Sum *sum, int sq) {
    return gr_relative_rank(sum->variant, sum->pos->turn, sq);
}

static int file_of(const Sum *sum, int sq) {
    return sq % sum->variant->files;
}

static int distance(const Sum *sum, int a, int b) {
    if (b < 0)
        return 8;
    int ranks = abs(rank_of(sum, a) - rank_of(sum, b));
    int files = abs(file_of(sum, a) - file_of(sum, b));
    int most = ranks > files ? ranks : files;
    return most < 7 ? most : 7;
}

static int danger(const Sum *sum, int sq) {
    int lowest = 0;
    for (GrSet from = gr_attackers(sum->pos, sq, !sum->pos->turn); from;) {
        int class = sum->table->class[gr_type_of(sum->pos->board[gr_set_pop(&from)])];
        lowest = !lowest || class < lowest ? class : lowest;
    }
    return lowest;
}

static int support(const Sum *sum, int sq) {
    int count = gr_set_count(gr_attackers(sum->pos, sq, sum->pos->turn));
    return count < 2 ? count : 2;
}

static int royal(const Sum *sum, int side) {
    return gr_set_first(sum->pos->side[side] & sum->pos->type[GR_KING]);
}

static bool gives_check(const Sum *sum, int type, int sq) {
    GrPosition there = *sum->pos;
    int us = there.turn;
    if (!type || sq == royal(sum, !us))
        return false;
    there.side[0] &= ~gr_set_of(sq);
    there.side[1] &= ~gr_set_of(sq);
    for (int t = 1; t < GR_MAX_TYPES; t++)
        there.type[t] &= ~gr_set_of(sq);
    there.board[sq] = (uint8_t)gr_piece(us, type);
    there.side[us] |= gr_set_of(sq);
    there.type[type] |= gr_set_of(sq);
    return gr_set_has(gr_attackers(&there, royal(sum, !us), us), sq);
}

/* Where the last moves went to, and the mover's from; -1 for a missing one. */
static int end_of(const Sum *sum, int which, bool start) {
    GrMove move = sum->place->last[which];
    if (move == GR_NO_MOVE || gr_move_kind(move) == GR_PASS)
        return -1;
    return start ? gr_move_from(move) : gr_move_to(move);
}

static void add_square_from(Sum *sum, int from) {
    add_own(sum, rank_of(sum, from));
    add_own(sum, 12 + file_of(sum, from));
    add_own(sum, 44 + (sum->type ? 2 * danger(sum, from) + (support(sum, from) > 0) : 0));
    add_own(sum, 54 + distance(sum, from, end_of(sum, 0, false)));
    add_own(sum, 63 + distance(sum, from, end_of(sum, 1, false)));
}

static void add_square_to(Sum *sum, int from, int to, int content, bool theirs) {
    int ranks = rank_of(sum, to) - rank_of(sum, from);
    int files = abs(file_of(sum, to) - file_of(sum, from)), risk = danger(sum, to);
    ranks = ranks > 3 ? 3 : ranks < -3 ? -3 : ranks;
    add_own(sum, 22 + rank_of(sum, to));
    add_own(sum, 34 + file_of(sum, to));
    add_own(sum, 72 + content);
    add_own(sum, 96 + 15 * theirs + 3 * risk + support(sum, to));
    add_own(sum, 126 + 4 * gives_check(sum, sum->type, to) + 2 * theirs + (risk > 0));
    add_own(sum, 134 + 9 * sum->place->took + distance(sum, to, end_of(sum, 0, false)));
    add_own(sum, 152 + distance(sum, to, royal(sum, !sum->pos->turn)));
    add_own(sum, 160 + 4 * (ranks + 3) + (files < 3 ? files : 3));
}

static void add_rare(Sum *sum, GrMove move, int content, bool theirs) {
    int kind = (int)gr_move_kind(move), type = gr_move_piece(move), to = gr_move_to(move);
    if (to == end_of(sum, 1, true) && gr_move_from(move) == end_of(sum, 1, false))
        add_own(sum, 188);
    if (gr_in_check(sum->pos))
        add_own(sum, 189 + theirs);
    if (kind || type)
        add(sum, 2101 + 12 * kind + type);
    if (kind == GR_SPELL || kind == GR_SPELL_FALL)
        add(sum, 2233 + 24 * (kind == GR_SPELL_FALL) + content);
    if (theirs && sum->type) {
        int more = sum->table->class[content] - sum->table->class[sum->type];
        add(sum, 2281 + (more < 0 ? 0 : more == 0 ? 4 : 8) + 2 * (danger(sum, to) > 0) +
                     (support(sum, to) == 2));
    }
    if (kind == GR_DROP) {
        int sq = gr_move_third(move), row = 2293 + 47 * type;
        add(sum, row + rank_of(sum, sq));
        add(sum, row + 12 + file_of(sum, sq));
        add(sum, row + 22 + 3 * danger(sum, sq) + support(sum, sq));
        add(sum, row + 37 + distance(sum, sq, royal(sum, !sum->pos->turn)));
        add(sum, row + 45 + gives_check(sum, type, sq));
    }
}

static int score(const FormatPlace *place, const GrVariantModel *table, GrMove move) {
    const GrPosition *pos = &place->pos;
    Sum sum = {place, pos, gr_variant(pos->rules), table, 0, 0};
    int from = gr_move_from(move), to = gr_move_to(move), there = pos->board[to];
    bool own = gr_set_has(pos->side[pos->turn], to);
    if (gr_set_has(pos->side[pos->turn], from))
        sum.type = gr_type_of(pos->board[from]);
    int content = there == GR_EMPTY ? 0 : gr_type_of(there) + (own ? 12 : 0);
    bool theirs = there != GR_EMPTY && !own;
    add_square_from(&sum, from);
    add_square_to(&sum, from, to, content, theirs);
    add_rare(&sum, move, content, theirs);
    return sum.score;
}

static uint64_t likelihood(int score) {
    static const uint64_t eighth[8] = {32768, 35733, 38967, 42494, 46340, 50535, 55108, 60097};
    score = score < -112 ? -112 : score > 39 ? 39 : score;
    return (eighth[(score + 120) % 8] << ((score + 120) / 8)) >> 12;
}

void format_weigh(const FormatPlace *place, const GrMoveList *list, uint64_t *weight) {
    const GrVariantModel *table = table_of(gr_variant(place->pos.rules));
    int scores[GR_MAX_MOVES], best = -32768;
    uint64_t sum = 0;
    for (unsigned i = 0; i < list->count; i++) {
        scores[i] = score(place, table, list->move[i]);
        best = scores[i] > best ? scores[i] : best;
    }
    for (unsigned i = 0; i < list->count; i++)
        sum += weight[i] = likelihood(scores[i] - best);
    for (unsigned i = 0; i < list->count; i++)
        weight[i] += 1 + sum / (64 * list->count);
}
