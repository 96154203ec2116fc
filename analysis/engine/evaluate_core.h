/* The evaluation, compiled once for small boards, once for large ones, and once to trace it.
 * Internal to analysis/.
 *
 * The file that includes this defines
 *
 *   WIDE    whether sets have two machine words (boards of more than 64 squares)
 *   TRACE   whether weights are noted (in view->trace) instead of added up (in view->sum)
 */
#include "analysis/engine/evaluate_local.h"
#include "analysis/engine/trace.h"
#include "rules/word_sets.h"

typedef struct View {
    const GrEvaluator *eval;
    const GrGeometry *g;
    const GrPosition *pos;
    int side;
    BB own, enemy, occupied; /* occupied: holes too */
    BB pawns, foes;          /* pawns of the side, and the enemy's */
    BB guards, guarded;      /* squares that the side's pawns attack, and the enemy's */
    BB ring;                 /* squares around the enemy's king */
    int king, enemy_king;    /* their squares, -1 for none */
    int pressure;            /* on the ring */
#if TRACE
    GrTrace *trace;
#else
    int64_t sum;
#endif
} View;

#if TRACE
static void note(GrTrace *trace, int side, int index, int times) {
    if (!trace->used[index])
        trace->index[trace->count++] = (uint16_t)index;
    trace->used[index] = true;
    trace->times[index] = (int16_t)(trace->times[index] + (side == GR_WHITE ? times : -times));
}
#define ADD(view, index, times) note((view)->trace, (view)->side, (index), (times))
#else
#define ADD(view, index, times) ((view)->sum += (view)->eval->packed[index] * (times))
#endif

/* ---- where pieces go ---- */

INLINE BB along(const GrAxis *axis, BB occupied) {
    BB below = (BB)axis->below & occupied, above = (BB)axis->above & occupied;
    BB changed = above ^ (above + bb_minus_last(below | 1));
    return changed & ((BB)axis->below | (BB)axis->above);
}

INLINE BB reach(const GrGeometry *g, const GrGait *gait, int sq, BB occupied) {
    const GrAxis *axis = g->axis[sq];
    BB set = 0;
    if (gait->orth)
        set |= along(&axis[0], occupied) | along(&axis[1], occupied);
    if (gait->diag)
        set |= along(&axis[2], occupied) | along(&axis[3], occupied);
    if (gait->bounded)
        set &= (BB)gait->slide[sq];
    return gait->leaps ? set | (BB)gait->leap[sq] : set;
}

INLINE BB taking(const View *view, int type, int sq) {
    const GrGait *gait = &view->g->gait[type][GR_TAKING];
    BB first = reach(view->g, gait, sq, view->occupied);
    if (!view->eval->hops[type])
        return first;
    return reach(view->g, gait, sq, view->occupied & ~first) & ~first;
}

/* Squares that pawns attack. */
INLINE BB pawn_attacks(const GrEvaluator *eval, BB pawns, int side) {
    const GrGeometry *g = &eval->geometry;
    int files = eval->variant->files;
    BB left = pawns & ~(BB)g->edge[0], right = pawns & ~(BB)g->edge[1];
    return side == GR_WHITE ? left << (files - 1) | right << (files + 1)
                            : left >> (files + 1) | right >> (files - 1);
}

/* ---- pieces ---- */

INLINE void add_square(View *view, int type, int sq) {
    int square = view->eval->relative[view->side][sq];
#if TRACE
    ADD(view, GR_W_VALUE + type, 1);
#endif
    ADD(view, GR_W_SQUARE + type * GR_MAX_SQUARES + square, 1);
}

INLINE void add_attacks(View *view, int type, BB attacked) {
    while (attacked) {
        int sq = bb_pop(&attacked), victim = gr_type_of(view->pos->board[sq]);
        int table = bb_has(view->guarded, sq) ? GR_W_GUARDED : GR_W_ATTACK;
        ADD(view, table + type * GR_WEIGHT_TYPES + victim, 1);
    }
}

INLINE void add_piece(View *view, int type, int sq) {
    BB moves = reach(view->g, &view->g->gait[type][GR_MOVING], sq, view->occupied), takes = moves;
    if (!view->g->same[type])
        takes = taking(view, type, sq);
    BB free = ((moves & ~view->occupied) | (takes & view->enemy)) & ~view->guarded;
    int squares = bb_count(free);
    squares = squares < GR_WEIGHT_REACH ? squares : GR_WEIGHT_REACH - 1;
    add_square(view, type, sq);
    ADD(view, GR_W_MOBILITY + type * GR_WEIGHT_REACH + squares, 1);
    if (takes & view->enemy)
        add_attacks(view, type, takes & view->enemy);
    if (type != GR_KING && (takes & view->ring))
        view->pressure += view->eval->weights.press[type] * bb_count(takes & view->ring);
}

INLINE void add_pieces(View *view, int type) {
    BB all = view->own & (BB)view->pos->type[type];
    for (BB left = all; left;) {
        int sq = bb_pop(&left);
        add_piece(view, type, sq);
        if (view->eval->files[type] && !((BB)view->g->file[sq] & view->pawns)) {
            bool open = !((BB)view->g->file[sq] & view->foes);
            ADD(view, (open ? GR_W_OPEN : GR_W_HALF_OPEN) + type, 1);
        }
    }
    if (all & (all - 1))
        ADD(view, GR_W_PAIR + type, 1);
}

/* ---- pawns ---- */

INLINE int steps(const GrGeometry *g, int a, int b) {
    int file = g->file_of[a] - g->file_of[b], rank = g->rank_of[a] - g->rank_of[b];
    file = file < 0 ? -file : file;
    rank = rank < 0 ? -rank : rank;
    int most = file > rank ? file : rank;
    return most < GR_WEIGHT_STEPS ? most : GR_WEIGHT_STEPS - 1;
}

INLINE void add_passed(View *view, int sq, int rank) {
    const GrVariant *v = view->eval->variant;
    int stop = view->side == GR_WHITE ? sq + v->files : sq - v->files;
    ADD(view, GR_W_PASSED + rank, 1);
    if (rank >= v->ranks - 1)
        return;
    if (bb_has(view->occupied, stop))
        ADD(view, GR_W_BLOCKED + rank, 1);
    if (2 * rank < v->ranks)
        return;
    if (view->king >= 0)
        ADD(view, GR_W_ESCORT + steps(view->g, view->king, stop), 1);
    if (view->enemy_king >= 0)
        ADD(view, GR_W_CATCHER + steps(view->g, view->enemy_king, stop), 1);
}

INLINE void add_pawns(View *view, int type, BB linked) {
    const GrGeometry *g = view->g;
    for (BB left = view->own & (BB)view->pos->type[type]; left;) {
        int sq = bb_pop(&left);
        BB ahead = (BB)g->ahead[view->side][sq], file = (BB)g->file[sq];
        BB beside = (BB)g->beside[sq];
        int rank = g->rank_of[view->eval->relative[view->side][sq]];
        add_square(view, type, sq);
        if (!((file | beside) & ahead & view->foes))
            add_passed(view, sq, rank);
        if (file & ahead & view->pawns)
            ADD(view, GR_W_DOUBLED, 1);
        if (bb_has(linked, sq))
            ADD(view, GR_W_LINKED + rank, 1);
        else if (!(beside & view->pawns))
            ADD(view, GR_W_ISOLATED, 1);
    }
}

INLINE void add_all_pawns(View *view) {
    const GrEvaluator *eval = view->eval;
    BB left = view->pawns & ~(BB)view->g->edge[0], right = view->pawns & ~(BB)view->g->edge[1];
    BB linked = view->pawns & (view->guards | left >> 1 | right << 1);
    for (int type = eval->pawn_type; type <= eval->variant->types; type++)
        if (eval->pawn[type])
            add_pawns(view, type, linked);
    add_attacks(view, eval->pawn_type, view->guards & view->enemy);
}

/* ---- the king, and rights ---- */

INLINE void add_king(View *view) {
    const GrGeometry *g = view->g;
    int king = view->king;
    const GrSet *front = g->front[view->side][king];
    ADD(view, GR_W_SHELTER, bb_count((BB)g->near[king] & view->pawns));
    ADD(view, GR_W_AHEAD, bb_count((BB)front[0] & view->pawns));
    ADD(view, GR_W_AHEAD + 1, bb_count((BB)front[1] & view->pawns));
    ADD(view, GR_W_STORM, bb_count((BB)front[2] & view->foes));
    if (!((BB)g->file[king] & view->pawns))
        ADD(view, GR_W_BARE, 1);
}

/* Where a lone king should be to be mated, if there is no pawn to promote. */
INLINE void add_lone_king(View *view) {
    const GrGeometry *g = view->g;
    const GrVariant *v = view->eval->variant;
    int file = g->file_of[view->enemy_king], rank = g->rank_of[view->enemy_king];
    file = file < v->files - 1 - file ? file : v->files - 1 - file;
    rank = rank < v->ranks - 1 - rank ? rank : v->ranks - 1 - rank;
    int corner = file + rank < GR_WEIGHT_CORNER ? file + rank : GR_WEIGHT_CORNER - 1;
    ADD(view, GR_W_CORNER + corner, 1);
    if (view->king >= 0)
        ADD(view, GR_W_APART + steps(g, view->king, view->enemy_king), 1);
}

INLINE void add_danger(View *view) {
    int danger = view->pressure / GR_WEIGHT_DANGER_STEP;
    danger = danger < GR_WEIGHT_DANGER ? danger : GR_WEIGHT_DANGER - 1;
    ADD(view, GR_W_DANGER + danger, 1);
}

/* Letters of rights are upper case for White. */
INLINE void add_rights(View *view) {
    const char *letters = view->eval->variant->rights;
    for (int n = 0, own = 0; letters[n]; n++) {
        if ((letters[n] >= 'a') != (view->side == GR_BLACK))
            continue;
        if (gr_rights_held(view->pos) >> n & 1)
            ADD(view, GR_W_RIGHT + own, 1);
        own++;
    }
}

#include "analysis/engine/evaluate_own.h"

/* ---- a side ---- */

INLINE int king_square(const GrPosition *pos, int side) {
    BB king = (BB)pos->type[GR_KING] & (BB)pos->side[side];
    return king ? bb_first(king) : -1;
}

INLINE void start_view(View *view, const GrEvaluator *eval, const GrPosition *pos, int side) {
    BB pawns = 0;
    for (int type = eval->pawn_type; type && type <= eval->variant->types; type++)
        pawns |= eval->pawn[type] ? (BB)pos->type[type] : 0;
    view->eval = eval;
    view->g = &eval->geometry;
    view->pos = pos;
    view->side = side;
    view->own = (BB)pos->side[side];
    view->enemy = (BB)pos->side[!side];
    view->occupied = view->own | view->enemy | (BB)pos->type[0];
    view->pawns = pawns & view->own;
    view->foes = pawns & view->enemy;
    view->guards = pawn_attacks(eval, view->pawns, side);
    view->guarded = pawn_attacks(eval, view->foes, !side);
    view->king = king_square(pos, side);
    view->enemy_king = king_square(pos, !side);
    view->ring = view->enemy_king >= 0 ? (BB)eval->geometry.near[view->enemy_king] : 0;
    view->pressure = 0;
}

INLINE void look(View *view) {
    const GrEvaluator *eval = view->eval;
    for (int type = 1; type <= eval->variant->types; type++)
        if (!eval->pawn[type])
            add_pieces(view, type);
    if (view->pawns)
        add_all_pawns(view);
    if (view->king >= 0)
        add_king(view);
    add_danger(view);
    if (view->enemy_king >= 0 && !(view->enemy & (view->enemy - 1)) && !view->pawns)
        add_lone_king(view);
    if (view->pos->rights)
        add_rights(view);
    add_own_terms(view);
}
