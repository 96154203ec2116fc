/* Which of several moves a player is more likely to have chosen.
 *
 * No variant's piece values are known here; a piece is taken to be worth the squares it goes to
 * from the average square of an empty board. Captures are looked at to their end, and the plies
 * around the move are asked whether they make sense with it.
 *
 * The weights were fitted to games of chess from which one ply had been left out: each is what
 * its trait adds to the logarithm of the odds against a move, in hundredths. Traits are counted as
 * the comments say.
 */
#include <string.h>

#include "notation/repair/repair_local.h"

enum {
    SCALE = 10,      /* values are in tenths of a square */
    PAWN_VALUE = 20,
    ROYAL_VALUE = 2000,
    CAPTURES = 5,    /* plies of captures looked at */
    INFINITE = 1000000,
    MOST_LOST = 30,  /* squares' worth of loss; more counts no more */
    MOST_FREED = 15,
    HEAVY = 120      /* values from here on: a queen and the like */
};

enum {
    LOST = 23,       /* a square's worth is lost by the best answer */
    OVERLOOKED = 23, /* the answer given wins a square's worth less than the best */
    FREED = -14,     /* two moves more than the other side to choose from, compared to before */
    CAPTURE = -97,
    RETAKES = -86,   /* on the square that the other side has just moved to */
    RETAKEN = 39,    /* the answer takes the piece */
    EVADES = -115,   /* the piece is attacked by the one that has just moved */
    GOES_ON = -42,   /* the same piece is moved next, */
    DETOUR = 56,     /* to where it could have gone at once */
    CASTLES = -270,
    ROYAL_MOVES = 56,
    PAWN_MOVES = 29,
    CHECKS = -111,
    CHASES = -222,   /* it attacks a piece worth more, which then moves */
    ATTACKED = 21,   /* where it goes, */
    DEFENDED = -22,  /* the same, */
    HANGS = 76,      /* and attacked without being defended */
    INWARDS = -13,   /* one square further from the edges */
    HEAVY_MOVES = 29, /* without taking anything */
    SUPPORTS = -44   /* it attacks the square to which another piece moves next */
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

/* Of moves that differ in their walls alone one stands for all: there are too many. They follow each other. */
static void keep_one_wall(const GrPosition *pos, GrMoveList *list) {
    unsigned kept = 0;
    for (unsigned i = 0; gr_variant(pos->rules)->walls && i < list->count; i++)
        if (!kept || gr_move_unwalled(list->move[i]) != gr_move_unwalled(list->move[kept - 1]))
            list->move[kept++] = list->move[i];
    list->count = gr_variant(pos->rules)->walls ? kept : list->count;
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
    keep_one_wall(pos, &list);
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
    keep_one_wall(pos, &likely->list);
    for (unsigned i = 0; i < likely->list.count; i++) {
        int value = value_after(likely, pos, likely->list.move[i], best);
        if (value > best)
            best = value;
    }
    return best;
}

/* By how many moves `side` has more to choose from than the other; 0 in check, where that means
 * nothing. */
static int freedom(const GrPosition *pos, int side) {
    GrPosition passed = *pos;
    int mine = (int)gr_count_moves(pos);
    if (pos->pending || gr_in_check(pos) || gr_is_over(pos))
        return 0;
    gr_play(&passed, gr_move_make(GR_PASS, 0, 0, 0, 0));
    passed.passes = 0;
    int theirs = (int)gr_count_moves(&passed);
    return pos->turn == side ? mine - theirs : theirs - mine;
}

static int clip(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

/* A move that is looked at. */
typedef struct Look {
    Likely *likely;
    const GrPosition *before;
    GrPosition after;
    GrMove move;
    const Around *around;
    bool places; /* the piece comes from no square */
    bool takes;
    int from, to, type;
} Look;

/* The type of the piece on a square; 0 if there is none, as where a spell goes out from a hole. */
static int type_on(const GrPosition *pos, int sq) {
    return pos->board[sq] == GR_HOLE ? 0 : gr_type_of(pos->board[sq]);
}

static int quiet_before(Likely *likely, const GrPosition *pos) {
    if (likely->quiet_key != pos->key || likely->quiet_turn != pos->turn) {
        likely->quiet = quiet_value(likely, pos, -INFINITE, INFINITE, CAPTURES);
        likely->quiet_key = pos->key;
        likely->quiet_turn = pos->turn;
    }
    return likely->quiet;
}

/* What a move gives away, by the best answer to it, and by the answer that was given if that is
 * not the best: nobody overlooks as much as he leaves hanging. */
static int material_odds(const Look *l) {
    int now = quiet_before(l->likely, l->before);
    int best = best_value(l->likely, &l->after);
    if (best == -INFINITE)
        return 0; /* it ends the game */
    int left = l->after.turn == l->before->turn ? best : -best;
    int sum = LOST * clip((now - left) / SCALE, 0, MOST_LOST);
    if (l->around->reply != GR_NO_MOVE) {
        int answered = value_after(l->likely, &l->after, l->around->reply, -INFINITE);
        sum += OVERLOOKED * clip((best - answered) / SCALE, 0, MOST_LOST);
    }
    return sum;
}

static int kind_odds(const Look *l) {
    bool castles = gr_is_castling(l->move);
    int value = l->likely->value[l->type];
    int freed = freedom(&l->after, l->before->turn) - freedom(l->before, l->before->turn);
    int sum = FREED * clip(freed / 2, -MOST_FREED, MOST_FREED);
    sum += castles ? CASTLES : l->type == GR_KING ? ROYAL_MOVES : 0;
    sum += l->takes ? CAPTURE : value > HEAVY && value < ROYAL_VALUE ? HEAVY_MOVES : 0;
    sum += value == PAWN_VALUE ? PAWN_MOVES : 0;
    return sum + (gr_in_check(&l->after) ? CHECKS : 0);
}

/* Can the piece go from its square to the other in the position before the move? */
static bool could_go(const Look *l, int to) {
    GrMoveList *list = &l->likely->list;
    gr_moves(l->before, list);
    for (unsigned i = 0; i < list->count; i++)
        if (gr_move_from(list->move[i]) == l->from && gr_move_to(list->move[i]) == to)
            return true;
    return false;
}

/* What was played just before and after. */
static int around_odds(const Look *l) {
    const Around *around = l->around;
    const GrPosition *after = &l->after;
    int side = l->before->turn, sum = 0;
    if (around->last) {
        int to = gr_move_to(around->last);
        sum += l->takes && to == l->to ? RETAKES : 0;
        sum += gr_set_has(gr_attackers(l->before, l->from, !side), to) ? EVADES : 0;
    }
    if (around->reply) {
        int from = gr_move_from(around->reply), victim = type_on(after, from);
        bool chases = victim && l->likely->value[victim] > l->likely->value[l->type] &&
                      gr_set_has(gr_attackers(after, from, side), l->to);
        sum += chases ? CHASES : 0;
        sum += gr_move_to(around->reply) == l->to && gr_is_capture(after, around->reply) ? RETAKEN
                                                                                         : 0;
    }
    if (around->next && gr_move_from(around->next) == l->to)
        sum += GOES_ON + (could_go(l, gr_move_to(around->next)) ? DETOUR : 0);
    else if (around->next)
        sum += gr_set_has(gr_attackers(after, gr_move_to(around->next), side), l->to) ? SUPPORTS
                                                                                      : 0;
    return sum;
}

/* Squares from the nearest edges. */
static int inwards(const GrVariant *v, int sq) {
    int file = sq % v->files, rank = sq / v->files;
    return clip(file, 0, v->files - 1 - file) + clip(rank, 0, v->ranks - 1 - rank);
}

static int square_odds(const Look *l) {
    const GrVariant *v = gr_variant(l->before->rules);
    int side = l->before->turn;
    bool attacked = gr_set_count(gr_attackers(&l->after, l->to, !side)) > 0;
    bool defended = gr_set_count(gr_attackers(&l->after, l->to, side)) > 0;
    return INWARDS * (inwards(v, l->to) - inwards(v, l->from)) + (attacked ? ATTACKED : 0) +
           (defended ? DEFENDED : 0) + (attacked && !defended ? HANGS : 0);
}

int repair_unlikely(Likely *likely, const GrPosition *before, GrMove move, const Around *around) {
    if (before->pending)
        return UNLIKELY_NEUTRAL / 2; /* it had to be made, and there is little choice */
    Look l = {.likely = likely, .before = before, .after = *before, .move = move,
              .around = around, .takes = gr_is_capture(before, move),
              .from = gr_move_from(move), .to = gr_move_to(move)};
    GrMoveKind kind = gr_move_kind(move);
    l.places = gr_kind_does(kind, GR_ENTERS) || kind == GR_PASS;
    l.type = l.places ? 0 : type_on(before, l.from);
    gr_play(&l.after, move);
    int odds = material_odds(&l) + kind_odds(&l);
    if (l.type)
        odds += around_odds(&l) + square_odds(&l);
    return clip(UNLIKELY_NEUTRAL + odds / SCALE, 0, UNLIKELY_MOST);
}
