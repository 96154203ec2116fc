/* The rules machine, part 3: legal moves. Internal to rules/.
 *
 * Moves are legal as they are made: squares a piece may go to are cut down to those that end a
 * check, and for a pinned piece to the line of its pin, before anything is listed. Only king moves
 * and en passant captures are tested one by one. The same code lists moves and counts them.
 *
 * A variant may define, before it includes this header,
 *   HELD_BACK(p, us, type)       squares to which pieces of a type do not go as ordinary moves,
 *                                since the variant makes other moves of them
 */
#ifndef GR_RULES_CORE_MOVES_H
#define GR_RULES_CORE_MOVES_H

#include "rules/core_play.h"

#ifndef PROMOTIONS
#define PROMOTIONS 0
static const uint8_t promotion[1];
#endif
#ifndef HELD_BACK
#define HELD_BACK(p, us, type) ((BB)0)
#endif

/* SETS: plain moves as sets, others listed. */
typedef enum Mode { COUNT, LIST, SETS } Mode;

typedef struct Pin {
    int sq;
    BB line; /* the squares between the king and the pinning piece, and that piece's */
} Pin;

typedef struct Gen {
    const GrPosition *p;
    const Tables *t;
    GrMoveList *list;
    GrMoveSets *sets;       /* if it is sets that are wanted */
    const GrAttackMap *map; /* only then */
    int us, king;
    bool captures_only; /* list captures and promotions, no quiet moves */
    BB own, opp, occ, quiet; /* quiet: empty squares that moves may go to */
    BB target;               /* squares that end the check; all squares if there is none */
    BB checkers, pinned;
    int pins;
    Pin pin[8];
} Gen;

INLINE uint64_t emit(Gen *g, Mode mode, int from, BB to) {
    if (mode == COUNT)
        return (uint64_t)bb_count(to);
    if (mode == SETS) {
        g->sets->to[from] = to;
        g->sets->from |= to ? BB_OF(from) : 0;
        return 0;
    }
    while (to)
        gr_list_add(g->list, gr_move_make(GR_NORMAL, from, bb_pop(&to), 0, 0));
    return 0;
}

INLINE uint64_t emit_one(Gen *g, Mode mode, GrMove m) {
    if (mode != COUNT)
        gr_list_add(g->list, m);
    return 1;
}

/* Finds checkers and pins: pieces that would attack the king on an empty board, and what stands
 * between. */
INLINE void look_at_king(Gen *g) {
    const GrPosition *p = g->p;
    if (!ROYAL(g->us)) {
        g->checkers = 0;
        g->target = ALL;
        return;
    }
    BB near = near_attackers(p, g->king, !g->us), mask = ALL;

    g->checkers = near;
    for (BB far = sliders_at(p, g->king, !g->us); far;) {
        int from = bb_pop(&far);
        BB line = g->t->between[g->king][from], blockers = line & g->occ;
        if (!blockers) {
            g->checkers |= BB_OF(from);
            mask &= line | BB_OF(from);
        } else if (!(blockers & (blockers - 1)) && (blockers & g->own)) {
            g->pinned |= blockers;
            g->pin[g->pins++] = (Pin){bb_first(blockers), line | BB_OF(from)};
        }
    }
    if (g->checkers & (g->checkers - 1))
        mask = 0;
    g->target = near ? mask & near : mask;
}

/* ---- pieces ---- */

INLINE BB piece_targets(const Gen *g, int type, int from, Mode mode) {
    if (mode == SETS && same_reach(&piece[type].move, &piece[type].capture))
        return (BB)g->map->attack[from] & (g->quiet | g->opp);
    if (same_reach(&piece[type].move, &piece[type].capture))
        return reached_taking(g->t, type, from, g->occ) & (g->quiet | g->opp);
    return (reached_moving(g->t, type, from, g->occ) & g->quiet) |
           (reached_taking(g->t, type, from, g->occ) & g->opp);
}

/* Do all pieces capture where they move? */
INLINE bool takes_as_it_moves(void) {
    bool same = true;
#pragma GCC unroll 16
    for (int type = 1; type <= TYPES; type++)
        same = same && same_reach(&piece[type].move, &piece[type].capture);
    return same;
}

/* Then the map says where all of them go. */
INLINE void piece_sets(Gen *g) {
    BB royal = ROYAL(g->us) ? BB_OF(g->king) : 0;
    for (BB from = g->own & ~(all_pawns(g->p) | royal | g->pinned); from;) {
        int sq = bb_pop(&from);
        BB held_back = HELD_BACK(g->p, g->us, gr_type_of(g->p->board[sq]));
        BB to = (BB)g->map->attack[sq] & g->target & ~(g->own | type_of(g->p, 0) | held_back);
        emit(g, SETS, sq, to);
    }
}

INLINE uint64_t piece_moves(Gen *g, Mode mode) {
    uint64_t n = 0;
    if (mode == SETS && takes_as_it_moves()) {
        piece_sets(g);
        return 0;
    }
#pragma GCC unroll 16
    for (int type = GR_KING; type <= TYPES; type++) {
        if ((piece[type].flags & GR_IS_PAWN) || (type == GR_KING && ROYAL(g->us)))
            continue;
        BB allowed = g->target & ~HELD_BACK(g->p, g->us, type);
        for (BB from = g->own & type_of(g->p, type) & ~g->pinned; from;) {
            int sq = bb_pop(&from);
            n += emit(g, mode, sq, piece_targets(g, type, sq, mode) & allowed);
        }
    }
    return n;
}

INLINE BB known_attacks(const Gen *g) {
    return (BB)g->map->of[!g->us].once;
}

/* In check a map does not know all: the king itself may be in the way of an attack. */
INLINE BB tried_one_by_one(const Gen *g, BB to) {
    BB safe = 0;
    while (to) {
        int sq = bb_pop(&to);
        if (!attacked_given(g->p, sq, !g->us, g->occ & ~BB_OF(g->king), 0))
            safe |= BB_OF(sq);
    }
    return safe;
}

INLINE uint64_t king_moves(Gen *g, Mode mode) {
    BB to = piece_targets(g, GR_KING, g->king, mode) & ALL & ~HELD_BACK(g->p, g->us, GR_KING);
    if (mode == SETS && !g->checkers)
        to &= ~known_attacks(g);
    else
        to = tried_one_by_one(g, to);
    return emit(g, mode, g->king, to);
}

INLINE bool may_castle(const Gen *g, Mode mode, int right) {
    const GrPosition *p = g->p;
    if (!(p->rights >> right & 1) || (g->t->castle_empty[right] & g->occ))
        return false;
    if (mode == SETS)
        return !(g->t->castle_safe[right] & known_attacks(g));
    for (BB path = g->t->castle_safe[right]; path;)
        if (attacked_given(p, bb_pop(&path), !g->us, g->occ & ~BB_OF(g->king), 0))
            return false;
    return true;
}

/* Not in check, which is a condition of all castlings. */
INLINE uint64_t castle_moves(Gen *g, Mode mode) {
    uint64_t n = 0;
    if (g->captures_only || !g->p->rights)
        return 0;
#pragma GCC unroll 4
    for (int i = 0; i < CASTLINGS; i++)
        if (castling[i].king_from == g->king && may_castle(g, mode, i))
            n += emit_one(g, mode, gr_move_make(GR_CASTLE, g->king, castling[i].king_to, 0, 0));
    return n;
}

/* ---- pawns ---- */

INLINE BB relative_rank(const Gen *g, int us, int rank) {
    return g->t->rank[us == GR_WHITE ? rank : RANKS - 1 - rank];
}

/* Pawn moves to the squares of `to`, each made from `back` squares behind it. */
INLINE uint64_t emit_pawns(Gen *g, Mode mode, BB to, int back, BB last) {
    uint64_t n = 0;
    if (mode == COUNT)
        return (uint64_t)(bb_count(to) + (PROMOTIONS - 1) * bb_count(to & last));
    if (mode == SETS)
        g->sets->from |= back > 0 ? (to & ~last) >> back : (to & ~last) << -back;
    for (BB ordinary = to & ~last; ordinary; n++) {
        int sq = bb_pop(&ordinary);
        if (mode == SETS)
            g->sets->to[sq - back] |= BB_OF(sq);
        else
            gr_list_add(g->list, gr_move_make(GR_NORMAL, sq - back, sq, 0, 0));
    }
    for (BB promoting = to & last; promoting;) {
        int sq = bb_pop(&promoting);
        for (int i = 0; i < PROMOTIONS; i++, n++)
            gr_list_add(g->list, gr_move_make(GR_NORMAL, sq - back, sq, promotion[i], 0));
    }
    return n;
}

INLINE uint64_t pawn_captures(Gen *g, Mode mode, BB pawns, BB allowed, int us) {
    BB last = relative_rank(g, us, RANKS - 1), left, right;
    int ahead = us == GR_WHITE ? FILES : -FILES;
    left = forward(pawns & g->t->not_file_first, us) >> 1;
    right = forward(pawns & g->t->not_file_last, us) << 1;
    return emit_pawns(g, mode, left & g->opp & allowed, ahead - 1, last) +
           emit_pawns(g, mode, right & g->opp & allowed, ahead + 1, last);
}

INLINE uint64_t pawn_pushes(Gen *g, Mode mode, BB pawns, BB allowed, const GrPawnRow *row, int us) {
    BB last = relative_rank(g, us, RANKS - 1), empty = ~g->occ & ALL, from = 0;
    int ahead = us == GR_WHITE ? FILES : -FILES;
    BB to = forward(pawns, us) & empty;
    uint64_t n = emit_pawns(g, mode, to & allowed & (g->quiet | last), ahead, last);
    if (g->captures_only)
        return n;
#pragma GCC unroll 16
    for (int rank = 0; rank < RANKS; rank++)
        if (row->leap_ranks >> rank & 1)
            from |= relative_rank(g, us, rank);
    to = forward(pawns & from, us) & empty;
    for (int step = 2; step <= row->steps; step++) {
        to = forward(to, us) & empty;
        n += emit_pawns(g, mode, to & allowed, step * ahead, last);
    }
    return n;
}

INLINE uint64_t en_passant_moves(Gen *g, Mode mode) {
    uint64_t n = 0;
    for (BB ep = (BB)g->p->ep; ep;) {
        int to = bb_pop(&ep);
        for (BB from = g->t->pawn_take[!g->us][to] & all_pawns(g->p) & g->own; from;) {
            int sq = bb_pop(&from);
            if (EP_IS_SAFE(g->p, sq, to, g->p->ep_victim))
                n += emit_one(g, mode, gr_move_make(GR_EN_PASSANT, sq, to, 0, 0));
        }
    }
    return n;
}

INLINE uint64_t pawn_moves(Gen *g, Mode mode, int us) {
    BB free = g->own & ~g->pinned;
    uint64_t n = pawn_captures(g, mode, all_pawns(g->p) & free, g->target, us);
#pragma GCC unroll 4
    for (int i = 0; i < PAWNS; i++)
        n += pawn_pushes(g, mode, type_of(g->p, pawn[i].type) & free, g->target, &pawn[i], us);
    return g->p->ep ? n + en_passant_moves(g, mode) : n;
}

/* ---- pinned pieces, few and seldom: one by one along their lines ---- */

SELDOM uint64_t pinned_moves(Gen *g, Mode mode) {
    uint64_t n = 0;
    for (int i = 0; i < g->pins; i++) {
        int sq = g->pin[i].sq, type = gr_type_of(g->p->board[sq]);
        BB allowed = g->pin[i].line & g->target;
        if (!is_pawn(type)) {
            allowed &= ~HELD_BACK(g->p, g->us, type);
            n += emit(g, mode, sq, piece_targets(g, type, sq, mode) & allowed);
            continue;
        }
        n += pawn_captures(g, mode, BB_OF(sq), allowed, g->us);
        for (int row = 0; row < PAWNS; row++)
            if (pawn[row].type == type)
                n += pawn_pushes(g, mode, BB_OF(sq), allowed, &pawn[row], g->us);
    }
    return n;
}

INLINE void gen_init(Gen *g, const GrPosition *p, GrMoveList *list) {
    int us = p->turn;
    g->p = p;
    g->t = tables(p);
    g->list = list;
    g->sets = NULL;
    g->map = NULL;
    g->us = us;
    g->own = side_of(p, us);
    g->opp = side_of(p, !us);
    g->occ = occupied(p);
    g->quiet = ~g->occ;
    g->captures_only = false;
    g->king = king_of(p, us);
    g->pinned = 0;
    g->pins = 0;
    look_at_king(g);
}

#include "rules/core_castle.h"

/* All ordinary moves of the side to move. Listed ones are appended. Pawn moves are compiled for each side, so that the
 * way forward is a constant. */
INLINE uint64_t ordinary_moves(Gen *g, Mode mode) {
    uint64_t n = ROYAL(g->us) ? king_moves(g, mode) : 0;
    if (!g->checkers)
        n += castle_moves(g, mode);
    if (g->target) {
        n += piece_moves(g, mode);
        n += g->us == GR_WHITE ? pawn_moves(g, mode, GR_WHITE) : pawn_moves(g, mode, GR_BLACK);
        if (g->pins)
            n += pinned_moves(g, mode);
    }
    if (ANY_CASTLINGS && __builtin_expect(g->p->rights >> GR_MOVED_RIGHTS, 0))
        n += moved_castlings(g, mode);
    return n;
}

#endif
