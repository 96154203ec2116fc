/* The machine that runs games described in a file: pieces that carry a reserve and drop it on their way (Royal
 * Magician's Chess). Internal to rules/.
 *
 * Only after the drop is a move's legality judged, so that one may step into a check and end it.
 */
#ifndef GR_RULES_DEFINED_RESERVES_H
#define GR_RULES_DEFINED_RESERVES_H

#include "rules/defined_moves.h"

SELDOM void set_reserve(GrPosition *p, int side, int type, unsigned bits) {
    int n = 2 * side + (p->rules->variant->carrier[1] == type);
    const uint64_t *numbers = p->rules->zobrist.pocket[n];
    p->key ^= numbers[p->pocket[n]] ^ numbers[bits];
    p->pocket[n] = (uint8_t)bits;
}

SELDOM void take_from_reserve(GrPosition *p, int side, int carrier, int type) {
    const GrVariant *v = p->rules->variant;
    unsigned bits = p->pocket[2 * side + (v->carrier[1] == carrier)];
    for (int i = 0; i < 3; i++)
        bits &= v->carried[i] == type ? ~(1u << i) : ~0u;
    set_reserve(p, side, carrier, bits);
}

static void machine_play(GrPosition *p, GrMove move);

static uint64_t give_drops(Gen *g, int type, int from, int to) {
    const GrVariant *v = g->p->rules->variant;
    unsigned held = g->p->pocket[2 * g->us + (v->carrier[1] == type)];
    unsigned due = gr_reserve_due(v, held, gr_relative_rank(v, g->us, to));
    bool safe = !g->royal || (is_safe(g, from, to) && !g->m->odd_takes[!g->us]);
    uint64_t n = 0;
    for (BB squares = g->m->all & ~((g->occ & ~BB_OF(from)) | BB_OF(to)); squares;) {
        int sq = bb_pop(&squares);
        for (int i = 0; i < 3; i++) {
            GrMove move = gr_move_make(GR_DROP, from, to, v->carried[i], sq);
            GrPosition after;
            if (!(due >> i & 1))
                continue;
            if (!safe) {
                gr_position_copy(&after, g->p);
                machine_play(&after, move);
            }
            if (safe || !king_in_check(&after, g->us))
                n += give_one(g, move);
        }
    }
    return n;
}

SELDOM uint64_t carried_drops(Gen *g) {
    uint64_t n = 0;
    for (unsigned types = g->m->carriers; types; types &= types - 1) {
        int type = __builtin_ctz(types);
        BB to = dropping_on(g->p, g->us, type) & (g->mode == CAPTURES ? g->opp : g->open);
        for (BB able = to ? pieces_of(g->p, g->us, type) : 0; able;) {
            int from = bb_pop(&able);
            for (BB left = targets(g, type, from) & to; left;)
                n += give_drops(g, type, from, bb_pop(&left));
        }
    }
    return n;
}

#endif
