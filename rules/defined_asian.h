/* The machine that runs games described in a file: moves that only games of South East Asia have, first leaps and
 * promotions of pawns that step back or stay. Internal to rules/.
 */
#ifndef GR_RULES_DEFINED_ASIAN_H
#define GR_RULES_DEFINED_ASIAN_H

#include "rules/defined_moves.h"

/* Squares from which a side's pieces may still leap. */
static BB gates(const GrPosition *p, int side) {
    const GrDefined *defined = p->rules->variant->defined;
    BB set = 0;
    for (int i = 0; i < defined->gates; i++)
        set |= p->rights >> i & 1 ? BB_OF(defined->gate[i]) : 0;
    return set & (BB)p->side[side];
}

/* Two squares on, and so many to the side: nothing in between counts. */
INLINE BB leap_of(const Gen *g, int from, int df, int dr) {
    return (BB)gr_defined_ray(g->m->def, from, df, g->us == GR_WHITE ? dr : -dr, 1) & ~g->occ;
}

static uint64_t give_safe(Gen *g, int from, BB to) {
    uint64_t n = 0;
    while (to) {
        int sq = bb_pop(&to);
        if (!g->royal || is_safe(g, from, sq))
            n += give_one(g, gr_move_make(GR_NORMAL, from, sq, 0, 0));
    }
    return n;
}

/* A king that is not in check as a knight, a met two squares straight on. */
SELDOM uint64_t first_leaps(Gen *g) {
    BB there = g->mode == CAPTURES ? 0 : gates(g->p, g->us);
    uint64_t n = 0;
    if (g->royal && !g->checked && bb_has(there, g->king))
        n += give_safe(g, g->king, leap_of(g, g->king, -2, 1) | leap_of(g, g->king, 2, 1));
    for (unsigned types = g->m->leapers; types; types &= types - 1)
        for (BB left = pieces_of(g->p, g->us, __builtin_ctz(types)) & there; left;) {
            int from = bb_pop(&left);
            n += give_safe(g, from, leap_of(g, from, 0, 2) & g->target);
        }
    return n;
}

/* A rook that comes onto a line with the king ends the king's right. */
SELDOM void aim_at_king(GrPosition *p, int type, int to) {
    const Machine *m = machine(p);
    const GrDefined *defined = p->rules->variant->defined;
    BB king = pieces_of(p, !p->turn, GR_KING);
    if (!(defined->counted[0] >> type & 1) || !((m->line[to][0].above | m->line[to][0].below | m->line[to][1].above |
                                                 m->line[to][1].below) & king))
        return;
    for (int i = 0; i < defined->gates; i++)
        if ((p->rights >> i & 1) && bb_has(king, defined->gate[i])) {
            p->rights &= (uint8_t)~(1u << i);
            p->key ^= p->rules->zobrist.right[i];
        }
}

/* What a pawn becomes attacks nothing at once. */
static uint64_t give_quiet(Gen *g, int from, int type) {
    const Machine *m = g->m;
    BB occ = g->occ & ~BB_OF(from), to = takes_to(m, g->us, type, from, g->occ, g->shy) & ~g->occ;
    uint64_t n = 0;
    for (to = (to | BB_OF(from)) & g->target & m->all; to;) {
        int sq = bb_pop(&to);
        GrMoveKind kind = sq == from ? GR_TURN : GR_NORMAL;
        if (!(takes_to(m, g->us, type, sq, occ, g->shy) & g->opp) && (!g->royal || is_safe(g, from, sq)))
            n += give_one(g, gr_move_make(kind, from, sq, type, 0));
    }
    return n;
}

/* Pawns in the promotion region, or the last one wherever it is, where they stand or by a step as what they become. */
SELDOM uint64_t late_promotions(Gen *g) {
    BB pawns = g->m->pawn ? pieces_of(g->p, g->us, (int)g->m->pawn) : 0;
    uint64_t n = 0;
    if (pawns & (pawns - 1))
        pawns &= (BB)g->m->def->promotion_region[g->us];
    while (pawns) {
        int from = bb_pop(&pawns);
        for (unsigned types = g->promotions; types; types &= types - 1)
            n += give_quiet(g, from, __builtin_ctz(types));
    }
    return n;
}

#endif
