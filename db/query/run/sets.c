/* Sets of squares of a position of any board, and of pockets: what stands where, and what attacks what, as the rules
 * say. */
#include "db/query/run/sets.h"

/* ---- what stands where ---- */

static GrSet types_of(const GrPosition *pos, unsigned types) {
    GrSet set = 0;
    for (; types; types &= types - 1)
        set |= pos->type[__builtin_ctz(types)];
    return set;
}

static GrSet mixed(const Plane *plane, const GrPosition *pos) {
    GrSet set = plane->holes ? pos->type[0] : 0;
    set |= types_of(pos, plane->types[0]) & pos->side[0];
    set |= types_of(pos, plane->types[1]) & pos->side[1];
    if (plane->empty)
        set |= plane->board & ~(pos->side[0] | pos->side[1] | pos->type[0]);
    return set;
}

static GrSet plane_of(const Plane *plane, const GrPosition *pos) {
    switch (plane->form) {
    case PLANE_ONE:
        return pos->side[plane->side] & pos->type[plane->type];
    case PLANE_TYPE:
        return pos->type[plane->type];
    case PLANE_SIDE:
        return pos->side[plane->side];
    case PLANE_TYPES: {
        GrSet set = types_of(pos, plane->types[0] | plane->types[1]);
        return plane->sides == QUERY_EITHER ? set : set & pos->side[plane->side];
    }
    default:
        return mixed(plane, pos);
    }
}

GrSet query_plane(const Plane *plane, const GrPosition *pos) {
    return plane_of(plane, pos);
}

/* ---- adjectives ---- */

static int owner(const GrPosition *pos, int sq) {
    return gr_set_has(pos->side[GR_BLACK], sq) ? GR_BLACK : GR_WHITE;
}

/* Pieces of `side` that attack sq. Nothing is taken where no piece can stand. */
static GrSet attackers(const GrPosition *pos, int sq, int side) {
    return gr_set_has(pos->type[0], sq) ? 0 : gr_attackers(pos, sq, side);
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
static bool on_line(const GrPosition *pos, int royal, int sq) {
    const GrVariant *v = gr_variant(pos->rules);
    int files = v->files, df = sq % files - royal % files, dr = sq / files - royal / files;
    if (df && dr && df != dr && df != -dr)
        return false;
    int by_file = (df > 0) - (df < 0), by_rank = (dr > 0) - (dr < 0);
    int file = royal % files + by_file, rank = royal / files + by_rank, side = owner(pos, sq);
    for (bool past = false; file >= 0 && file < files && rank >= 0 && rank < v->ranks;
         file += by_file, rank += by_rank) {
        int at = rank * files + file;
        if (past && pos->board[at] != GR_EMPTY)
            return owner(pos, at) != side;
        if (!past && pos->board[at] != GR_EMPTY && at != sq)
            return false;
        past |= at == sq;
    }
    return false;
}

/* Would an enemy attack the royal piece that does not now, if the piece on sq were not there? */
static bool is_pinned(const SetTest *test, const GrPosition *pos, int sq) {
    int side = owner(pos, sq);
    GrSet royal = pos->side[side] & pos->type[GR_KING];
    if (!royal || royal == gr_set_of(sq))
        return false;
    int at = gr_set_first(royal); /* of several */
    if (at == sq || (test->by_rows && !on_line(pos, at, sq)))
        return false;
    GrSet now = gr_attackers(pos, at, !side);
    GrPosition without;
    gr_position_copy(&without, pos);
    lift(&without, sq);
    return gr_attackers(&without, at, !side) & ~now;
}

/* The marks that an adjective found by marks is about. */
static int mark_of(unsigned adjective) {
    static const uint8_t marks[] = {
#define ROW(name, word, opposite, found, mark) mark,
        QUERY_ADJECTIVES(ROW)
#undef ROW
    };
    return marks[gr_set_first((GrSet)adjective)];
}

/* Some games have types of promoted pieces instead. */
static bool is_promoted_type(const GrPosition *pos, int sq) {
    const GrVariant *v = gr_variant(pos->rules);
    return v->promoted && (v->piece[gr_type_of(pos->board[sq])].flags & GR_IS_PROMOTED);
}

static bool is(const SetTest *test, const GrPosition *pos, int sq, unsigned adjective) {
    int side = owner(pos, sq);
    switch (adjective) {
    case QUERY_ATTACKED:
        return attackers(pos, sq, !side);
    case QUERY_DEFENDED:
        return attackers(pos, sq, side);
    case QUERY_HANGING:
        return attackers(pos, sq, !side) && !attackers(pos, sq, side);
    case QUERY_PINNED:
        return is_pinned(test, pos, sq);
    default:
        return gr_set_has(pos->extra[mark_of(adjective)], sq) ||
               (adjective == QUERY_PROMOTED && is_promoted_type(pos, sq));
    }
}

/* The same for adjectives of pawns, all of them at once. */
static GrSet keep_pawns(const SetTest *test, const GrPosition *pos, GrSet set) {
    for (unsigned left = test->adjectives & QUERY_OF_PAWNS; left && set; left &= left - 1)
        set &= query_pawns_that_are(test, pos, set, left & -left);
    for (unsigned left = test->not_adjectives & QUERY_OF_PAWNS; left && set; left &= left - 1)
        set &= ~query_pawns_that_are(test, pos, set, left & -left);
    return set;
}

/* Do all adjectives hold of the piece on sq, but for those of pawns, and none of the others? */
static bool is_as_wanted(const SetTest *test, const GrPosition *pos, int sq) {
    for (unsigned left = test->adjectives & ~(unsigned)QUERY_OF_PAWNS; left; left &= left - 1)
        if (!is(test, pos, sq, left & -left))
            return false;
    for (unsigned left = test->not_adjectives & ~(unsigned)QUERY_OF_PAWNS; left; left &= left - 1)
        if (is(test, pos, sq, left & -left))
            return false;
    return true;
}

/* Of `set`, those of which all adjectives hold and none of the others; or (any) one of them. */
static GrSet keep_if(const SetTest *test, const GrPosition *pos, GrSet set, bool any) {
    GrSet kept = 0;
    set = keep_pawns(test, pos, set);
    if (!((test->adjectives | test->not_adjectives) & ~(unsigned)QUERY_OF_PAWNS))
        return set;
    while (set && !(any && kept)) {
        int sq = gr_set_pop(&set);
        kept |= is_as_wanted(test, pos, sq) ? gr_set_of(sq) : 0;
    }
    return kept;
}

/* ---- relations ---- */

/* Of the pieces, those of a side that attack sq. */
static GrSet attacking(const SetRelation *r, const GrPosition *pos, GrSet pieces, int side, int sq) {
    pieces &= pos->side[side];
    if (r->near)
        pieces &= r->near[side * GR_MAX_SQUARES + sq];
    return !pieces || (r->near && r->leaps) ? pieces : pieces & attackers(pos, sq, side);
}

/* Of `set`, those that attack one of the squares; or (any) one of them. */
static GrSet attacking_area(const SetRelation *r, const GrPosition *pos, GrSet set, GrSet area, bool any) {
    GrSet found = 0;
    while (area && set & ~found && !(any && found)) {
        int sq = gr_set_pop(&area);
        found |= attacking(r, pos, set, GR_WHITE, sq) | attacking(r, pos, set, GR_BLACK, sq);
    }
    return found;
}

/* Of `set`, those that attack (or defend) one of the pieces. */
static GrSet attacking_pieces(const SetRelation *r, const GrPosition *pos, GrSet set, GrSet pieces, bool any) {
    GrSet found = 0;
    bool defending = r->kind == QUERY_DEFENDS;
    while (pieces && set & ~found && !(any && found)) {
        int sq = gr_set_pop(&pieces);
        found |= attacking(r, pos, set, owner(pos, sq) ^ !defending, sq);
    }
    return found;
}

/* Of `set`, those attacked by (or defended by) one of the pieces. Empty squares are attacked by
 * either side. */
static GrSet attacked_by(const SetRelation *r, const GrPosition *pos, GrSet set, GrSet pieces, bool any) {
    GrSet found = 0;
    bool defended = r->kind == QUERY_DEFENDED_BY;
    for (GrSet left = pieces ? set : 0; left && !(any && found);) {
        int sq = gr_set_pop(&left);
        bool empty = pos->board[sq] == GR_EMPTY;
        for (int side = 0; side < 2; side++)
            if ((empty || (owner(pos, sq) == side) == defended) && attacking(r, pos, pieces, side, sq))
                found |= gr_set_of(sq);
    }
    return found;
}

/* Of `set`, those attacked by (or defended by) so many of the pieces as the relation wants. */
static GrSet attacked_often(const SetRelation *r, const GrPosition *pos, GrSet set, GrSet pieces) {
    GrSet found = 0;
    bool defended = r->kind == QUERY_DEFENDED_BY;
    while (set) {
        int sq = gr_set_pop(&set);
        bool empty = pos->board[sq] == GR_EMPTY;
        unsigned count = 0;
        for (int side = 0; side < 2; side++)
            if (empty || (owner(pos, sq) == side) == defended)
                count += (unsigned)gr_set_count(attacking(r, pos, pieces, side, sq));
        found |= count >= r->least ? gr_set_of(sq) : 0;
    }
    return found;
}

/* Of `set`, those that attack (or defend) so many of the others, pieces or squares. */
static GrSet attacking_often(const SetRelation *r, const GrPosition *pos, GrSet set, GrSet others) {
    GrSet times[QUERY_MOST_RELATED + 1] = {set}; /* that do so n times at least */
    bool squares = r->kind == QUERY_ATTACKS && (!r->set || r->squares), defending = r->kind == QUERY_DEFENDS;
    while (others) {
        int sq = gr_set_pop(&others);
        GrSet hits = 0;
        for (int side = 0; side < 2; side++)
            if (squares || (owner(pos, sq) == side) == defending)
                hits |= attacking(r, pos, set, side, sq);
        for (unsigned n = r->least; n; n--)
            times[n] |= times[n - 1] & hits;
    }
    return times[r->least];
}

static GrSet set_of(const SetTest *test, const GrPosition *pos, bool any);

static GrSet related(const SetRelation *r, const GrPosition *pos, GrSet set, bool any) {
    GrSet others = r->set ? set_of(r->set, pos, false) : r->area;
    bool passive = r->kind == QUERY_ATTACKED_BY || r->kind == QUERY_DEFENDED_BY;
    if (r->least > 1)
        return passive ? attacked_often(r, pos, set, others) : attacking_often(r, pos, set, others);
    if (passive)
        return attacked_by(r, pos, set, others, any);
    if (r->kind == QUERY_ATTACKS && (!r->set || r->squares))
        return attacking_area(r, pos, set, others, any);
    return attacking_pieces(r, pos, set, others, any);
}

/* The set, or (any) some of it if there is any. */
static GrSet set_of(const SetTest *test, const GrPosition *pos, bool any) {
    GrSet set = plane_of(&test->plane, pos) & test->area;
    if (set && (test->adjectives || test->not_adjectives))
        set = keep_if(test, pos, set, any && !test->relations);
    for (unsigned i = 0; set && i < test->relations; i++)
        set = related(&test->relation[i], pos, set, any && i + 1 == test->relations);
    return set;
}

GrSet query_squares(const SetTest *test, const GrPosition *pos) {
    return set_of(test, pos, false);
}

bool query_some(const SetTest *test, const GrPosition *pos) {
    return set_of(test, pos, true) != 0;
}

int query_pocket(const PocketTest *pocket, const GrPosition *pos) {
    int count = 0;
    for (int i = 0; i < 4; i++)
        count += __builtin_popcount(pos->pocket[i] & pocket->bits[i]);
    for (int side = 0; side < 2; side++) {
        count += pocket->number[side] ? pos->pocket[side] : 0;
        for (unsigned types = pocket->hand[side]; types; types &= types - 1)
            count += gr_in_hand(pos, side, __builtin_ctz(types));
        count += pocket->pending[side] && pos->pending && pos->turn == side;
    }
    return count;
}
