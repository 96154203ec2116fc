/* The machine that runs games described in a file, part 3: legal moves. Internal to rules/.
 *
 * As in rules/core_moves.h moves are cut down to those that end a check, and those of a pinned piece to its line,
 * before they are listed. Attacks along lines of a queen and by leaps are dealt with in that way. Where an enemy
 * piece with an odd way to capture could reach the king, moves from and to the squares that its way depends on are
 * tried one by one.
 */
#ifndef GR_RULES_DEFINED_MOVES_H
#define GR_RULES_DEFINED_MOVES_H

#include "rules/defined_royal.h"

/* SETS: plain moves as sets, others listed. */
typedef enum Mode { COUNT, LIST, CAPTURES, SETS } Mode;

typedef struct Gen {
    const GrPosition *p;
    const Machine *m;
    GrMoveList *list;
    GrMoveSets *sets;
    Mode mode;
    int us, king;
    bool royal, checked;
    BB own, opp, occ, open;   /* open: no own piece and no wall */
    BB target;                /* squares that end a check */
    BB pinned, doubt;         /* doubt: squares that an odd attack on the king depends on */
    BB unchanged;             /* of give_changed */
    BB shy;                   /* shy_ones */
    bool facing;              /* the kings face each other, which must end */
    bool special;             /* there are shy pieces, or kings face each other */
    unsigned promotions;      /* types that pawns may become now, as bits */
    int pins;
    struct { int sq; BB line; } pin[8];
} Gen;

/* Does a king that stood there face the other side's? */
static bool faces(const GrPosition *p, int sq, BB occ) {
    const Machine *m = machine(p);
    if (!m->def->facing_ends || !has_king(p, GR_WHITE) || !has_king(p, GR_BLACK))
        return false;
    return bb_has(orthogonals(m->line[sq], occ), king_of(p, !p->turn));
}

SELDOM bool is_safe_specially(const Gen *g, int from, int to) {
    BB occ = (g->occ & ~BB_OF(from)) | BB_OF(to);
    BB shy = !g->shy ? 0 : bb_has(g->shy, from) ? (g->shy & ~BB_OF(from)) | BB_OF(to) : g->shy & ~BB_OF(to);
    int king = from == g->king ? to : g->king;
    return !(g->facing && faces(g->p, king, occ)) &&
           !attackers_given(g->p, king, !g->us, occ, BB_OF(to) & g->opp, shy, true);
}

/* Is the king, which may be what goes, safe after an ordinary move? */
INLINE bool is_safe(const Gen *g, int from, int to) {
    BB occ = (g->occ & ~BB_OF(from)) | BB_OF(to);
    int king = from == g->king ? to : g->king;
    if (__builtin_expect(g->special, 0))
        return is_safe_specially(g, from, to);
    return !attackers_given(g->p, king, !g->us, occ, BB_OF(to) & g->opp, 0, true);
}

/* Squares on which a change can begin or end an odd attack on the king. */
SELDOM void look_for_odd(Gen *g) {
    const GrPosition *p = g->p;
    const Machine *m = g->m;
    int them = !g->us;
    for (int type = 1; type <= m->types; type++) {
        const Gait *gait = &m->gait[them][type];
        for (BB left = pieces_of(p, them, type) & m->from[them][g->king][type].odd; left;) {
            int from = bb_pop(&left);
            g->doubt |= BB_OF(from);
            for (unsigned i = 0; i < gait->odds; i++)
                if ((gait->odd[i].how & GR_WAY_TAKES) && bb_has(gait->odd[i].target[from], g->king))
                    g->doubt |= gait->odd[i].path[from];
            if (odd_attack(m, them, type, from, g->king, g->occ, g->shy)) {
                g->checked = true;
                g->doubt = m->all;
            }
        }
    }
    if (m->casters && casters_at(p, g->king, them)) {
        g->checked = true;
        g->doubt = m->all;
    }
}

INLINE void look_at_king(Gen *g) {
    const GrPosition *p = g->p;
    const Machine *m = g->m;
    const From *from = m->from[!g->us][g->king];
    BB near = 0, far = 0, mask = m->all, checkers = 0;
    for (int type = 1; type <= m->types; type++) {
        BB set = g->opp & (BB)p->type[type];
        near |= set & from[type].leap;
        far |= set & from[type].slide;
    }
    checkers = near;
    for (far &= ~near; far;) {
        int at = bb_pop(&far);
        BB line = m->between[g->king][at], blockers = line & g->occ;
        if (!blockers) {
            checkers |= BB_OF(at);
            mask &= line | BB_OF(at);
        } else if (!(blockers & (blockers - 1)) && (blockers & g->own)) {
            g->pinned |= blockers;
            g->pin[g->pins].sq = bb_first(blockers);
            g->pin[g->pins++].line = line | BB_OF(at);
        }
    }
    if (checkers & (checkers - 1))
        mask = 0;
    g->target &= near ? mask & near : mask;
    g->checked = checkers != 0;
    if (m->odd_takes[!g->us])
        look_for_odd(g);
    if (__builtin_expect(g->special, 0) && g->facing)
        g->doubt = m->all;
}

/* Some games limit how many of a type there are. */
INLINE bool there_may_be(const GrPosition *p, const Machine *m, int us, int type) {
    int limit = m->def->piece[type].limit, n = 0;
    for (unsigned like = limit ? p->rules->variant->defined->like[type] : 0; like; like &= like - 1)
        n += bb_count(pieces_of(p, us, __builtin_ctz(like)));
    return !limit || n < limit;
}

/* What pawns may become. */
INLINE unsigned promotions_now(const GrPosition *p, const Machine *m, int us) {
    unsigned types = 0;
    for (int i = 0; i < m->promotions[us]; i++) {
        int type = m->promotion[us][i];
        types |= there_may_be(p, m, us, type) ? 1u << type : 0;
    }
    return types;
}

/* What few games have. */
SELDOM void note_special(Gen *g) {
    g->shy = shy_ones(g->p);
    g->facing = g->royal && faces(g->p, g->king, g->occ);
    g->special = g->shy || g->facing;
}

/* All but what is known of the king's safety. */
INLINE void gen_start(Gen *g, const GrPosition *p, Mode mode) {
    const Machine *m = machine(p);
    int us = p->turn;
    *g = (Gen){.p = p, .m = m, .mode = mode, .us = us};
    g->own = (BB)p->side[us];
    g->opp = (BB)p->side[!us];
    g->occ = occupied(p);
    g->open = m->all & ~g->own & ~(BB)p->type[0];
    g->target = m->all;
    g->promotions = promotions_now(p, m, us);
    BB king = m->royal[us] ? g->own & (BB)p->type[GR_KING] : 0;
    g->royal = king != 0;
    g->king = king ? bb_first(king) : GR_NO_SQUARE;
    if (__builtin_expect(m->special, 0))
        note_special(g);
}

INLINE void gen_init(Gen *g, const GrPosition *p, Mode mode) {
    gen_start(g, p, mode);
    if (g->royal)
        look_at_king(g);
}

INLINE BB region_now(const Machine *m, int side, int type) {
    BB region = (BB)m->def->piece[type].region[side];
    return region ? region & m->all : m->all;
}

/* ---- giving moves out ---- */

INLINE uint64_t give_one(Gen *g, GrMove move) {
    if (g->mode != COUNT)
        gr_list_add(g->list, move);
    return 1;
}

INLINE uint64_t give_promotions(Gen *g, int from, BB to) {
    uint64_t n = (uint64_t)bb_count(to) * (uint64_t)__builtin_popcount(g->promotions);
    if (g->mode == COUNT)
        return n;
    while (to) {
        int sq = bb_pop(&to);
        for (int i = 0; i < g->m->promotions[g->us]; i++) {
            int type = g->m->promotion[g->us][i];
            if (g->promotions >> type & 1)
                gr_list_add(g->list, gr_move_make(GR_NORMAL, from, sq, type, 0));
        }
    }
    return n;
}

INLINE BB tried(const Gen *g, int from, BB to) {
    BB safe = bb_has(g->doubt, from) ? 0 : to & ~g->doubt;
    for (BB left = to & ~safe; left;) {
        int sq = bb_pop(&left);
        if (is_safe(g, from, sq))
            safe |= BB_OF(sq);
    }
    return safe;
}

/* Those of the squares on which the piece can become another, which is no pawn's promotion. */
INLINE BB changing(const Gen *g, int type, int from, BB to) {
    const Machine *m = g->m;
    BB region = m->promoting[g->us];
    if (!(m->changers >> type & 1) || !there_may_be(g->p, m, g->us, m->into[type]))
        return 0;
    if (m->def->changes_by_capture)
        to &= g->opp;
    return bb_has(region, from) && type != (int)m->pawn ? to : to & region;
}

/* Must it, where it can? */
INLINE bool must_change(const Machine *m, int type) {
    return type == (int)m->pawn ? m->def->must_promote : m->def->must_change;
}

/* Squares on which a piece that has a reserve must drop something. */
SELDOM BB dropping_on(const GrPosition *p, int side, int type) {
    const GrVariant *v = p->rules->variant;
    unsigned held = p->pocket[2 * side + (v->carrier[1] == type)];
    BB set = 0, rank = (BB)gr_set_below(v->files);
    for (int n = 0; held && n < v->ranks; n++)
        if (gr_reserve_due(v, held, n))
            set |= rank << v->files * (side == GR_WHITE ? n : v->ranks - 1 - n);
    return set;
}

INLINE uint64_t give_all(Gen *g, GrMoveKind kind, int from, BB to, int piece) {
    uint64_t n = (uint64_t)bb_count(to);
    while (to && g->mode != COUNT)
        gr_list_add(g->list, gr_move_make(kind, from, bb_pop(&to), piece, 0));
    return n;
}

/* A piece that ends its move in the camp rises, or goes on the quest. What is left of *to are plain moves. */
SELDOM uint64_t give_risen(Gen *g, int type, int from, BB *to) {
    const GrCamp *camp = g->m->camp;
    const GrPosition *p = g->p;
    BB last = (BB)gr_set_below(g->m->files) << (g->us == GR_WHITE ? g->m->squares - g->m->files : 0);
    BB there = *to & (BB)camp->region[g->us];
    bool waits = camp->quest && p->pocket[g->us];
    if (bb_has((BB)p->extra[GR_QUESTING], from)) {
        BB reborn = waits ? *to & last : 0;
        *to &= ~reborn;
        return give_all(g, GR_RESURRECT, from, reborn, camp->quest);
    }
    if (bb_has((BB)p->extra[GR_PROMOTED], from))
        return 0;
    *to &= ~there;
    uint64_t n = give_all(g, GR_NORMAL, from, there, camp->rises[type]);
    if (waits)
        n += give_all(g, GR_QUEST, from, there & ~last, 0) + give_all(g, GR_RESURRECT, from, there & last, camp->quest);
    return n;
}

/* Leaves in *to what are plain moves: no shots, no captures of a king that may be attacked by what was just placed, no
 * moves with a drop. */
SELDOM uint64_t give_apart(Gen *g, int type, int from, BB *to) {
    const GrDefinition *def = g->m->def;
    if (def->shooters >> type & 1)
        *to &= ~g->opp;
    if (def->returns)
        *to &= ~(g->opp & (BB)g->p->type[GR_KING]);
    if (def->carriers >> type & 1)
        *to &= ~dropping_on(g->p, g->us, type);
    return g->m->risers >> type & 1 ? give_risen(g, type, from, to) : 0;
}

/* Moves that make another piece of it; g->unchanged are the squares on which it may stay what it is. */
SELDOM uint64_t give_changed(Gen *g, int type, int from, BB to) {
    const Machine *m = g->m;
    uint64_t risen = __builtin_expect(m->apart, 0) ? give_apart(g, type, from, &to) : 0;
    BB promoting = m->promoters[g->us] >> type & 1 ? to & m->promoting[g->us] : 0;
    BB other = changing(g, type, from, to);
    uint64_t n = promoting ? give_promotions(g, from, promoting) : 0;
    g->unchanged = to & ~(m->def->must_promote ? promoting : 0) & ~(must_change(m, type) ? other : 0);
    n += (uint64_t)bb_count(other);
    while (other && g->mode != COUNT)
        gr_list_add(g->list, gr_move_make(GR_NORMAL, from, bb_pop(&other), m->into[type], 0));
    return n + risen;
}

/* Moves of a piece to squares that the king's safety allows, but for odd attacks. */
INLINE uint64_t give(Gen *g, int type, int from, BB to) {
    const Machine *m = g->m;
    uint64_t n = 0;
    if (g->doubt)
        to = tried(g, from, to);
    if ((m->givers >> type & 1) || ((m->promoters[g->us] >> type & 1) && (to & m->promoting[g->us]))) {
        n = give_changed(g, type, from, to);
        to = g->unchanged;
    }
    if (g->mode == CAPTURES)
        to &= g->opp;
    if (m->def->must_stay_mobile)
        to &= m->settled[g->us][type];
    if (g->mode == COUNT)
        return n + (uint64_t)bb_count(to);
    if (g->mode == SETS) {
        g->sets->from |= to ? BB_OF(from) : 0;
        g->sets->to[from] = to;
        return n;
    }
    while (to)
        gr_list_add(g->list, gr_move_make(GR_NORMAL, from, bb_pop(&to), 0, 0));
    return n;
}

/* ---- pieces ---- */

/* Where a pawn of chess goes without capturing. */
INLINE BB pawn_steps(const Gen *g, int from) {
    const Machine *m = g->m;
    BB pawn = BB_OF(from), open = ~g->occ & m->all;
    BB one = forward(m, pawn, g->us) & open, two = forward(m, one, g->us) & open;
    BB steps = one;
    if (m->doubles[g->us] & pawn)
        steps |= two;
    if (m->triples[g->us] & pawn)
        steps |= forward(m, two, g->us) & open;
    BB region = (BB)m->def->piece[m->pawn].region[g->us];
    return region ? steps & region : steps;
}

INLINE BB targets(const Gen *g, int type, int from) {
    const Machine *m = g->m;
    if (type == (int)m->pawn)
        return pawn_steps(g, from) | (m->go[g->us][type][from].leap_take & g->opp);
    if (m->gait[g->us][type].same)
        return takes_to(m, g->us, type, from, g->occ, g->shy) & g->open;
    return (moves_to(m, g->us, type, from, g->occ, g->shy) & ~g->occ) |
           (takes_to(m, g->us, type, from, g->occ, g->shy) & g->opp);
}

INLINE uint64_t piece_moves(Gen *g) {
    uint64_t n = 0;
    BB movers = g->own & ~g->pinned & ~(g->royal ? BB_OF(g->king) : 0);
    for (int type = 1; type <= g->m->types; type++)
        for (BB from = movers & (BB)g->p->type[type]; from;) {
            int sq = bb_pop(&from);
            n += give(g, type, sq, targets(g, type, sq) & g->target);
        }
    for (int i = 0; i < g->pins; i++) {
        int sq = g->pin[i].sq, type = gr_type_of(g->p->board[sq]);
        n += give(g, type, sq, targets(g, type, sq) & g->target & g->pin[i].line);
    }
    return n;
}

INLINE uint64_t king_moves(Gen *g) {
    BB safe = 0, doubt = g->doubt;
    for (BB to = targets(g, GR_KING, g->king); to;) {
        int sq = bb_pop(&to);
        if (is_safe(g, g->king, sq))
            safe |= BB_OF(sq);
    }
    g->doubt = 0;
    uint64_t n = give(g, GR_KING, g->king, safe);
    g->doubt = doubt;
    return n;
}

/* ---- castling ---- */

/* While a right is held, that stands there which castles by it. */
INLINE bool may_castle(const Gen *g, int right) {
    const GrPosition *p = g->p;
    const GrCastling *c = &p->rules->variant->castling[right];
    if (!(p->rights >> right & 1) || !bb_has(g->own, c->king_from) || (g->m->castle_empty[right] & g->occ))
        return false;
    if (g->m->def->stand_ins && !g->m->def->walls && !stand_in_passes(p, c->king_from, c->king_to, g->occ))
        return false; /* with its wall it is tried later */
    if (!g->royal)
        return true;
    int step = c->king_to > c->king_from ? 1 : -1;
    for (int sq = c->king_from; sq != c->king_to; sq += step)
        if (attacked_given(p, sq + step, !g->us, g->occ, 0))
            return false;
    return !attacked_given(p, c->king_to, !g->us, g->occ & ~BB_OF(c->rook_from), 0);
}

/* By the rules of chess960: all squares that the two pass or reach are empty but for themselves, and no square that the
 * king stands on, passes or reaches is attacked, the last of them with the rook beside it. */
static bool may_castle_so(const Gen *g, const GrCastling *c) {
    const Machine *m = g->m;
    BB movers = BB_OF(c->king_from) | BB_OF(c->rook_from), occ = g->occ & ~movers;
    BB path = m->between[c->king_from][c->king_to] | BB_OF(c->king_from) | BB_OF(c->king_to);
    BB other = m->between[c->rook_from][c->rook_to] | BB_OF(c->rook_from) | BB_OF(c->rook_to);
    if ((path | other) & occ)
        return false;
    while (path) {
        int sq = bb_pop(&path);
        BB then = sq == c->king_to ? occ | BB_OF(c->rook_to) : g->occ & ~BB_OF(c->king_from);
        if (attacked_given(g->p, sq, !g->us, then, 0))
            return false;
    }
    return true;
}

SELDOM uint64_t moved_castlings(Gen *g) {
    uint64_t n = 0;
    for (int right = 2 * g->us; right < 2 * g->us + 2; right++) {
        GrCastling c;
        if ((g->p->rights >> (GR_MOVED_RIGHTS + right) & 1) && gr_castling(g->p, right, &c) && may_castle_so(g, &c))
            n += give_one(g, gr_move_make(GR_CASTLE, c.king_from, c.king_to, 0, 0));
    }
    return n;
}

SELDOM uint64_t castlings(Gen *g) {
    const GrVariant *v = g->p->rules->variant;
    uint64_t n = 0;
    for (int i = 0; i < v->castlings; i++)
        if (may_castle(g, i))
            n += give_one(g, gr_move_make(GR_CASTLE, v->castling[i].king_from, v->castling[i].king_to, 0, 0));
    return g->p->rights >> GR_MOVED_RIGHTS ? n + moved_castlings(g) : n;
}

INLINE uint64_t castle_moves(Gen *g) {
    return g->mode == CAPTURES || g->checked || !g->p->rights ? 0 : castlings(g);
}

/* ---- passing ---- */

/* Where kings face each other it may be done in check, too; `others`: there are other moves. */
INLINE uint64_t pass_moves(Gen *g, bool others) {
    const GrDefinition *def = g->m->def;
    bool may = def->passes[g->us] || def->passes_stuck[g->us];
    if (!may || g->mode == CAPTURES || !g->own || (g->checked && !g->facing) ||
        (def->passes_stuck[g->us] && others && !g->checked))
        return 0;
    return give_one(g, gr_move_make(GR_PASS, 0, 0, 0, 0));
}

/* ---- en passant ---- */

/* Where a wall may come after a move without one; rules/defined_walls.h has it. */
static BB walls_after(const GrPosition *p, GrMove move);

/* The position may not know yet what can be captured so. */
static bool ep_spares(const GrPosition *p, int from, int to, int victim) {
    GrPosition before;
    gr_position_copy(&before, p);
    before.ep_victim = (uint8_t)victim;
    GrMove move = gr_move_make(GR_EN_PASSANT, from, to, 0, 0);
    for (BB walls = machine(p)->def->walls ? walls_after(&before, move) : 0; walls;)
        if (spares(&before, gr_move_walled(move, bb_pop(&walls))))
            return true;
    return !machine(p)->def->walls && spares(&before, move);
}

INLINE bool ep_is_safe(const GrPosition *p, int from, int to, int victim) {
    if (machine(p)->def->stand_ins && !ep_spares(p, from, to, victim))
        return false;
    if (!has_king(p, p->turn))
        return true;
    BB gone = BB_OF(from) | BB_OF(victim);
    BB occ = (occupied(p) & ~gone) | BB_OF(to);
    return !attacked_given(p, king_of(p, p->turn), !p->turn, occ, gone);
}

/* Own pieces that capture en passant on a square: as they capture, where they do not go otherwise. */
static BB ep_takers(const GrPosition *p, int to, int victim) {
    const Machine *m = machine(p);
    int us = p->turn;
    BB occ = occupied(p), shy = shy_ones(p), found = 0;
    for (int type = 1; type <= m->types; type++) {
        const From *from = &m->from[us][to][type];
        if (!(m->passers[us] >> type & 1))
            continue;
        for (BB left = pieces_of(p, us, type) & (from->leap | from->slide | from->odd); left;) {
            int sq = bb_pop(&left);
            bool takes = type == (int)m->pawn || (bb_has(takes_to(m, us, type, sq, occ, shy), to) &&
                                                  !bb_has(moves_to(m, us, type, sq, occ, shy), to));
            if (takes && ep_is_safe(p, sq, to, victim))
                found |= BB_OF(sq);
        }
    }
    return found;
}

SELDOM uint64_t en_passant_moves(Gen *g) {
    uint64_t n = 0;
    for (BB ep = (BB)g->p->ep; ep;) {
        int to = bb_pop(&ep);
        for (BB from = ep_takers(g->p, to, g->p->ep_victim); from;)
            n += give_one(g, gr_move_make(GR_EN_PASSANT, bb_pop(&from), to, 0, 0));
    }
    return n;
}

#endif
