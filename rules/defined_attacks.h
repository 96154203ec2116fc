/* The machine that runs games described in a file, part 6: all attacks of a side at one go. Internal to rules/. */
#ifndef GR_RULES_DEFINED_ATTACKS_H
#define GR_RULES_DEFINED_ATTACKS_H

#include "rules/defined.h"

static void machine_attacks(const GrPosition *p, int side, GrAttacks *attacks) {
    const Machine *m = machine(p);
    BB occ = occupied(p), shy = shy_ones(p), once = 0, twice = 0;
    for (int type = 1; type <= m->types; type++) {
        BB all = 0;
        for (BB from = pieces_of(p, side, type); from;) {
            int sq = bb_pop(&from);
            BB seen = takes_to(m, side, type, sq, occ, shy) | (m->casters ? cast_on(p, type, sq) : 0);
            twice |= once & seen;
            once |= seen;
            all |= seen;
        }
        attacks->by[type] = all;
    }
    attacks->once = once;
    attacks->twice = twice;
}

/* Squares of which a map knows something else; they are noted. */
INLINE BB note_changes(const GrPosition *p, GrAttackMap *map) {
    BB changed = 0;
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        changed |= (BB)(p->side[side] ^ map->side[side]);
        map->side[side] = p->side[side];
    }
    for (int type = 0; type <= machine(p)->types; type++) {
        changed |= (BB)(p->type[type] ^ map->type[type]);
        map->type[type] = p->type[type];
    }
    return changed;
}

/* Only the square itself, those a slide sees, and those on an odd way can change what a piece attacks. */
static void look_anew(const GrPosition *p, GrAttackMap *map, int sq) {
    const Machine *m = machine(p);
    int side = gr_side_of(p->board[sq]), type = gr_type_of(p->board[sq]);
    const Gait *gait = &m->gait[side][type];
    BB occ = occupied(p), seen = takes_to(m, side, type, sq, occ, shy_ones(p)), watch = BB_OF(sq);
    if (gait->orth_take)
        watch |= orthogonals(m->line[sq], occ);
    if (gait->diag_take)
        watch |= diagonals(m->line[sq], occ);
    for (unsigned i = 0; i < gait->odds; i++)
        if (gait->odd[i].how & GR_WAY_TAKES)
            watch |= gait->odd[i].path[sq];
    if (m->casters >> type & 1) {
        seen |= cast_on(p, type, sq);
        watch |= m->casts[sq];
    }
    map->attack[sq] = seen;
    map->watch[sq] = watch;
}

static void machine_attack_map(const GrPosition *p, GrAttackMap *map) {
    BB changed = note_changes(p, map);
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        GrAttacks *attacks = &map->of[side];
        BB once = 0, twice = 0;
        for (int type = 1; type <= machine(p)->types; type++)
            attacks->by[type] = 0;
        for (BB from = (BB)p->side[side]; from;) {
            int sq = bb_pop(&from);
            if ((BB)map->watch[sq] & changed)
                look_anew(p, map, sq);
            BB seen = (BB)map->attack[sq];
            twice |= once & seen;
            once |= seen;
            attacks->by[gr_type_of(p->board[sq])] |= seen;
        }
        attacks->once = once;
        attacks->twice = twice;
    }
}

static void machine_origins(const GrPosition *p, int sq, int side, GrSet from[GR_MAX_TYPES]) {
    const Machine *m = machine(p);
    BB occ = occupied(p), shy = shy_ones(p), seen = orthogonals(m->line[sq], occ) | diagonals(m->line[sq], occ);
    for (int type = 1; type <= m->types; type++) {
        const From *known = &m->from[side][sq][type];
        BB found = known->leap | (known->slide & seen);
        for (BB odd = known->odd & ~found; odd;) {
            int at = bb_pop(&odd);
            if (odd_attack(m, side, type, at, sq, occ, shy))
                found |= BB_OF(at);
        }
        for (BB holes = m->casters >> type & 1 ? m->next[sq] & (BB)p->type[0] : 0; holes;)
            found |= m->casts[bb_pop(&holes)];
        from[type] = found;
    }
}

#endif
