/* Tables made once for each variant: attacks, keys, squares. */
#include "rules/tables.h"

#include <assert.h>

#include "rules/random.h"

/* Squares that have their numbers before all that is not one, those of larger boards after it. */
enum { FIRST_SQUARES = 112 };

static void fill(uint64_t *numbers, size_t count, uint64_t *state) {
    for (size_t i = 0; i < count; i++)
        numbers[i] = gr_random(state);
}

static void fill_squares(GrZobrist *z, size_t from, size_t to, uint64_t *state) {
    for (int piece = 0; piece < 32; piece++)
        fill(z->piece[piece] + from, to - from, state);
    fill(z->ep + from, to - from, state);
    for (int i = 0; i < GR_EXTRA; i++)
        fill(z->extra[i] + from, to - from, state);
}

static void build_zobrist(GrZobrist *z) {
    uint64_t state = 20261121;
    fill_squares(z, 0, FIRST_SQUARES, &state);
    fill(z->right, 8, &state);
    for (int i = 0; i < 4; i++) {
        fill(z->pocket[i], 8, &state);
        z->pocket[i][0] = 0;
    }
    z->turn = gr_random(&state);
    z->pending = gr_random(&state);
    for (int i = 0; i < 2 * GR_HAND_TYPES; i++) {
        fill(z->hand[i / GR_HAND_TYPES][i % GR_HAND_TYPES], 64, &state);
        z->hand[i / GR_HAND_TYPES][i % GR_HAND_TYPES][0] = 0;
    }
    fill_squares(z, FIRST_SQUARES, GR_MAX_SQUARES, &state);
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
}

void gr_rules_fill(GrRules *rules, GrFaults *faults) {
    build_zobrist(&rules->zobrist);
    build_rights(rules);
    rules->variant->hooks->fill(rules);
    unsigned found = gr_fen_read_filled(rules, rules->variant->start, &rules->start, faults);
    assert(found == 0 || faults);
    (void)found;
}
