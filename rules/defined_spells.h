/* The machine that runs games described in a file: spells (Magician Chess). Internal to rules/.
 *
 * A caster has a hole one square diagonally or two squares straight on change places with a square beside it: what
 * stands there is carried to where the hole was, or falls, but no king falls. So casters attack where a hole could
 * come.
 */
#ifndef GR_RULES_DEFINED_SPELLS_H
#define GR_RULES_DEFINED_SPELLS_H

#include "rules/defined_moves.h"

INLINE void toggle_hole(GrPosition *p, int sq) {
    p->type[0] ^= BB_OF(sq);
    p->board[sq] = p->board[sq] == GR_HOLE ? GR_EMPTY : GR_HOLE;
    p->key ^= p->rules->zobrist.piece[GR_HOLE][sq];
}

static void move_hole(GrPosition *p, GrMove move) {
    int hole = gr_move_from(move), to = gr_move_to(move);
    int code = p->board[to] == GR_EMPTY ? GR_EMPTY : take_piece(p, to);
    toggle_hole(p, hole);
    toggle_hole(p, to);
    if (code != GR_EMPTY && gr_move_kind(move) == GR_SPELL)
        put_piece(p, code, hole);
    drop_rights(p, hole, to);
}

/* A spell may open lines, carry anything anywhere, and bring a hole beside the king: it is tried. */
static uint64_t give_spell(Gen *g, GrMoveKind kind, int hole, int to) {
    GrMove move = gr_move_make(kind, hole, to, 0, 0);
    GrPosition after;
    gr_position_copy(&after, g->p);
    move_hole(&after, move);
    return g->royal && king_in_check(&after, g->us) ? 0 : give_one(g, move);
}

SELDOM uint64_t spell_moves(Gen *g) {
    const Machine *m = g->m;
    BB holes = (BB)g->p->type[0], within = 0, falling = (g->own | g->opp) & ~(BB)g->p->type[GR_KING];
    uint64_t n = 0;
    for (BB able = casters_of(g->p, g->us); able;)
        within |= m->casts[bb_pop(&able)];
    for (within &= holes; within;) {
        int hole = bb_pop(&within);
        for (BB next = m->next[hole] & ~holes; next;) {
            int to = bb_pop(&next);
            if (g->mode != CAPTURES)
                n += give_spell(g, GR_SPELL, hole, to);
            if (bb_has(falling, to))
                n += give_spell(g, GR_SPELL_FALL, hole, to);
        }
    }
    return n;
}

#endif
