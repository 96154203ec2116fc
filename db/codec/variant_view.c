/* What the variants' model goes by, seen from the side to move. */
#include "db/codec/variant_view.h"

#include <string.h>

static GrHalves halves(GrSet set) {
    return (GrHalves){{(uint64_t)set, (uint64_t)(set >> 64)}};
}

/* The bits of a byte as eight bytes. */
#define BIT(n, bit) ((uint64_t)((n) >> (bit) & 1) << 8 * (bit))
#define BITS(n)                                                                                    \
    (BIT(n, 0) | BIT(n, 1) | BIT(n, 2) | BIT(n, 3) | BIT(n, 4) | BIT(n, 5) | BIT(n, 6) | BIT(n, 7))
#define BITS_4(n) BITS(n), BITS((n) + 1), BITS((n) + 2), BITS((n) + 3)
#define BITS_16(n) BITS_4(n), BITS_4((n) + 4), BITS_4((n) + 8), BITS_4((n) + 12)
#define BITS_64(n) BITS_16(n), BITS_16((n) + 16), BITS_16((n) + 32), BITS_16((n) + 48)
static const uint64_t bytes_of[256] = {BITS_64(0), BITS_64(64), BITS_64(128), BITS_64(192)};

/* Sets as bytes: each has eight squares. */
typedef struct Layers {
    GrSet danger[3]; /* bits of its number */
    GrSet once, twice;
} Layers;

/* The risks of all squares, eight at a time. */
static void spread(const Layers *layers, int squares, uint8_t *risk) {
    uint8_t bytes[5][16];
    memcpy(bytes, layers, sizeof bytes);
    for (int at = 0; at < (squares + 7) / 8; at++) {
        uint64_t danger = bytes_of[bytes[0][at]] + 2 * bytes_of[bytes[1][at]] +
                          4 * bytes_of[bytes[2][at]];
        uint64_t eight = 3 * danger + bytes_of[bytes[3][at]] + bytes_of[bytes[4][at]];
        memcpy(risk + 8 * at, &eight, 8);
    }
}

static void look_at_attacks(GrVariantView *view, const GrAttacks *mine, const GrAttacks *theirs) {
    const GrPosition *pos = view->pos;
    const GrVariant *variant = gr_variant(pos->rules);
    int types = variant->types;
    GrSet danger[5] = {0}, origin[GR_MAX_TYPES];
    gr_attack_origins(pos, view->enemy_king, pos->turn, origin);
    view->check[0] = halves(0);
    for (int type = 1; type <= types; type++) {
        danger[view->model->class[type]] |= theirs->by[type];
        view->check[type] = halves(origin[type]);
    }
    view->once = halves(mine->once);
    view->twice = halves(mine->twice);
    danger[2] &= ~danger[1];
    danger[3] &= ~(danger[1] | danger[2]);
    danger[4] &= ~(danger[1] | danger[2] | danger[3]);
    Layers layers = {{danger[1] | danger[3], danger[2] | danger[3], danger[4]},
                     mine->once, mine->twice};
    spread(&layers, gr_squares(variant), view->risk);
    view->in_check = gr_set_has(theirs->once, view->king);
}

void gr_variant_board(const GrVariant *variant, int side, GrVariantBoard *board) {
    memset(board, 0, sizeof *board);
    for (int sq = 0; sq < gr_squares(variant); sq++) {
        board->rank[sq] = (uint8_t)gr_relative_rank(variant, side, sq);
        board->file[sq] = (uint8_t)(sq % variant->files);
        board->corner[sq] = (uint16_t)(32 * board->rank[sq] + board->file[sq]);
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
        measure_to(view->board.rank, view->board.file, view->board.rank[to], view->board.file[to],
                   distance);
}

static bool is_played(GrMove move) {
    return move != GR_NO_MOVE && gr_move_kind(move) != GR_PASS;
}

void gr_variant_view(const GrPlace *place, const GrVariantModel *model, GrVariantView *view) {
    GrAttacks attacks[2];
    GrVariantBoard board;
    gr_attacks(&place->pos, GR_WHITE, &attacks[GR_WHITE]);
    gr_attacks(&place->pos, GR_BLACK, &attacks[GR_BLACK]);
    gr_variant_board(gr_variant(place->pos.rules), place->pos.turn, &board);
    gr_variant_view_with(place, model, attacks, &board, view);
}

void gr_variant_view_with(const GrPlace *place, const GrVariantModel *model,
                          const GrAttacks attacks[2], const GrVariantBoard *board,
                          GrVariantView *view) {
    const GrPosition *pos = &place->pos;
    bool theirs = is_played(place->last[0]), mine = is_played(place->last[1]);
    view->pos = pos;
    view->model = model;
    view->took = place->took;
    view->king = gr_set_first(pos->side[pos->turn] & pos->type[GR_KING]);
    view->enemy_king = gr_set_first(pos->side[!pos->turn] & pos->type[GR_KING]);
    view->own_from = mine ? gr_move_from(place->last[1]) : -1;
    view->own_to = mine ? gr_move_to(place->last[1]) : -1;
    view->board = *board;
    measure(view, theirs ? gr_move_to(place->last[0]) : -1, view->last);
    measure(view, view->own_to, view->own);
    measure(view, view->enemy_king, view->there);
    look_at_attacks(view, &attacks[pos->turn], &attacks[!pos->turn]);
}

unsigned gr_variant_drop(const GrVariantView *view, GrMove move,
                         uint16_t out[GR_VV_DROPPED]) {
    int sq = gr_move_third(move), type = gr_move_piece(move);
    unsigned base = GR_VV_DROP + (unsigned)type * GR_VV_DROP_ROW;
    out[0] = (uint16_t)(base + view->board.rank[sq]);
    out[1] = (uint16_t)(base + GR_VV_DROP_FILE + view->board.file[sq]);
    out[2] = (uint16_t)(base + GR_VV_DROP_RISK + view->risk[sq]);
    out[3] = (uint16_t)(base + GR_VV_DROP_THERE + view->there[sq]);
    out[4] = (uint16_t)(base + GR_VV_DROP_CHECK + gr_vv_bit(&view->check[type], sq));
    return GR_VV_DROPPED;
}

unsigned gr_variant_trade(const GrVariantView *view, int to, unsigned row, unsigned taken) {
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
        out[count++] = (uint16_t)gr_variant_trade(view, to, row, content);
    if (kind == GR_DROP)
        count += gr_variant_drop(view, move, out + count);
    return count;
}
