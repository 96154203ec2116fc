/* The rules machine, part 4: the moves that a text means, found backwards from the target square.
 * Internal to rules/.
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
    BB own, opp, occ, from; /* from: own pieces that may be meant */
    int us, king, to;
} Match;

typedef struct Matches {
    GrMove *out;
    size_t cap, found;
} Matches;

INLINE void match_add(Matches *list, GrMove move) {
    if (list->found < list->cap)
        list->out[list->found] = move;
    list->found++;
}

INLINE Match match_init(const GrPosition *p, BB from, int to) {
    int us = p->turn;
    Match m = {
        .p = p, .us = us, .king = king_of(p, us), .to = to,
        .own = side_of(p, us), .opp = side_of(p, !us), .occ = occupied(p),
    };
    m.from = m.own & from;
    return m;
}

/* Is the king, which may be what goes, safe when the piece on `from` has gone to the target? */
INLINE bool leaves_king_safe(const Match *m, int from) {
    if (!ROYAL(m->us))
        return true;
    BB occ = (m->occ & ~BB_OF(from)) | BB_OF(m->to);
    int king = from == m->king ? m->to : m->king;
    return !attacked_given(m->p, king, !m->us, occ, BB_OF(m->to) & m->opp);
}

/* Our pieces of a type, which is no pawn, that reach the target. */
INLINE BB reaching(const Match *m, int type) {
    const Tables *t = tables(m->p);
    bool takes = takes_as_it_moves() || bb_has(m->opp, m->to);
    BB all = m->from & type_of(m->p, type);
    BB found = (takes ? t->leap_take : t->leap_move)[type][m->to] & all;
    BB far = (takes ? t->slide_take : t->slide_move)[type][m->to] & all & ~found;
    if (far) /* what is seen along the lines; the table of squares between two is too large to be near */
        found |= far & (slide_orth(t, m->to, m->occ) | slide_diag(t, m->to, m->occ));
    return HELD_BACK(m->p, m->us, type) & BB_OF(m->to) ? 0 : found;
}

INLINE bool leaps_from_rank(const GrPawnRow *row, int us, int sq) {
    int rank = us == GR_WHITE ? sq / FILES : RANKS - 1 - sq / FILES;
    return row->leap_ranks >> rank & 1;
}

/* Our pawns of a row that reach the target. */
INLINE BB pawns_reaching(const Match *m, const GrPawnRow *row) {
    BB pawns = m->from & type_of(m->p, row->type), found = 0;
    int back = m->us == GR_WHITE ? -FILES : FILES, at = m->to + back;
    if (bb_has(m->opp, m->to))
        return tables(m->p)->pawn_take[!m->us][m->to] & pawns;
    for (int step = 1; step <= row->steps && at >= 0 && at < SQUARES; step++, at += back) {
        if (bb_has(pawns, at) && (step == 1 || leaps_from_rank(row, m->us, at)))
            found |= BB_OF(at);
        if (bb_has(m->occ, at))
            break;
    }
    return found;
}

/* The types that are pawns, as bits. */
INLINE unsigned pawn_types(void) {
    unsigned bits = 0;
#pragma GCC unroll 4
    for (int i = 0; i < PAWNS; i++)
        bits |= 1u << pawn[i].type;
    return bits;
}

INLINE bool is_last_rank(const Match *m) {
    return m->to / FILES == (m->us == GR_WHITE ? RANKS - 1 : 0);
}

/* From where pieces of the types could make an ordinary move to the target and become `becomes`
 * (-1: whatever they can), the safety of the king left open. */
INLINE BB from_squares(const Match *m, unsigned types, int becomes) {
    BB found = 0;
    if (bb_has(m->own | type_of(m->p, 0) | type_of(m->p, GR_KING), m->to))
        return 0;
    if ((types & pawn_types()) && (is_last_rank(m) ? becomes != 0 : becomes <= 0)) {
#pragma GCC unroll 4
        for (int i = 0; i < PAWNS; i++)
            if (types >> pawn[i].type & 1)
                found |= pawns_reaching(m, &pawn[i]);
    }
    if (becomes <= 0)
        for (types &= (2u << TYPES) - 2 - pawn_types(); types; types &= types - 1)
            found |= reaching(m, __builtin_ctz(types));
    return found;
}

INLINE void match_normal(const Match *m, const GrPattern *pattern, Matches *list) {
    for (BB all = from_squares(m, pattern->types ? pattern->types : ~0u, pattern->piece); all;) {
        int from = bb_pop(&all), to = m->to;
        bool promotes = is_last_rank(m) && is_pawn(gr_type_of(m->p->board[from]));
        if (!leaves_king_safe(m, from))
            continue;
        for (int i = 0; promotes && i < PROMOTIONS; i++)
            if (pattern->piece < 0 || promotion[i] == pattern->piece)
                match_add(list, gr_move_make(GR_NORMAL, from, to, promotion[i], 0));
        if (!promotes)
            match_add(list, gr_move_make(GR_NORMAL, from, to, 0, 0));
    }
}

INLINE void match_castle(const Match *m, const GrPattern *pattern, Matches *list) {
    unsigned types = pattern->types;
    Gen g;
    if (!ROYAL(m->us) || !m->p->rights || pattern->piece > 0 || (types && !(types >> GR_KING & 1)) ||
        !bb_has(m->from, m->king))
        return;
    gen_init(&g, m->p, NULL);
    for (int i = 2 * m->us; ANY_CASTLINGS && i < 2 * m->us + 2 && !g.checkers; i++) {
        GrCastling c;
        if ((m->p->rights >> (GR_MOVED_RIGHTS + i) & 1) && gr_castling(m->p, i, &c) && c.king_to == m->to &&
            can_castle_so(&g, &c))
            match_add(list, gr_move_make(GR_CASTLE, m->king, m->to, 0, 0));
    }
    for (int i = 0; i < CASTLINGS && !g.checkers; i++)
        if (castling[i].king_from == m->king && castling[i].king_to == m->to &&
            may_castle(&g, COUNT, i))
            match_add(list, gr_move_make(GR_CASTLE, m->king, m->to, 0, 0));
}

INLINE void match_en_passant(const Match *m, const GrPattern *pattern, Matches *list) {
    BB pawns = tables(m->p)->pawn_take[!m->us][m->to] & all_pawns(m->p) & m->from;
    if (pattern->piece > 0)
        return;
    while (pawns) {
        int sq = bb_pop(&pawns);
        int type = gr_type_of(m->p->board[sq]);
        if (pattern->types && !(pattern->types >> type & 1))
            continue;
        if (EP_IS_SAFE(m->p, sq, m->to, m->p->ep_victim))
            match_add(list, gr_move_make(GR_EN_PASSANT, sq, m->to, 0, 0));
    }
}

static size_t core_match(const GrPosition *p, const GrPattern *pattern, GrMove *out, size_t cap) {
    BB to = (BB)pattern->to & ALL;
    if (IS_OVER(p))
        return 0;
    if ((pattern->kinds & OWN_KINDS(pattern)) || !to || (to & (to - 1)))
        return gr_match_listed(p, pattern, out, cap);
    Match m = match_init(p, (BB)pattern->from, bb_first(to));
    Matches list = {.out = out, .cap = cap};
    if (pattern->kinds & 1u << GR_NORMAL)
        match_normal(&m, pattern, &list);
    if (pattern->kinds & 1u << GR_CASTLE)
        match_castle(&m, pattern, &list);
    if ((pattern->kinds & 1u << GR_EN_PASSANT) && bb_has((BB)p->ep, m.to))
        match_en_passant(&m, pattern, &list);
    return list.found;
}

INLINE bool is_promotion(int type) {
    bool found = false;
#pragma GCC unroll 16
    for (int i = 0; i < PROMOTIONS; i++)
        found |= promotion[i] == type;
    return found;
}

static GrMove core_find(const GrPosition *p, unsigned types, GrSet from, int to, int becomes) {
    GrMove found = GR_NO_MOVE;
    Match m = match_init(p, (BB)from, to);
    if (IS_OVER(p) || (becomes && !is_promotion(becomes)))
        return GR_NO_MOVE;
    for (BB all = from_squares(&m, types, becomes); all;) {
        int sq = bb_pop(&all);
        if (!leaves_king_safe(&m, sq))
            continue;
        if (found != GR_NO_MOVE)
            return GR_NO_MOVE;
        found = gr_move_make(GR_NORMAL, sq, to, becomes, 0);
    }
    return found;
}

#endif
