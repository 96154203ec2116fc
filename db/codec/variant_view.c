#include "db/codec/variant_view.h"

#include <string.h>

static GrHalves halves(GrSet set) {
    return (GrHalves){{(uint64_t)set, (uint64_t)(set >> 64)}};
}

/* Adds `value` to the bytes of the squares of a set. */
static void add_to(GrSquareBytes bytes, GrSet set, uint8_t value) {
    for (int word = 0; word < GR_VV_SQUARES / 8; word++, set >>= 8) {
        uint64_t spread = ((uint64_t)set & 255) * 0x0101010101010101u & 0x8040201008040201u;
        spread = (spread + 0x00406070787C7E7Fu) >> 7 & 0x0101010101010101u;
        uint64_t sum;
        memcpy(&sum, bytes + 8 * word, 8);
        sum += spread * value;
        memcpy(bytes + 8 * word, &sum, 8);
    }
}

static void look_at_attacks(GrVariantView *view) {
    const GrPosition *pos = view->pos;
    int types = gr_variant(pos->rules)->types;
    GrAttacks mine, theirs;
    GrSet class[5] = {0}, origin[GR_MAX_TYPES], lower = 0;
    gr_attacks(pos, pos->turn, &mine);
    gr_attacks(pos, !pos->turn, &theirs);
    gr_attack_origins(pos, view->enemy_king, pos->turn, origin);
    view->check[0] = halves(0);
    for (int type = 1; type <= types; type++) {
        class[view->model->class[type]] |= theirs.by[type];
        view->check[type] = halves(origin[type]);
    }
    memset(view->risk, 0, sizeof view->risk);
    for (unsigned danger = 1; danger < 5; lower |= class[danger++])
        add_to(view->risk, class[danger] & ~lower, (uint8_t)(3 * danger));
    add_to(view->risk, mine.once, 1);
    add_to(view->risk, mine.twice, 1);
    view->once = halves(mine.once);
    view->twice = halves(mine.twice);
    view->in_check = gr_set_has(theirs.once, view->king);
}

static void number_squares(GrVariantView *view) {
    const GrVariant *variant = gr_variant(view->pos->rules);
    uint16_t files = variant->files, inverse = (uint16_t)(1024 / files + 1);
    uint8_t mirror = view->pos->turn == GR_BLACK ? (uint8_t)(variant->ranks - 1) : 0;
    uint8_t sign = view->pos->turn == GR_BLACK ? 0xFF : 1;
    for (unsigned sq = 0; sq < GR_VV_SQUARES; sq++) {
        uint16_t rank = (uint16_t)(sq * inverse) >> 10;
        view->file[sq] = (uint8_t)(sq - rank * files);
        view->rank[sq] = (uint8_t)(mirror + rank * sign);
    }
}

/* Distances of all squares to one of a rank and a file. */
static void measure_to(const uint8_t *restrict ranks, const uint8_t *restrict files, uint8_t rank,
                       uint8_t file, uint8_t *restrict distance) {
    for (int sq = 0; sq < GR_VV_SQUARES; sq++) {
        uint8_t far = ranks[sq] > rank ? ranks[sq] : rank;
        uint8_t near = ranks[sq] < rank ? ranks[sq] : rank;
        uint8_t right = files[sq] > file ? files[sq] : file;
        uint8_t left = files[sq] < file ? files[sq] : file;
        uint8_t up = (uint8_t)(far - near), aside = (uint8_t)(right - left);
        uint8_t most = up > aside ? up : aside;
        distance[sq] = most < 7 ? most : 7;
    }
}

/* 8 if there is no such square. */
static void measure(const GrVariantView *view, int to, GrSquareBytes distance) {
    if (to < 0)
        memset(distance, 8, GR_VV_SQUARES);
    else
        measure_to(view->rank, view->file, view->rank[to], view->file[to], distance);
}

static bool is_played(GrMove move) {
    return move != GR_NO_MOVE && gr_move_kind(move) != GR_PASS;
}

void gr_variant_view(const GrPlace *place, const GrVariantModel *model, GrVariantView *view) {
    const GrPosition *pos = &place->pos;
    bool theirs = is_played(place->last[0]), mine = is_played(place->last[1]);
    view->pos = pos;
    view->model = model;
    view->took = place->took;
    view->king = gr_set_first(pos->side[pos->turn] & pos->type[GR_KING]);
    view->enemy_king = gr_set_first(pos->side[!pos->turn] & pos->type[GR_KING]);
    view->own_from = mine ? gr_move_from(place->last[1]) : -1;
    view->own_to = mine ? gr_move_to(place->last[1]) : -1;
    number_squares(view);
    measure(view, theirs ? gr_move_to(place->last[0]) : -1, view->last);
    measure(view, view->own_to, view->own);
    measure(view, view->enemy_king, view->there);
    look_at_attacks(view);
}

static unsigned drop(const GrVariantView *view, GrMove move, uint16_t *out) {
    int sq = gr_move_third(move), type = gr_move_piece(move);
    unsigned base = GR_VV_DROP + (unsigned)type * GR_VV_DROP_ROW;
    out[0] = (uint16_t)(base + view->rank[sq]);
    out[1] = (uint16_t)(base + GR_VV_DROP_FILE + view->file[sq]);
    out[2] = (uint16_t)(base + GR_VV_DROP_RISK + view->risk[sq]);
    out[3] = (uint16_t)(base + GR_VV_DROP_THERE + view->there[sq]);
    out[4] = (uint16_t)(base + GR_VV_DROP_CHECK + gr_vv_bit(&view->check[type], sq));
    return 5;
}

/* The number in TRADE. */
static unsigned trade(const GrVariantView *view, int to, unsigned row, unsigned taken) {
    unsigned mine = view->model->class[row], theirs = view->model->class[taken];
    unsigned worth = theirs < mine ? 0 : theirs == mine ? 1 : 2;
    return GR_VV_TRADE + worth * 4 + gr_vv_attacked(view, to) * 2 + gr_vv_bit(&view->twice, to);
}

unsigned gr_variant_rare(const GrVariantView *view, GrMove move, unsigned row, unsigned content,
                         uint16_t out[GR_VV_RARE]) {
    unsigned kind = gr_move_kind(move), piece = (unsigned)gr_move_piece(move), count = 0;
    unsigned base = row * GR_VV_ROW, takes = content - 1 < 12;
    int from = gr_move_from(move), to = gr_move_to(move);
    if (from == view->own_to && to == view->own_from)
        out[count++] = (uint16_t)(base + GR_VV_BACK);
    if (view->in_check)
        out[count++] = (uint16_t)(base + GR_VV_CHECKED + takes);
    if (kind || piece)
        out[count++] = (uint16_t)(GR_VV_KIND + kind * 12 + piece);
    if (kind == GR_SPELL || kind == GR_SPELL_FALL)
        out[count++] = (uint16_t)(GR_VV_OBJECT + (kind - GR_SPELL) * 24 + content);
    if (takes && row)
        out[count++] = (uint16_t)trade(view, to, row, content);
    if (kind == GR_DROP)
        count += drop(view, move, out + count);
    return count;
}
