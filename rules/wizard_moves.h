/* Wizard Chess, part 2: legal moves. Included by wizard.c alone, behind its pieces and attacks.
 * Internal to rules/.
 *
 * When not in check, only moves that change what stands between the wizard and a piece on one of
 * its lines can be illegal, and counting what stands there shows which; in check, all are tried.
 */
#ifndef GR_RULES_WIZARD_MOVES_H
#define GR_RULES_WIZARD_MOVES_H

/* SETS: plain moves as sets, others listed. */
typedef enum Mode { COUNT, LIST, SETS } Mode;

/* A piece that may go only to some squares. */
typedef struct Hold {
    int sq;
    BB allowed;
} Hold;

enum { MOST_HOLDS = 16 }; /* eight lines to the wizard, two pieces on each */

typedef struct Gen {
    const GrPosition *p;
    const Tables *t;
    GrMoveList *list;
    GrMoveSets *sets;       /* if it is sets that are wanted */
    const GrAttackMap *map; /* only then */
    Mode mode;
    int us, king;
    BB own, opp, occ;
    bool check;
    /* When not in check: */
    BB barred;  /* where no piece but the wizard may go */
    BB kept;    /* enemies that must not be shot */
    BB held;
    int holds;
    Hold hold[MOST_HOLDS];
} Gen;

INLINE uint64_t emit(Gen *g, GrMoveKind kind, int from, BB to, int becomes) {
    if (g->mode == COUNT)
        return (uint64_t)bb_count(to);
    if (g->mode == SETS && kind == GR_NORMAL && !becomes) {
        g->sets->to[from] = to;
        g->sets->from |= to ? BB_OF(from) : 0;
        return 0;
    }
    while (to)
        gr_list_add(g->list, gr_move_make(kind, from, bb_pop(&to), becomes, 0));
    return 0;
}

/* In check, every move is tried. */
SELDOM BB escapes(const GrPosition *p, int from, BB to) {
    int us = p->turn, king = king_of(p, us);
    BB safe = 0;
    while (to) {
        int sq = bb_pop(&to);
        BB occ = (occupied(p) & ~BB_OF(from)) | BB_OF(sq);
        if (is_safe(p, king, us, occ, BB_OF(sq)))
            safe |= BB_OF(sq);
    }
    return safe;
}

/* Of the squares a piece other than the wizard could go to, those that leave the wizard safe. */
INLINE BB safe_targets(const Gen *g, int from, BB to) {
    if (g->check)
        return escapes(g->p, from, to);
    to &= ~g->barred;
    if (bb_has(g->held, from))
        for (int i = 0; i < g->holds; i++)
            if (g->hold[i].sq == from)
                to &= g->hold[i].allowed;
    return to;
}

INLINE BB safe_shots(const Gen *g, BB victims) {
    BB safe = 0;
    if (!g->check)
        return victims & ~g->kept;
    while (victims) {
        int sq = bb_pop(&victims);
        if (is_safe(g->p, g->king, g->us, g->occ & ~BB_OF(sq), BB_OF(sq)))
            safe |= BB_OF(sq);
    }
    return safe;
}

/* A hero's, giant's or warrior's moves, with what becomes of it in the enemy camp. */
INLINE uint64_t emit_climber(Gen *g, int type, int from, BB to) {
    BB camp = enemy_camp[g->us], last = last_rank[g->us];
    bool dragon = g->p->pocket[g->us] > 0;
    if (bb_has(extra(g->p, GR_QUESTING), from)) {
        BB reborn = dragon ? to & last : 0;
        return emit(g, GR_NORMAL, from, to & ~reborn, 0) +
               emit(g, GR_RESURRECT, from, reborn, D);
    }
    if (bb_has(extra(g->p, GR_PROMOTED), from))
        return emit(g, GR_NORMAL, from, to, 0);
    int better = type == W ? H : type == H ? G : C;
    uint64_t n = emit(g, GR_NORMAL, from, to & ~camp, 0);
    n += emit(g, GR_NORMAL, from, to & camp, better);
    if (dragon)
        n += emit(g, GR_QUEST, from, to & camp & ~last, 0) +
             emit(g, GR_RESURRECT, from, to & last, D);
    return n;
}

/* Dragon captures: what stands first behind the first piece on each line. */
INLINE BB dragon_captures(const Gen *g, int from) {
    BB seen = slide_orth(g->t, from, g->occ) | slide_diag(g->t, from, g->occ);
    BB behind = g->occ & ~seen;
    BB further = slide_orth(g->t, from, behind) | slide_diag(g->t, from, behind);
    return further & ~seen & g->opp;
}

/* Squares a warrior reaches in one step, or on its first move in up to three. */
INLINE BB warrior_moves(const Gen *g, int from) {
    BB empty = ~g->occ & ALL, at = BB_OF(from), found = 0;
    int steps = bb_has(extra(g->p, GR_FRESH), from) ? 3 : 1;
    for (int step = 0; step < steps; step++) {
        BB ahead_left = forward_of(at & g->t->not_file_first, g->us) >> 1;
        BB ahead_right = forward_of(at & g->t->not_file_last, g->us) << 1;
        at = (ahead_left | ahead_right) & empty;
        found |= at;
    }
    return found;
}

INLINE BB quiet_moves(const Gen *g, int type, int from) {
    if (type == W)
        return warrior_moves(g, from);
    if (g->mode == SETS && same_reach(&piece[type].move, &piece[type].capture) && type != D)
        return (BB)g->map->attack[from] & ~g->occ & ALL;
    return reached_moving(g->t, type, from, g->occ) & ~g->occ & ALL;
}

INLINE BB captures_of(const Gen *g, int type, int from) {
    if (g->mode == SETS)
        return (BB)g->map->attack[from] & g->opp;
    if (type == D)
        return dragon_captures(g, from);
    if (type == W)
        return forward_of(BB_OF(from), g->us) & g->opp;
    return reached_taking(g->t, type, from, g->occ) & g->opp;
}

INLINE uint64_t moves_of_type(Gen *g, int type) {
    uint64_t n = 0;
    for (BB set = g->own & type_of(g->p, type); set;) {
        int from = bb_pop(&set);
        BB take = captures_of(g, type, from), go = quiet_moves(g, type, from);
        if (type == A) {
            n += emit(g, GR_SHOT, from, safe_shots(g, take), 0);
            take = 0;
        }
        BB to = safe_targets(g, from, go | take);
        n += type >= G ? emit_climber(g, type, from, to) : emit(g, GR_NORMAL, from, to, 0);
    }
    return n;
}

/* Where our wizard would be attacked, if nothing on its lines changed. */
INLINE BB attacked_but_by_dragons(const Gen *g) {
    const GrAttacks *theirs = &g->map->of[!g->us];
    int enemy = king_of(g->p, !g->us);
    BB open = slide_orth(g->t, enemy, g->occ) | slide_diag(g->t, enemy, g->occ);
    return open | (BB)(theirs->by[Z] | theirs->by[C] | theirs->by[A] | theirs->by[G] |
                       theirs->by[H] | theirs->by[W]);
}

INLINE BB attacked_squares(const Gen *g) {
    return attacked_but_by_dragons(g) | (BB)g->map->of[!g->us].by[D];
}

/* A dragon may pass over the wizard's old square, which is empty then: what only dragons attack is
 * tried. */
INLINE uint64_t wizard_moves(Gen *g) {
    BB to = g->t->leap_move[Z][g->king] & (~g->occ | g->opp), safe = 0;
    if (g->mode == SETS && !g->check) {
        safe = to & ~attacked_squares(g);
        to &= (BB)g->map->of[!g->us].by[D] & ~attacked_but_by_dragons(g);
    }
    while (to) {
        int sq = bb_pop(&to);
        BB occ = (g->occ & ~BB_OF(g->king)) | BB_OF(sq);
        if (is_safe(g->p, sq, g->us, occ, BB_OF(sq)))
            safe |= BB_OF(sq);
    }
    return emit(g, GR_NORMAL, g->king, safe, 0);
}

/* The same squares are occupied afterwards, so what counts is whether the other's is attacked. */
INLINE uint64_t teleports(Gen *g) {
    BB safe = 0;
    if (g->check || !(g->p->rights >> g->us & 1))
        return 0;
    if (g->mode == SETS)
        safe = g->own & ~BB_OF(g->king) & ~attacked_squares(g);
    for (BB others = g->mode == SETS ? 0 : g->own & ~BB_OF(g->king); others;) {
        int sq = bb_pop(&others);
        if (is_safe(g->p, sq, g->us, g->occ, 0))
            safe |= BB_OF(sq);
    }
    return emit(g, GR_TELEPORT, g->king, safe, 0);
}

INLINE uint64_t placements(Gen *g) {
    uint64_t n = 0;
    for (BB vacant = WIZARD_X_SQUARES(g->us) & ~g->occ; vacant; n++) {
        int sq = bb_pop(&vacant);
        if (g->mode != COUNT)
            gr_list_add(g->list, gr_move_make(GR_PLACE, sq, sq, W, 0));
    }
    return n;
}

INLINE void hold(Gen *g, BB pieces, BB allowed) {
    g->held |= pieces;
    while (pieces)
        g->hold[g->holds++] = (Hold){bb_pop(&pieces), allowed};
}

/* One piece between the wizard and what would attack it must stay between, or take it. */
INLINE void look_at_open_lines(Gen *g) {
    for (BB far = open_line_pieces(g->p, g->king, !g->us, true); far;) {
        int from = bb_pop(&far);
        BB line = g->t->between[g->king][from], between = line & g->occ;
        g->check |= !between;
        if (exactly_one(between)) {
            hold(g, between & g->own, line | BB_OF(from));
            g->kept |= between & ~g->own;
        }
    }
}

/* A dragon wants exactly one piece between: none may come where there is none, and of two none may
 * go, nor may one take the other. */
INLINE void look_at_dragons(Gen *g) {
    for (BB far = dragons_in_line(g->p, g->king, !g->us); far;) {
        int from = bb_pop(&far);
        BB line = g->t->between[g->king][from], between = line & g->occ;
        BB others = between & (between - 1);
        if (!between) {
            g->barred |= line;
        } else if (!others) {
            g->check = true;
        } else if (exactly_one(others)) {
            hold(g, between & g->own, (line & ~g->occ) | BB_OF(from));
            g->kept |= between & ~g->own;
        }
    }
}

INLINE void look_at_wizard(Gen *g) {
    g->check = close_attackers(g->p, g->king, !g->us) != 0;
    g->barred = g->kept = g->held = 0;
    g->holds = 0;
    look_at_open_lines(g);
    look_at_dragons(g);
}

INLINE void gen_init(Gen *g, const GrPosition *p, GrMoveList *list, Mode mode) {
    g->p = p;
    g->t = tables(p);
    g->list = list;
    g->sets = NULL;
    g->map = NULL;
    g->mode = mode;
    g->us = p->turn;
    g->own = side_of(p, g->us);
    g->opp = side_of(p, !g->us) & ~type_of(p, Z); /* what may be captured: see may_attack */
    g->occ = occupied(p);
    g->king = king_of(p, g->us);
}

/* Of those in g->own. */
INLINE uint64_t moves_of_pieces(Gen *g) {
    uint64_t n = 0;
#pragma GCC unroll 8
    for (int type = D; type <= W; type++)
        n += moves_of_type(g, type);
    return n;
}

/* `map` and `sets` are for the mode SETS. */
INLINE uint64_t generate(const GrPosition *p, GrMoveList *list, Mode mode, const GrAttackMap *map,
                         GrMoveSets *sets) {
    Gen g;
    gen_init(&g, p, list, mode);
    g.map = map;
    g.sets = sets;
    if (p->pending)
        return placements(&g);
    look_at_wizard(&g);
    uint64_t n = wizard_moves(&g);
    n += teleports(&g);
    return n + moves_of_pieces(&g);
}

#endif
