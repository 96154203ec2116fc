/* The rules machine, part 4: the moves that a text means, found backwards from the target square.
 *
 * A SAN token names a type and a target; the pieces that can go there are those that a piece of
 * the type would reach from there. Only they are tested for legality, and no list is made.
 * Patterns with an open target, and kinds of move that are a variant's own, go the long way.
 *
 * A variant with kinds of its own defines, before it includes this header,
 *   OWN_KINDS(pattern)    those that a pattern could mean, as bits 1 << GrMoveKind
 */
#ifndef GR_RULES_CORE_MATCH_H
#define GR_RULES_CORE_MATCH_H

#include "rules/core_moves.h"
#include "rules/match.h"

#ifndef OWN_KINDS
#define OWN_KINDS(pattern) 0u
#endif

typedef struct Match {
    const GrPosition *p;
    const GrPattern *pattern;
    BB own, opp, occ, from; /* from: own pieces that the pattern allows */
    int us, king, to;
    GrMove *out;
    size_t cap, found;
} Match;

INLINE void match_add(Match *m, GrMove move) {
    if (m->found < m->cap)
        m->out[m->found] = move;
    m->found++;
}

/* Does the king stay safe when the piece on `from`, not the king, goes to the target? */
INLINE bool leaves_king_safe(const Match *m, int from) {
    BB occ = (m->occ & ~BB_OF(from)) | BB_OF(m->to);
    return !attacked_given(m->p, m->king, !m->us, occ, BB_OF(m->to) & m->opp);
}

INLINE void match_king(Match *m) {
    const Tables *t = tables(m->p);
    BB reach = t->leap_move[GR_KING][m->to] & m->from & BB_OF(m->king);
    if (!reach || (HELD_BACK(m->p, m->us, GR_KING) & BB_OF(m->to)))
        return;
    if (!attacked_given(m->p, m->to, !m->us, m->occ & ~BB_OF(m->king), 0))
        match_add(m, gr_move_make(GR_NORMAL, m->king, m->to, 0, 0));
}

/* `type` is not the king and no pawn. */
INLINE void match_piece(Match *m, int type) {
    const Tables *t = tables(m->p);
    if (HELD_BACK(m->p, m->us, type) & BB_OF(m->to))
        return;
    BB reach = m->opp & BB_OF(m->to) ? reached_taking(t, type, m->to, m->occ)
                                     : reached_moving(t, type, m->to, m->occ);
    for (BB from = reach & m->from & type_of(m->p, type); from;) {
        int sq = bb_pop(&from);
        if (leaves_king_safe(m, sq))
            match_add(m, gr_move_make(GR_NORMAL, sq, m->to, 0, 0));
    }
}

INLINE void match_pawn_from(Match *m, int from) {
    int last = m->us == GR_WHITE ? RANKS - 1 : 0, wanted = m->pattern->piece;
    if (m->to / FILES != last) {
        if (wanted <= 0 && leaves_king_safe(m, from))
            match_add(m, gr_move_make(GR_NORMAL, from, m->to, 0, 0));
        return;
    }
    if (wanted == 0 || !leaves_king_safe(m, from))
        return;
    for (int i = 0; i < PROMOTIONS; i++)
        if (wanted < 0 || promotion[i] == wanted)
            match_add(m, gr_move_make(GR_NORMAL, from, m->to, promotion[i], 0));
}

INLINE bool leaps_from_rank(const GrPawnRow *row, int us, int sq) {
    int rank = us == GR_WHITE ? sq / FILES : RANKS - 1 - sq / FILES;
    return row->leap_ranks >> rank & 1;
}

INLINE void match_pawn(Match *m, const GrPawnRow *row) {
    BB pawns = m->from & type_of(m->p, row->type);
    int back = m->us == GR_WHITE ? -FILES : FILES, at = m->to + back;
    if (m->opp & BB_OF(m->to)) {
        for (BB from = tables(m->p)->pawn_take[!m->us][m->to] & pawns; from;)
            match_pawn_from(m, bb_pop(&from));
        return;
    }
    for (int step = 1; step <= row->steps && at >= 0 && at < SQUARES; step++, at += back) {
        if (bb_has(pawns, at) && (step == 1 || leaps_from_rank(row, m->us, at)))
            match_pawn_from(m, at);
        if (bb_has(m->occ, at))
            return;
    }
}

INLINE void match_normal(Match *m) {
    unsigned types = m->pattern->types ? m->pattern->types : ~0u;
    if ((m->own | type_of(m->p, 0) | type_of(m->p, GR_KING)) & BB_OF(m->to))
        return;
#pragma GCC unroll 4
    for (int i = 0; i < PAWNS; i++)
        if (types >> pawn[i].type & 1)
            match_pawn(m, &pawn[i]);
    if (m->pattern->piece > 0)
        return;
    if (types >> GR_KING & 1)
        match_king(m);
#pragma GCC unroll 16
    for (int type = GR_KING + 1; type <= TYPES; type++)
        if ((types >> type & 1) && !(piece[type].flags & GR_IS_PAWN))
            match_piece(m, type);
}

INLINE void match_castle(Match *m) {
    unsigned types = m->pattern->types;
    Gen g;
    if (!m->p->rights || m->pattern->piece > 0 || (types && !(types >> GR_KING & 1)) ||
        !(m->from & BB_OF(m->king)))
        return;
    gen_init(&g, m->p, NULL, m->us);
    for (int i = 0; i < CASTLINGS && !g.checkers; i++)
        if (castling[i].king_from == m->king && castling[i].king_to == m->to && may_castle(&g, i))
            match_add(m, gr_move_make(GR_CASTLE, m->king, m->to, 0, 0));
}

INLINE void match_en_passant(Match *m) {
    BB pawns = tables(m->p)->pawn_take[!m->us][m->to] & all_pawns(m->p) & m->from;
    if (m->pattern->piece > 0)
        return;
    while (pawns) {
        int sq = bb_pop(&pawns);
        int type = gr_type_of(m->p->board[sq]);
        if (m->pattern->types && !(m->pattern->types >> type & 1))
            continue;
        if (ep_is_safe(m->p, sq, m->to, m->p->ep_victim))
            match_add(m, gr_move_make(GR_EN_PASSANT, sq, m->to, 0, 0));
    }
}

static size_t core_match(const GrPosition *p, const GrPattern *pattern, GrMove *out, size_t cap) {
    BB to = (BB)pattern->to & ALL;
    if ((pattern->kinds & OWN_KINDS(pattern)) || !to || (to & (to - 1)))
        return gr_match_listed(p, pattern, out, cap);
    int us = p->turn;
    Match m = {
        .p = p, .pattern = pattern, .us = us, .king = king_of(p, us), .to = bb_first(to),
        .own = side_of(p, us), .opp = side_of(p, !us), .occ = occupied(p),
        .out = out, .cap = cap,
    };
    m.from = m.own & (BB)pattern->from;
    if (pattern->kinds & 1u << GR_NORMAL)
        match_normal(&m);
    if (pattern->kinds & 1u << GR_CASTLE)
        match_castle(&m);
    if ((pattern->kinds & 1u << GR_EN_PASSANT) && bb_has((BB)p->ep, m.to))
        match_en_passant(&m);
    return m.found;
}

#endif
