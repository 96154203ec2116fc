/* The machine that runs games described in a file: shots, and what GrCamp has, first moves of several steps, pieces
 * that rise, quests, placements and teleports (Wizard Chess). Internal to rules/.
 */
#ifndef GR_RULES_DEFINED_CAMP_H
#define GR_RULES_DEFINED_CAMP_H

#include "rules/defined_moves.h"

INLINE void set_mark(GrPosition *p, int which, int sq, bool on) {
    if (gr_set_has(p->extra[which], sq) == on)
        return;
    p->extra[which] ^= gr_set_of(sq);
    p->key ^= p->rules->zobrist.extra[which][sq];
}

INLINE void set_waiting(GrPosition *p, int side, int count) {
    const uint64_t *numbers = p->rules->zobrist.pocket[side];
    p->key ^= numbers[p->pocket[side]] ^ numbers[count];
    p->pocket[side] = (uint8_t)count;
}

INLINE void set_pending(GrPosition *p, bool pending) {
    if (p->pending != pending)
        p->key ^= p->rules->zobrist.pending;
    p->pending = pending;
}

/* Where the side to move may place what it lost. */
SELDOM uint64_t placements(const GrPosition *p, GrMoveList *list) {
    const GrCamp *camp = machine(p)->camp;
    uint64_t n = 0;
    for (BB vacant = (BB)camp->return_to[p->turn] & ~occupied(p); vacant; n++) {
        int sq = bb_pop(&vacant);
        if (list)
            gr_list_add(list, gr_move_make(GR_PLACE, sq, sq, camp->returns, 0));
    }
    return n;
}

static uint64_t give_shots(Gen *g, int type, int from) {
    uint64_t n = 0;
    for (BB to = takes_to(g->m, g->us, type, from, g->occ, g->shy) & g->opp & ~(BB)g->p->type[GR_KING]; to;) {
        int sq = bb_pop(&to);
        GrPosition after;
        gr_position_copy(&after, g->p);
        take_piece(&after, sq);
        if (!g->royal || !king_in_check(&after, g->us))
            n += give_one(g, gr_move_make(GR_SHOT, from, sq, 0, 0));
    }
    return n;
}

/* Squares of a first move that one step alone does not reach. */
static uint64_t give_far(Gen *g, int type, int from) {
    const Machine *m = g->m;
    BB once = moves_to(m, g->us, type, from, g->occ, g->shy) & ~g->occ, at = once, found = 0, safe = 0;
    for (int step = 1; step < m->def->wander_steps; step++) {
        BB next = 0;
        while (at)
            next |= moves_to(m, g->us, type, bb_pop(&at), g->occ, g->shy) & ~g->occ;
        at = next;
        found |= next;
    }
    for (found &= ~once; found;) {
        int sq = bb_pop(&found);
        safe |= !g->royal || is_safe(g, from, sq) ? BB_OF(sq) : 0;
    }
    uint64_t n = m->risers >> type & 1 ? give_risen(g, type, from, &safe) : 0;
    return g->mode == CAPTURES ? n : n + give_all(g, GR_NORMAL, from, safe, 0);
}

/* The king and an own piece change places. The same squares are occupied then. */
static uint64_t teleports(Gen *g) {
    BB safe = 0;
    if (g->checked || !g->royal || !(g->p->rights >> g->us & 1) || g->mode == CAPTURES)
        return 0;
    for (BB others = g->own & ~BB_OF(g->king); others;) {
        int sq = bb_pop(&others);
        safe |= attacked_given(g->p, sq, !g->us, g->occ, 0) ? 0 : BB_OF(sq);
    }
    return give_all(g, GR_TELEPORT, g->king, safe, 0);
}

SELDOM uint64_t camp_moves(Gen *g) {
    const GrDefinition *def = g->m->def;
    uint64_t n = def->teleports ? teleports(g) : 0;
    for (int type = 1; type <= g->m->types; type++) {
        bool shoots = def->shooters >> type & 1, wanders = def->wanderers >> type & 1;
        for (BB left = shoots || wanders ? pieces_of(g->p, g->us, type) : 0; left;) {
            int from = bb_pop(&left);
            n += shoots ? give_shots(g, type, from) : 0;
            n += wanders && gr_set_has(g->p->extra[GR_FRESH], from) ? give_far(g, type, from) : 0;
        }
    }
    return n;
}

#endif
