/* Static exchange evaluation: what a capture wins when both sides go on taking on its square. */
#include "analysis/engine/search_local.h"

enum { MOST_CAPTURES = 32 };

typedef struct Exchange {
    const GrSearch *s;
    GrPosition pos; /* what has taken is off the board; the square itself is looked at by nobody */
    int sq;
} Exchange;

static void take_off(GrPosition *pos, int sq) {
    GrSet bit = gr_set_of(sq);
    if (pos->board[sq] == GR_EMPTY || pos->board[sq] == GR_HOLE)
        return;
    pos->side[gr_side_of(pos->board[sq])] &= ~bit;
    pos->type[gr_type_of(pos->board[sq])] &= ~bit;
    pos->board[sq] = GR_EMPTY;
}

/* The least valuable piece of `side` that attacks the square; GR_NO_SQUARE if there is none. The
 * royal piece comes last, and only where nothing can take it. */
static int least_attacker(const Exchange *x, int side) {
    GrSet attackers = gr_attackers(&x->pos, x->sq, side) & ~gr_set_of(x->sq);
    int best = GR_NO_SQUARE, least = 0;
    while (attackers) {
        int sq = gr_set_pop(&attackers), type = gr_type_of(x->pos.board[sq]);
        int value = type == GR_KING ? GR_EVAL_LIMIT : gr_value_of(x->s->eval, type);
        if (best == GR_NO_SQUARE || value < least) {
            best = sq;
            least = value;
        }
    }
    if (least == GR_EVAL_LIMIT &&
        gr_attackers(&x->pos, x->sq, !side) & ~gr_set_of(x->sq))
        return GR_NO_SQUARE;
    return best;
}

int gr_exchange(const GrSearch *s, const GrPosition *pos, GrMove move, int gain) {
    Exchange x = {.s = s, .pos = *pos, .sq = gr_move_to(move)};
    int balance[MOST_CAPTURES], count = 0, side = pos->turn, from = gr_move_from(move);
    int standing = gr_move_piece(move) && gr_move_kind(move) == GR_NORMAL
                       ? gr_value_of(s->eval, gr_move_piece(move))
                       : gr_value_of(s->eval, gr_type_of(pos->board[from]));
    balance[count++] = gain;
    take_off(&x.pos, from);
    while (count < MOST_CAPTURES) {
        side = !side;
        from = least_attacker(&x, side);
        if (from == GR_NO_SQUARE)
            break;
        balance[count] = standing - balance[count - 1];
        count++;
        standing = gr_value_of(s->eval, gr_type_of(x.pos.board[from]));
        take_off(&x.pos, from);
    }
    /* From the end: each side takes only if that is better than leaving it. */
    while (--count > 0)
        if (balance[count] > -balance[count - 1])
            balance[count - 1] = -balance[count];
    return balance[0];
}
