/* The rules machine, part 6: all attacks of a side at one go. Internal to rules/.
 *
 * A variant whose pieces attack in more ways than their rows say defines, before it includes this
 * header, the names of two functions:
 *   EXTRA_ATTACKS(p, side, type, sq)  what a piece on sq attacks beyond its row
 *   EXTRA_ORIGINS(p, side, type, sq)  from where one would attack sq in such a way
 * and, if the first depends on what stands elsewhere,
 *   EXTRA_WATCH(p, type, sq)          squares on which that may be
 */
#ifndef GR_RULES_CORE_ATTACKS_H
#define GR_RULES_CORE_ATTACKS_H

#include "rules/core.h"

#ifdef EXTRA_ATTACKS
INLINE BB EXTRA_ATTACKS(const GrPosition *p, int side, int type, int sq);
INLINE BB EXTRA_ORIGINS(const GrPosition *p, int side, int type, int sq);
enum { ROWS_SAY_ALL = 0 };
#else
enum { ROWS_SAY_ALL = 1 };
#define EXTRA_ATTACKS(p, side, type, sq) ((void)(side), (BB)0)
#define EXTRA_ORIGINS(p, side, type, sq) ((BB)0)
#endif

#ifdef EXTRA_WATCH
INLINE BB EXTRA_WATCH(const GrPosition *p, int type, int sq);
#else
#define EXTRA_WATCH(p, type, sq) ((BB)0)
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

/* Attacks of a side as they are summed up. */
typedef struct Sum {
    BB once, twice, all; /* all: of one type */
} Sum;

INLINE void sum_up(Sum *sum, BB attacked) {
    sum->twice |= sum->once & attacked;
    sum->once |= attacked;
    sum->all |= attacked;
}

INLINE void sum_up_pawns(Sum *sum, const Tables *t, BB pawns, int side) {
    sum_up(sum, forward(pawns & t->not_file_first, side) >> 1 & ALL);
    sum_up(sum, forward(pawns & t->not_file_last, side) << 1 & ALL);
}

static void core_attacks(const GrPosition *p, int side, GrAttacks *attacks) {
    const Tables *t = tables(p);
    BB occ = occupied(p);
    Sum sum = {0, 0, 0};
#pragma GCC unroll 16
    for (int type = 1; type <= TYPES; type++) {
        BB from = pieces_of(p, side, type);
        sum.all = 0;
        if (piece[type].flags & GR_IS_PAWN)
            sum_up_pawns(&sum, t, from, side);
        else
            while (from) {
                int sq = bb_pop(&from);
                sum_up(&sum, row_attacks(t, type, sq, occ) | EXTRA_ATTACKS(p, side, type, sq));
            }
        attacks->by[type] = sum.all;
    }
    attacks->once = sum.once;
    attacks->twice = sum.twice;
}

/* What pieces of a type attack, all together. */
INLINE BB attacks_of_type(const GrPosition *p, int side, int type, BB occ) {
    const Tables *t = tables(p);
    Sum sum = {0, 0, 0};
    BB from = pieces_of(p, side, type);
    if (piece[type].flags & GR_IS_PAWN)
        sum_up_pawns(&sum, t, from, side);
    else
        while (from) {
            int sq = bb_pop(&from);
            sum.all |= row_attacks(t, type, sq, occ) | EXTRA_ATTACKS(p, side, type, sq);
        }
    return sum.all;
}

/* Does a type attack what it did? What has become empty, or is so no more, matters where a line comes to it: it was
 * attacked then, unless pieces hop. Pawns are as quickly asked anew. */
INLINE bool attacks_stay(const GrPosition *p, const GrPosition *from, BB attacked, int side, int type, BB changed) {
    const GrReach *reach = &piece[type].capture;
    if (!ROWS_SAY_ALL || piece[type].flags & (GR_IS_PAWN | GR_HOPS) ||
        pieces_of(p, side, type) != pieces_of(from, side, type))
        return false;
    return !(reach->orth || reach->diag) || !(attacked & changed);
}

/* Fills in what each type attacks; returns all of it. */
INLINE BB attacks_by_type(const GrPosition *p, const GrPosition *from, const GrDanger *known, int side,
                          GrSet by[GR_MAX_TYPES]) {
    BB occ = occupied(p), changed = from ? occ ^ occupied(from) : 0, all = 0;
#pragma GCC unroll 16
    for (int type = 1; type <= TYPES; type++) {
        BB attacked = from ? (BB)known->attacks[side][type] : 0;
        if (!from || !attacks_stay(p, from, attacked, side, type, changed))
            attacked = attacks_of_type(p, side, type, occ);
        by[type] = attacked;
        all |= attacked;
    }
    return all;
}

static void core_in_danger(const GrPosition *p, const uint32_t lesser[GR_MAX_TYPES], const GrPosition *from,
                           const GrDanger *known, GrDanger *danger) {
    BB all[2];
    for (int side = 0; side < 2; side++)
        all[side] = attacks_by_type(p, from, known, side, danger->attacks[side]);
    for (int side = 0; side < 2; side++) {
        BB attacked = side_of(p, side) & all[!side] & ~type_of(p, GR_KING), found = attacked & ~all[side];
        for (int type = GR_KING + 1; type <= TYPES; type++) {
            BB defended = attacked & all[side] & type_of(p, type), taken = 0;
            for (unsigned left = defended ? lesser[type] : 0; left; left &= left - 1)
                taken |= (BB)danger->attacks[!side][__builtin_ctz(left)];
            found |= defended & taken;
        }
        danger->of[side] = found;
    }
}

/* ---- attacks kept from one position to the next ---- */

/* Squares of which a map knows something else; they are noted. */
INLINE BB note_changes(const GrPosition *p, GrAttackMap *map) {
    BB changed = (side_of(p, GR_WHITE) ^ (BB)map->side[GR_WHITE]) |
                 (side_of(p, GR_BLACK) ^ (BB)map->side[GR_BLACK]);
    map->side[GR_WHITE] = p->side[GR_WHITE];
    map->side[GR_BLACK] = p->side[GR_BLACK];
#pragma GCC unroll 16
    for (int type = 0; type <= TYPES; type++) {
        changed |= type_of(p, type) ^ (BB)map->type[type];
        map->type[type] = p->type[type];
    }
    return changed;
}

/* What a piece that is no pawn attacks: only the square itself, those it sees, and what makes it
 * attack in a way of its own can change that. */
INLINE void look_from(const GrPosition *p, GrAttackMap *map, int side, int type, int sq, BB occ) {
    const Tables *t = tables(p);
    const GrReach *reach = &piece[type].capture;
    BB seen = row_attacks(t, type, sq, occ), watch = BB_OF(sq) | EXTRA_WATCH(p, type, sq);
    if (reach->orth || reach->diag)
        watch |= seen;
    if (piece[type].flags & GR_HOPS)
        watch |= reached_taking(t, type, sq, occ);
    map->attack[sq] = seen | EXTRA_ATTACKS(p, side, type, sq);
    map->watch[sq] = watch;
}

/* The same by a type that is no constant. */
SELDOM void look_anew(const GrPosition *p, GrAttackMap *map, int sq) {
    int side = gr_side_of(p->board[sq]), found = gr_type_of(p->board[sq]);
    BB occ = occupied(p);
#pragma GCC unroll 16
    for (int type = 1; type <= TYPES; type++)
        if (!(piece[type].flags & GR_IS_PAWN) && type == found)
            look_from(p, map, side, type, sq, occ);
}

INLINE void map_side(const GrPosition *p, GrAttackMap *map, int side, BB changed) {
    GrAttacks *attacks = &map->of[side];
    Sum sum = {0, 0, 0};
#pragma GCC unroll 16
    for (int type = 1; type <= TYPES; type++) {
        sum.all = 0;
        if (piece[type].flags & GR_IS_PAWN)
            sum_up_pawns(&sum, tables(p), pieces_of(p, side, type), side);
        attacks->by[type] = sum.all;
    }
    for (BB from = side_of(p, side) & ~all_pawns(p); from;) {
        int sq = bb_pop(&from);
        if ((BB)map->watch[sq] & changed)
            look_anew(p, map, sq);
        sum_up(&sum, (BB)map->attack[sq]);
        attacks->by[gr_type_of(p->board[sq])] |= (BB)map->attack[sq];
    }
    attacks->once = sum.once;
    attacks->twice = sum.twice;
}

static void core_attack_map(const GrPosition *p, GrAttackMap *map) {
    BB changed = note_changes(p, map);
    map_side(p, map, GR_WHITE, changed);
    map_side(p, map, GR_BLACK, changed);
}

static void core_origins(const GrPosition *p, int sq, int side, GrSet from[GR_MAX_TYPES]) {
    const Tables *t = tables(p);
    BB occ = occupied(p), orth = slide_orth(t, sq, occ), diag = slide_diag(t, sq, occ);
#pragma GCC unroll 16
    for (int type = 1; type <= TYPES; type++) {
        const GrReach *reach = &piece[type].capture;
        if (piece[type].flags & GR_IS_PAWN)
            from[type] = t->pawn_take[!side][sq];
        else if (piece[type].flags & GR_HOPS)
            from[type] = hopped_to(t, type, sq, occ);
        else
            from[type] = joined(reach, t->leap_take[type], t->slide_take[type], sq, orth, diag);
        from[type] |= EXTRA_ORIGINS(p, side, type, sq);
    }
}

#endif
