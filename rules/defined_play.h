/* The machine that runs games described in a file, part 5: playing moves. Internal to rules/. */
#ifndef GR_RULES_DEFINED_PLAY_H
#define GR_RULES_DEFINED_PLAY_H

#include "rules/defined_walls.h"

/* The squares on which a piece that went from `from` to `to` can be captured by the side `by`. */
INLINE BB passed_over(const Machine *m, int side, int type, int from, int to) {
    if (type == (int)m->pawn) {
        int steps = to > from ? to - from : from - to;
        if (steps % m->files != 0 || steps == m->files)
            return 0;
    } else if (m->def->piece[type].origin && bb_has(first_region(m, side, type), from) && !((from - to) % m->files)) {
        return (m->between[from][to] | BB_OF(from)) & m->passing[!side];
    } else if (!bb_has(m->first[side][type][from], to)) {
        return 0;
    }
    return m->between[from][to] & m->passing[!side];
}

static GrSet machine_en_passant(const GrPosition *p, GrSet passed, int victim) {
    const Machine *m = machine(p);
    BB found = 0;
    if (gr_is_over(p))
        return 0;
    for (BB squares = (BB)passed & m->passing[p->turn] & ~(BB)p->type[0]; squares;) {
        int to = bb_pop(&squares);
        if (ep_takers(p, to, victim))
            found |= BB_OF(to);
    }
    return found;
}

/* After the turn has passed: the piece on `victim` has just gone over these squares. */
SELDOM void allow_ep_on(GrPosition *p, BB passed, int victim) {
    p->ep = machine_en_passant(p, passed, victim);
    p->ep_victim = (uint8_t)victim;
    for (BB ep = (BB)p->ep; ep;)
        p->key ^= p->rules->zobrist.ep[bb_pop(&ep)];
}

SELDOM void play_moved_castling(GrPosition *p, int right, int king_from, int king_to) {
    int rook_from = gr_rules_moved_rook(p, right), king = take_piece(p, king_from), rook = take_piece(p, rook_from);
    put_piece(p, king, king_to);
    put_piece(p, rook, right & 1 ? king_to + 1 : king_to - 1);
    drop_rights(p, king_from, king_to);
}

SELDOM void play_castle(GrPosition *p, int king_from, int king_to) {
    const GrVariant *v = p->rules->variant;
    int right = 2 * p->turn + (king_to % v->files == v->castling[2 * p->turn + 1].king_to % v->files);
    if (v->any_castlings && (p->rights >> (GR_MOVED_RIGHTS + right) & 1)) {
        play_moved_castling(p, right, king_from, king_to);
        return;
    }
    for (int i = 0; i < v->castlings; i++) {
        const GrCastling *c = &v->castling[i];
        if (c->king_from != king_from || c->king_to != king_to || !(p->rights >> i & 1))
            continue;
        int king = take_piece(p, king_from), rook = take_piece(p, c->rook_from);
        put_piece(p, king, king_to);
        put_piece(p, rook, c->rook_to);
        drop_rights(p, king_from, c->rook_from);
        if (v->any_castlings) /* the other wing's may be one of chess960 */
            drop_rights(p, king_to, king_to);
        return;
    }
}

INLINE void play_normal(GrPosition *p, int from, int to, int promoted) {
    if (p->board[to] != GR_EMPTY) {
        take_piece(p, to);
        p->clock = 0;
    }
    move_piece(p, from, to);
    if (promoted)
        promote(p, to, promoted);
    drop_rights(p, from, to);
}

/* Hands and marks as an ordinary move changes them, before it is played. */
SELDOM void keep_or_mark(GrPosition *p, int from, int to, int promoted) {
    const Machine *m = machine(p);
    const GrDefined *defined = p->rules->variant->defined;
    int type = gr_type_of(p->board[from]);
    bool marked = bb_has((BB)p->extra[GR_PROMOTED], from), changes = promoted && m->into[type] == promoted;
    if (m->def->keeps_captures && p->board[to] != GR_EMPTY)
        keep(p, to);
    if (!defined->marks)
        return;
    mark(p, from, false);
    mark(p, to, !changes && (marked || promoted));
}

SELDOM void play_drop(GrPosition *p, int type, int to) {
    put_piece(p, gr_piece(p->turn, type), to);
    if (!machine(p)->def->free_drops)
        add_to_hand(p, p->turn, machine(p)->held[type], -1);
    if (!machine(p)->def->keeps_captures || (machine(p)->resetters[p->turn] >> type & 1))
        p->clock = 0;
    pass_turn(p);
}

/* Counts a check that the side which has just moved gives. */
SELDOM void count_check(GrPosition *p, int us, int most) {
    const uint64_t *numbers = p->rules->zobrist.pocket[us];
    if (p->pocket[us] >= most || !king_in_check(p, !us))
        return;
    p->key ^= numbers[p->pocket[us]] ^ numbers[p->pocket[us] + 1];
    p->pocket[us]++;
}

INLINE void count_checks(GrPosition *p, int us, GrMoveKind kind) {
    int checks = p->rules->variant->defined->checks;
    if (checks && kind != GR_PASS)
        count_check(p, us, checks);
}

/* What explodes after a capture there. */
static BB blasted(const GrPosition *p, int sq) {
    const Machine *m = machine(p);
    BB pawns = m->pawn ? (BB)p->type[m->pawn] : 0, gone = (m->around[sq] & ~pawns) | BB_OF(sq);
    for (uint32_t left = m->def->blast_proof; left; left &= left - 1)
        gone &= ~(BB)p->type[__builtin_ctz(left)];
    return gone & ((BB)p->side[GR_WHITE] | (BB)p->side[GR_BLACK]);
}

/* After a capture there by what was that type before it. */
SELDOM void burst(GrPosition *p, int sq, int type) {
    const GrDefinition *def = machine(p)->def;
    bool stone = def->petrified >> (def->blasts ? gr_type_of(p->board[sq]) : type) & 1;
    for (BB gone = def->blasts ? blasted(p, sq) : stone ? BB_OF(sq) : 0; gone;) {
        int at = bb_pop(&gone);
        if (def->keeps_captures)
            keep(p, at);
        take_piece(p, at);
        drop_rights(p, at, at);
        if (at == sq ? stone : def->petrifies_blast)
            put_wall(p, at);
    }
}

/* A king or a rook that is dropped where it castles from. */
SELDOM void gain_rights(GrPosition *p, int side, int sq) {
    const GrVariant *v = p->rules->variant;
    for (int i = 0; i < v->castlings; i++) {
        const GrCastling *c = &v->castling[i];
        bool own = (v->rights[i] >= 'a') == (side == GR_BLACK) && !(p->rights >> i & 1);
        if (own && (c->king_from == sq || c->rook_from == sq) &&
            p->board[c->king_from] == gr_piece(side, gr_castling_king(v, side)) &&
            p->board[c->rook_from] == gr_piece(side, gr_castling_rook(v, i))) {
            p->rights |= (uint8_t)(1u << i);
            p->key ^= p->rules->zobrist.right[i];
        }
    }
}

/* Who has castled by the right takes that to the same wing from the other side. */
SELDOM void take_right(GrPosition *p, int right) {
    const char *rights = p->rules->variant->rights, *other = strchr(rights, rights[right] ^ 32);
    int lost = other ? (int)(other - rights) : 0, moved = GR_MOVED_RIGHTS + lost;
    if (other && (p->rights >> lost & 1))
        p->key ^= p->rules->zobrist.right[lost];
    if (other && (p->rights >> moved & 1))
        p->key ^= gr_rules_moved_key(p, lost);
    if (other) {
        p->rights &= (uint8_t)~(1u << lost | 1u << moved);
        p->rook_file[lost] = 0;
    }
}

SELDOM void take_passing(GrPosition *p, int victim) {
    if (machine(p)->def->keeps_captures)
        keep(p, victim);
    take_piece(p, victim);
    p->clock = 0;
}

/* A drop, a wall or a pass, by no piece on the board. */
SELDOM void play_apart(GrPosition *p, GrMove move) {
    int us = p->turn;
    bool enters = gr_move_kind(move) == GR_ENTER;
    if (enters && gr_move_piece(move)) {
        play_drop(p, gr_move_piece(move), gr_move_to(move));
    } else {
        if (enters)
            put_wall(p, gr_move_to(move));
        pass_turn(p);
    }
    count_checks(p, us, gr_move_kind(move));
}

SELDOM void play_spell(GrPosition *p, GrMove move) {
    int us = p->turn;
    clear_ep(p);
    p->clock = gr_move_kind(move) == GR_SPELL_FALL ? 0 : (uint16_t)(p->clock + 1);
    p->passes = 0;
    move_hole(p, move);
    pass_turn(p);
    count_checks(p, us, gr_move_kind(move));
}

/* `usual`, a constant: the game has nothing that makes Machine.unusual true. `gated`: the whole move, if it puts a
 * piece from the hand where one was, else GR_NO_MOVE. */
INLINE void play_with(GrPosition *p, GrMove move, GrMove gated, bool usual) {
    const Machine *m = machine(p);
    int from = gr_move_from(move), to = gr_move_to(move), us = p->turn;
    int type = gr_type_of(p->board[from]), victim = p->ep_victim;
    GrMoveKind kind = usual ? gr_move_kind(move) : gr_kind_unwalled(gr_move_kind(move));
    BB passed = 0;
    bool takes = !usual && m->bursts && gr_is_capture(p, move);
    clear_ep(p);
    p->clock++;
    if (!usual && p->rules->variant->passes)
        p->passes = kind != GR_PASS ? 0 : p->passes ? 2 : 1;
    if (__builtin_expect(kind == GR_PASS || kind == GR_ENTER, 0)) {
        play_apart(p, move);
        return;
    }
    if ((m->resetters[us] >> type & 1) && !bb_has(m->any[us][type][to], from))
        p->clock = 0;
    if (__builtin_expect(kind == GR_NORMAL, 1)) {
        int promoted = gr_move_piece(move);
        passed = promoted ? 0 : passed_over(m, us, type, from, to);
        if (m->def->keeps_captures)
            keep_or_mark(p, from, to, promoted);
        play_normal(p, from, to, promoted);
        p->clock = promoted && promoted != m->into[type] ? 0 : p->clock;
    } else if (kind == GR_EN_PASSANT) {
        take_passing(p, victim);
        play_normal(p, from, to, 0);
    } else if (kind == GR_CASTLE) {
        play_castle(p, from, to);
    } else if (!usual && kind == GR_TURN) {
        promote(p, to, gr_move_piece(move));
        p->clock = 0;
    }
    if (!usual && m->def->first_leaps)
        aim_at_king(p, type, to);
    if (!usual && gated != GR_NO_MOVE)
        put_gated(p, us, gated);
    if (takes)
        burst(p, to, type);
    if (!usual && gr_move_wall(move) != GR_NO_SQUARE)
        put_wall(p, gr_move_wall(move));
    pass_turn(p);
    if (!usual)
        count_checks(p, us, kind);
    if (passed)
        allow_ep_on(p, passed, to);
}

SELDOM void play_fully(GrPosition *p, GrMove move, GrMove gated) {
    play_with(p, move, gated, false);
}

/* In games with gates. */
SELDOM void play_gating(GrPosition *p, GrMove move) {
    int us = p->turn;
    BB left = left_by(p, move);
    if (gr_kind_does(gr_move_kind(move), GR_PUTS))
        play_fully(p, without_gate(move), move);
    else
        play_fully(p, move, GR_NO_MOVE);
    close_gates(p, us, left);
}

/* In games with reserves: a captured piece's is gone. */
SELDOM void play_carrying(GrPosition *p, GrMove move) {
    int us = p->turn, square = gr_captured_square(p, move), mover = gr_type_of(p->board[gr_move_from(move)]);
    int taken = square == GR_NO_SQUARE ? 0 : gr_type_of(p->board[square]);
    bool drops = gr_move_kind(move) == GR_DROP;
    play_fully(p, drops ? without_gate(move) : move, GR_NO_MOVE);
    if (drops) {
        put_piece(p, gr_piece(us, gr_move_piece(move)), gr_move_third(move));
        take_from_reserve(p, us, mover, gr_move_piece(move));
    }
    if (taken && (machine(p)->carriers >> taken & 1))
        set_reserve(p, !us, taken, 0);
}

/* ---- what GrCamp has ---- */

/* Takes the marks off a square, to put them on another. */
INLINE unsigned take_marks(GrPosition *p, int sq) {
    unsigned marks = 0;
    for (int i = 0; i < GR_EXTRA; i++) {
        marks |= gr_set_has(p->extra[i], sq) ? 1u << i : 0;
        set_mark(p, i, sq, false);
    }
    return marks;
}

INLINE void put_marks(GrPosition *p, int sq, unsigned marks) {
    for (int i = 0; i < GR_EXTRA; i++)
        set_mark(p, i, sq, marks >> i & 1);
}

/* Notes what becomes of a piece that is captured; says whether its side places it again. */
static bool lose(GrPosition *p, int sq) {
    const GrCamp *camp = machine(p)->camp;
    int type = gr_type_of(p->board[sq]), owner = gr_side_of(p->board[sq]);
    unsigned marks = camp ? take_marks(p, sq) : 0;
    if (camp && camp->quest == type && !(marks & 1u << GR_PROMOTED))
        set_waiting(p, owner, p->pocket[owner] + 1);
    return camp && camp->returns == type && gr_set_has(camp->return_from[owner], sq);
}

/* A move by the piece on `from` to another square. */
static void go(GrPosition *p, GrMove move) {
    const GrCamp *camp = machine(p)->camp;
    GrMoveKind kind = gr_move_kind(move);
    int from = gr_move_from(move), to = gr_move_to(move), becomes = gr_move_piece(move), us = p->turn;
    unsigned marks = camp ? take_marks(p, from) & ~(1u << GR_FRESH) : 0;
    bool resets = machine(p)->resetters[us] >> gr_type_of(p->board[from]) & 1, rises = becomes && camp;
    uint16_t clock = (uint16_t)(p->clock + 1);
    if (kind == GR_RESURRECT) {
        marks = 1u << GR_PROMOTED;
        set_waiting(p, us, p->pocket[us] - 1);
    } else if (kind == GR_QUEST) {
        marks |= 1u << GR_QUESTING;
    } else if (rises && kind == GR_NORMAL && (machine(p)->risers >> gr_type_of(p->board[from]) & 1)) {
        marks = camp->rises[becomes] ? 1u << GR_PROMOTED : 0;
    } else {
        rises = false;
    }
    bool takes = gr_is_capture(p, move);
    if (kind == GR_QUEST || kind == GR_RESURRECT)
        move = gr_move_make(GR_NORMAL, from, to, becomes, 0);
    play_fully(p, move, GR_NO_MOVE);
    if (rises && !takes && !resets) /* no pawn was promoted */
        p->clock = clock;
    if (camp)
        put_marks(p, to, marks);
}

static void shoot(GrPosition *p, int to) {
    int us = p->turn;
    clear_ep(p);
    take_piece(p, to);
    p->clock = 0;
    p->passes = 0;
    drop_rights(p, to, to);
    pass_turn(p);
    count_checks(p, us, GR_SHOT);
}

static void teleport(GrPosition *p, int from, int to) {
    int us = p->turn, king = take_piece(p, from), other = take_piece(p, to);
    unsigned marks = take_marks(p, to);
    clear_ep(p);
    put_piece(p, king, to);
    put_piece(p, other, from);
    put_marks(p, from, marks);
    p->rights ^= (uint8_t)(1u << us);
    p->key ^= p->rules->zobrist.right[us];
    p->clock++;
    p->passes = 0;
    pass_turn(p);
    count_checks(p, us, GR_TELEPORT);
}

/* Where there is a camp, or somebody shoots. */
SELDOM void play_apart_of_camp(GrPosition *p, GrMove move) {
    const GrCamp *camp = machine(p)->camp;
    int to = gr_move_to(move), square = gr_captured_square(p, move);
    GrMoveKind kind = gr_move_kind(move);
    if (kind == GR_PLACE) { /* no turn passes, no clock moves */
        put_piece(p, gr_piece(p->turn, camp->returns), to);
        set_mark(p, GR_FRESH, to, camp->fresh >> camp->returns & 1);
        set_pending(p, false);
        return;
    }
    bool returns = square != GR_NO_SQUARE && lose(p, square);
    if (kind == GR_TELEPORT)
        teleport(p, gr_move_from(move), to);
    else if (kind == GR_SHOT)
        shoot(p, to);
    else if (gr_is_by_piece(move))
        go(p, move);
    else
        play_fully(p, move, GR_NO_MOVE);
    if (returns)
        set_pending(p, ((BB)camp->return_to[p->turn] & ~occupied(p)) != 0);
}

SELDOM void play_unusually(GrPosition *p, GrMove move) {
    const GrDefinition *def = machine(p)->def;
    if (machine(p)->apart && !def->carriers) {
        play_apart_of_camp(p, move);
        return;
    }
    if (gr_kind_does(gr_move_kind(move), GR_SPELLS)) {
        play_spell(p, move);
        return;
    }
    int square = def->counting ? gr_captured_square(p, move) : GR_NO_SQUARE, us = p->turn;
    int took = square == GR_NO_SQUARE ? 0 : gr_type_of(p->board[square]);
    int right = def->castles_apart && gr_is_castling(move) ? gr_castling_right(p, move) : -1;
    if (def->flips)
        flip(p, flipped_by(p, move));
    if (def->gates)
        play_gating(p, move);
    else if (def->carriers)
        play_carrying(p, move);
    else
        play_fully(p, move, GR_NO_MOVE);
    if (right >= 0)
        take_right(p, right);
    if (def->counting)
        gr_defined_count_move(p, took, gr_move_becomes(move) != 0);
    if (def->castles_dropped && gr_move_kind(move) == GR_ENTER)
        gain_rights(p, us, gr_move_to(move));
}

/* Nobody counts while there are pawns, of which a move takes two at the most. */
INLINE bool counts_nothing(const GrPosition *p) {
    int pawn = machine(p)->count_waits;
    return pawn && !p->count_limit && bb_count((BB)p->type[pawn]) > 2;
}

static void machine_play(GrPosition *p, GrMove move) {
    if (__builtin_expect(machine(p)->unusual, 0) && !counts_nothing(p))
        play_unusually(p, move);
    else
        play_with(p, move, GR_NO_MOVE, true);
}

#endif
