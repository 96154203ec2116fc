/* Which of several moves a player is more likely to have chosen: the one that loses less.
 *
 * No variant's piece values are known here; a piece is taken to be worth the squares it goes to
 * from the average square of an empty board. Captures are looked at to their end, and the answer
 * that was really given is asked whether it makes sense.
 */
#include <string.h>

#include "notation/repair_local.h"

enum {
    SCALE = 10,      /* values are in tenths of a square */
    PAWN_VALUE = 20,
    ROYAL_VALUE = 2000,
    CAPTURES = 5,    /* plies of captures looked at */
    INFINITE = 1000000,
    MATERIAL = 5,    /* a point of unlikeliness for half a square's value given away */
    FREEDOM = 4      /* or for this many moves of freedom */
};

static bool on_board(const GrVariant *v, int file, int rank) {
    return file >= 0 && file < v->files && rank >= 0 && rank < v->ranks;
}

static int slide_squares(const GrVariant *v, int sq, int range, bool diagonal) {
    int squares = 0;
    for (int way = 0; way < 4; way++) {
        int df = diagonal ? (way & 1 ? 1 : -1) : (way == 0) - (way == 1);
        int dr = diagonal ? (way & 2 ? 1 : -1) : (way == 2) - (way == 3);
        int file = sq % v->files + df, rank = sq / v->files + dr;
        for (int n = 0; n < range && on_board(v, file, rank); n++, file += df, rank += dr)
            squares++;
    }
    return squares;
}

static int leap_squares(const GrVariant *v, int sq, int a, int b) {
    int squares = 0;
    for (int way = 0; way < 8; way++) {
        int df = way & 4 ? b : a, dr = way & 4 ? a : b;
        bool twice = (a == b && way & 4) || (df == 0 && way & 1) || (dr == 0 && way & 2);
        if (!twice)
            squares += on_board(v, sq % v->files + (way & 1 ? -df : df),
                                sq / v->files + (way & 2 ? -dr : dr));
    }
    return squares;
}

static int reach_squares(const GrVariant *v, const GrReach *reach) {
    int squares = 0;
    for (int sq = 0; sq < gr_squares(v); sq++) {
        squares += slide_squares(v, sq, reach->orth, false) +
                   slide_squares(v, sq, reach->diag, true);
        for (int i = 0; i < 4 && (reach->leap[i].df || reach->leap[i].dr); i++)
            squares += leap_squares(v, sq, reach->leap[i].df, reach->leap[i].dr);
    }
    return squares;
}

void repair_likely_init(Likely *likely, const GrRules *rules) {
    const GrVariant *v = gr_variant(rules);
    memset(likely->value, 0, sizeof likely->value);
    likely->value[GR_KING] = ROYAL_VALUE;
    for (int type = GR_KING + 1; type <= v->types; type++) {
        int squares = reach_squares(v, &v->piece[type].move);
        int value = squares * SCALE / gr_squares(v);
        likely->value[type] = value > PAWN_VALUE ? value : PAWN_VALUE;
    }
}

/* From the view of the side to move. */
static int material(const Likely *likely, const GrPosition *pos) {
    int types = gr_variant(pos->rules)->types, sum = 0;
    for (int type = GR_KING + 1; type <= types; type++)
        sum += likely->value[type] * (gr_set_count(pos->type[type] & pos->side[pos->turn]) -
                                      gr_set_count(pos->type[type] & pos->side[!pos->turn]));
    return sum;
}

static int gain(const Likely *likely, const GrPosition *pos, GrMove move) {
    int sq = gr_captured_square(pos, move);
    return sq == GR_NO_SQUARE ? 0 : likely->value[gr_type_of(pos->board[sq])];
}

/* What the side to move has after the best captures, if it need not capture. */
static int quiet_value(const Likely *likely, const GrPosition *pos, int alpha, int beta,
                       int depth) {
    GrMove captures[64];
    GrMoveList list;
    int best = material(likely, pos);
    if (best >= beta || depth == 0)
        return best;
    if (best > alpha)
        alpha = best;
    gr_captures(pos, &list);
    unsigned count = list.count < 64 ? list.count : 64;
    memcpy(captures, list.move, count * sizeof *captures);
    for (unsigned i = 0; i < count; i++) {
        GrPosition after = *pos;
        if (best + gain(likely, pos, captures[i]) <= alpha && depth < CAPTURES)
            continue;
        gr_play(&after, captures[i]);
        int value = after.turn == pos->turn
                        ? quiet_value(likely, &after, alpha, beta, depth - 1)
                        : -quiet_value(likely, &after, -beta, -alpha, depth - 1);
        if (value > best)
            best = value;
        if (best > alpha)
            alpha = best;
        if (alpha >= beta)
            break;
    }
    return best;
}

static int value_after(const Likely *likely, const GrPosition *pos, GrMove move, int alpha) {
    GrPosition after = *pos;
    gr_play(&after, move);
    return after.turn == pos->turn ? quiet_value(likely, &after, alpha, INFINITE, CAPTURES)
                                   : -quiet_value(likely, &after, -INFINITE, -alpha, CAPTURES);
}

/* The best that the side to move can get with one move, captures after it included. */
static int best_value(Likely *likely, const GrPosition *pos) {
    int best = -INFINITE;
    gr_moves(pos, &likely->list);
    for (unsigned i = 0; i < likely->list.count; i++) {
        int value = value_after(likely, pos, likely->list.move[i], best);
        if (value > best)
            best = value;
    }
    return best;
}

/* By how many moves `side` has more to choose from than the other; 0 in check, where that tells
 * nothing. */
static int freedom(const GrPosition *pos, int side) {
    GrPosition passed = *pos;
    int mine = (int)gr_count_moves(pos);
    if (pos->pending || gr_in_check(pos))
        return 0;
    gr_play(&passed, gr_move_make(GR_PASS, 0, 0, 0, 0));
    int theirs = (int)gr_count_moves(&passed);
    return pos->turn == side ? mine - theirs : theirs - mine;
}

/* What a move gives away, by the best answer to it, and by the answer that was given if that is
 * not the best: nobody overlooks as much as he leaves hanging. */
static int given_away(Likely *likely, const GrPosition *before, const GrPosition *after,
                      GrMove reply) {
    int now = quiet_value(likely, before, -INFINITE, INFINITE, CAPTURES);
    int best = best_value(likely, after);
    if (best == -INFINITE)
        return 0; /* it ends the game */
    int left = after->turn == before->turn ? best : -best;
    int sum = now > left ? now - left : 0;
    if (reply != GR_NO_MOVE) {
        int answered = value_after(likely, after, reply, -INFINITE);
        sum += best > answered ? best - answered : 0;
    }
    return sum;
}

int repair_unlikely(Likely *likely, const GrPosition *before, GrMove move, GrMove reply) {
    GrPosition after = *before;
    gr_play(&after, move);
    int gained = freedom(&after, before->turn) - freedom(before, before->turn);
    int sum = UNLIKELY_NEUTRAL - gained / FREEDOM +
              given_away(likely, before, &after, reply) / MATERIAL;
    return sum < 0 ? 0 : sum > UNLIKELY_MOST ? UNLIKELY_MOST : sum;
}
