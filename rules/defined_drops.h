/* The machine that runs games described in a file, part 4: hands, drops, all moves. Internal to rules/. */
#ifndef GR_RULES_DEFINED_DROPS_H
#define GR_RULES_DEFINED_DROPS_H

#include "rules/defined_asian.h"
#include "rules/defined_camp.h"
#include "rules/defined_flips.h"
#include "rules/defined_reserves.h"
#include "rules/defined_spells.h"

/* ---- hands ---- */

INLINE void add_to_hand(GrPosition *p, int side, int type, int by) {
    uint8_t *hand = &p->hand[side][type];
    int now = *hand + by;
    if (type > GR_KING) { /* a king is in hand while it is not on the board */
        const uint64_t *numbers = p->rules->zobrist.hand[side][type - GR_KING - 1];
        p->key ^= numbers[*hand & GR_HAND_MAX] ^ numbers[now & GR_HAND_MAX];
    }
    *hand = (uint8_t)now;
}

INLINE void mark(GrPosition *p, int sq, bool on) {
    if (bb_has((BB)p->extra[GR_PROMOTED], sq) == on)
        return;
    p->extra[GR_PROMOTED] ^= BB_OF(sq);
    p->key ^= p->rules->zobrist.extra[GR_PROMOTED][sq];
}

/* The piece on the square comes into the hand of the other side, as what it was. A royal piece is lost, and all are
 * where pieces are dropped without hands. */
SELDOM void keep(GrPosition *p, int sq) {
    int piece = p->board[sq], type = machine(p)->held[gr_type_of(piece)];
    if (bb_has((BB)p->extra[GR_PROMOTED], sq)) {
        type = p->rules->variant->defined->pawn;
        mark(p, sq, false);
    }
    if (type > GR_KING && !machine(p)->def->free_drops)
        add_to_hand(p, !gr_side_of(piece), type, 1);
}

/* ---- drops ---- */

/* Does the drop mate? Only asked where it gives check. */
static bool drop_mates(const GrPosition *p, GrMove move);

/* Files on which there are as many of the type as there may be. */
static BB full_columns(const Gen *g, int type) {
    const Machine *m = g->m;
    BB full = m->def->drops_apart_count ? 0 : m->all;
    for (BB left = pieces_of(g->p, g->us, type); left;) {
        BB column = m->column[bb_pop(&left) % m->files];
        if (bb_count(column & pieces_of(g->p, g->us, type)) >= m->def->drops_apart_count)
            full |= column;
    }
    return full;
}

/* Squares of the colours on which the side has less than half of the type, those in hand counted. */
static BB free_colours(const Gen *g, int type) {
    BB own = pieces_of(g->p, g->us, type), dark = g->m->dark;
    int half = (bb_count(own) + g->p->hand[g->us][type] + 1) / 2;
    return (bb_count(own & dark) < half ? dark : 0) | (bb_count(own & ~dark) < half ? ~dark : 0);
}

/* Squares on which another piece leaves enough squares of each colour for the types dropped by colour. */
static BB not_needed(const Gen *g, int dropped) {
    const Machine *m = g->m;
    BB to = m->all;
    for (unsigned left = m->def->drops_by_colour & ~(1u << dropped); left; left &= left - 1) {
        int type = __builtin_ctz(left);
        BB own = pieces_of(g->p, g->us, type);
        BB rest = (BB)m->def->drop_region[g->us] & region_now(m, g->us, type) & ~g->occ;
        int half = (bb_count(own) + g->p->hand[g->us][type]) / 2;
        for (int i = 0; i < 2; i++) {
            BB colour = (i ? m->dark : ~m->dark) & m->all;
            int there = bb_count(colour & (own | rest));
            to &= there > half ? m->all : there < half ? 0 : ~(colour & rest);
        }
    }
    return to;
}

static BB without_mates(const Gen *g, int type, BB to) {
    const Machine *m = g->m;
    if (!has_king(g->p, !g->us))
        return to;
    const From *from = &m->from[g->us][king_of(g->p, !g->us)][type];
    for (BB left = to & (from->leap | from->slide | from->odd); left;) {
        int sq = bb_pop(&left);
        if (drop_mates(g->p, gr_move_make(GR_ENTER, sq, sq, type, 0)))
            to &= ~BB_OF(sq);
    }
    return to;
}

/* Where the rules allow the drop of a type that the side has in hand, if the square is empty. */
static BB drop_squares(const Gen *g, int type) {
    const Machine *m = g->m;
    BB to = m->droppable[g->us][type];
    if (m->def->drops_enclosing)
        to = enclosing_squares(g->p, to);
    if (m->def->drops_apart >> type & 1)
        to &= ~full_columns(g, type);
    if (m->def->drops_by_colour >> type & 1)
        to &= free_colours(g, type);
    if (m->def->drops_by_colour & ~(1u << type))
        to &= not_needed(g, type);
    return to;
}

/* Where a king that is dropped is not attacked. */
SELDOM BB safe_drops(const Gen *g, BB to) {
    for (BB left = to; left;) {
        int sq = bb_pop(&left);
        if (attacked_given(g->p, sq, !g->us, g->occ | BB_OF(sq), 0))
            to &= ~BB_OF(sq);
    }
    return to;
}

/* `always`, a constant: no hands are asked. */
INLINE uint64_t drops(Gen *g, bool always) {
    const Machine *m = g->m;
    const uint8_t *hand = g->p->hand[g->us];
    BB free = g->target & ~g->occ & m->all;
    uint64_t n = 0;
    for (unsigned left = g->mode == CAPTURES || !free ? 0 : m->droppers; left; left &= left - 1) {
        int type = __builtin_ctz(left);
        if (!always && !hand[m->held[type]])
            continue;
        BB to = free & (m->choosy ? drop_squares(g, type) : m->droppable[g->us][type]);
        if (type == GR_KING)
            to = safe_drops(g, to);
        for (BB unsure = to & g->doubt; unsure;) {
            int sq = bb_pop(&unsure);
            if (!is_safe(g, sq, sq))
                to &= ~BB_OF(sq);
        }
        if (m->def->no_drop_mates >> type & 1)
            to = without_mates(g, type, to);
        n += (uint64_t)bb_count(to);
        while (to && g->mode != COUNT) {
            int sq = bb_pop(&to);
            gr_list_add(g->list, gr_move_make(GR_ENTER, sq, sq, type, 0));
        }
    }
    return n;
}

SELDOM uint64_t held_drops(Gen *g) {
    return drops(g, false);
}

SELDOM uint64_t free_drops(Gen *g) {
    return drops(g, true);
}

INLINE uint64_t drop_moves(Gen *g) {
    return __builtin_expect(g->m->def->free_drops, 0) ? free_drops(g) : held_drops(g);
}

/* ---- all ---- */

/* `n`: of the moves before. */
SELDOM uint64_t unusual_moves(Gen *g, uint64_t n) {
    uint64_t more = g->m->def->first_leaps ? first_leaps(g) : 0;
    if (g->m->def->promotes_late)
        more += late_promotions(g);
    if (g->m->casters)
        more += spell_moves(g);
    if (g->m->carriers)
        more += carried_drops(g);
    if (g->m->apart && !g->m->carriers)
        more += camp_moves(g);
    bool others = n + more || (g->list && g->list->count) || (g->mode == SETS && g->sets->from);
    return more + pass_moves(g, others && !g->m->tries);
}

/* Without walls. `list` and `sets` are for the modes that have them. Whether the game is over is not asked. */
static uint64_t plain_moves(const GrPosition *p, GrMoveList *list, GrMoveSets *sets, Mode mode) {
    Gen g;
    gen_init(&g, p, mode);
    g.list = list;
    g.sets = sets;
    uint64_t n = g.royal ? king_moves(&g) : 0;
    n += castle_moves(&g);
    if (g.target)
        n += piece_moves(&g);
    if (g.m->droppers)
        n += drop_moves(&g);
    if (p->ep)
        n += en_passant_moves(&g);
    return __builtin_expect(g.m->more, 0) ? n + unusual_moves(&g, n) : n;
}

#endif
