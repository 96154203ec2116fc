/* Atomic: chess in which every capture is an explosion, as lichess plays it.
 *
 * With the captured piece the capturing one goes off the board, and all pieces but pawns on the
 * squares around it. Whose king explodes has lost. No move may blow up the own king, so that kings
 * capture nothing; a move may leave it attacked if the enemy king explodes. Kings side by side are
 * in no check: to take one would be the end of the other.
 */
#define ROYAL(side) false
#define CASTLE_DANGER endangered
#include "rules/orthodox.h"

#define EP_IS_SAFE ep_explodes_well
#define EXTRA_MOVES castlings
#define OWN_PLAY play
#define OVER over
#define IS_LEGAL is_legal
#include "rules/core_filter.h"

INLINE BB around(const GrPosition *p, int sq) {
    return tables(p)->leap_move[K][sq];
}

INLINE BB king_set(const GrPosition *p, int side) {
    return pieces_of(p, side, K);
}

static bool over(const GrPosition *p, int *winner) {
    *winner = king_set(p, GR_WHITE) ? GR_WHITE : GR_BLACK;
    return !king_set(p, GR_WHITE) || !king_set(p, GR_BLACK);
}

/* Would the king of `side`, which stands somewhere else now, be in check on sq? */
INLINE bool endangered(const GrPosition *p, int sq, int side, BB occ) {
    return !(around(p, sq) & king_set(p, !side)) && attacked_given(p, sq, !side, occ, 0);
}

static bool is_checked(const GrPosition *p, int side) {
    return king_set(p, side) && endangered(p, bb_first(king_set(p, side)), side, occupied(p));
}

static bool in_check(const GrPosition *p) {
    return is_checked(p, p->turn);
}

/* ---- playing ---- */

static void explode(GrPosition *p, int sq) {
    BB gone = (around(p, sq) & ~type_of(p, P)) | BB_OF(sq);
    for (gone &= side_of(p, GR_WHITE) | side_of(p, GR_BLACK); gone;) {
        int at = bb_pop(&gone);
        take_piece(p, at);
        drop_rights(p, at, at);
    }
}

static void play(GrPosition *p, GrMove m) {
    bool takes = gr_is_capture(p, m);
    core_play(p, m);
    if (takes)
        explode(p, gr_move_to(m));
}

static bool is_legal(const GrPosition *p, GrMove m) {
    GrPosition after;
    copy_few(&after, p);
    play(&after, m);
    return king_set(&after, p->turn) && (!king_set(&after, !p->turn) || !is_checked(&after, p->turn));
}

static bool ep_explodes_well(const GrPosition *p, int from, int to, int victim) {
    GrPosition before;
    copy_few(&before, p);
    before.ep_victim = (uint8_t)victim;
    return is_legal(&before, gr_move_make(GR_EN_PASSANT, from, to, 0, 0));
}

/* ---- castling ---- */

/* Where it arrives, the king has its rook beside it: that matters if it was not in check from behind the square that it
 * left, because the other king stands beside that. */
INLINE bool may_castle_here(const Gen *g, int right) {
    const GrPosition *p = g->p;
    const GrCastling *c = &castling[right];
    if (!(p->rights >> right & 1) || (g->t->castle_empty[right] & g->occ))
        return false;
    for (BB path = g->t->castle_safe[right] | BB_OF(c->king_from); path;) {
        int sq = bb_pop(&path);
        BB occ = g->occ & ~BB_OF(c->king_from);
        if (sq == c->king_to)
            occ = (occ & ~BB_OF(c->rook_from)) | BB_OF(c->rook_to);
        if (endangered(p, sq, g->us, occ))
            return false;
    }
    return true;
}

INLINE uint64_t castlings(Gen *g, Mode mode, int us) {
    uint64_t n = 0;
    for (int right = 2 * us; right < 2 * us + 2 && !g->captures_only && g->p->rights; right++)
        if (may_castle_here(g, right))
            n += emit_one(g, mode, gr_move_make(GR_CASTLE, castling[right].king_from,
                                                castling[right].king_to, 0, 0));
    return n;
}

/* Bare kings, or one knight or bishop with them: nothing is left to explode a king with. */
static bool dead(const GrPosition *p) {
    BB others = (side_of(p, GR_WHITE) | side_of(p, GR_BLACK)) & ~type_of(p, K);
    return !(others & ~(type_of(p, B) | type_of(p, N))) && !(others & (others - 1));
}

static const char *objection(const GrPosition *p, GrMove m) {
    GrPosition after;
    copy_few(&after, p);
    play(&after, m);
    if (!king_set(&after, p->turn))
        return "the explosion would take the own king";
    return gr_is_capture(p, m) && is_checked(&after, p->turn)
               ? "after the explosion the own king would be attacked"
               : NULL;
}

static const GrHooks hooks = {
    FILTER_HOOKS,
    .size = core_size, .fill = core_fill, .dead = dead, .over = over, .in_check = in_check,
    .objection = objection,
};

const GrVariant gr_atomic = {
    ORTHODOX,
    .name = "atomic",
    .title = "Atomic",
    .aliases = "Atomic Chess|Atomic960",
    .royals = GR_ROYALS_FALL,
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .explosions = true,
    .own_ends = true,
    .hooks = &hooks,
};
