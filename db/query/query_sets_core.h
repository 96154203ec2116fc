/* The machine of sets: what stands where, and what attacks what. It is compiled for boards of any size and, NARROW, for
 * those of at most 64 squares, whose sets are one machine word. Internal to the query language.
 *
 * Who includes this has defined NARROW, 0 or 1; SQUARES, the type of a set; POP, which takes the first square out of
 * one; LAST, its last square; and SET_OF and SET_SOME, the names of what is made. Narrow ones add to *on what the
 * answer rests on.
 */
#include "db/query/query_maps.h"
#include "db/query/query_set.h"

#define LINE static inline __attribute__((always_inline))

/* ---- what stands where ---- */

LINE SQUARES of_side(const GrPosition *pos, int side) {
    return (SQUARES)pos->side[side];
}

LINE SQUARES types_of(const GrPosition *pos, unsigned types) {
    SQUARES set = 0;
    for (; types; types &= types - 1)
        set |= (SQUARES)pos->type[__builtin_ctz(types)];
    return set;
}

static SQUARES mixed(const Plane *plane, const GrPosition *pos) {
    SQUARES set = plane->holes ? (SQUARES)pos->type[0] : 0;
    set |= types_of(pos, plane->types[0]) & of_side(pos, 0);
    set |= types_of(pos, plane->types[1]) & of_side(pos, 1);
    if (plane->empty)
        set |= (SQUARES)plane->board & ~(of_side(pos, 0) | of_side(pos, 1) | (SQUARES)pos->type[0]);
    return set;
}

LINE SQUARES plane_of(const Plane *plane, const GrPosition *pos) {
    switch (plane->form) {
    case PLANE_ONE:
        return of_side(pos, plane->side) & (SQUARES)pos->type[plane->type];
    case PLANE_TYPE:
        return (SQUARES)pos->type[plane->type];
    case PLANE_SIDE:
        return of_side(pos, plane->side);
    case PLANE_TYPES: {
        SQUARES set = types_of(pos, plane->types[0] | plane->types[1]);
        return plane->sides == QUERY_EITHER ? set : set & of_side(pos, plane->side);
    }
    default:
        return mixed(plane, pos);
    }
}

/* Those of the plane that are in the area; and it is noted that they are. */
LINE SQUARES standing(const SetTest *test, const GrPosition *pos, GrGrounds *on) {
    SQUARES all = plane_of(&test->plane, pos), area = (SQUARES)test->area;
    if (NARROW && (test->plane.empty || test->plane.holes))
        query_rest_on(on, (uint64_t)area);
    else if (NARROW)
        query_rest_on_pieces(on, (uint64_t)all, (uint64_t)area);
    return all & area;
}

/* ---- adjectives ---- */

LINE int owner(const GrPosition *pos, int sq) {
    return of_side(pos, GR_BLACK) >> sq & 1 ? GR_BLACK : GR_WHITE;
}

/* Pieces of `side` that attack sq. Nothing is taken where no piece can stand. */
LINE SQUARES attackers(const GrPosition *pos, int sq, int side) {
    return (SQUARES)pos->type[0] >> sq & 1 ? 0 : (SQUARES)gr_attackers(pos, sq, side);
}

/* Is there one? So there is as long as the first one stands there, and its way is free. */
static bool is_attacked(const SetTest *test, const GrPosition *pos, int sq, int side, GrGrounds *on) {
    if (NARROW && test->aims)
        return query_aimed_at(test->aims, pos, sq, side, on);
    SQUARES found = attackers(pos, sq, side);
    if (NARROW && !test->zone)
        query_rest_on_all(on);
    else if (NARROW && found)
        query_rest_on(on, query_between(__builtin_ctzll((uint64_t)found), sq) | ((uint64_t)found & -(uint64_t)found));
    else if (NARROW)
        query_rest_on(on, (uint64_t)test->zone[side * GR_MAX_SQUARES + sq]);
    return found != 0;
}

/* Without the piece on sq. The key is left as it is: nobody asks for it. */
static void lift(GrPosition *pos, int sq) {
    GrSet others = ~gr_set_of(sq);
    pos->type[gr_type_of(pos->board[sq])] &= others;
    pos->side[owner(pos, sq)] &= others;
    pos->board[sq] = GR_EMPTY;
}

/* On what would be the way of a pin, where pieces go by their rows: nothing stands between the
 * royal piece and sq, and next behind sq stands an enemy. */
static bool on_line(const GrPosition *pos, int royal, int sq, GrGrounds *on) {
    const GrVariant *v = gr_variant(pos->rules);
    int files = v->files, df = sq % files - royal % files, dr = sq / files - royal / files;
    if (df && dr && df != dr && df != -dr)
        return false;
    int by_file = (df > 0) - (df < 0), by_rank = (dr > 0) - (dr < 0);
    int file = royal % files + by_file, rank = royal / files + by_rank, side = owner(pos, sq);
    for (bool past = false; file >= 0 && file < files && rank >= 0 && rank < v->ranks;
         file += by_file, rank += by_rank) {
        int at = rank * files + file;
        if (NARROW)
            query_rest_on(on, (uint64_t)1 << at);
        if (past && pos->board[at] != GR_EMPTY)
            return owner(pos, at) != side;
        if (!past && pos->board[at] != GR_EMPTY && at != sq)
            return false;
        past |= at == sq;
    }
    return false;
}

/* Would an enemy attack the royal piece that does not now, if the piece on sq were not there? */
static bool is_pinned(const SetTest *test, const GrPosition *pos, int sq, GrGrounds *on) {
    int side = owner(pos, sq);
    GrSet royal = pos->side[side] & pos->type[GR_KING];
    if (NARROW && !test->by_rows)
        query_rest_on_all(on);
    else if (NARROW)
        query_rest_on(on, (uint64_t)royal);
    if (!royal || royal == gr_set_of(sq))
        return false;
    int at = gr_set_first(royal); /* of several */
    if (at == sq)
        return false;
    if (NARROW && test->aims)
        return query_pins(test->aims, pos, at, sq, !side, on);
    if (test->by_rows && !on_line(pos, at, sq, on))
        return false;
    GrSet now = gr_attackers(pos, at, !side);
    GrPosition without = *pos;
    lift(&without, sq);
    return gr_attackers(&without, at, !side) & ~now;
}

static bool is(const SetTest *test, const GrPosition *pos, int sq, unsigned adjective, GrGrounds *on) {
    int side = owner(pos, sq);
    switch (adjective) {
    case QUERY_ATTACKED:
        return is_attacked(test, pos, sq, !side, on);
    case QUERY_DEFENDED:
        return is_attacked(test, pos, sq, side, on);
    case QUERY_HANGING:
        return is_attacked(test, pos, sq, !side, on) && !is_attacked(test, pos, sq, side, on);
    case QUERY_PINNED:
        return is_pinned(test, pos, sq, on);
    case QUERY_FRESH:
        query_rest_on_all(on);
        return gr_set_has(pos->extra[GR_FRESH], sq);
    case QUERY_PROMOTED:
        query_rest_on_all(on);
        return gr_set_has(pos->extra[GR_PROMOTED], sq);
    default:
        query_rest_on_all(on);
        return gr_set_has(pos->extra[GR_QUESTING], sq);
    }
}

/* The same for adjectives of pawns, all of them at once. */
static SQUARES keep_pawns(const SetTest *test, const GrPosition *pos, SQUARES set, GrGrounds *on) {
    if (NARROW && set)
        query_rest_on(on, (uint64_t)types_of(pos, test->pawns));
    for (unsigned left = test->adjectives & QUERY_OF_PAWNS; left && set; left &= left - 1)
        set &= (SQUARES)query_pawns_that_are(test, pos, set, left & -left);
    for (unsigned left = test->not_adjectives & QUERY_OF_PAWNS; left && set; left &= left - 1)
        set &= ~(SQUARES)query_pawns_that_are(test, pos, set, left & -left);
    return set;
}

/* Do all adjectives hold of the piece on sq, but for those of pawns, and none of the others? */
LINE bool is_as_wanted(const SetTest *test, const GrPosition *pos, int sq, GrGrounds *on) {
    unsigned unwanted = test->not_adjectives & ~(unsigned)QUERY_OF_PAWNS;
    for (unsigned left = test->adjectives & ~(unsigned)QUERY_OF_PAWNS; left; left &= left - 1)
        if (!is(test, pos, sq, left & -left, on))
            return false;
    for (unsigned left = unwanted; left; left &= left - 1)
        if (is(test, pos, sq, left & -left, on))
            return false;
    return true;
}

/* Takes a piece out of the set: the last if that is White's, which has gone furthest, else the first, which is Black's
 * furthest. Those near the enemy are attacked most often. */
LINE int pop_advanced(const GrPosition *pos, SQUARES *set) {
    int sq = LAST(*set);
    if (owner(pos, sq) == GR_BLACK)
        return POP(set);
    *set &= ~((SQUARES)1 << sq);
    return sq;
}

/* One of several pieces that is as wanted, which is enough: the answer rests on what it rested on before the set
 * was looked at, and on that piece alone. Each is asked from there on, and what it rests on noted beside: in words, not
 * in whole grounds, since what was just written word by word is slow to read as vectors. */
static SQUARES keep_one(const SetTest *test, const GrPosition *pos, SQUARES set, uint64_t touched, uint64_t entered,
                        GrGrounds *on) {
    uint64_t all_touched = on->touched, all_entered = on->entered, white = on->aimed[GR_WHITE];
    uint64_t black = on->aimed[GR_BLACK], all_white = white, all_black = black;
    while (set) {
        int sq = pop_advanced(pos, &set);
        on->touched = touched | (NARROW ? (uint64_t)1 << sq % 64 : 0);
        on->entered = entered;
        on->aimed[GR_WHITE] = white;
        on->aimed[GR_BLACK] = black;
        if (is_as_wanted(test, pos, sq, on))
            return (SQUARES)1 << sq;
        all_touched |= on->touched;
        all_entered |= on->entered;
        all_white |= on->aimed[GR_WHITE];
        all_black |= on->aimed[GR_BLACK];
    }
    on->touched = all_touched;
    on->entered = all_entered;
    on->aimed[GR_WHITE] = all_white;
    on->aimed[GR_BLACK] = all_black;
    return 0;
}

#if NARROW
/* Of so many pieces, and targets of a relation, each is sooner asked by itself. */
enum { FEW_PIECES = 4, FEW_TARGETS = 6 };

LINE uint64_t attacked_by_side(const SetTest *test, const GrPosition *pos, int side) {
    return query_attacked(test->maps, pos, (uint64_t)pos->side[side], ~0u, side);
}

/* Of a side's pieces, those that attacks on them leave, of all pieces of the board at once. */
static uint64_t sift_side(const SetTest *test, const GrPosition *pos, uint64_t own, int side) {
    unsigned wanted = test->adjectives, unwanted = test->not_adjectives, both = wanted | unwanted;
    if (own && (both & QUERY_ATTACKED || wanted & QUERY_HANGING)) {
        uint64_t attacked = attacked_by_side(test, pos, !side);
        own &= wanted & (QUERY_ATTACKED | QUERY_HANGING) ? attacked : UINT64_MAX;
        own &= unwanted & QUERY_ATTACKED ? ~attacked : UINT64_MAX;
    }
    if (own && (both & QUERY_DEFENDED || wanted & QUERY_HANGING)) {
        uint64_t defended = attacked_by_side(test, pos, side);
        own &= wanted & QUERY_DEFENDED ? defended : UINT64_MAX;
        own &= unwanted & QUERY_DEFENDED || wanted & QUERY_HANGING ? ~defended : UINT64_MAX;
    }
    return own;
}

/* Leaves out of the set what a look at the whole board shows not to be as wanted: such pieces need not be asked one by
 * one. That they are not rests on what may bring about a pin, or else on everything. */
static uint64_t sift(const SetTest *test, const GrPosition *pos, uint64_t set, GrGrounds *on) {
    enum { BY_ATTACKS = QUERY_ATTACKED | QUERY_DEFENDED };
    const uint64_t white = (uint64_t)pos->side[GR_WHITE];
    if (test->aims && test->adjectives & QUERY_PINNED)
        set &= (set & white ? query_pinned(test->aims, pos, GR_WHITE, on) : 0) |
               (set & ~white ? query_pinned(test->aims, pos, GR_BLACK, on) : 0);
    if (!test->maps || !((test->adjectives | test->not_adjectives) & BY_ATTACKS || test->adjectives & QUERY_HANGING) ||
        __builtin_popcountll(set) <= FEW_PIECES)
        return set;
    uint64_t left = sift_side(test, pos, set & white, GR_WHITE) | sift_side(test, pos, set & ~white, GR_BLACK);
    if (left != set)
        query_rest_on_all(on);
    return left;
}
#endif

/* Of `set`, those of which all adjectives hold and none of the others; or (any) one of them. */
static SQUARES keep_if(const SetTest *test, const GrPosition *pos, SQUARES set, bool any, uint64_t touched,
                       uint64_t entered, GrGrounds *on) {
    unsigned adjectives = test->adjectives | test->not_adjectives;
    SQUARES kept = 0;
    if (adjectives & QUERY_OF_PAWNS)
        set = keep_pawns(test, pos, set, on);
    if (!(adjectives & ~(unsigned)QUERY_OF_PAWNS))
        return set;
    bool several = set & (set - 1);
#if NARROW
    set = sift(test, pos, set, on);
#endif
    if (any && several && !(adjectives & QUERY_OF_PAWNS))
        return keep_one(test, pos, set, touched, entered, on);
    while (set && !(any && kept)) {
        int sq = POP(&set);
        kept |= is_as_wanted(test, pos, sq, on) ? (SQUARES)1 << sq : 0;
    }
    return kept;
}

/* ---- relations ---- */

/* Of the pieces, all of which attack sq if nothing stands between, those that do. */
LINE SQUARES unobstructed(const GrPosition *pos, SQUARES pieces, int sq, GrGrounds *on) {
    uint64_t all = (uint64_t)(of_side(pos, GR_WHITE) | of_side(pos, GR_BLACK));
    SQUARES found = 0;
    while (pieces) {
        int at = POP(&pieces);
        uint64_t way = query_between(at, sq);
        query_rest_on(on, way);
        found |= all & way ? 0 : (SQUARES)1 << at;
    }
    return found;
}

/* Of those on squares from which a piece of theirs may attack sq, those that do. */
static SQUARES attacking_far(const SetRelation *r, const GrPosition *pos, SQUARES pieces, int side, int sq,
                             GrGrounds *on) {
    if (NARROW && r->straight)
        return unobstructed(pos, pieces, sq, on);
    if (NARROW && !r->near)
        query_rest_on_all(on);
    else if (NARROW)
        unobstructed(pos, pieces, sq, on);
    return pieces & attackers(pos, sq, side);
}

/* The same of pieces that go straight. */
LINE SQUARES aiming(const SetRelation *r, const GrPosition *pos, SQUARES pieces, int side, int sq, GrGrounds *on) {
    on->aimed[side] |= r->loose ? (uint64_t)1 << sq : 0;
    const uint64_t *from = query_aims_at(r->aims, side, sq);
    uint64_t aimers = 0; /* in a sketch, types that are not asked for stand where they stood once */
    for (unsigned types = r->types; types; types &= types - 1)
        aimers |= from[__builtin_ctz(types)] & (uint64_t)pos->type[__builtin_ctz(types)];
    aimers &= (uint64_t)pieces;
    return aimers ? (SQUARES)query_unobstructed(pos, aimers, sq, on) : 0;
}

/* Of the pieces, those of a side that attack sq. */
LINE SQUARES attacking(const SetRelation *r, const GrPosition *pos, SQUARES pieces, int side, int sq,
                       GrGrounds *on) {
    pieces &= of_side(pos, side);
    if (NARROW && r->aims)
        return aiming(r, pos, pieces, side, sq, on);
    if (r->near)
        pieces &= (SQUARES)r->near[side * GR_MAX_SQUARES + sq];
    return !pieces || (r->near && r->leaps) ? pieces : attacking_far(r, pos, pieces, side, sq, on);
}

#if NARROW
/* Of the targets, those that one of the pieces attacks, or defends, if there are many of them; of few all. */
static uint64_t sift_targets(const SetRelation *r, const GrPosition *pos, uint64_t targets, uint64_t pieces) {
    uint64_t found = 0, empty = ~query_occupied(pos);
    bool squares = r->kind == QUERY_ATTACKS && (!r->set || r->squares);
    bool own = r->kind == QUERY_DEFENDS || r->kind == QUERY_DEFENDED_BY;
    if (!r->maps || __builtin_popcountll(targets) <= FEW_TARGETS)
        return targets;
    for (int side = 0; side < 2; side++) {
        uint64_t at = targets & (squares ? UINT64_MAX : empty | (uint64_t)pos->side[own ? side : !side]);
        uint64_t by = pieces & (uint64_t)pos->side[side];
        found |= at && by ? at & query_attacked(r->maps, pos, by, r->types, side) : 0;
    }
    return found;
}

/* Leaves such targets alone. That others are none rests on everything; but one is enough for `any`. */
LINE void sift_for(const SetRelation *r, const GrPosition *pos, uint64_t pieces, bool any, uint64_t *targets,
                   GrGrounds *on) {
    uint64_t left = sift_targets(r, pos, *targets, pieces);
    if (left != *targets && !(any && left))
        query_rest_on_all(on);
    *targets = left;
}
#endif

/* Of `set`, those that attack one of the squares; or (any) one of them. */
static SQUARES attacking_area(const SetRelation *r, const GrPosition *pos, SQUARES set, SQUARES area, bool any,
                              GrGrounds *on) {
    SQUARES found = 0;
#if NARROW
    sift_for(r, pos, set, any, &area, on);
#endif
    while (area && set & ~found && !(any && found)) {
        int sq = POP(&area);
        found |= attacking(r, pos, set, GR_WHITE, sq, on) | attacking(r, pos, set, GR_BLACK, sq, on);
    }
    return found;
}

/* Of `set`, those that attack (or defend) one of the pieces. */
static SQUARES attacking_pieces(const SetRelation *r, const GrPosition *pos, SQUARES set, SQUARES pieces, bool any,
                                GrGrounds *on) {
    SQUARES found = 0;
    bool defending = r->kind == QUERY_DEFENDS;
#if NARROW
    sift_for(r, pos, set, any, &pieces, on);
#endif
    while (pieces && set & ~found && !(any && found)) {
        int sq = POP(&pieces);
        found |= attacking(r, pos, set, owner(pos, sq) ^ !defending, sq, on);
    }
    return found;
}

/* Of `set`, those attacked by (or defended by) one of the pieces. Empty squares are attacked by
 * either side. */
static SQUARES attacked_by(const SetRelation *r, const GrPosition *pos, SQUARES set, SQUARES pieces, bool any,
                           GrGrounds *on) {
    SQUARES found = 0;
    bool defended = r->kind == QUERY_DEFENDED_BY;
#if NARROW
    uint64_t asked = set;
    sift_for(r, pos, pieces, any, &set, on);
    if (!any && set != asked)
        return set;
#endif
    for (SQUARES left = pieces ? set : 0; left && !(any && found);) {
        int sq = POP(&left);
        bool empty = pos->board[sq] == GR_EMPTY;
        for (int side = 0; side < 2; side++)
            if ((empty || (owner(pos, sq) == side) == defended) &&
                attacking(r, pos, pieces, side, sq, on))
                found |= (SQUARES)1 << sq;
    }
    return found;
}

/* Of `set`, those attacked by (or defended by) so many of the pieces as the relation wants. */
static SQUARES attacked_often(const SetRelation *r, const GrPosition *pos, SQUARES set, SQUARES pieces, GrGrounds *on) {
    SQUARES found = 0;
    bool defended = r->kind == QUERY_DEFENDED_BY;
    while (set) {
        int sq = POP(&set);
        bool empty = pos->board[sq] == GR_EMPTY;
        unsigned count = 0;
        for (int side = 0; side < 2; side++)
            if (empty || (owner(pos, sq) == side) == defended)
                count += (unsigned)gr_set_count(attacking(r, pos, pieces, side, sq, on));
        found |= count >= r->least ? (SQUARES)1 << sq : 0;
    }
    return found;
}

/* Of `set`, those that attack (or defend) so many of the others, pieces or squares. */
static SQUARES attacking_often(const SetRelation *r, const GrPosition *pos, SQUARES set, SQUARES others,
                               GrGrounds *on) {
    SQUARES times[QUERY_MOST_RELATED + 1] = {set}; /* that do so n times at least */
    bool squares = r->kind == QUERY_ATTACKS && (!r->set || r->squares), defending = r->kind == QUERY_DEFENDS;
    while (others) {
        int sq = POP(&others);
        SQUARES hits = 0;
        for (int side = 0; side < 2; side++)
            if (squares || (owner(pos, sq) == side) == defending)
                hits |= attacking(r, pos, set, side, sq, on);
        for (unsigned n = r->least; n; n--)
            times[n] |= times[n - 1] & hits;
    }
    return times[r->least];
}

static SQUARES set_of(const SetTest *test, const GrPosition *pos, bool any, GrGrounds *on);

/* The same of either; what may change it is not followed up. */
static SQUARES related_often(const SetRelation *r, const GrPosition *pos, SQUARES set, GrGrounds *on) {
    bool passive = r->kind == QUERY_ATTACKED_BY || r->kind == QUERY_DEFENDED_BY;
    query_rest_on_all(on);
    SQUARES others = r->set ? set_of(r->set, pos, false, on) : (SQUARES)r->area;
    return passive ? attacked_often(r, pos, set, others, on) : attacking_often(r, pos, set, others, on);
}

static SQUARES related(const SetRelation *r, const GrPosition *pos, SQUARES set, bool any, GrGrounds *on) {
    bool passive = r->kind == QUERY_ATTACKED_BY || r->kind == QUERY_DEFENDED_BY;
    if (r->least > 1)
        return related_often(r, pos, set, on);
    if (passive && NARROW && r->loose)
        return attacked_by(r, pos, set, plane_of(&r->set->plane, pos), any, on);
    SQUARES others = r->set ? set_of(r->set, pos, false, on) : (SQUARES)r->area;
    if (passive)
        return attacked_by(r, pos, set, others, any, on);
    if (r->kind == QUERY_ATTACKS && (!r->set || r->squares))
        return attacking_area(r, pos, set, others, any, on);
    return attacking_pieces(r, pos, set, others, any, on);
}

/* Of the pieces of the set, wherever they stand, is it only asked whom they attack? */
LINE bool is_loose(const SetTest *test) {
    return NARROW && test->relations && test->relation->loose &&
           (test->relation->kind == QUERY_ATTACKS || test->relation->kind == QUERY_DEFENDS);
}

/* The set, or (any) some of it if there is any. */
static SQUARES set_of(const SetTest *test, const GrPosition *pos, bool any, GrGrounds *on) {
    uint64_t touched = on->touched, entered = on->entered;
    SQUARES set = is_loose(test) ? plane_of(&test->plane, pos) : standing(test, pos, on);
    if (set && (test->adjectives || test->not_adjectives))
        set = keep_if(test, pos, set, any && !test->relations, touched, entered, on);
    for (unsigned i = 0; set && i < test->relations; i++)
        set = related(&test->relation[i], pos, set, any && i + 1 == test->relations, on);
    return set;
}

GrSet SET_OF(const SetTest *test, const GrPosition *pos, GrGrounds *on) {
    return set_of(test, pos, false, on);
}

bool SET_SOME(const SetTest *test, const GrPosition *pos, GrGrounds *on) {
    return set_of(test, pos, true, on) != 0;
}
