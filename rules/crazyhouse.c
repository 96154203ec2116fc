/* Crazyhouse: chess in which captured pieces change sides and are dropped again, as lichess plays it.
 *
 * A captured piece, as a pawn if it was promoted, goes to the captor's hand. Instead of moving a
 * side drops a piece from its hand on an empty square, a pawn not on the first or last rank. A drop
 * may end a check and may give mate. A rook that was dropped does not castle.
 *
 * FEN has the hands in brackets after the board, and `~` after promoted pieces. In the pocket each
 * side has a byte for each type, in the order of the piece rows. No hand can overflow, since no
 * more than 63 pieces are on the board and in hand together.
 */
#include <ctype.h>
#include <string.h>

#include "rules/orthodox.h"

#define EXTRA_MOVES drops
#define OWN_PLAY play
#define OWN_KINDS(pattern) (1u << GR_ENTER)
#include "rules/core_hooks.h"

INLINE int held(const GrPosition *p, int side, int type) {
    return p->pocket[GR_HAND_TYPES * side + type - Q];
}

INLINE bool holds_nothing(const GrPosition *p, int side) {
    uint64_t hand;
    memcpy(&hand, p->pocket + GR_HAND_TYPES * side, sizeof hand);
    return !hand;
}

static void add_to_hand(GrPosition *p, int side, int type, int by) {
    const uint64_t *numbers = p->rules->zobrist.hand[side][type - Q];
    uint8_t *hand = &p->pocket[GR_HAND_TYPES * side + type - Q];
    int now = (*hand + by) & GR_HAND_MAX;
    p->key ^= numbers[*hand] ^ numbers[now];
    *hand = (uint8_t)now;
}

static int in_hand(const GrPosition *p, int side, int type) {
    return type < Q || type > P ? 0 : held(p, side, type);
}

/* ---- playing ---- */

INLINE void mark(GrPosition *p, int sq, bool on) {
    if (bb_has((BB)p->extra[GR_PROMOTED], sq) == on)
        return;
    p->extra[GR_PROMOTED] ^= BB_OF(sq);
    p->key ^= p->rules->zobrist.extra[GR_PROMOTED][sq];
}

static void drop(GrPosition *p, int type, int sq) {
    clear_ep(p);
    p->clock = type == P ? 0 : (uint16_t)(p->clock + 1);
    put_piece(p, gr_piece(p->turn, type), sq);
    add_to_hand(p, p->turn, type, -1);
    pass_turn(p);
}

static void play(GrPosition *p, GrMove m) {
    GrMoveKind kind = gr_move_kind(m);
    int us = p->turn, from = gr_move_from(m), to = gr_move_to(m);
    if (kind == GR_ENTER) {
        drop(p, gr_move_piece(m), to);
        return;
    }
    if (kind == GR_EN_PASSANT)
        add_to_hand(p, us, P, 1);
    if (kind == GR_NORMAL) {
        bool promoted = bb_has((BB)p->extra[GR_PROMOTED], from) || gr_move_piece(m);
        if (p->board[to] != GR_EMPTY)
            add_to_hand(p, us, bb_has((BB)p->extra[GR_PROMOTED], to) ? P : gr_type_of(p->board[to]), 1);
        mark(p, from, false);
        mark(p, to, promoted);
    }
    core_play(p, m);
}

/* ---- drops ---- */

INLINE uint64_t drops(Gen *g, Mode mode, int us) {
    BB free = g->target & ~g->occ & ALL, ends = g->t->rank[0] | g->t->rank[RANKS - 1];
    uint64_t n = 0;
    if (g->captures_only || holds_nothing(g->p, us))
        return 0;
    for (int type = Q; type <= P; type++) {
        BB to = held(g->p, us, type) ? type == P ? free & ~ends : free : 0;
        if (mode == COUNT) {
            n += (uint64_t)bb_count(to);
            continue;
        }
        while (to) {
            int sq = bb_pop(&to);
            gr_list_add(g->list, gr_move_make(GR_ENTER, sq, sq, type, 0));
        }
    }
    return n;
}

/* ---- FEN ---- */

static size_t write_pocket(const GrPosition *p, char *out) {
    char *at = out;
    for (int side = GR_WHITE; side <= GR_BLACK; side++)
        for (int type = Q; type <= P; type++)
            for (int n = in_hand(p, side, type); n > 0; n--)
                *at++ = side == GR_WHITE ? piece[type].letter : (char)tolower(piece[type].letter);
    return (size_t)(at - out);
}

static const char *read_pocket(GrPosition *p, const char *text, size_t length) {
    if (length == 1 && *text == '-')
        return NULL;
    for (size_t i = 0; i < length; i++) {
        const char *found = strchr("QRBNP", toupper((unsigned char)text[i]));
        int side = islower((unsigned char)text[i]) ? GR_BLACK : GR_WHITE;
        if (!found || !*found)
            return "a hand holds Q, R, B, N and P (q, r, b, n and p for Black)";
        int type = Q + (int)(found - "QRBNP");
        if (in_hand(p, side, type) == GR_HAND_MAX)
            return "too many pieces";
        add_to_hand(p, side, type, 1);
    }
    return NULL;
}

static size_t write_marks(const GrPosition *p, int sq, char *out) {
    *out = '~';
    return gr_set_has(p->extra[GR_PROMOTED], sq);
}

static const char *read_mark(GrPosition *p, int sq, char c) {
    int type = gr_type_of(p->board[sq]);
    if (c != '~')
        return "only '~' follows a piece, for a promoted one";
    if (type == K || type == P)
        return "neither a king nor a pawn has been promoted";
    p->extra[GR_PROMOTED] |= gr_set_of(sq);
    return NULL;
}

static const char *fault(GrPosition *p, unsigned n) {
    int all = bb_count(side_of(p, GR_WHITE) | side_of(p, GR_BLACK));
    for (int type = Q; type <= P; type++)
        all += in_hand(p, GR_WHITE, type) + in_hand(p, GR_BLACK, type);
    if (n > 0)
        return NULL;
    return all <= GR_HAND_MAX ? "" : "more than 63 pieces on the board and in hand";
}

static const GrHooks hooks = {
    CORE_HOOKS,
    .size = core_size, .fill = core_fill, .in_hand = in_hand, .pocket_optional = true,
    .write_pocket = write_pocket, .read_pocket = read_pocket,
    .write_marks = write_marks, .read_mark = read_mark, .fault = fault,
};

const GrVariant gr_crazyhouse = {
    ORTHODOX,
    .name = "crazyhouse",
    .title = "Crazyhouse",
    .aliases = "Crazy House|ZH|Crazyhouse Chess|Crazyhouse960",
    .hands = true,
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    .hooks = &hooks,
};
