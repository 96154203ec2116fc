/* Packing what the index knows of common positions: the sums are made here, from the places. */
#include <stdlib.h>

#include "db/codec/common_local.h"
#include "db/codec/bits_move.h"
#include "notation/game.h"
#include "notation/room.h"
#include "rules/position.h"

/* A state while its games are counted, in their order. */
typedef struct Sum {
    GrCommonState state;
    GrCommonMove *move;
    size_t cap;
    const GrGameFacts *facts;
    int turn;
    bool any;    /* some game was counted: state.last */
    bool failed; /* memory ran out */
} Sum;

/* ---- counting ---- */

static void count_result(uint32_t *white, uint32_t *draws, uint32_t *black, unsigned result) {
    *white += result == GR_WHITE_WINS;
    *draws += result == GR_DRAW;
    *black += result == GR_BLACK_WINS;
}

/* Highest ratings of both first, of equal ones the first game. */
static bool is_better(const GrGameFacts *a, const GrGameFacts *b) {
    return a->elo[0] + a->elo[1] > b->elo[0] + b->elo[1];
}

/* The latest first, of a day the last game. */
static bool is_later(const GrGameFacts *a, const GrGameFacts *b) {
    return a->date >= b->date;
}

static void put_on_list(GrCommonListed *list, unsigned *count, GrCommonListed listed,
                        const GrGameFacts *facts,
                        bool (*comes_before)(const GrGameFacts *a, const GrGameFacts *b)) {
    const GrGameFacts *of = &facts[listed.game];
    unsigned at = *count;
    if (at < GR_COMMON_LISTED)
        ++*count;
    else if (comes_before(of, &facts[list[at - 1].game]))
        at--;
    else
        return;
    for (; at > 0 && comes_before(of, &facts[list[at - 1].game]); at--)
        list[at] = list[at - 1];
    list[at] = listed;
}

/* The number of a move's row, which is added if it is new. */
static uint32_t row_of(Sum *sum, GrMove move) {
    uint32_t i = 0;
    while (i < sum->state.moves && sum->move[i].move != move)
        i++;
    if (i < sum->state.moves)
        return i;
    if (!gr_room(&sum->move, i, 1, &sum->cap, sizeof *sum->move)) {
        sum->failed = true;
        return 0;
    }
    sum->move[i] = (GrCommonMove){.move = move};
    sum->state.moves++;
    return i;
}

static void count_ratings(GrCommonMove *row, const GrGameFacts *facts, int side) {
    unsigned wins = side == GR_WHITE ? GR_WHITE_WINS : GR_BLACK_WINS;
    if (!facts->elo[side])
        return;
    row->rated++;
    row->ratings += facts->elo[side];
    if (facts->result == GR_RESULT_NONE || !facts->elo[!side])
        return;
    row->met++;
    row->opponents += facts->elo[!side];
    row->won += facts->result == wins ? 2 : facts->result == GR_DRAW;
}

static void count_move(Sum *sum, const GrCommonPlace *place, const GrGameFacts *facts, uint32_t at) {
    GrCommonMove *row = &sum->move[at];
    if (row->games && row->last == place->game)
        return;
    row->last = place->game;
    row->games++;
    count_result(&row->white, &row->draws, &row->black, facts->result);
    row->played = facts->date > row->played ? facts->date : row->played;
    count_ratings(row, facts, sum->turn);
}

static void count_place(Sum *sum, const GrCommonPlace *place) {
    GrCommonState *state = &sum->state;
    const GrGameFacts *facts = &sum->facts[place->game];
    bool ends = place->next == GR_NO_MOVE;
    uint32_t row = ends ? 0 : row_of(sum, place->next);
    if (sum->failed)
        return;
    const GrCommonListed listed = {place->game, row};
    state->hits++;
    state->ended += ends;
    if (!sum->any || state->last != place->game) {
        sum->any = true;
        state->last = place->game;
        state->games++;
        count_result(&state->white, &state->draws, &state->black, facts->result);
        if (!ends && facts->elo[0] && facts->elo[1])
            put_on_list(state->best, &state->bests, listed, sum->facts, is_better);
        if (!ends && facts->date)
            put_on_list(state->latest, &state->latests, listed, sum->facts, is_later);
    }
    if (!ends)
        count_move(sum, place, facts, row);
}

/* ---- bits ---- */

static void put_share(GrBitWriter *w, uint32_t value, uint32_t of) {
    gr_bits_put(w, value, gr_bits_for_share(of));
}

/* The mean, rounded down, and what is left over. */
static void put_ratings(GrBitWriter *w, uint64_t sum, uint32_t games) {
    if (!games)
        return;
    gr_bits_put_golomb(w, sum / games, GR_COMMON_RATING);
    put_share(w, (uint32_t)(sum % games), games - 1);
}

static void put_row(GrBitWriter *w, const GrCommonMove *row, unsigned game_bits) {
    gr_bits_put_move(w, row->move, GR_COMMON_SQUARE);
    gr_bits_put_golomb(w, row->games - 1, GR_COMMON_FEW);
    put_share(w, row->white, row->games);
    put_share(w, row->draws, row->games - row->white);
    put_share(w, row->black, row->games - row->white - row->draws);
    put_share(w, row->games - row->rated, row->games);
    put_share(w, row->rated - row->met, row->rated);
    put_share(w, row->won, 2 * row->met);
    put_ratings(w, row->ratings, row->rated);
    put_ratings(w, row->opponents, row->met);
    gr_bits_put(w, row->played, GR_COMMON_DATE);
    gr_bits_put(w, row->last, game_bits);
}

static void put_list(GrBitWriter *w, const GrCommonListed *list, unsigned count, uint32_t moves,
                     unsigned game_bits) {
    gr_bits_put(w, count, 4);
    for (unsigned i = 0; i < count; i++) {
        gr_bits_put(w, list[i].game, game_bits);
        gr_bits_put(w, list[i].move, gr_bits_for(moves));
    }
}

static void put_state(GrBitWriter *w, const GrCommonKey *key, const Sum *sum, unsigned game_bits) {
    const GrCommonState *state = &sum->state;
    gr_bits_put_golomb(w, key->variant, 0);
    gr_bits_put_long(w, key->key, 64);
    gr_bits_put_golomb(w, state->games - 1, GR_COMMON_MANY);
    gr_bits_put_golomb(w, state->hits - state->games, 0);
    put_share(w, state->white, state->games);
    put_share(w, state->draws, state->games - state->white);
    put_share(w, state->black, state->games - state->white - state->draws);
    gr_bits_put_golomb(w, state->ended, 0);
    gr_bits_put(w, state->last, game_bits);
    gr_bits_put_golomb(w, state->moves, 2);
    for (uint32_t i = 0; i < state->moves; i++)
        put_row(w, &sum->move[i], game_bits);
    put_list(w, state->best, state->bests, state->moves, game_bits);
    put_list(w, state->latest, state->latests, state->moves, game_bits);
}

/* ---- places ---- */

/* What the codes of places are made for. */
typedef struct Shape {
    uint32_t games;
    unsigned gap;
    uint32_t usual;
} Shape;

static Shape shape_of(const GrCommonEntry *entry) {
    enum { PLIES = 256 };
    uint32_t times[PLIES] = {0};
    Shape shape = {0};
    for (size_t i = 0; i < entry->places; i++) {
        shape.games += i == 0 || entry->place[i].game != entry->place[i - 1].game;
        times[entry->place[i].ply < PLIES ? entry->place[i].ply : PLIES - 1]++;
    }
    for (uint32_t ply = 0; ply < PLIES; ply++)
        if (times[ply] > times[shape.usual])
            shape.usual = ply;
    uint32_t range = entry->places ? entry->place[entry->places - 1].game + 1 : 0;
    uint32_t mean = shape.games ? range / shape.games : 0;
    shape.gap = mean > 1 ? gr_top_bit(mean) - (mean < 3u << gr_top_bit(mean) >> 1) : 0;
    return shape;
}

static void put_places(GrBitWriter *w, const GrCommonEntry *entry, const Shape *shape) {
    uint32_t next = 0;
    for (size_t i = 0, end; i < entry->places; i = end) {
        const GrCommonPlace *place = &entry->place[i];
        for (end = i + 1; end < entry->places && entry->place[end].game == place->game;)
            end++;
        gr_bits_put_golomb(w, place->game - next, shape->gap);
        next = place->game + 1;
        gr_bits_put_unary(w, end - i - 1);
        gr_bits_put_golomb(w, gr_zigzag((int64_t)place->ply - shape->usual), 0);
        for (size_t n = i; n < end; n++) {
            if (n > i)
                gr_bits_put_golomb(w, entry->place[n].ply - entry->place[n - 1].ply - 1u, 1);
            gr_bits_put(w, entry->place[n].state, gr_bits_for(entry->states));
        }
    }
}

static void put_entry(const GrCommonEntry *entry, const Sum *sum, GrBuffer *out) {
    GrBitWriter w = {.out = out};
    Shape shape = shape_of(entry);
    gr_bits_put(&w, entry->game_bits, 5);
    gr_bits_put(&w, entry->states - 1, 6);
    gr_bits_put_golomb(&w, shape.games - 1, GR_COMMON_MANY);
    gr_bits_put_golomb(&w, entry->places - shape.games, 0);
    for (unsigned i = 0; i < entry->states; i++)
        put_state(&w, &entry->state[i], &sum[i], entry->game_bits);
    gr_bits_put(&w, shape.gap, 5);
    gr_bits_put_golomb(&w, shape.usual, 2);
    put_places(&w, entry, &shape);
    gr_bits_end(&w);
}

static void put_counted(const GrCommonEntry *entry, Sum *sum, GrBuffer *out) {
    GrBuffer bytes;
    gr_buffer_init(&bytes);
    for (unsigned i = 0; i < entry->states; i++) {
        sum[i].facts = entry->facts;
        sum[i].turn = entry->state[i].turn;
    }
    for (size_t i = 0; i < entry->places; i++)
        count_place(&sum[entry->place[i].state], &entry->place[i]);
    for (unsigned i = 0; i < entry->states; i++)
        out->failed |= sum[i].failed;
    if (!out->failed)
        put_entry(entry, sum, &bytes);
    out->failed |= bytes.failed;
    gr_put_u32(out, (uint32_t)entry->board_key);
    gr_put_u32(out, (uint32_t)(entry->board_key >> 32));
    gr_put_varint(out, bytes.len);
    gr_put_bytes(out, bytes.data, bytes.len);
    gr_buffer_free(&bytes);
}

void gr_common_pack(const GrCommonEntry *entry, GrBuffer *out) {
    Sum *sum = calloc(entry->states, sizeof *sum);
    if (!sum) {
        out->failed = true;
        return;
    }
    put_counted(entry, sum, out);
    for (unsigned i = 0; i < entry->states; i++)
        free(sum[i].move);
    free(sum);
}
