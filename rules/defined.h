/* The machine that runs games described in a file, part 1: its tables. Internal to rules/.
 *
 * Compiled twice, for boards of at most 64 squares and for larger ones (WIDE); everything else is data made from a
 * GrDefinition. What a piece can do from a square is kept in four sets, leaps and slides along the lines of a
 * queen, each to move and to capture; other ways to go (lame leaps, riders along other lines, hoppers) are Odd
 * ones. Black's tables are its own, since pieces may go forwards otherwise than back.
 */
#ifndef GR_RULES_DEFINED_H
#define GR_RULES_DEFINED_H

#include <stdlib.h>

#include "rules/core_change.h"
#include "rules/core_sets.h"
#include "rules/defined_build.h"
#include "rules/tables.h"

enum { MOST = WIDE ? GR_MAX_SQUARES : 64, LINES = 4, TYPES = GR_MAX_TYPES };

/* Where a piece of a type goes from a square. */
typedef struct Go {
    BB leap_move, slide_move, leap_take, slide_take;
} Go;

/* From where pieces of a type could capture on a square. */
typedef struct From {
    BB leap, slide, odd;
} From;

/* A way of one type and side to go that is neither a leap nor a line. */
typedef struct Odd {
    GrWayKind kind;
    unsigned how;
    bool up;          /* its squares have higher numbers than the one it starts from */
    BB target[MOST];  /* squares where it may end */
    BB path[MOST];    /* of lame leaps what must be empty, of others all squares to the edge */
} Odd;

/* What the types of a side are. */
typedef struct Gait {
    bool same, orth_move, diag_move, orth_take, diag_take, odd_moves, odd_takes, shy;
    const Odd *odd;
    unsigned odds;
} Gait;

typedef struct Machine {
    const GrDefinition *def;
    int files, squares, types;
    BB all, not_first_file, not_last_file;
    bool royal[2];
    unsigned pawn;            /* the type that is a pawn of chess, 0: none */
    uint8_t odd_takes[2];     /* 0, or bits: GR_WAY_TAKES, and 1: spells */
    bool tries;               /* whether a move is legal is seen only after it */
    bool unusual;             /* moves do what few do: pass, leap at first, promote late, count, flip, burst, bring
                                 walls, gate, gain rights by drops or take them by castling */
    int count_waits;          /* pawns of this type keep sides from counting, and else nothing is unusual; 0: none do */
    bool more;                /* there are such moves: passes, first leaps, late promotions */
    bool bursts;              /* captures explode, or make walls */
    bool special;             /* there are shy types, or kings that face each other must end that */
    bool brings;              /* moves bring walls, or pieces from the hand */
    BB home[2];               /* squares of gates */
    unsigned shy;             /* types that do not hop over each other; bits */
    Line line[MOST][LINES];   /* rank, file, rising diagonal, falling diagonal */
    BB between[MOST][MOST];
    BB around[MOST];
    Gait gait[2][TYPES];
    Go go[2][TYPES][MOST];
    From from[2][MOST][TYPES];
    BB any[2][TYPES][MOST];   /* squares that a type could ever move to from there, first steps left out */
    BB first[2][TYPES][MOST]; /* only by a first step */
    BB settled[2][TYPES];     /* squares on which it does not get stuck */
    BB doubles[2], triples[2], promoting[2], passing[2];
    uint8_t promotion[2][TYPES], promotions[2];
    unsigned promoters[2], passers[2], resetters[2]; /* bits 1 << type */
    unsigned leapers;         /* types with first leaps */
    unsigned changers;        /* types that become another by going from or to the region; bits */
    uint8_t into[TYPES];      /* which that is */
    uint8_t held[TYPES];      /* what each type is in hand */
    bool choosy;              /* drops have rules that look at what is on the board */
    unsigned droppers;        /* types that can be dropped, bits; not all of them as what they are in hand */
    BB droppable[2][TYPES];   /* where */
    BB column[GR_DEFINED_SIZE], dark, first_rank;
    BB castle_empty[4];
    unsigned carriers;        /* types with reserves */
    const GrCamp *camp;
    bool apart;               /* there is a camp, or somebody shoots or has a reserve */
    unsigned risers;          /* types that become others in the camp */
    unsigned givers;          /* types some of whose moves are no plain ones: changers, carriers and these */
    unsigned casters;         /* types that cast spells */
    BB casts[MOST];           /* holes that one of them moves from there, and from where one moves a hole there */
    BB next[MOST];            /* where a hole goes */
    Odd odds[];
} Machine;

INLINE const Machine *machine(const GrPosition *p) {
    return p->rules->board;
}

INLINE BB occupied(const GrPosition *p) {
    return (BB)p->side[GR_WHITE] | (BB)p->side[GR_BLACK] | (BB)p->type[0];
}

INLINE BB pieces_of(const GrPosition *p, int side, int type) {
    return (BB)p->side[side] & (BB)p->type[type];
}

INLINE int king_of(const GrPosition *p, int side) {
    return bb_first(pieces_of(p, side, GR_KING));
}

/* What shy pieces do not hop over, nor take. */
INLINE BB shy_ones(const GrPosition *p) {
    BB set = 0;
    for (unsigned left = machine(p)->shy; left; left &= left - 1)
        set |= (BB)p->type[__builtin_ctz(left)];
    return set;
}

/* Where kings are in hand at first, only one on the board is royal. */
INLINE bool has_king(const GrPosition *p, int side) {
    return machine(p)->royal[side] && pieces_of(p, side, GR_KING);
}

INLINE BB forward(const Machine *m, BB set, int side) {
    return (side == GR_WHITE ? set << m->files : set >> m->files) & m->all;
}

/* From where a type that is no pawn of chess has its first steps. */
INLINE BB first_region(const Machine *m, int side, int type) {
    BB own = (BB)m->def->piece[type].first[side] & m->all;
    return own ? own : m->doubles[side];
}

/* ---- where a piece goes ---- */

/* The square of a ray that comes first. */
INLINE int nearest(const Odd *odd, BB set) {
#if WIDE
    if (odd->up)
        return bb_first(set);
    uint64_t high = (uint64_t)(set >> 64);
    return high ? 127 ^ __builtin_clzll(high) : 63 ^ __builtin_clzll((uint64_t)set);
#else
    return odd->up ? bb_first(set) : 63 ^ __builtin_clzll(set);
#endif
}

/* The squares that an odd way reaches, what stands on them left open; `shy`: as shy_ones has it, for types that are. */
INLINE BB by_odd(const Odd *odd, int sq, BB occ, bool is_shy, BB shy) {
    BB target = odd->target[sq], blockers = odd->path[sq] & occ;
    if (!target)
        return 0;
    if (odd->kind == GR_WAY_LAME)
        return blockers ? 0 : target;
    if (odd->kind == GR_WAY_RIDE)
        return blockers ? target & ~odd->path[nearest(odd, blockers)] : target;
    if (!blockers)
        return 0;
    int hurdle = nearest(odd, blockers);
    if (is_shy && odd->kind == GR_WAY_SHY) {
        if (bb_has(shy, hurdle))
            return 0;
        target &= ~shy;
    }
    BB behind = odd->path[hurdle], second = behind & occ;
    if (odd->kind == GR_WAY_GRASSHOP)
        return behind ? target & BB_OF(nearest(odd, behind)) : 0;
    return target & (second ? behind & ~odd->path[nearest(odd, second)] : behind);
}

SELDOM BB by_shy_odds(const Gait *gait, unsigned how, int sq, BB occ, BB shy) {
    BB set = 0;
    for (unsigned i = 0; i < gait->odds; i++)
        if (gait->odd[i].how & how)
            set |= by_odd(&gait->odd[i], sq, occ, true, shy);
    return set;
}

/* Apart, since two words more for each call are felt in games without shy pieces. */
SELDOM BB by_bold_odds(const Gait *gait, unsigned how, int sq, BB occ) {
    BB set = 0;
    for (unsigned i = 0; i < gait->odds; i++)
        if (gait->odd[i].how & how)
            set |= by_odd(&gait->odd[i], sq, occ, false, 0);
    return set;
}

INLINE BB by_odds(const Gait *gait, unsigned how, int sq, BB occ, BB shy) {
    return __builtin_expect(gait->shy, 0) ? by_shy_odds(gait, how, sq, occ, shy) : by_bold_odds(gait, how, sq, occ);
}

INLINE BB takes_to(const Machine *m, int side, int type, int sq, BB occ, BB shy) {
    const Gait *gait = &m->gait[side][type];
    const Go *go = &m->go[side][type][sq];
    BB set = 0;
    if (gait->orth_take)
        set |= orthogonals(m->line[sq], occ);
    if (gait->diag_take)
        set |= diagonals(m->line[sq], occ);
    set = (set & go->slide_take) | go->leap_take;
    return gait->odd_takes ? set | by_odds(gait, GR_WAY_TAKES, sq, occ, shy) : set;
}

INLINE BB moves_to(const Machine *m, int side, int type, int sq, BB occ, BB shy) {
    const Gait *gait = &m->gait[side][type];
    const Go *go = &m->go[side][type][sq];
    BB set = 0;
    if (gait->orth_move)
        set |= orthogonals(m->line[sq], occ);
    if (gait->diag_move)
        set |= diagonals(m->line[sq], occ);
    set = (set & go->slide_move) | go->leap_move;
    return gait->odd_moves ? set | by_odds(gait, GR_WAY_MOVES, sq, occ, shy) : set;
}

/* ---- attacks ---- */

INLINE bool odd_attack(const Machine *m, int side, int type, int from, int sq, BB occ, BB shy) {
    return bb_has(by_odds(&m->gait[side][type], GR_WAY_TAKES, from, occ, shy), sq);
}

/* Pieces of the side that cast spells. */
INLINE BB casters_of(const GrPosition *p, int side) {
    BB set = 0;
    for (unsigned left = machine(p)->casters; left; left &= left - 1)
        set |= (BB)p->type[__builtin_ctz(left)];
    return set & (BB)p->side[side];
}

/* Those that could move a hole onto sq. */
SELDOM BB casters_at(const GrPosition *p, int sq, int side) {
    const Machine *m = machine(p);
    BB found = 0, able = casters_of(p, side);
    for (BB holes = able ? m->next[sq] & (BB)p->type[0] : 0; holes;)
        found |= m->casts[bb_pop(&holes)] & able;
    return found;
}

/* Where a type on sq could move a hole to. */
SELDOM BB cast_on(const GrPosition *p, int type, int sq) {
    const Machine *m = machine(p);
    BB set = 0;
    for (BB holes = m->casters >> type & 1 ? m->casts[sq] & (BB)p->type[0] : 0; holes;)
        set |= m->next[bb_pop(&holes)];
    return set;
}

/* Pieces of `side`, those in `gone` left out, that attack sq when `occ` is occupied; the first that is found will do
 * if `one`. */
INLINE BB attackers_given(const GrPosition *p, int sq, int side, BB occ, BB gone, BB shy, bool one) {
    const Machine *m = machine(p);
    const From *from = m->from[side][sq];
    BB own = (BB)p->side[side] & ~gone, found = 0, far = 0;
    for (int type = 1; type <= m->types; type++) {
        BB set = own & (BB)p->type[type];
        found |= set & from[type].leap;
        far |= set & from[type].slide;
    }
    if (one && found)
        return found;
    for (; far && !(one && found); far &= far - 1) {
        int at = bb_first(far);
        if (!(m->between[sq][at] & occ))
            found |= BB_OF(at);
    }
    for (int type = 1; m->odd_takes[side] && type <= m->types; type++)
        for (BB odd = own & (BB)p->type[type] & from[type].odd & ~found; odd;) {
            int at = bb_pop(&odd);
            if (odd_attack(m, side, type, at, sq, occ, shy))
                found |= BB_OF(at);
        }
    return __builtin_expect(m->odd_takes[side] & 1, 0) ? found | (casters_at(p, sq, side) & ~gone) : found;
}

INLINE bool attacked_given(const GrPosition *p, int sq, int side, BB occ, BB gone) {
    return attackers_given(p, sq, side, occ, gone, shy_ones(p), true) != 0;
}

#endif
