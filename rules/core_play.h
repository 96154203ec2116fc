/* The rules machine, part 2: changing a position. Internal to rules/.
 *
 * Sets, board and key change together in put_piece, take_piece and move_piece, rights in
 * drop_rights, and nowhere else; a variant's own consequences are built from them.
 */
#ifndef GR_RULES_CORE_PLAY_H
#define GR_RULES_CORE_PLAY_H

#include "rules/core.h"

INLINE void put_piece(GrPosition *p, int code, int sq) {
    p->board[sq] = (uint8_t)code;
    p->side[gr_side_of(code)] |= BB_OF(sq);
    p->type[gr_type_of(code)] |= BB_OF(sq);
    p->key ^= p->rules->zobrist.piece[code][sq];
}

INLINE int take_piece(GrPosition *p, int sq) {
    int code = p->board[sq];
    p->board[sq] = GR_EMPTY;
    p->side[gr_side_of(code)] ^= BB_OF(sq);
    p->type[gr_type_of(code)] ^= BB_OF(sq);
    p->key ^= p->rules->zobrist.piece[code][sq];
    return code;
}

/* Takes what stands on `from` to `to`, which is empty. */
INLINE void move_piece(GrPosition *p, int from, int to) {
    int code = p->board[from];
    BB both = BB_OF(from) | BB_OF(to);
    const uint64_t *keys = p->rules->zobrist.piece[code];
    p->board[from] = GR_EMPTY;
    p->board[to] = (uint8_t)code;
    p->side[gr_side_of(code)] ^= both;
    p->type[gr_type_of(code)] ^= both;
    p->key ^= keys[from] ^ keys[to];
}

/* Rights that end when something leaves, enters or is taken on the squares. */
INLINE void drop_rights(GrPosition *p, int a, int b) {
    unsigned lost = p->rights & ~(p->rules->rights_kept[a] & p->rules->rights_kept[b]);
    if (!lost)
        return;
    p->rights = (uint8_t)(p->rights ^ lost);
    for (; lost; lost &= lost - 1)
        p->key ^= p->rules->zobrist.right[__builtin_ctz(lost)];
}

/* SELDOM functions stay out of line, so that what is done at every move keeps to few registers. */
#define SELDOM static __attribute__((noinline))

SELDOM void forget_ep(GrPosition *p) {
    for (BB ep = (BB)p->ep; ep;)
        p->key ^= p->rules->zobrist.ep[bb_pop(&ep)];
    p->ep = 0;
}

INLINE void clear_ep(GrPosition *p) {
    if ((BB)p->ep)
        forget_ep(p);
}

INLINE bool is_pawn(int type) {
#pragma GCC unroll 4
    for (int i = 0; i < PAWNS; i++)
        if (pawn[i].type == type)
            return true;
    return false;
}

INLINE void pass_turn(GrPosition *p) {
    p->turn ^= 1;
    p->key ^= p->rules->zobrist.turn;
    p->number = (uint16_t)(p->number + (p->turn == p->rules->variant->first));
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

SELDOM void promote(GrPosition *p, int sq, int type) {
    int code = take_piece(p, sq);
    put_piece(p, gr_piece(gr_side_of(code), type), sq);
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
#pragma GCC unroll 4
    for (int i = 0; i < CASTLINGS; i++) {
        const GrCastling *c = &castling[i];
        if (c->king_from != king_from || c->king_to != king_to)
            continue;
        int king = take_piece(p, king_from), rook = take_piece(p, c->rook_from);
        put_piece(p, king, king_to);
        put_piece(p, rook, c->rook_to);
        drop_rights(p, king_from, c->rook_from);
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
