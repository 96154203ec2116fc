#include "db/codec.h"

#include <string.h>

#include "db/chess_model.h"

/* The last slot of every choice is the null move's, which no list of legal moves has. */
enum { PASS_LOW = GR_RANGE_TOTAL - 1 };

void gr_place_start(GrPlace *place, const GrPosition *start) {
    *place = (GrPlace){.pos = *start, .book = gr_chess_book_start(start)};
}

void gr_place_play(GrPlace *place, GrMove move) {
    gr_play(&place->pos, move);
    place->book = gr_chess_book_next(place->book, move);
    place->last[1] = place->last[0];
    place->last[0] = move;
}

bool gr_codec_known(unsigned version) {
    return version >= 1 && version <= GR_CODEC_NEWEST;
}

/* The interval of the move that has `rank` moves before it, of n. */
static void even_interval(uint32_t rank, uint32_t n, uint32_t *low, uint32_t *freq) {
    *low = rank * PASS_LOW / n;
    *freq = (rank + 1) * PASS_LOW / n - *low;
}

static bool even_put(GrMoveWriter *w, const GrPlace *place, GrMove move) {
    const GrVariant *variant = gr_variant(place->pos.rules);
    GrMoveList list;
    gr_moves(&place->pos, &list);
    uint32_t order = gr_move_order(variant, move), rank = 0, low, freq;
    bool legal = false;
    for (unsigned i = 0; i < list.count; i++) {
        rank += gr_move_order(variant, list.move[i]) < order;
        legal |= list.move[i] == move;
    }
    if (!legal)
        return false;
    even_interval(rank, list.count, &low, &freq);
    gr_range_put(&w->range, low, freq);
    return true;
}

/* The move that has `rank` moves before it in order. */
static GrMove select_rank(const GrVariant *variant, const GrMoveList *list, uint32_t rank) {
    uint64_t keyed[GR_MAX_MOVES];
    for (unsigned i = 0; i < list->count; i++)
        keyed[i] = (uint64_t)gr_move_order(variant, list->move[i]) << 32 | i;
    /* Quickselect by Hoare's scheme: what is left of `rank` ends up below it. */
    for (uint32_t from = 0, to = list->count - 1; from < to;) {
        uint64_t pivot = keyed[from + (to - from) / 2];
        uint32_t i = from, j = to;
        for (;; i++, j--) {
            while (keyed[i] < pivot)
                i++;
            while (keyed[j] > pivot)
                j--;
            if (i >= j)
                break;
            uint64_t held = keyed[i];
            keyed[i] = keyed[j];
            keyed[j] = held;
        }
        if (rank <= j)
            to = j;
        else
            from = j + 1;
    }
    return list->move[(uint32_t)keyed[rank]];
}

static GrMove even_get(GrMoveReader *r, const GrPlace *place) {
    const GrVariant *variant = gr_variant(place->pos.rules);
    uint32_t at = gr_range_peek(&r->range), rank, low, freq;
    GrMoveList list;
    gr_moves(&place->pos, &list);
    if (at >= PASS_LOW) {
        gr_range_take(&r->range, PASS_LOW, 1);
        return gr_move_make(GR_PASS, 0, 0, 0, 0);
    }
    if (list.count == 0)
        return GR_NO_MOVE;
    rank = ((at + 1) * list.count - 1) / PASS_LOW; /* the last whose interval starts at or below */
    even_interval(rank, list.count, &low, &freq);
    gr_range_take(&r->range, low, freq);
    return select_rank(variant, &list, rank);
}

void gr_moves_start(GrMoveWriter *w, unsigned version, GrBuffer *out) {
    gr_range_start(&w->range, out);
    w->version = version;
}

/* A null move out of check, or before a piece that must be placed, would leave a position that the
 * rules cannot go on from. */
static bool can_pass(const GrPosition *pos) {
    return !pos->pending && !gr_in_check(pos);
}

static bool is_weighed(unsigned version, const GrPlace *place) {
    return version >= GR_CODEC_WEIGHED &&
           !strcmp(gr_variant(place->pos.rules)->name, "chess");
}

static bool put(GrMoveWriter *w, const GrPlace *place, GrMove move) {
    if (gr_move_kind(move) == GR_PASS) {
        if (can_pass(&place->pos))
            gr_range_put(&w->range, PASS_LOW, 1);
        return can_pass(&place->pos);
    }
    return is_weighed(w->version, place) ? gr_chess_put(&w->range, place, move)
                                         : even_put(w, place, move);
}

bool gr_moves_put(GrMoveWriter *w, GrPlace *place, GrMove move) {
    if (!put(w, place, move))
        return false;
    gr_place_play(place, move);
    return true;
}

void gr_moves_finish(GrMoveWriter *w) {
    gr_range_finish(&w->range);
}

void gr_moves_open(GrMoveReader *r, unsigned version, const uint8_t *bytes, size_t len) {
    gr_range_open(&r->range, bytes, len);
    r->version = version;
}

GrMove gr_moves_get(GrMoveReader *r, GrPlace *place) {
    GrMove move = is_weighed(r->version, place) ? gr_chess_get(&r->range, place)
                                                : even_get(r, place);
    bool pass = gr_move_kind(move) == GR_PASS;
    if (move == GR_NO_MOVE || (pass && !can_pass(&place->pos)))
        return GR_NO_MOVE;
    gr_place_play(place, move);
    return move;
}
