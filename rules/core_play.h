/* The rules machine, part 2: playing moves. Internal to rules/. */
#ifndef GR_RULES_CORE_PLAY_H
#define GR_RULES_CORE_PLAY_H

#include "rules/core.h"
#include "rules/core_change.h"

INLINE bool is_pawn(int type) {
#pragma GCC unroll 4
    for (int i = 0; i < PAWNS; i++)
        if (pawn[i].type == type)
            return true;
    return false;
}

/* Would the king of the side to move be safe after an en passant capture? The pieces that leave
 * are taken off the board, the capturer set on its new square: Kxr, pins along the rank and all. A
 * variant with another answer defines EP_IS_SAFE, the name of its function. */
#ifndef EP_IS_SAFE
#define EP_IS_SAFE ep_is_safe
#endif
INLINE bool EP_IS_SAFE(const GrPosition *p, int from, int to, int victim);

INLINE bool ep_is_safe(const GrPosition *p, int from, int to, int victim) {
    if (!ROYAL(p->turn))
        return true;
    BB gone = BB_OF(from) | BB_OF(victim);
    BB occ = (occupied(p) & ~gone) | BB_OF(to);
    return !attacked_given(p, king_of(p, p->turn), !p->turn, occ, gone);
}

static GrSet core_en_passant(const GrPosition *p, GrSet passed, int victim) {
    BB found = 0;
    if (IS_OVER(p))
        return 0;
    for (BB squares = (BB)passed & ALL; squares;) {
        int to = bb_pop(&squares);
        BB pawns = tables(p)->pawn_take[!p->turn][to] & all_pawns(p) & side_of(p, p->turn);
        while (pawns)
            if (EP_IS_SAFE(p, bb_pop(&pawns), to, victim)) {
                found |= BB_OF(to);
                break;
            }
    }
    return found;
}

/* The squares on which a pawn that went straight from `from` to `to` can be captured. */
INLINE BB passed_over(const GrPosition *p, int type, int side, int from, int to) {
    BB passed = tables(p)->between[from][to];
#pragma GCC unroll 4
    for (int i = 0; i < PAWNS; i++)
        if (pawn[i].type == type && (pawn[i].origin_ranks | pawn[i].safe_ranks)) {
            int rank = side == GR_WHITE ? from / FILES : RANKS - 1 - from / FILES;
            if (pawn[i].origin_ranks >> rank & 1)
                passed |= BB_OF(from);
            if (pawn[i].safe_ranks >> rank & 1)
                passed = 0;
        }
    return passed;
}

/* After the turn has passed: the pawn on `victim` has just gone over these squares. */
SELDOM void allow_ep_on(GrPosition *p, BB passed, int victim) {
    BB pawns = all_pawns(p) & side_of(p, p->turn), near = 0;
    for (BB left = passed; left;)
        near |= tables(p)->pawn_take[!p->turn][bb_pop(&left)];
    if (!(near & pawns))
        return;
    p->ep = core_en_passant(p, passed, victim);
    p->ep_victim = (uint8_t)victim;
    for (BB ep = (BB)p->ep; ep;)
        p->key ^= p->rules->zobrist.ep[bb_pop(&ep)];
}

/* The same for a pawn that went straight from `from` to `to`. */
INLINE void allow_ep(GrPosition *p, int type, int from, int to) {
    BB passed = passed_over(p, type, !p->turn, from, to);
    if (passed)
        allow_ep_on(p, passed, to);
}

/* An ordinary move, capture or promotion; returns what was captured (a piece code). */
INLINE int play_normal(GrPosition *p, int from, int to, int promoted) {
    int captured = p->board[to];
    if (captured != GR_EMPTY) {
        take_piece(p, to);
        p->clock = 0;
    }
    move_piece(p, from, to);
    if (promoted)
        promote(p, to, promoted);
    drop_rights(p, from, to);
    return captured;
}

SELDOM void play_castle(GrPosition *p, int king_from, int king_to) {
    int right = 2 * p->turn + (king_to % FILES < FILES / 2);
    if (ANY_CASTLINGS && (p->rights >> (GR_MOVED_RIGHTS + right) & 1)) {
        int rook_from = gr_rules_moved_rook(p, right), king = take_piece(p, king_from), rook = take_piece(p, rook_from);
        put_piece(p, king, king_to);
        put_piece(p, rook, right & 1 ? king_to + 1 : king_to - 1);
        drop_rights(p, king_from, king_to);
        return;
    }
#pragma GCC unroll 4
    for (int i = 0; i < CASTLINGS; i++) {
        const GrCastling *c = &castling[i];
        if (c->king_from != king_from || c->king_to != king_to)
            continue;
        int king = take_piece(p, king_from), rook = take_piece(p, c->rook_from);
        put_piece(p, king, king_to);
        put_piece(p, rook, c->rook_to);
        drop_rights(p, king_from, c->rook_from);
        if (ANY_CASTLINGS && p->rights >> GR_MOVED_RIGHTS) /* the other wing's may be one */
            drop_rights(p, king_to, king_to);
        return;
    }
}

/* Everything but a variant's own kinds of move. */
INLINE void core_play(GrPosition *p, GrMove m) {
    int from = gr_move_from(m), to = gr_move_to(m);
    int type = gr_type_of(p->board[from]);
    GrMoveKind kind = gr_move_kind(m);
    int victim = p->ep_victim;
    bool pawn_moves = is_pawn(type) && kind != GR_PASS;

    clear_ep(p);
    p->clock = pawn_moves ? 0 : (uint16_t)(p->clock + 1);
    if (__builtin_expect(kind == GR_NORMAL, 1)) {
        play_normal(p, from, to, gr_move_piece(m));
    } else if (kind == GR_EN_PASSANT) {
        take_piece(p, victim);
        play_normal(p, from, to, 0);
    } else if (kind == GR_CASTLE) {
        play_castle(p, from, to);
    }
    pass_turn(p);
    if (pawn_moves && kind == GR_NORMAL && (to - from) % FILES == 0)
        allow_ep(p, type, from, to);
}

#endif
