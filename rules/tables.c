/* Tables made once for each variant: attacks, keys, squares. */
#include "rules/tables.h"

#include <assert.h>

#include "rules/random.h"

/* Numbers are drawn in an order that keeps those of games with few types and squares as they were when there were no
 * others: first for FEW_CODES of pieces on FEW_SQUARES, then for all that is no square, then for what is left. */
enum { FEW_SQUARES = 112, FEW_CODES = 15, CODES = 16, FEW_HELD = 5 };

/* The numbers of a game that has not all squares, types and hands; what it has not is drawn, but not stored: pages of
 * memory that nobody touches cost nothing. */
typedef struct Draw {
    GrZobrist *z;
    uint64_t state;
    size_t squares, types;
    bool hands;
} Draw;

static void fill(Draw *d, uint64_t *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        numbers[i] = gr_random(&d->state);
}

/* Those of squares `from` to `to`, before which `row` begins. */
static void fill_squares(Draw *d, uint64_t *row, size_t from, size_t to, bool needed) {
    size_t end = !needed || d->squares < from ? from : d->squares < to ? d->squares : to;
    fill(d, row + from, end - from);
    gr_random_skip(&d->state, to - end);
}

static void fill_piece(Draw *d, int code, size_t from, size_t to) {
    fill_squares(d, d->z->piece[code], from, to, code == GR_HOLE || (code && (size_t)gr_type_of(code) <= d->types));
}

/* White's pieces, then holes, then Black's; what stands for no piece has none. */
static void fill_few(Draw *d, size_t from, size_t to) {
    for (int n = 0; n < 2 * CODES; n++)
        fill_piece(d, n == FEW_CODES ? GR_HOLE : n % CODES ? gr_piece(n / CODES, n % CODES) : GR_EMPTY, from, to);
    fill_squares(d, d->z->ep, from, to, true);
    for (int i = 0; i < GR_EXTRA; i++)
        fill_squares(d, d->z->extra[i], from, to, true);
}

static void fill_hands(Draw *d, int from, int to) {
    for (int side = GR_WHITE; side <= GR_BLACK; side++)
        for (int type = from; type < to; type++) {
            if (!d->hands) {
                gr_random_skip(&d->state, GR_HAND_MAX + 1);
                continue;
            }
            fill(d, d->z->hand[side][type], GR_HAND_MAX + 1);
            d->z->hand[side][type][0] = 0;
        }
}

static void fill_many(Draw *d) {
    fill_few(d, FEW_SQUARES, GR_MAX_SQUARES);
    for (int type = FEW_CODES; type < GR_MAX_TYPES; type++) {
        fill_piece(d, gr_piece(GR_WHITE, type), 0, GR_MAX_SQUARES);
        fill_piece(d, gr_piece(GR_BLACK, type), 0, GR_MAX_SQUARES);
    }
    fill_hands(d, FEW_HELD, GR_HAND_TYPES);
    fill_hands(d, GR_HAND_TYPES, GR_HELD_TYPES);
}

static void build_zobrist(GrZobrist *z, const GrVariant *v) {
    Draw d = {z, 20261121, (size_t)v->files * v->ranks, v->types, v->hands};
    fill_few(&d, 0, FEW_SQUARES);
    fill(&d, z->right, 8);
    for (int i = 0; i < 4; i++) {
        fill(&d, z->pocket[i], 8);
        z->pocket[i][0] = 0;
    }
    z->turn = gr_random(&d.state);
    z->pending = gr_random(&d.state);
    fill_hands(&d, 0, FEW_HELD);
    fill_many(&d);
}

static void build_rights(GrRules *rules) {
    const GrVariant *v = rules->variant;
    for (int sq = 0; sq < GR_MAX_SQUARES; sq++)
        rules->rights_kept[sq] = 0xFF;
    for (int i = 0; i < v->castlings && !v->hooks->castling; i++) {
        rules->rights_kept[v->castling[i].king_from] &= (uint8_t)~(1u << i);
        rules->rights_kept[v->castling[i].rook_from] &= (uint8_t)~(1u << i);
    }
    for (int file = 0; v->any_castlings && file < v->files; file++) { /* perhaps: drop_rights looks closer */
        rules->rights_kept[gr_square(v, file, 0)] &= (uint8_t)~(3u << GR_MOVED_RIGHTS);
        rules->rights_kept[gr_square(v, file, v->ranks - 1)] &= (uint8_t)~(12u << GR_MOVED_RIGHTS);
    }
}

void gr_rules_fill(GrRules *rules, GrFaults *faults) {
    build_zobrist(&rules->zobrist, rules->variant);
    build_rights(rules);
    rules->variant->hooks->fill(rules);
    unsigned found = gr_fen_read_filled(rules, rules->variant->start, &rules->start, faults);
    assert(found == 0 || faults);
    (void)found;
}
