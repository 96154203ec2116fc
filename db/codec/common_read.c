/* Reading what the index knows of common positions. No bytes can do harm: numbers are held against
 * their bounds, and a state has no more moves than its bits can say. */
#include <stdlib.h>

#include "db/codec/common_local.h"
#include "db/codec/limits.h"
#include "db/codec/move_code.h"

enum { MOST_DATE = 9999 * 512 + 12 * 32 + 31, LEAST_ROW_BITS = 40 };

/* ---- entries ---- */

/* The next entry of a bucket: its key, and where its bits are. */
static bool next_entry(GrInput *in, uint64_t *key, GrInput *bits) {
    *key = gr_input_u32(in);
    *key |= (uint64_t)gr_input_u32(in) << 32;
    uint64_t len = gr_input_varint(in);
    const uint8_t *at = in->bad || len > gr_input_left(in) ? NULL : gr_input_bytes(in, (size_t)len);
    if (!at)
        return false;
    *bits = gr_input(at, (size_t)len);
    return true;
}

static uint32_t get_count(GrBitReader *r, unsigned k, uint32_t most) {
    uint64_t value = gr_bits_get_golomb(r, k);
    r->bad |= value > most;
    return r->bad ? 0 : (uint32_t)value;
}

/* From 0 to `most`. */
static uint32_t get_share(GrBitReader *r, uint32_t most) {
    uint32_t value = (uint32_t)gr_bits_get(r, gr_bits_for_share(most));
    r->bad |= value > most;
    return r->bad ? 0 : value;
}

static int open_entry(GrInput bits, GrCommon *common) {
    GrBitReader *r = &common->bits;
    GrCommonMove *move = common->move;
    size_t cap = common->cap;
    *common = (GrCommon){.bits = {.data = bits.at, .end = 8 * gr_input_left(&bits)},
                         .move = move, .cap = cap};
    common->game_bits = (unsigned)gr_bits_get(r, 5);
    common->states = (unsigned)gr_bits_get(r, 6) + 1;
    common->games = get_count(r, GR_COMMON_MANY, GR_COMMON_SEGMENT - 1) + 1;
    common->hits = common->games + get_count(r, 0, UINT32_MAX / 2);
    r->bad |= common->game_bits > 24;
    return r->bad ? GR_ERR_DAMAGED : 1;
}

int gr_common_find(GrInput entries, uint64_t board_key, GrCommon *common) {
    uint64_t key;
    GrInput bits;
    while (gr_input_left(&entries)) {
        if (!next_entry(&entries, &key, &bits))
            return GR_ERR_DAMAGED;
        if (key == board_key)
            return open_entry(bits, common);
    }
    return 0;
}

void gr_common_free(GrCommon *common) {
    free(common->move);
    *common = (GrCommon){.move = NULL};
}

/* ---- states ---- */

static GrMove get_move(GrBitReader *r) {
    bool plain = !gr_bits_get(r, 1);
    int from = (int)gr_bits_get(r, 7), to = (int)gr_bits_get(r, 7);
    if (plain)
        return gr_move_make(GR_NORMAL, from, to, 0, 0);
    unsigned code = (unsigned)gr_bits_get(r, 4);
    int piece = (int)gr_bits_get(r, GR_MOVE_TYPE_BITS);
    return gr_move_make(gr_kind_of_code(code, from, to, piece), from, to, piece, (int)gr_bits_get(r, 7));
}

static uint64_t get_ratings(GrBitReader *r, uint32_t games) {
    if (!games)
        return 0;
    uint64_t mean = get_count(r, GR_COMMON_RATING, UINT16_MAX);
    return mean * games + get_share(r, games - 1);
}

/* A game below the one more than which there cannot be. */
static uint32_t get_game(GrCommon *common) {
    return (uint32_t)gr_bits_get(&common->bits, common->game_bits);
}

static void get_row(GrCommon *common, const GrCommonState *state, GrCommonMove *row) {
    GrBitReader *r = &common->bits;
    *row = (GrCommonMove){.move = get_move(r)};
    row->games = get_count(r, GR_COMMON_FEW, state->games - 1) + 1;
    row->white = get_share(r, row->games);
    row->draws = get_share(r, row->games - row->white);
    row->black = get_share(r, row->games - row->white - row->draws);
    row->rated = row->games - get_share(r, row->games);
    row->met = row->rated - get_share(r, row->rated);
    row->won = get_share(r, 2 * row->met);
    row->ratings = get_ratings(r, row->rated);
    row->opponents = get_ratings(r, row->met);
    row->played = (uint32_t)gr_bits_get(r, GR_COMMON_DATE);
    row->last = get_game(common);
    r->bad |= row->move == GR_NO_MOVE || row->played > MOST_DATE;
}

static void get_list(GrCommon *common, GrCommonListed *list, unsigned *count, uint32_t moves) {
    GrBitReader *r = &common->bits;
    *count = (unsigned)gr_bits_get(r, 4);
    r->bad |= *count > GR_COMMON_LISTED || (*count && !moves);
    for (unsigned i = 0; i < *count && !r->bad; i++) {
        list[i].game = get_game(common);
        list[i].move = (uint32_t)gr_bits_get(r, gr_bits_for(moves));
        r->bad |= list[i].move >= moves;
    }
}

/* Room for the moves of a state; there are fewer than the bits that are left can say. */
static int make_room(GrCommon *common, uint32_t moves) {
    if (moves > GR_COMMON_MOVES || moves > (common->bits.end - common->bits.at) / LEAST_ROW_BITS)
        return GR_ERR_DAMAGED;
    if (moves <= common->cap)
        return 0;
    GrCommonMove *room = realloc(common->move, moves * sizeof *room);
    if (!room)
        return GR_ERR_MEMORY;
    common->move = room;
    common->cap = moves;
    return 0;
}

int gr_common_next_state(GrCommon *common, GrCommonState *state) {
    GrBitReader *r = &common->bits;
    if (common->state == common->states)
        return 0;
    common->state++;
    *state = (GrCommonState){.variant = get_count(r, 0, UINT32_MAX - 1)};
    state->key = gr_bits_get_long(r, 64);
    state->games = get_count(r, GR_COMMON_MANY, common->games - 1) + 1;
    state->hits = state->games + get_count(r, 0, common->hits);
    state->white = get_share(r, state->games);
    state->draws = get_share(r, state->games - state->white);
    state->black = get_share(r, state->games - state->white - state->draws);
    state->ended = get_count(r, 0, state->games);
    state->last = get_game(common);
    uint32_t moves = get_count(r, 2, GR_COMMON_MOVES);
    int code = r->bad ? GR_ERR_DAMAGED : make_room(common, moves);
    if (code)
        return code;
    for (uint32_t i = 0; i < moves && !r->bad; i++)
        get_row(common, state, &common->move[i]);
    state->move = common->move;
    state->moves = moves;
    get_list(common, state->best, &state->bests, moves);
    get_list(common, state->latest, &state->latests, moves);
    return r->bad ? GR_ERR_DAMAGED : 1;
}

/* ---- places ---- */

static void begin_places(GrCommon *common) {
    GrBitReader *r = &common->bits;
    common->gap = (unsigned)gr_bits_get(r, 5);
    common->usual = get_count(r, 2, GR_MAX_PLIES);
    common->state++; /* once */
}

/* The first ply of the next game. */
static void next_game(GrCommon *common) {
    GrBitReader *r = &common->bits;
    uint64_t game = gr_bits_get_golomb(r, common->gap) + (common->read ? common->game + 1 : 0);
    uint64_t more = gr_bits_get_unary(r);
    int64_t ply = gr_unzigzag(gr_bits_get_golomb(r, 0)) + common->usual;
    r->bad |= game >> common->game_bits || more > GR_MAX_PLIES || ply < 0 || ply > GR_MAX_PLIES;
    common->game = (uint32_t)game;
    common->left = (uint32_t)more;
    common->ply = (uint32_t)ply;
    common->read++;
}

static void next_ply(GrCommon *common) {
    GrBitReader *r = &common->bits;
    uint64_t ply = gr_bits_get_golomb(r, 1) + common->ply + 1;
    r->bad |= ply > GR_MAX_PLIES;
    common->ply = (uint32_t)ply;
    common->left--;
}

int gr_common_next_place(GrCommon *common, GrCommonAt *at) {
    GrBitReader *r = &common->bits;
    if (common->state == common->states)
        begin_places(common);
    if (!common->left && common->read == common->games)
        return r->bad ? GR_ERR_DAMAGED : 0;
    if (common->left)
        next_ply(common);
    else
        next_game(common);
    *at = (GrCommonAt){.game = common->game, .ply = common->ply,
                       .state = (unsigned)gr_bits_get(r, gr_bits_for(common->states))};
    r->bad |= at->state >= common->states;
    return r->bad ? GR_ERR_DAMAGED : 1;
}

/* ---- checking ---- */

static int check_entry(GrCommon *common) {
    GrCommonState state;
    GrCommonAt at;
    uint32_t hits = 0;
    int code;
    while ((code = gr_common_next_state(common, &state)) > 0)
        continue;
    while (!code && (code = gr_common_next_place(common, &at)) > 0) {
        code = 0;
        hits++;
    }
    return code ? code : hits == common->hits ? 0 : GR_ERR_DAMAGED;
}

int gr_common_sound(GrInput entries) {
    GrCommon common = {.move = NULL};
    uint64_t key;
    GrInput bits;
    int code = 0;
    while (!code && gr_input_left(&entries)) {
        code = next_entry(&entries, &key, &bits) ? open_entry(bits, &common) : GR_ERR_DAMAGED;
        code = code > 0 ? check_entry(&common) : code;
    }
    gr_common_free(&common);
    return code == GR_ERR_MEMORY ? code : !code;
}
