/* Changing a position, for all rules machines. Internal to rules/.
 *
 * Sets, board and key change together in put_piece, take_piece and move_piece, rights in
 * drop_rights, and nowhere else; a variant's own consequences are built from them. One with rights
 * of its own changes these and their part of the key itself.
 */
#ifndef GR_RULES_CORE_CHANGE_H
#define GR_RULES_CORE_CHANGE_H

#include "rules/core_sets.h"
#include "rules/tables.h"

/* A copy, by a variant with a C file of its own: none has more types. */
INLINE void copy_few(GrPosition *to, const GrPosition *from) {
    memcpy(to, from, GR_POSITION_FEW);
}

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

/* Of rights that something on the squares may have ended, those that go by chess960's rules: they end if a rook was
 * there, or the king is there now, or nowhere. */
SELDOM void end_moved_rights(GrPosition *p, unsigned perhaps, int a, int b) {
    for (unsigned left = perhaps >> GR_MOVED_RIGHTS; left; left &= left - 1) {
        int right = __builtin_ctz(left), rook = gr_rules_moved_rook(p, right);
        const GrVariant *v = p->rules->variant;
        GrSet king = p->side[right / 2] & p->type[GR_KING], first = gr_set_below(v->files);
        GrSet home = right < 2 ? first : first << (v->ranks - 1) * v->files;
        if (rook != a && rook != b && (king & home) && !gr_set_has(king, a) && !gr_set_has(king, b))
            continue;
        p->key ^= gr_rules_moved_key(p, right);
        p->rights ^= (uint8_t)(1u << (GR_MOVED_RIGHTS + right));
        p->rook_file[right] = 0;
    }
}

SELDOM void lose_rights(GrPosition *p, unsigned lost, int a, int b) {
    if (lost >> GR_MOVED_RIGHTS)
        end_moved_rights(p, lost, a, b);
    lost &= (1u << GR_MOVED_RIGHTS) - 1;
    p->rights = (uint8_t)(p->rights ^ lost);
    for (; lost; lost &= lost - 1)
        p->key ^= p->rules->zobrist.right[__builtin_ctz(lost)];
}

/* Rights that end when something leaves, enters or is taken on the squares. */
INLINE void drop_rights(GrPosition *p, int a, int b) {
    unsigned lost = p->rights & ~(p->rules->rights_kept[a] & p->rules->rights_kept[b]);
    if (__builtin_expect(lost != 0, 0))
        lose_rights(p, lost, a, b);
}

SELDOM void forget_ep(GrPosition *p) {
    for (BB ep = (BB)p->ep; ep;)
        p->key ^= p->rules->zobrist.ep[bb_pop(&ep)];
    p->ep = 0;
}

INLINE void clear_ep(GrPosition *p) {
    if ((BB)p->ep)
        forget_ep(p);
}

INLINE void pass_turn(GrPosition *p) {
    p->turn ^= 1;
    p->key ^= p->rules->zobrist.turn;
    p->number = (uint16_t)(p->number + (p->turn == p->rules->variant->first));
}

SELDOM void promote(GrPosition *p, int sq, int type) {
    int code = take_piece(p, sq);
    put_piece(p, gr_piece(gr_side_of(code), type), sq);
}

#endif
