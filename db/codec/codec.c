/* Moves to bytes and back, by the model that fits the game. */
#include "db/codec/codec.h"

#include <string.h>

#include "db/codec/chess_model.h"
#include "db/codec/limits.h"
#include "db/codec/variant_model.h"

/* With n legal moves, each has SHARE numbers, and one behind them is the null move's. */
enum { SHARE = 4096 };

static bool is_chess(const GrVariant *variant) {
    return !strcmp(variant->name, "chess");
}

void gr_place_start(GrPlace *place, const GrPosition *start) {
    const GrVariant *variant = gr_variant(start->rules);
    bool chess = is_chess(variant);
    *place = (GrPlace){.pos = *start, .chess = chess};
    if (!chess) {
        place->model = gr_variant_model_of(variant);
        return;
    }
    place->book = gr_chess_book_start(start);
    gr_chess_men(start, &place->men);
}

/* Plays with the pieces alone. */
static inline void play_light(GrPlace *place, GrMove move, unsigned book) {
    place->took = gr_chess_men_play(&place->men, move);
    place->book = book;
}

static void play_other(GrPlace *place, GrMove move) {
    place->took = gr_move_kind(move) != GR_PASS && place->pos.board[gr_move_to(move)] != GR_EMPTY;
    if (place->chess)
        gr_chess_men_pass(&place->men);
    place->last[1] = place->last[0];
    place->last[0] = move;
    place->book = 0;
}

/* `book` is the node behind the move. */
static inline void play(GrPlace *place, GrMove move, unsigned book) {
    if (place->chess && gr_move_kind(move) != GR_PASS)
        play_light(place, move, book);
    else
        play_other(place, move);
    gr_play(&place->pos, move);
}

void gr_place_lighten(GrPlace *place, unsigned codec) {
    place->light = place->chess && codec == GR_CODEC_MODEL;
}

void gr_place_settle(GrPlace *place) {
    if (place->light)
        gr_chess_men_settle(&place->men, &place->pos);
}

void gr_place_play(GrPlace *place, GrMove move) {
    play(place, move, gr_chess_book_next(place->book, move));
}

unsigned gr_codec_for(const GrRules *rules) {
    bool model = rules && (is_chess(gr_variant(rules)) || gr_variant_model_of(gr_variant(rules)));
    return model ? GR_CODEC_MODEL : GR_CODEC_EVEN;
}

bool gr_codec_known(const GrRules *rules, unsigned codec) {
    return codec <= gr_codec_for(rules) || (rules && codec >= GR_CODEC_LINE && codec <= GR_CODEC_LAST);
}

static bool even_put(GrMoveWriter *w, const GrPlace *place, GrMove move) {
    const GrVariant *variant = gr_variant(place->pos.rules);
    GrMoveList list;
    gr_moves(&place->pos, &list);
    uint32_t order = gr_move_order(variant, move), rank = 0;
    bool legal = false;
    for (unsigned i = 0; i < list.count; i++) {
        rank += gr_move_order(variant, list.move[i]) < order;
        legal |= list.move[i] == move;
    }
    if (legal)
        gr_range_put(&w->range, rank * SHARE, SHARE, list.count * SHARE + 1);
    return legal;
}

static void even_put_pass(GrMoveWriter *w, const GrPlace *place) {
    uint32_t last = (uint32_t)gr_count_moves(&place->pos) * SHARE;
    gr_range_put(&w->range, last, 1, last + 1);
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
    GrMoveList list;
    gr_moves(&place->pos, &list);
    uint32_t at = gr_range_peek(&r->range, list.count * SHARE + 1), rank = at / SHARE;
    if (rank == list.count) {
        gr_range_take(&r->range, at, 1);
        return gr_move_make(GR_PASS, 0, 0, 0, 0);
    }
    gr_range_take(&r->range, rank * SHARE, SHARE);
    return select_rank(gr_variant(place->pos.rules), &list, rank);
}

void gr_moves_start(GrMoveWriter *w, unsigned codec, GrBuffer *out) {
    gr_range_start(&w->range, out);
    w->scorer.model = NULL;
    w->codec = codec;
    w->moves = 0;
    w->legal = false;
}

/* A null move out of check, or before a piece that must be placed, would leave a position that the
 * rules cannot go on from. */
static bool can_pass(const GrPosition *pos) {
    return !pos->pending && !gr_in_check(pos);
}

static bool is_weighed(unsigned codec, const GrPlace *place) {
    return codec == GR_CODEC_MODEL && place->chess;
}

static bool is_scored(unsigned codec, const GrPlace *place) {
    return codec == GR_CODEC_MODEL && place->model;
}

static bool put_pass(GrMoveWriter *w, const GrPlace *place) {
    if (!can_pass(&place->pos))
        return false;
    if (is_weighed(w->codec, place))
        gr_chess_put_pass(&w->range, place);
    else if (is_scored(w->codec, place))
        gr_variant_put_pass(&w->range, &w->scorer, place);
    else
        even_put_pass(w, place);
    return true;
}

static inline bool put(GrMoveWriter *w, const GrPlace *place, GrMove move, unsigned *book) {
    *book = 0;
    if (gr_move_kind(move) == GR_PASS)
        return put_pass(w, place);
    if (is_scored(w->codec, place))
        return gr_variant_put(&w->range, &w->scorer, place, move);
    if (!is_weighed(w->codec, place))
        return even_put(w, place, move);
    return (w->legal || gr_is_legal(&place->pos, move)) && gr_chess_put(&w->range, place, move, book);
}

/* A null move is rare enough to go on with the position. */
static void give_up_light(GrPlace *place) {
    gr_place_settle(place);
    place->pos.key = gr_key_of(&place->pos); /* which moves from here on keep up */
    place->light = false;
}

static bool put_light(GrMoveWriter *w, GrPlace *place, GrMove move) {
    unsigned book;
    if (gr_move_kind(move) == GR_PASS) {
        give_up_light(place);
        return gr_moves_put(w, place, move);
    }
    if (!gr_chess_put(&w->range, place, move, &book))
        return false;
    play_light(place, move, book);
    w->moves++;
    return true;
}

bool gr_moves_put(GrMoveWriter *w, GrPlace *place, GrMove move) {
    unsigned book;
    if (place->light)
        return put_light(w, place, move);
    if (!put(w, place, move, &book))
        return false;
    play(place, move, book);
    w->moves++;
    return true;
}

/* The zeros at the end, which were dropped, are there again as far as there must be bytes. */
void gr_moves_finish(GrMoveWriter *w) {
    GrBuffer *out = w->range.out;
    size_t least = w->range.start + (w->moves + GR_MOVES_A_BYTE - 1) / GR_MOVES_A_BYTE;
    gr_range_finish(&w->range);
    while (out->len < least && !out->failed)
        gr_buffer_putc(out, '\0');
}

void gr_moves_open(GrMoveReader *r, unsigned codec, const uint8_t *bytes, size_t len) {
    gr_range_open(&r->range, bytes, len);
    r->scorer.model = NULL;
    r->codec = codec;
    r->left = len * GR_MOVES_A_BYTE;
    r->player = NULL;
}

bool gr_moves_open_at(GrMoveReader *r, GrReplayer *player, unsigned codec, const GrPosition *start,
                      const uint8_t *bytes, size_t len) {
    gr_moves_open(r, codec, bytes, len);
    if (codec < GR_CODEC_LINE)
        return true;
    r->player = player;
    return gr_replayer_open(player, start, (GrReplayForm)(codec - GR_CODEC_LINE), bytes, len);
}

static inline GrMove get(GrMoveReader *r, const GrPlace *place, unsigned *book) {
    *book = 0;
    if (is_weighed(r->codec, place))
        return gr_chess_get(&r->range, place, book);
    if (is_scored(r->codec, place))
        return gr_variant_get(&r->range, &r->scorer, place);
    return even_get(r, place);
}

GrMove gr_moves_read(GrMoveReader *r, const GrPlace *place, unsigned *book) {
    *book = 0;
    if (r->player)
        return gr_replayer_next(r->player, &place->pos);
    if (!r->left)
        return GR_NO_MOVE;
    r->left--;
    GrMove move = get(r, place, book);
    bool pass = move != GR_NO_MOVE && gr_move_kind(move) == GR_PASS;
    return pass && !can_pass(&place->pos) ? GR_NO_MOVE : move;
}

void gr_moves_play(const GrMoveReader *r, GrPlace *place, GrMove move, unsigned book) {
    if (r->player)
        gr_play(&place->pos, move);
    else
        play(place, move, book);
}

/* The next move of a place whose position is behind, played there with the pieces alone if it can be. */
static GrMove get_light(GrMoveReader *r, GrPlace *place) {
    unsigned book;
    if (!r->left)
        return GR_NO_MOVE;
    r->left--;
    GrMove move = get(r, place, &book);
    bool pass = gr_move_kind(move) == GR_PASS;
    if (!pass && move != GR_NO_MOVE) {
        play_light(place, move, book);
        return move;
    }
    give_up_light(place);
    if (move == GR_NO_MOVE || !can_pass(&place->pos))
        return GR_NO_MOVE;
    play(place, move, book);
    return move;
}

GrMove gr_moves_get(GrMoveReader *r, GrPlace *place) {
    unsigned book;
    if (place->light && !r->player)
        return get_light(r, place);
    GrMove move = gr_moves_read(r, place, &book);
    if (move != GR_NO_MOVE)
        gr_moves_play(r, place, move, book);
    return move;
}
