/* Tables made once for each variant: attacks, keys, squares. */
#include "rules/tables.h"

#include <assert.h>

#include "rules/random.h"

/* Numbers are drawn in an order that keeps those of games with few types and squares as they were when there were no
 * others: first for FEW_CODES of pieces on FEW_SQUARES, then for all that is no square, then for what is left. */
enum { FEW_SQUARES = 112, FEW_CODES = 15, CODES = 16, FEW_HELD = 5 };

static void fill(uint64_t *numbers, size_t count, uint64_t *state) {
    for (size_t i = 0; i < count; i++)
        numbers[i] = gr_random(state);
}

/* White's pieces, then holes, then Black's; what stands for no piece is emptied in the end. */
static void fill_few(GrZobrist *z, size_t from, size_t to, uint64_t *state) {
    for (int n = 0; n < 2 * CODES; n++) {
        int code = n == FEW_CODES ? GR_HOLE : n % CODES ? gr_piece(n / CODES, n % CODES) : GR_EMPTY;
        fill(z->piece[code] + from, to - from, state);
    }
    fill(z->ep + from, to - from, state);
    for (int i = 0; i < GR_EXTRA; i++)
        fill(z->extra[i] + from, to - from, state);
}

static void fill_hands(GrZobrist *z, int from, int to, uint64_t *state) {
    for (int side = GR_WHITE; side <= GR_BLACK; side++)
        for (int type = from; type < to; type++) {
            fill(z->hand[side][type], GR_HAND_MAX + 1, state);
            z->hand[side][type][0] = 0;
        }
}

static void fill_many(GrZobrist *z, uint64_t *state) {
    fill_few(z, FEW_SQUARES, GR_MAX_SQUARES, state);
    for (int type = FEW_CODES; type < GR_MAX_TYPES; type++) {
        fill(z->piece[gr_piece(GR_WHITE, type)], GR_MAX_SQUARES, state);
        fill(z->piece[gr_piece(GR_BLACK, type)], GR_MAX_SQUARES, state);
    }
    fill_hands(z, FEW_HELD, GR_HAND_TYPES, state);
    fill_hands(z, GR_HAND_TYPES, GR_HELD_TYPES, state);
}

static void build_zobrist(GrZobrist *z) {
    uint64_t state = 20261121;
    fill_few(z, 0, FEW_SQUARES, &state);
    fill(z->right, 8, &state);
    for (int i = 0; i < 4; i++) {
        fill(z->pocket[i], 8, &state);
        z->pocket[i][0] = 0;
    }
    z->turn = gr_random(&state);
    z->pending = gr_random(&state);
    fill_hands(z, 0, FEW_HELD, &state);
    fill_many(z, &state);
    for (int sq = 0; sq < GR_MAX_SQUARES; sq++)
        z->piece[GR_EMPTY][sq] = 0;
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
    build_zobrist(&rules->zobrist);
    build_rights(rules);
    rules->variant->hooks->fill(rules);
    unsigned found = gr_fen_read_filled(rules, rules->variant->start, &rules->start, faults);
    assert(found == 0 || faults);
    (void)found;
}
