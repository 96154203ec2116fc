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

#define INLINE static inline __attribute__((always_inline))

#if WIDE
typedef GrSet Set;
INLINE int set_count(Set set) {
    return gr_set_count(set);
}
INLINE int set_first(Set set) {
    return gr_set_first(set);
}
/* Minus the highest member of a set that has at least square 0. */
INLINE Set minus_last(Set set) {
    uint64_t high = (uint64_t)(set >> 64), low = (uint64_t)set;
    uint64_t h = high ? ~(uint64_t)0 << (63 ^ __builtin_clzll(high)) : ~(uint64_t)0;
    uint64_t l = high ? 0 : ~(uint64_t)0 << (63 ^ __builtin_clzll(low | 1));
    return (Set)h << 64 | l;
}
#else
typedef uint64_t Set;
INLINE int set_count(Set set) {
    return __builtin_popcountll(set);
}
INLINE int set_first(Set set) {
    return __builtin_ctzll(set);
}
INLINE Set minus_last(Set set) {
    return ~(Set)0 << (63 ^ __builtin_clzll(set));
}
#endif

INLINE int set_pop(Set *set) {
    int sq = set_first(*set);
    *set &= *set - 1;
    return sq;
}

INLINE bool set_has(Set set, int sq) {
    return (set >> sq) & 1;
}

typedef struct View {
    const GrEvaluator *eval;
    const GrGeometry *g;
    const GrPosition *pos;
    int side;
    Set own, enemy, occupied; /* occupied: holes too */
    Set pawns, foes;          /* pawns of the side, and the enemy's */
    Set guards, guarded;      /* squares that the own pawns attack, and the enemy's */
    Set ring;                 /* squares around the enemy's king */
    int king, enemy_king;     /* their squares, -1 for none */
    int pressure;             /* on the ring */
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

INLINE Set along(const GrAxis *axis, Set occupied) {
    Set below = (Set)axis->below & occupied, above = (Set)axis->above & occupied;
    Set changed = above ^ (above + minus_last(below | 1));
    return changed & ((Set)axis->below | (Set)axis->above);
}

INLINE Set reach(const GrGeometry *g, const GrGait *gait, int sq, Set occupied) {
    const GrAxis *axis = g->axis[sq];
    Set set = 0;
    if (gait->orth)
        set |= along(&axis[0], occupied) | along(&axis[1], occupied);
    if (gait->diag)
        set |= along(&axis[2], occupied) | along(&axis[3], occupied);
    if (gait->bounded)
        set &= (Set)gait->slide[sq];
    return gait->leaps ? set | (Set)gait->leap[sq] : set;
}

INLINE Set taking(const View *view, int type, int sq) {
    const GrGait *gait = &view->g->gait[type][GR_TAKING];
    Set first = reach(view->g, gait, sq, view->occupied);
    if (!view->eval->hops[type])
        return first;
    return reach(view->g, gait, sq, view->occupied & ~first) & ~first;
}

/* Squares that pawns attack. */
INLINE Set pawn_attacks(const GrEvaluator *eval, Set pawns, int side) {
    const GrGeometry *g = &eval->geometry;
    int files = eval->variant->files;
    Set left = pawns & ~(Set)g->edge[0], right = pawns & ~(Set)g->edge[1];
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

INLINE void add_attacks(View *view, int type, Set attacked) {
    while (attacked) {
        int sq = set_pop(&attacked), victim = gr_type_of(view->pos->board[sq]);
        int table = set_has(view->guarded, sq) ? GR_W_GUARDED : GR_W_ATTACK;
        ADD(view, table + type * GR_WEIGHT_TYPES + victim, 1);
    }
}

INLINE void add_piece(View *view, int type, int sq) {
    Set moves = reach(view->g, &view->g->gait[type][GR_MOVING], sq, view->occupied), takes = moves;
    if (!view->g->same[type])
        takes = taking(view, type, sq);
    Set free = ((moves & ~view->occupied) | (takes & view->enemy)) & ~view->guarded;
    int squares = set_count(free);
    squares = squares < GR_WEIGHT_REACH ? squares : GR_WEIGHT_REACH - 1;
    add_square(view, type, sq);
    ADD(view, GR_W_MOBILITY + type * GR_WEIGHT_REACH + squares, 1);
    if (takes & view->enemy)
        add_attacks(view, type, takes & view->enemy);
    if (type != GR_KING && (takes & view->ring))
        view->pressure += view->eval->weights.press[type] * set_count(takes & view->ring);
}

INLINE void add_pieces(View *view, int type) {
    Set all = view->own & (Set)view->pos->type[type];
    for (Set left = all; left;) {
        int sq = set_pop(&left);
        add_piece(view, type, sq);
        if (view->eval->files[type] && !((Set)view->g->file[sq] & view->pawns)) {
            bool open = !((Set)view->g->file[sq] & view->foes);
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
    if (set_has(view->occupied, stop))
        ADD(view, GR_W_BLOCKED + rank, 1);
    if (2 * rank < v->ranks)
        return;
    if (view->king >= 0)
        ADD(view, GR_W_ESCORT + steps(view->g, view->king, stop), 1);
    if (view->enemy_king >= 0)
        ADD(view, GR_W_CATCHER + steps(view->g, view->enemy_king, stop), 1);
}

INLINE void add_pawns(View *view, int type, Set linked) {
    const GrGeometry *g = view->g;
    for (Set left = view->own & (Set)view->pos->type[type]; left;) {
        int sq = set_pop(&left);
        Set ahead = (Set)g->ahead[view->side][sq], file = (Set)g->file[sq];
        Set beside = (Set)g->beside[sq];
        int rank = g->rank_of[view->eval->relative[view->side][sq]];
        add_square(view, type, sq);
        if (!((file | beside) & ahead & view->foes))
            add_passed(view, sq, rank);
        if (file & ahead & view->pawns)
            ADD(view, GR_W_DOUBLED, 1);
        if (set_has(linked, sq))
            ADD(view, GR_W_LINKED + rank, 1);
        else if (!(beside & view->pawns))
            ADD(view, GR_W_ISOLATED, 1);
    }
}

INLINE void add_all_pawns(View *view) {
    const GrEvaluator *eval = view->eval;
    Set left = view->pawns & ~(Set)view->g->edge[0], right = view->pawns & ~(Set)view->g->edge[1];
    Set linked = view->pawns & (view->guards | left >> 1 | right << 1);
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
    ADD(view, GR_W_SHELTER, set_count((Set)g->near[king] & view->pawns));
    ADD(view, GR_W_AHEAD, set_count((Set)front[0] & view->pawns));
    ADD(view, GR_W_AHEAD + 1, set_count((Set)front[1] & view->pawns));
    ADD(view, GR_W_STORM, set_count((Set)front[2] & view->foes));
    if (!((Set)g->file[king] & view->pawns))
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
        if (view->pos->rights >> n & 1)
            ADD(view, GR_W_RIGHT + own, 1);
        own++;
    }
}

#include "analysis/engine/evaluate_own.h"

/* ---- a side ---- */

INLINE int king_square(const GrPosition *pos, int side) {
    Set king = (Set)pos->type[GR_KING] & (Set)pos->side[side];
    return king ? set_first(king) : -1;
}

INLINE void start_view(View *view, const GrEvaluator *eval, const GrPosition *pos, int side) {
    Set pawns = 0;
    for (int type = eval->pawn_type; type && type <= eval->variant->types; type++)
        pawns |= eval->pawn[type] ? (Set)pos->type[type] : 0;
    view->eval = eval;
    view->g = &eval->geometry;
    view->pos = pos;
    view->side = side;
    view->own = (Set)pos->side[side];
    view->enemy = (Set)pos->side[!side];
    view->occupied = view->own | view->enemy | (Set)pos->type[0];
    view->pawns = pawns & view->own;
    view->foes = pawns & view->enemy;
    view->guards = pawn_attacks(eval, view->pawns, side);
    view->guarded = pawn_attacks(eval, view->foes, !side);
    view->king = king_square(pos, side);
    view->enemy_king = king_square(pos, !side);
    view->ring = view->enemy_king >= 0 ? (Set)eval->geometry.near[view->enemy_king] : 0;
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
