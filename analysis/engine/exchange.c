/* Static exchange evaluation: what a move wins when both sides go on taking on its square, each
 * with its least valuable piece and as long as that pays. Pieces behind those that have taken join
 * in, since attackers are looked for again each time: so do hops, whose screens go. */
#include "analysis/engine/search_local.h"

enum { MOST_CAPTURES = 32 };

typedef struct Exchange {
    const GrSearch *s;
    const GrPosition *pos;
    GrSet gone; /* what has taken; nobody looks at the square itself */
    int sq;
    int standing; /* the value of what stands there, */
    bool stands;  /* if anything does: a shot leaves nothing to be taken back */
} Exchange;

static GrSet attackers_of(const Exchange *x, int side) {
    return gr_attackers_without(x->pos, x->sq, side, x->gone) & ~gr_set_of(x->sq);
}

/* The least valuable piece of `side` that attacks the square; GR_NO_SQUARE if there is none. The
 * royal piece comes last, and only where nothing can take it. */
static int least_attacker(const Exchange *x, int side) {
    int best = GR_NO_SQUARE, least = 0;
    for (GrSet attackers = attackers_of(x, side); attackers;) {
        int sq = gr_set_pop(&attackers), type = gr_type_of(x->pos->board[sq]);
        int value = type == GR_KING ? GR_EVAL_LIMIT : x->s->value[type];
        if (best == GR_NO_SQUARE || value < least) {
            best = sq;
            least = value;
        }
    }
    return least == GR_EVAL_LIMIT && attackers_of(x, !side) ? GR_NO_SQUARE : best;
}

/* The piece on `from` takes. */
static void take(Exchange *x, int from) {
    int type = gr_type_of(x->pos->board[from]);
    x->standing = x->s->value[type];
    x->stands = !(x->s->variant->piece[type].flags & GR_SHOOTS);
    x->gone |= gr_set_of(from);
}

/* Makes the move itself. False if nothing can be taken back on its square: it ends there what it
 * wins. A drop changes who guards what, so it is played in full, in `after`. */
static bool make_move(Exchange *x, GrMove move, GrPosition *after) {
    int from = gr_move_from(move), becomes = gr_move_piece(move);
    GrMoveKind kind = gr_move_kind(move);
    if (gr_has_third(move)) {
        int type = gr_move_becomes(move) ? becomes : gr_type_of(x->pos->board[from]);
        x->standing = x->s->value[type];
        *after = *x->pos;
        gr_play(after, move);
        x->pos = after;
        return true;
    }
    if (kind != GR_NORMAL && kind != GR_EN_PASSANT && kind != GR_RESURRECT)
        return false;
    take(x, from);
    x->stands = true;
    if (kind != GR_EN_PASSANT && becomes)
        x->standing = x->s->value[becomes];
    return true;
}

/* Each side takes only if that is better than leaving it. It is settled as soon as one side has enough even if it loses
 * for nothing what it has taken with: mostly before attackers are looked for. */
bool gr_exchange_loses(const GrSearch *s, const GrPosition *pos, GrMove move, int gain, int limit) {
    Exchange x = {.s = s, .pos = pos, .sq = gr_move_to(move), .stands = true};
    GrPosition after;
    int balance = gain, us = pos->turn, side = us; /* balance: of the side that has taken last */
    if (gain < limit)
        return true;
    if (s->variant->explosions || !make_move(&x, move, &after))
        return false;
    for (int count = 1; count < MOST_CAPTURES && x.stands; count++) {
        side = !side;
        balance = x.standing - balance;
        if (side == us ? balance < limit : balance <= -limit)
            return side == us;
        int from = least_attacker(&x, side);
        if (from == GR_NO_SQUARE)
            return side == us;
        take(&x, from);
    }
    return side != us;
}
