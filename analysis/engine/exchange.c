/* Static exchange evaluation: what a move wins when both sides go on taking on its square, each
 * with its least valuable piece and as long as that pays. Pieces behind those that have taken join
 * in, since attackers are looked for again each time: so do hops, whose screens go. */
#include "analysis/engine/search_local.h"

enum { MOST_CAPTURES = 32 };

typedef struct Exchange {
    const GrSearch *s;
    GrPosition pos; /* what has taken is off the board; nobody looks at the square itself */
    int sq;
    int standing; /* the value of what stands there, */
    bool stands;  /* if anything does: a shot leaves nothing to be taken back */
} Exchange;

static void take_off(GrPosition *pos, int sq) {
    GrSet bit = gr_set_of(sq);
    pos->side[gr_side_of(pos->board[sq])] &= ~bit;
    pos->type[gr_type_of(pos->board[sq])] &= ~bit;
    pos->board[sq] = GR_EMPTY;
}

static GrSet attackers_of(const Exchange *x, int side) {
    return gr_attackers(&x->pos, x->sq, side) & ~gr_set_of(x->sq);
}

/* The least valuable piece of `side` that attacks the square; GR_NO_SQUARE if there is none. The
 * royal piece comes last, and only where nothing can take it. */
static int least_attacker(const Exchange *x, int side) {
    int best = GR_NO_SQUARE, least = 0;
    for (GrSet attackers = attackers_of(x, side); attackers;) {
        int sq = gr_set_pop(&attackers), type = gr_type_of(x->pos.board[sq]);
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
    int type = gr_type_of(x->pos.board[from]);
    x->standing = x->s->value[type];
    x->stands = !(x->s->variant->piece[type].flags & GR_SHOOTS);
    take_off(&x->pos, from);
}

/* Makes the move itself. False if nothing can be taken back on its square: it ends there what it
 * wins. A drop changes who guards what, so it is played in full. */
static bool make_move(Exchange *x, GrMove move) {
    int from = gr_move_from(move), becomes = gr_move_piece(move);
    GrMoveKind kind = gr_move_kind(move);
    if (kind == GR_DROP) {
        x->standing = x->s->value[gr_type_of(x->pos.board[from])];
        gr_play(&x->pos, move);
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

int gr_exchange(const GrSearch *s, const GrPosition *pos, GrMove move, int gain) {
    Exchange x = {.s = s, .pos = *pos, .sq = gr_move_to(move), .stands = true};
    int balance[MOST_CAPTURES] = {gain}, count = 1, side = pos->turn;
    if (s->variant->explosions || !make_move(&x, move))
        return gain;
    while (count < MOST_CAPTURES && x.stands) {
        side = !side;
        int from = least_attacker(&x, side);
        if (from == GR_NO_SQUARE)
            break;
        balance[count] = x.standing - balance[count - 1];
        count++;
        take(&x, from);
    }
    /* From the end: each side takes only if that is better than leaving it. */
    while (--count > 0)
        if (balance[count] > -balance[count - 1])
            balance[count - 1] = -balance[count];
    return balance[0];
}
