/* The machine that runs games described in a file, part 8: its hooks. Internal to rules/. */
#ifndef GR_RULES_DEFINED_HOOKS_H
#define GR_RULES_DEFINED_HOOKS_H

#include "rules/defined_attacks.h"
#include "rules/defined_find.h"
#include "rules/defined_play.h"
#include "rules/defined_tables.h"

/* Can the king of the side to move go to its flag region with this move? */
static bool machine_answer(const GrPosition *p) {
    Gen g;
    gen_init(&g, p, COUNT);
    if (!g.royal || g.checked)
        return false;
    for (BB to = targets(&g, GR_KING, g.king) & (BB)g.m->def->flag_region[g.us]; to;) {
        int sq = bb_pop(&to);
        if (is_safe(&g, g.king, sq) &&
            (!g.m->tries || is_allowed(p, gr_move_make(GR_NORMAL, g.king, sq, 0, 0))))
            return true;
    }
    return false;
}

static bool machine_over(const GrPosition *p, int *winner) {
    return gr_defined_over(p, winner, machine_answer);
}

static bool is_over(const GrPosition *p) {
    int winner;
    return p->rules->variant->own_ends && machine_over(p, &winner);
}

static uint64_t moves_of(const GrPosition *p, GrMoveList *list, GrMoveSets *sets, Mode mode) {
    return is_over(p) ? 0 : all_moves(p, list, sets, mode);
}

static void machine_moves(const GrPosition *p, GrMoveList *list) {
    list->count = 0;
    moves_of(p, list, NULL, LIST);
    if (machine(p)->tries)
        keep_allowed(p, list);
}

static void machine_captures(const GrPosition *p, GrMoveList *list) {
    list->count = 0;
    moves_of(p, list, NULL, machine(p)->def->must_take ? LIST : CAPTURES);
    if (machine(p)->tries)
        keep_allowed(p, list);
    if (machine(p)->def->must_take)
        keep_captures(p, list);
}

static uint64_t machine_count(const GrPosition *p) {
    GrMoveList list;
    if (!machine(p)->tries)
        return moves_of(p, NULL, NULL, COUNT);
    machine_moves(p, &list);
    return list.count;
}

static void machine_move_sets(const GrPosition *p, const GrAttackMap *map, GrMoveSets *sets) {
    GrMoveList list;
    (void)map;
    sets->from = 0;
    sets->others.count = 0;
    if (!machine(p)->tries) {
        moves_of(p, &sets->others, sets, SETS);
        return;
    }
    machine_moves(p, &list);
    sort_out(&list, sets);
}

/* Nothing but a king is attacked by one that faces it. */
static BB without_facing(const GrPosition *p, int sq, int side, BB found) {
    BB kings = found & pieces_of(p, side, GR_KING), occ = occupied(p);
    if (!kings || bb_has(pieces_of(p, !side, GR_KING), sq) ||
        bb_has(takes_to(machine(p), side, GR_KING, bb_first(kings), occ, shy_ones(p)), sq))
        return found;
    return found & ~kings;
}

static GrSet machine_attackers(const GrPosition *p, int sq, int side, GrSet gone) {
    BB found = attackers_given(p, sq, side, occupied(p) & ~(BB)gone, (BB)gone, shy_ones(p) & ~(BB)gone, false);
    return machine(p)->def->flying_kings ? without_facing(p, sq, side, found) : found;
}

static GrSet machine_takes(const GrPosition *p, int side, int type, int sq, GrSet occ) {
    return takes_to(machine(p), side, type, sq, (BB)occ, shy_ones(p));
}

/* With a piece to place, a side can move if it can after some placement. */
static bool machine_can_move(const GrPosition *p) {
    if (!p->pending)
        return machine_count(p) > 0;
    for (BB vacant = (BB)machine(p)->camp->return_to[p->turn] & ~occupied(p); vacant;) {
        int sq = bb_pop(&vacant);
        GrPosition after;
        gr_position_copy(&after, p);
        machine_play(&after, gr_move_make(GR_PLACE, sq, sq, machine(p)->camp->returns, 0));
        if (machine_count(&after) > 0)
            return true;
    }
    return false;
}

/* A piece just placed may attack the enemy king, or be what another one hops over, while its side still has its move to
 * make. The king cannot be captured by that move. */
static bool machine_may_attack(const GrPosition *p) {
    const GrCamp *camp = machine(p)->camp;
    BB placed = (BB)camp->return_to[p->turn] & pieces_of(p, p->turn, camp->returns);
    if (camp->fresh >> camp->returns & 1)
        placed &= (BB)p->extra[GR_FRESH];
    while (placed && !p->pending && has_king(p, !p->turn)) {
        BB one = BB_OF(bb_pop(&placed));
        if (!attacked_given(p, king_of(p, !p->turn), p->turn, occupied(p) & ~one, one))
            return true;
    }
    return false;
}

static bool machine_in_check(const GrPosition *p) {
    return in_check(p, p->turn);
}

/* Why a drop is not possible by what is around the square. */
static const char *enclosing_objection(const GrPosition *p) {
    const Machine *m = machine(p);
    if ((BB)m->def->drop_start & m->all & ~occupied(p))
        return "the squares on which the game begins are filled first";
    switch ((GrEnclosing)m->def->drops_enclosing) {
    case GR_ENCLOSING_LINES: return "it encloses nothing";
    case GR_ENCLOSING_NEAR: return "no own piece is beside the square";
    case GR_ENCLOSING_APART: return "a piece of the other side is beside the square";
    case GR_ENCLOSING_SLID: return "no piece that slides in from an edge ends there";
    case GR_ENCLOSING_NONE:
    case GR_ENCLOSING_MOVED:
    case GR_ENCLOSING_TOP:
    default: return "pieces fall to the first rank or onto the piece below";
    }
}

/* Why a drop is not possible on an empty square, but for the king's safety. */
static const char *drop_objection(const GrPosition *p, GrMove move) {
    const Machine *m = machine(p);
    int type = gr_move_piece(move), to = gr_move_to(move), us = p->turn;
    Gen g;
    gen_start(&g, p, LIST);
    if (!(m->droppers >> type & 1))
        return m->def->piece[type].base ? "it is not dropped as a promoted piece"
                                        : "pieces are not dropped in this game";
    if (!gr_set_has(m->def->drop_region[us], to))
        return "the square is not among those on which the side drops pieces";
    if (m->def->must_stay_mobile && !bb_has(m->settled[us][type], to))
        return "the piece could never move from there";
    if (!bb_has(m->droppable[us][type], to))
        return "such a piece is not dropped there";
    if ((m->def->drops_apart >> type & 1) && bb_has(full_columns(&g, type), to))
        return m->def->drops_apart_count == 1 ? "the side has such a piece on that file already"
                                              : "the side has enough such pieces on that file already";
    if (m->def->drops_enclosing && !bb_has(enclosing_squares(p, BB_OF(to)), to))
        return enclosing_objection(p);
    if (!bb_has(drop_squares(&g, type), to))
        return "the side has such a piece on squares of that colour already";
    if (m->def->no_drop_checks && gives_check(p, move))
        return "a drop may not give check";
    if ((m->def->no_drop_mates >> type & 1) && drop_mates(p, move))
        return "a drop of this piece may not mate";
    return holds_due(p) && !drops_due(p, move) ? "another piece has to be dropped first" : NULL;
}

static const char *machine_objection(const GrPosition *p, GrMove move) {
    const Machine *m = machine(p);
    if (gr_move_kind(move) == GR_ENTER)
        return drop_objection(p, move);
    if (!m->tries)
        return NULL;
    if (m->def->king_stays && runs(p, move))
        return "a king in check moves only to take what gives it";
    if (m->def->immune && is_immune(p, move))
        return "such a piece does not take another one";
    if (m->def->stand_ins && !spares(p, move))
        return m->def->blasts && gr_is_capture(p, move)
                   ? "the explosion would take an own piece that counts as royal, or leave it attacked"
                   : "it would leave a piece attacked that counts as royal";
    if (must_be_quiet(m->def, move) && !m->def->no_checks && gives_check(p, move))
        return "a promotion may not give check";
    if (m->def->no_checks && gives_check(p, move))
        return "it would give check, which no move may";
    if (can_drop_due(p))
        return "a piece in hand has to be dropped first";
    if (m->def->must_take && !gr_is_capture(p, move) && can_take(p))
        return "a capture is possible, and so compulsory";
    return NULL;
}

/* Where pawns are promoted late, a king and a pawn that can only be promoted need not do it. */
static bool machine_dead(const GrPosition *p) {
    const Machine *m = machine(p);
    int us = p->turn;
    GrMoveList list;
    if (!m->def->promotes_late)
        return gr_defined_dead(p);
    if (!m->pawn || bb_count((BB)p->side[us]) != 2 || !pieces_of(p, us, (int)m->pawn) || in_check(p, us))
        return false;
    machine_moves(p, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (!gr_move_becomes(list.move[i]))
            return false;
    return list.count > 0;
}

const GrHooks MACHINE_HOOKS = {
    .size = machine_size,
    .fill = machine_fill,
    .moves = machine_moves,
    .count = machine_count,
    .move_sets = machine_move_sets,
    .play = machine_play,
    .attackers = machine_attackers,
    .attacks = machine_attacks,
    .attack_map = machine_attack_map,
    .origins = machine_origins,
    .en_passant = machine_en_passant,
    .passable = machine_passable,
    .captures = machine_captures,
    .match = machine_match,
    .find = machine_find,
    .dead = machine_dead,
    .can_move = machine_can_move,
    .may_attack = machine_may_attack,
    .write_field = NULL,
    .in_check = machine_in_check,
    .over = machine_over, .aim = gr_defined_aim,
    .objection = machine_objection,
    .takes = machine_takes,
    .pawns_anywhere = true,
    .fault = gr_defined_fault,
};

#endif
