/* Terms of the evaluation that only some variants have; part of evaluate_core.h. Internal to
 * analysis/. */

/* ---- magician: spells ---- */

/* Squares orthogonally next to sq. */
INLINE BB beside_of(const GrGeometry *g, int sq) {
    const GrAxis *rank = &g->axis[sq][0], *file = &g->axis[sq][1];
    BB lines = (BB)rank->above | (BB)rank->below | (BB)file->above | (BB)file->below;
    return lines & (BB)g->near[sq];
}

/* Squares from which, or at which, a hole can be moved by a magician: one step diagonally or two
 * orthogonally away, whatever stands between. */
INLINE BB spell_range(const GrGeometry *g, const GrVariant *v, int sq) {
    BB set = (BB)g->near[sq] & ~beside_of(g, sq);
    int file = sq % v->files, rank = sq / v->files;
    set |= file >= 2 ? (BB)1 << (sq - 2) : 0;
    set |= file + 2 < v->files ? (BB)1 << (sq + 2) : 0;
    set |= rank >= 2 ? (BB)1 << (sq - 2 * v->files) : 0;
    set |= rank + 2 < v->ranks ? (BB)1 << (sq + 2 * v->files) : 0;
    return set;
}

/* Every hole that a side can move, and what stands next to it, counts once however many magicians
 * reach it. */
static void add_spells(View *view) {
    const GrVariant *v = view->eval->variant;
    BB reached = 0;
    for (int type = 2; type <= v->types; type++) {
        if (!(v->piece[type].flags & GR_CASTS))
            continue;
        for (BB left = (BB)view->pos->type[type] & view->own; left;)
            reached |= spell_range(view->g, v, bb_pop(&left));
    }
    for (BB holes = reached & (BB)view->pos->type[0]; holes;) {
        BB around = beside_of(view->g, bb_pop(&holes)) & ~(BB)view->pos->type[0];
        ADD(view, GR_W_SPELL, bb_count(around));
        for (BB enemies = around & view->enemy; enemies;)
            ADD(view, GR_W_FALL + gr_type_of(view->pos->board[bb_pop(&enemies)]), 1);
    }
}

/* ---- royal: what kings and magicians still carry ---- */

INLINE void add_reserve(View *view, int carrier, int sq) {
    unsigned held = view->pos->pocket[2 * view->side + carrier];
    int rank = view->g->rank_of[view->eval->relative[view->side][sq]];
    for (int piece = 0; piece < 3; piece++)
        if (held >> piece & 1)
            ADD(view, GR_W_RESERVE + (carrier * 3 + piece) * 8 + (rank & 7), 1);
}

static void add_reserves(View *view) {
    int type = gr_type_of_letter(view->eval->variant, 'M');
    BB magician = (BB)view->pos->type[type] & view->own;
    if (view->king >= 0)
        add_reserve(view, 0, view->king);
    if (magician)
        add_reserve(view, 1, bb_first(magician));
}

/* ---- wizard: dragons to resurrect, the warrior in hand ---- */

static void add_quests(View *view) {
    int dragons = view->pos->pocket[view->side];
    BB questing = (BB)view->pos->extra[GR_QUESTING] & view->own;
    ADD(view, GR_W_DRAGON, dragons);
    while (questing) {
        int sq = view->eval->relative[view->side][bb_pop(&questing)];
        ADD(view, dragons ? GR_W_QUEST + view->g->rank_of[sq] : GR_W_VAIN, 1);
    }
    if (view->pos->pending && view->pos->turn == view->side)
        ADD(view, GR_W_IN_HAND, 1);
}

/* ---- chess with a hand, or with ends of its own ---- */

static void add_hand(View *view) {
    for (int type = GR_KING + 1; type <= view->eval->variant->types; type++)
        ADD(view, GR_W_HELD + type, gr_in_hand(view->pos, view->side, type));
}

INLINE void add_checks(View *view) {
    int given = view->pos->pocket[view->side];
    if (given < GR_WEIGHT_CHECKS) /* the third has won */
        ADD(view, GR_W_CHECKS + given, 1);
}

INLINE void add_race(View *view) {
    if (view->king >= 0)
        ADD(view, GR_W_RACE + view->king / view->eval->variant->files, 1);
}

INLINE void add_hill(View *view) {
    const GrVariant *v = view->eval->variant;
    if (view->king < 0)
        return;
    int file = view->king % v->files, rank = view->king / v->files;
    int by_file = file < v->files - 1 - file ? file : v->files - 1 - file;
    int by_rank = rank < v->ranks - 1 - rank ? rank : v->ranks - 1 - rank;
    ADD(view, GR_W_HILL + (by_file < by_rank ? by_file : by_rank), 1);
}

INLINE void add_own_terms(View *view) {
    switch (view->eval->own) {
    case GR_OWN_NONE: return;
    case GR_OWN_SPELLS: add_spells(view); return;
    case GR_OWN_RESERVES: add_reserves(view); return;
    case GR_OWN_QUESTS: add_quests(view); return;
    case GR_OWN_HANDS: add_hand(view); return;
    case GR_OWN_CHECKS: add_checks(view); return;
    case GR_OWN_RACE: add_race(view); return;
    case GR_OWN_HILL: add_hill(view); return;
    }
}
