/* The machine that runs games described in a file: pieces from the hand that are put where a piece was (Seirawan
 * Chess). Internal to rules/.
 *
 * Such a move is legal where the plain one is, since the piece that is put ends no check: the move itself comes first.
 * Only a piece that hops over others, such as a cannon, may give check over the new one. So these moves are made from
 * the plain ones, here and nowhere else. The squares that still allow it are extra[GR_FRESH] of a position; each
 * belongs to the side whose home it is in.
 */
#ifndef GR_RULES_DEFINED_GATES_H
#define GR_RULES_DEFINED_GATES_H

#include "rules/defined_drops.h"

/* The squares of the side to move on which something may be put now. */
INLINE BB gates_now(const GrPosition *p) {
    BB gates = (BB)p->extra[GR_FRESH] & machine(p)->home[p->turn];
    return gates && gr_defined_may_gate(p, p->turn) ? gates : 0;
}

INLINE GrMove gated(GrMove plain, int type, int sq) {
    GrMoveKind kind = gr_move_kind(plain) == GR_CASTLE ? GR_DROP_CASTLE : GR_DROP;
    return gr_move_make(kind, gr_move_from(plain), gr_move_to(plain), type, sq);
}

/* The move without the piece that it puts. */
INLINE GrMove without_gate(GrMove move) {
    GrMoveKind kind = gr_move_kind(move) == GR_DROP_CASTLE ? GR_CASTLE : GR_NORMAL;
    return gr_move_make(kind, gr_move_from(move), gr_move_to(move), 0, 0);
}

/* Squares that the move leaves, and the one to which it goes. */
static BB left_by(const GrPosition *p, GrMove move) {
    GrCastling c;
    if (!gr_is_by_piece(move))
        return 0;
    if (gr_is_castling(move) && gr_castling(p, gr_castling_right(p, move), &c))
        return BB_OF(c.king_from) | BB_OF(c.rook_from);
    return BB_OF(gr_move_from(move)) | BB_OF(gr_move_to(move));
}

/* Those of them that are empty after the move, and may get a piece. */
static BB gates_of(const GrPosition *p, GrMove plain, BB gates) {
    GrCastling c;
    if (gr_move_kind(plain) == GR_NORMAL && !gr_move_piece(plain))
        return gates & BB_OF(gr_move_from(plain));
    if (gr_move_kind(plain) != GR_CASTLE || !gr_castling(p, gr_castling_right(p, plain), &c))
        return 0;
    return gates & (BB_OF(c.king_from) | BB_OF(c.rook_from)) & ~BB_OF(c.king_to) & ~BB_OF(c.rook_to);
}

static void put_gated(GrPosition *p, int us, GrMove move) {
    put_piece(p, gr_piece(us, gr_move_piece(move)), gr_move_third(move));
    add_to_hand(p, us, gr_move_piece(move), -1);
}

/* After a move of `us` that has left the squares. Nothing can be put where another piece stands now. */
static void close_gates(GrPosition *p, int us, BB left) {
    const Machine *m = machine(p);
    BB was = (BB)p->extra[GR_FRESH], mine = m->home[GR_WHITE] & (BB)p->side[GR_WHITE];
    BB is = was & ~left & (mine | (m->home[GR_BLACK] & (BB)p->side[GR_BLACK]));
    if (!gr_defined_may_gate(p, us))
        is &= ~m->home[us];
    p->extra[GR_FRESH] = is;
    for (BB gone = was & ~is; gone;)
        p->key ^= p->rules->zobrist.extra[GR_FRESH][bb_pop(&gone)];
}

static void machine_play(GrPosition *p, GrMove move);

/* Would a piece that hops over the new one give check? */
static bool lets_in(const GrPosition *p, GrMove move) {
    GrPosition after;
    if (!machine(p)->odd_takes[!p->turn])
        return false;
    gr_position_copy(&after, p);
    machine_play(&after, move);
    return king_in_check(&after, p->turn);
}

/* Adds all that the plain move may put to the list, if there is one; returns how many there are. */
static uint64_t add_gated(const GrPosition *p, GrMove plain, BB gates, GrMoveList *list) {
    const Machine *m = machine(p);
    int us = p->turn;
    uint64_t n = 0;
    for (BB at = gates_of(p, plain, gates); at;) {
        int sq = bb_pop(&at);
        for (int type = GR_KING + 1; type <= m->types; type++) {
            GrMove move = gated(plain, type, sq);
            if (!p->hand[us][type] || !bb_has(m->droppable[us][type], sq) || lets_in(p, move))
                continue;
            if (list && list->count < GR_MAX_MOVES)
                gr_list_add(list, move);
            n++;
        }
    }
    return n;
}

SELDOM uint64_t gating_moves(const GrPosition *p, GrMoveList *list, GrMoveSets *sets, Mode mode) {
    GrMoveList plain;
    BB gates = gates_now(p);
    uint64_t n = plain_moves(p, list, sets, mode);
    if (!gates)
        return n;
    plain.count = 0;
    plain_moves(p, &plain, NULL, mode == CAPTURES ? CAPTURES : LIST);
    if (mode == SETS)
        list = &sets->others;
    for (unsigned i = 0; i < plain.count; i++)
        n += add_gated(p, plain.move[i], gates, mode == COUNT ? NULL : list);
    return n;
}

#endif
