/* The rules machine, part 6: all attacks of a side at one go.
 *
 * A variant whose pieces attack in more ways than their rows say defines, before it includes this
 * header, the names of two functions:
 *   EXTRA_ATTACKS(p, side, type, sq)  what a piece on sq attacks beyond its row
 *   EXTRA_ORIGINS(p, side, type, sq)  from where one would attack sq in such a way
 */
#ifndef GR_RULES_CORE_ATTACKS_H
#define GR_RULES_CORE_ATTACKS_H

#include "rules/core.h"

#ifdef EXTRA_ATTACKS
INLINE BB EXTRA_ATTACKS(const GrPosition *p, int side, int type, int sq);
INLINE BB EXTRA_ORIGINS(const GrPosition *p, int side, int type, int sq);
#else
#define EXTRA_ATTACKS(p, side, type, sq) ((BB)0)
#define EXTRA_ORIGINS(p, side, type, sq) ((BB)0)
#endif

/* Along lines, past exactly one piece, up to and with the next. */
INLINE BB hopped_to(const Tables *t, int type, int sq, BB occ) {
    BB first = reached_taking(t, type, sq, occ);
    return reached_taking(t, type, sq, occ & ~first) & ~first;
}

/* Where a piece that is no pawn attacks by its row. As it goes the same way back, this is also from
 * where it attacks. */
INLINE BB row_attacks(const Tables *t, int type, int sq, BB occ) {
    return piece[type].flags & GR_HOPS ? hopped_to(t, type, sq, occ)
                                       : reached_taking(t, type, sq, occ);
}

static void core_attacks(const GrPosition *p, int side, GrAttacks *attacks) {
    const Tables *t = tables(p);
    BB occ = occupied(p), once = 0, twice = 0;
#pragma GCC unroll 16
    for (int type = 1; type <= TYPES; type++) {
        bool is_pawn = piece[type].flags & GR_IS_PAWN;
        BB all = 0;
        for (BB from = pieces_of(p, side, type); from;) {
            int sq = bb_pop(&from);
            BB set = is_pawn ? t->pawn_take[side][sq] : row_attacks(t, type, sq, occ);
            set |= EXTRA_ATTACKS(p, side, type, sq);
            twice |= once & set;
            once |= set;
            all |= set;
        }
        attacks->by[type] = all;
    }
    attacks->once = once;
    attacks->twice = twice;
}

static void core_origins(const GrPosition *p, int sq, int side, GrSet from[GR_MAX_TYPES]) {
    const Tables *t = tables(p);
    BB occ = occupied(p);
#pragma GCC unroll 16
    for (int type = 1; type <= TYPES; type++) {
        bool is_pawn = piece[type].flags & GR_IS_PAWN;
        from[type] = is_pawn ? t->pawn_take[!side][sq] : row_attacks(t, type, sq, occ);
        from[type] |= EXTRA_ORIGINS(p, side, type, sq);
    }
}

#endif
