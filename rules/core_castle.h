/* The rules machine: castlings by the rules of chess960, from wherever king and rook stand. Internal to rules/.
 *
 * chess960.c makes all its castlings so, others those whose rights a FEN has given (GR_MOVED_RIGHTS). A variant where
 * more or less than an attack endangers a king defines, before it includes this header,
 *   CASTLE_DANGER(p, sq, us, occ)    would the king of `us` be in danger on sq when `occ` is occupied?
 */
#ifndef GR_RULES_CORE_CASTLE_H
#define GR_RULES_CORE_CASTLE_H

#ifdef CASTLE_DANGER
INLINE bool CASTLE_DANGER(const GrPosition *p, int sq, int us, BB occ);
#else
#define CASTLE_DANGER(p, sq, us, occ) attacked_given(p, sq, !(us), occ, 0)
#endif

/* The squares between two of a rank, both included. */
INLINE BB castle_span(const Gen *g, int a, int b) {
    return g->t->between[a][b] | BB_OF(a) | BB_OF(b);
}

/* Where it arrives the king has its rook beside it, and not where that stood before. It may be where it was. */
INLINE bool can_castle_so(const Gen *g, const GrCastling *c) {
    BB movers = BB_OF(c->king_from) | BB_OF(c->rook_from), occ = g->occ & ~movers;
    BB path = castle_span(g, c->king_from, c->king_to);
    if ((path | castle_span(g, c->rook_from, c->rook_to)) & occ)
        return false;
    if (c->king_from == c->king_to && CASTLE_DANGER(g->p, c->king_from, g->us, g->occ & ~BB_OF(c->king_from)))
        return false;
    while (path) {
        int sq = bb_pop(&path);
        BB then = sq == c->king_to ? occ | BB_OF(c->rook_to) : g->occ & ~BB_OF(c->king_from);
        if (CASTLE_DANGER(g->p, sq, g->us, then))
            return false;
    }
    return true;
}

SELDOM uint64_t moved_castlings(Gen *g, Mode mode) {
    uint64_t n = 0;
    if (g->captures_only || g->checkers)
        return 0;
    for (int right = 2 * g->us; right < 2 * g->us + 2; right++) {
        GrCastling c;
        if ((g->p->rights >> (GR_MOVED_RIGHTS + right) & 1) && gr_castling(g->p, right, &c) && can_castle_so(g, &c))
            n += emit_one(g, mode, gr_move_make(GR_CASTLE, c.king_from, c.king_to, 0, 0));
    }
    return n;
}

#endif
