/* The machine that runs games described in a file, part 7: moves that have to be tried, and the moves that a text
 * means, found without listing all. Internal to rules/. */
#ifndef GR_RULES_DEFINED_FIND_H
#define GR_RULES_DEFINED_FIND_H

#include "rules/defined_play.h"
#include "rules/match.h"

/* ---- where a move is tried before it is known to be legal ---- */

static bool gives_check(const GrPosition *p, GrMove move) {
    GrPosition after;
    gr_position_copy(&after, p);
    machine_play(&after, move);
    return king_in_check(&after, after.turn);
}

/* Pieces that were royal before a move to the square, once it is made. */
static BB stand_ins_after(const GrPosition *p, GrMove move) {
    const Machine *m = machine(p);
    int us = p->turn, from = gr_move_from(move), to = gr_move_to(move), type = gr_move_piece(move);
    BB set = stand_ins(p, us, false);
    if (gr_move_kind(move) == GR_ENTER || gr_move_kind(move) == GR_PASS)
        return set;
    if (bb_has(set, from))
        set = (set & ~BB_OF(from)) | BB_OF(to);
    if (gr_kind_unwalled(gr_move_kind(move)) != GR_NORMAL || !type || m->into[gr_type_of(p->board[from])] == type ||
        !(m->def->extinction_types >> type & 1))
        return set;
    if (bb_count(counted(p, us, type)) > m->def->extinction_count)
        return set & ~counted(p, us, type);
    return set | BB_OF(to);
}

static bool spares(const GrPosition *p, GrMove move) {
    int us = p->turn;
    BB own = stand_ins_after(p, move), enemies = stand_ins(p, !us, false);
    GrPosition after;
    if (gr_move_kind(move) == GR_WALLED_CASTLE &&
        !stand_in_passes(p, gr_move_from(move), gr_move_to(move), occupied_with(p, gr_move_wall(move))))
        return false;
    gr_position_copy(&after, p);
    machine_play(&after, move);
    if (own & ~(BB)after.side[us])
        return false;
    return (enemies & ~(BB)after.side[!us]) ||
           !(endangered(&after, own, us, enemies, true) || none_safe(&after, us, enemies));
}

/* Has the position a move, the rules of drops left out? */
static bool has_move(const GrPosition *p) {
    GrMoveList list;
    list.count = 0;
    if (!machine(p)->def->stand_ins)
        return all_moves(p, NULL, NULL, COUNT) != 0;
    all_moves(p, &list, NULL, LIST);
    for (unsigned i = 0; i < list.count; i++)
        if (spares(p, list.move[i]))
            return true;
    return false;
}

static bool drop_mates(const GrPosition *p, GrMove move) {
    GrPosition after;
    gr_position_copy(&after, p);
    machine_play(&after, move);
    return king_in_check(&after, after.turn) && !has_move(&after);
}

/* ---- drops that must be made, and that may not ---- */

INLINE bool is_due(const GrDefinition *def, int type) {
    return (def->must_drop & 1) || (def->must_drop >> type & 1);
}

/* Has the side to move something in hand that must be dropped? */
static bool holds_due(const GrPosition *p) {
    const Machine *m = machine(p);
    for (unsigned left = m->def->must_drop ? m->droppers : 0; left; left &= left - 1) {
        int type = m->held[__builtin_ctz(left)];
        if (is_due(m->def, type) && p->hand[p->turn][type])
            return true;
    }
    return false;
}

INLINE bool drops_due(const GrPosition *p, GrMove move) {
    return gr_move_kind(move) == GR_ENTER && is_due(machine(p)->def, machine(p)->held[gr_move_piece(move)]);
}

/* No other drop is made before; and no other move while such a drop is possible. */
static void keep_due(const GrPosition *p, GrMoveList *list) {
    unsigned kept = 0;
    bool can = false;
    if (!holds_due(p))
        return;
    for (unsigned i = 0; i < list->count; i++)
        can = can || drops_due(p, list->move[i]);
    for (unsigned i = 0; i < list->count; i++)
        if (drops_due(p, list->move[i]) || (!can && gr_move_kind(list->move[i]) != GR_ENTER))
            list->move[kept++] = list->move[i];
    list->count = kept;
}

/* May no check be given by the move? */
INLINE bool must_be_quiet(const GrDefinition *def, GrMove move) {
    return def->no_checks || (def->no_drop_checks && gr_move_kind(move) == GR_ENTER) ||
           (def->promotes_late && gr_move_becomes(move));
}

/* Does a king in check go elsewhere than onto what alone gives it? */
static bool runs(const GrPosition *p, GrMove move) {
    int us = p->turn;
    BB checkers = has_king(p, us) ? attackers_given(p, king_of(p, us), !us, occupied(p), 0, shy_ones(p), false) : 0;
    return checkers && gr_move_kind(move) == GR_NORMAL && gr_move_from(move) == king_of(p, us) &&
           checkers != BB_OF(gr_move_to(move));
}

/* Does a piece take one of its own kind that is immune against it? */
static bool is_immune(const GrPosition *p, GrMove move) {
    int square = gr_captured_square(p, move);
    int type = square == GR_NO_SQUARE ? 0 : gr_type_of(p->board[gr_move_from(move)]);
    return type && (machine(p)->def->immune >> type & 1) && gr_type_of(p->board[square]) == type;
}

/* Is a move that all_moves lists legal by itself, whatever others there are? */
static bool may_play(const GrPosition *p, GrMove move) {
    const GrDefinition *def = machine(p)->def;
    return !(def->king_stays && runs(p, move)) && !(def->immune && is_immune(p, move)) &&
           !(def->stand_ins && !spares(p, move)) && !(must_be_quiet(def, move) && gives_check(p, move));
}

static bool can_drop_due(const GrPosition *p) {
    GrMoveList list;
    list.count = 0;
    if (!holds_due(p))
        return false;
    all_moves(p, &list, NULL, LIST);
    for (unsigned i = 0; i < list.count; i++)
        if (drops_due(p, list.move[i]) && may_play(p, list.move[i]))
            return true;
    return false;
}

/* Does the position have a legal capture? */
static bool can_take(const GrPosition *p) {
    GrMoveList list;
    list.count = 0;
    all_moves(p, &list, NULL, LIST);
    for (unsigned i = 0; i < list.count; i++)
        if (gr_is_capture(p, list.move[i]) && may_play(p, list.move[i]))
            return true;
    return false;
}

static bool is_allowed(const GrPosition *p, GrMove move) {
    const GrDefinition *def = machine(p)->def;
    return may_play(p, move) && !(def->must_take && !gr_is_capture(p, move) && can_take(p)) && !can_drop_due(p);
}

static void keep_captures(const GrPosition *p, GrMoveList *list) {
    unsigned kept = 0;
    for (unsigned i = 0; i < list->count; i++) {
        GrMove m = list->move[i];
        if (gr_is_capture(p, m) || gr_move_becomes(m))
            list->move[kept++] = m;
    }
    list->count = kept;
}

static void keep_allowed(const GrPosition *p, GrMoveList *list) {
    const GrDefinition *def = machine(p)->def;
    unsigned kept = 0;
    bool takes = false;
    for (unsigned i = 0; i < list->count; i++) {
        if (!may_play(p, list->move[i]))
            continue;
        takes = takes || gr_is_capture(p, list->move[i]);
        list->move[kept++] = list->move[i];
    }
    list->count = kept;
    for (unsigned i = kept = 0; takes && def->must_take && i < list->count; i++)
        if (gr_is_capture(p, list->move[i]))
            list->move[kept++] = list->move[i];
    if (takes && def->must_take)
        list->count = kept;
    if (def->must_drop)
        keep_due(p, list);
    if (def->passes_stuck[p->turn] && list->count > 1 && !in_check(p, p->turn))
        list->count -= list->move[list->count - 1] == gr_move_make(GR_PASS, 0, 0, 0, 0);
}

/* ---- en passant, looked at from the piece that went by ---- */

static GrSet machine_passable(const GrPosition *p, int victim) {
    const Machine *m = machine(p);
    int side = !p->turn, type = gr_type_of(p->board[victim]);
    BB walls = m->def->walls ? (BB)p->type[0] : 0; /* one of them came after the move */
    BB occ = occupied(p) & ~walls, found = 0;
    for (int from = 0; from < m->squares; from++) {
        BB passed = passed_over(m, side, type, from, victim);
        int steps = (from > victim ? from - victim : victim - from) / m->files;
        BB start = steps == 3 ? m->triples[side] : m->doubles[side];
        bool ahead = (victim > from) == (side == GR_WHITE);
        if (!passed || bb_has(occ, from) || (m->between[from][victim] & occ))
            continue;
        if (type != (int)m->pawn || (steps <= 3 && ahead && bb_has(start, from)))
            found |= passed & ~walls;
    }
    return found;
}

/* ---- texts ---- */

/* Own pieces of the types that reach a square, the safety of the king left open; in `steps` those that go there as
 * an ordinary move. */
static BB reaching(const Gen *g, unsigned types, BB from, int to) {
    BB found = 0;
    if (!bb_has(g->open, to))
        return 0;
    for (int type = 1; type <= g->m->types; type++)
        if (types >> type & 1)
            for (BB left = pieces_of(g->p, g->us, type) & from; left;) {
                int sq = bb_pop(&left);
                if (bb_has(targets(g, type, sq), to))
                    found |= BB_OF(sq);
            }
    return found;
}

INLINE bool may_go(const Gen *g, int from, int to) {
    return !g->royal || is_safe(g, from, to);
}

/* What a piece may do on a square: whether it can go there as it is, and what it may become. */
INLINE unsigned becomes_on(const Gen *g, int from, int to, bool *stays) {
    const Machine *m = g->m;
    int type = gr_type_of(g->p->board[from]);
    bool promotes = (m->promoters[g->us] >> type & 1) && bb_has(m->promoting[g->us], to);
    bool changes = changing(g, type, from, BB_OF(to));
    *stays = !(promotes && m->def->must_promote) && !(changes && must_change(m, type)) &&
             !(m->def->must_stay_mobile && !bb_has(m->settled[g->us][type], to)) &&
             !((m->carriers >> type & 1) && bb_has(dropping_on(g->p, g->us, type), to));
    return (promotes ? g->promotions : 0) | (changes ? 1u << m->into[type] : 0);
}

/* Lists the ordinary moves to a square that become `becomes` (-1: all); returns how many there are. */
static size_t find_normal(const Gen *g, unsigned types, BB from, int to, int becomes, GrMove *out, size_t cap) {
    size_t n = 0;
    for (BB left = reaching(g, types, from, to); left;) {
        int sq = bb_pop(&left);
        bool stays;
        unsigned into = becomes_on(g, sq, to, &stays);
        if (!may_go(g, sq, to))
            continue;
        for (int type = 0; type <= g->m->types; type++) {
            bool can = type ? into >> type & 1 : stays;
            if (!can || (becomes >= 0 && becomes != type))
                continue;
            if (n < cap)
                out[n] = gr_move_make(GR_NORMAL, sq, to, type, 0);
            n++;
        }
    }
    return n;
}

static size_t find_special(Gen *g, const GrPattern *pattern, int to, GrMove *out, size_t cap, size_t n) {
    GrMoveList list;
    list.count = 0;
    g->list = &list;
    if ((pattern->kinds >> GR_CASTLE & 1) && g->p->rights) {
        if (g->royal)
            look_at_king(g);
        castle_moves(g);
    }
    if ((pattern->kinds >> GR_EN_PASSANT & 1) && gr_set_has(g->p->ep, to))
        en_passant_moves(g);
    for (unsigned i = 0; i < list.count; i++) {
        GrMove m = list.move[i];
        int from = gr_move_from(m), type = gr_type_of(g->p->board[from]);
        if (gr_move_to(m) != to || !gr_set_has(pattern->from, from) || pattern->piece > 0 ||
            (pattern->types && !(pattern->types >> type & 1)))
            continue;
        if (n < cap)
            out[n] = m;
        n++;
    }
    g->list = NULL;
    return n;
}

static size_t find_drops(Gen *g, const GrPattern *pattern, int to, GrMove *out, size_t cap, size_t n) {
    GrMoveList list;
    list.count = 0;
    g->list = &list;
    if (g->royal)
        look_at_king(g);
    g->target &= BB_OF(to);
    drop_moves(g);
    for (unsigned i = 0; i < list.count; i++) {
        if (!gr_set_has(pattern->from, to) || (pattern->piece >= 0 && gr_move_piece(list.move[i]) != pattern->piece))
            continue;
        if (n < cap)
            out[n] = list.move[i];
        n++;
    }
    g->list = NULL;
    return n;
}

/* Moves to one square, without walls. */
static size_t match_plain(const GrPosition *p, const GrPattern *pattern, int to, GrMove *out, size_t cap) {
    Gen g;
    size_t n = 0;
    gen_start(&g, p, LIST);
    if (pattern->kinds >> GR_NORMAL & 1)
        n = find_normal(&g, pattern->types ? pattern->types : ~0u, (BB)pattern->from, to, pattern->piece, out, cap);
    if (pattern->kinds & (1u << GR_CASTLE | 1u << GR_EN_PASSANT))
        n = find_special(&g, pattern, to, out, cap, n);
    if ((pattern->kinds >> GR_ENTER & 1) && g.m->droppers) {
        gen_start(&g, p, LIST);
        n = find_drops(&g, pattern, to, out, cap, n);
    }
    if ((pattern->kinds >> GR_ENTER & 1) && g.m->def->walls_alone && pattern->piece <= 0 &&
        gr_set_has(pattern->from, to) && bb_has(lone_walls(p), to)) {
        if (n < cap)
            out[n] = lone_wall(to);
        n++;
    }
    return n;
}

/* All moves have a wall there. */
SELDOM size_t match_walled(const GrPosition *p, const GrPattern *pattern, GrMove *out, size_t cap) {
    GrPattern plain = *pattern;
    GrMoveList list;
    list.count = 0;
    plain.kinds = pattern->kinds >> GR_WALLED & (1u << GR_NORMAL | 1u << GR_CASTLE | 1u << GR_EN_PASSANT);
    for (BB to = plain.kinds ? (BB)pattern->to & machine(p)->all : 0; to;) {
        size_t room = GR_MAX_MOVES - list.count, n = match_plain(p, &plain, bb_pop(&to), &list.move[list.count], room);
        list.count += (unsigned)(n < room ? n : room);
    }
    return match_walls(p, pattern, &list, out, cap);
}

static size_t machine_match(const GrPosition *p, const GrPattern *pattern, GrMove *out, size_t cap) {
    BB to = (BB)pattern->to & machine(p)->all;
    bool walls = machine(p)->def->walls && !machine(p)->def->walls_alone;
    bool passes = pattern->kinds >> GR_PASS & 1 && p->rules->variant->passes;
    bool puts = machine(p)->def->gates || machine(p)->carriers;
    bool gates = puts && pattern->piece && (pattern->kinds & gr_kinds(GR_PUTS));
    bool spells = machine(p)->casters && (pattern->kinds & gr_kinds(GR_SPELLS));
    if (machine(p)->tries || machine(p)->apart || passes || gates || spells || (!walls && (!to || (to & (to - 1)))))
        return gr_match_listed(p, pattern, out, cap);
    if (gr_is_over(p))
        return 0;
    return walls ? match_walled(p, pattern, out, cap) : match_plain(p, pattern, bb_first(to), out, cap);
}

static GrMove machine_find(const GrPosition *p, unsigned types, GrSet from, int to, int becomes) {
    GrMove found[2];
    GrPattern pattern = {.kinds = 1u << GR_NORMAL, .types = types, .from = from, .to = gr_set_of(to),
                         .piece = becomes, .third = -1};
    if (to >= machine(p)->squares || (machine(p)->def->walls && !machine(p)->def->walls_alone))
        return GR_NO_MOVE;
    return machine_match(p, &pattern, found, 2) == 1 ? found[0] : GR_NO_MOVE;
}

#endif
