/* The machine that runs games described in a file: pieces that are royal though they are no kings, since their side may
 * lose no more of them, and what explodes. Internal to rules/.
 *
 * Whether a move keeps them safe is seen after it (spares, in rules/defined_find.h): there may be several, and a
 * capture may take off what attacks them.
 */
#ifndef GR_RULES_DEFINED_ROYAL_H
#define GR_RULES_DEFINED_ROYAL_H

#include "rules/defined.h"

/* What extinction counts of a type, those that became it among them; of type 0 all pieces. */
static BB counted(const GrPosition *p, int side, int type) {
    BB set = type ? 0 : (BB)p->side[side];
    for (unsigned like = type ? p->rules->variant->defined->like[type] : 0; like; like &= like - 1)
        set |= pieces_of(p, side, __builtin_ctz(like));
    return set;
}

static BB stand_ins(const GrPosition *p, int side, bool all) {
    const GrDefinition *def = machine(p)->def;
    BB set = 0;
    for (uint32_t left = def->extinction_types; left; left &= left - 1) {
        BB own = counted(p, side, __builtin_ctz(left));
        if (all || bb_count(own) <= def->extinction_count + 1)
            set |= own;
    }
    return set;
}

/* Pieces that are royal and would become walls capture nothing. */
static BB tied(const GrPosition *p, int side) {
    const GrDefinition *def = machine(p)->def;
    BB set = 0;
    for (uint32_t left = def->petrified & def->extinction_types; left; left &= left - 1)
        set |= pieces_of(p, side, __builtin_ctz(left));
    return set;
}

/* Those of the side's pieces in `set` that are attacked. Beside an enemy one that an explosion would take too, none
 * is. */
static BB endangered(const GrPosition *p, BB set, int side, BB enemies, bool one) {
    const Machine *m = machine(p);
    BB occ = occupied(p), found = 0, gone = m->def->petrified ? tied(p, !side) : 0;
    while (set && !(one && found)) {
        int sq = bb_pop(&set);
        if (!(m->def->blasts && (m->around[sq] & enemies)) && attacked_given(p, sq, !side, occ, gone))
            found |= BB_OF(sq);
    }
    return found;
}

/* Are all that could be royal attacked? */
static bool none_safe(const GrPosition *p, int side, BB enemies) {
    BB all = machine(p)->def->needs_one_safe ? stand_ins(p, side, true) : 0;
    return all && endangered(p, all, side, enemies, false) == all;
}

SELDOM bool stand_in_checked(const GrPosition *p, int side) {
    BB enemies = stand_ins(p, !side, false);
    return endangered(p, stand_ins(p, side, false), side, enemies, true) || none_safe(p, side, enemies);
}

/* The rules that allow no checks, or count them, mean those of a king. */
INLINE bool king_in_check(const GrPosition *p, int side) {
    return has_king(p, side) && attacked_given(p, king_of(p, side), !side, occupied(p), 0);
}

INLINE bool in_check(const GrPosition *p, int side) {
    return king_in_check(p, side) || (machine(p)->def->stand_ins && stand_in_checked(p, side));
}

/* Is the move legal, as far as these pieces are concerned? */
static bool spares(const GrPosition *p, GrMove move);

/* What stops pieces once a wall has come there. */
INLINE BB occupied_with(const GrPosition *p, int wall) {
    BB old = machine(p)->def->walls == GR_WALLS_DUCK ? (BB)p->type[0] : 0;
    return (occupied(p) & ~old) | BB_OF(wall);
}

/* May what castles go this way, if `occ` is occupied and if it is such a piece? Where it arrives is seen after
 * the move. */
static bool stand_in_passes(const GrPosition *p, int from, int to, BB occ) {
    const Machine *m = machine(p);
    int side = p->turn, step = to > from ? 1 : -1;
    BB enemies = stand_ins(p, !side, false);
    occ &= ~BB_OF(from);
    if (!bb_has(stand_ins(p, side, false), from))
        return true;
    for (int sq = from; sq != to; sq += step)
        if (!(m->def->blasts && (m->around[sq] & enemies)) && attacked_given(p, sq, !side, occ, 0))
            return false;
    return true;
}

#endif
