/* Where pieces could attack if nothing stood in their way, from the rows of their variant: most of
 * what a query asks about attacks is answered by that, and the rest need not be looked up in vain.
 */
#include "db/query/query_compile.h"
#include "db/query/query_maps.h"

/* Whose pieces attack as their rows say, and in no other way: spells and wizards do not, and where
 * something waits beside the board the rules have more to say. */
bool query_goes_by_rows(const GrPlan *plan) {
    const GrVariant *v = plan->variant;
    for (int type = 1; v && type <= v->types; type++)
        if (v->piece[type].flags & GR_GOES_ODDLY)
            return false;
    return v && plan->shrinks && !v->holes;
}

/* What is made: from which squares the piece at hand attacks each square. */
typedef struct Reach {
    const GrVariant *variant;
    GrSet *near;
    int file, rank; /* where it stands */
} Reach;

/* False beyond the edge. */
static bool reach(const Reach *r, int df, int dr) {
    const GrVariant *v = r->variant;
    int file = r->file + df, rank = r->rank + dr;
    if (file < 0 || file >= v->files || rank < 0 || rank >= v->ranks)
        return false;
    r->near[gr_square(v, file, rank)] |= gr_set_of(gr_square(v, r->file, r->rank));
    return true;
}

static void slide(const Reach *r, int df, int dr, int range) {
    for (int n = 1; n <= range && reach(r, n * df, n * dr); n++)
        continue;
}

static void reach_by_row(const Reach *r, const GrReach *row) {
    for (int i = 0; i < 4 && (row->leap[i].df || row->leap[i].dr); i++)
        for (int turn = 0; turn < 8; turn++) {
            int a = row->leap[i].df, b = row->leap[i].dr;
            int df = turn & 4 ? b : a, dr = turn & 4 ? a : b;
            reach(r, turn & 1 ? -df : df, turn & 2 ? -dr : dr);
        }
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++)
            if (df || dr)
                slide(r, df, dr, df && dr ? row->diag : row->orth);
}

static void reach_of(const Reach *r, int side, int type) {
    const GrPieceRow *row = &r->variant->piece[type];
    if (!(row->flags & GR_IS_PAWN)) {
        reach_by_row(r, &row->capture);
        return;
    }
    reach(r, -1, side == GR_WHITE ? 1 : -1);
    reach(r, 1, side == GR_WHITE ? 1 : -1);
}

/* Does a piece that goes by a row stay in the area, wherever in it it stands? As it goes the same way back, none comes
 * to it either. */
static bool stays_in(const GrVariant *v, const GrReach *row, GrSet area) {
    GrSet near[GR_MAX_SQUARES] = {0}, reached = 0;
    for (GrSet left = area; left;) {
        int sq = gr_set_pop(&left);
        reach_by_row(&(Reach){v, near, sq % v->files, sq / v->files}, row);
    }
    for (int sq = 0; sq < gr_squares(v); sq++)
        reached |= near[sq] ? gr_set_of(sq) : 0;
    return !(reached & ~area);
}

static bool castles(const GrVariant *v, int type) {
    bool found = type == GR_KING;
    for (int i = 0; i < v->castlings; i++)
        found |= gr_castling_rook(v, i) == type;
    return found;
}

bool query_is_closed(const GrPlan *plan, const Plane *plane, GrSet area) {
    const GrVariant *v = plan->variant;
    if (area == plan->board)
        return true;
    if (plane->empty || plane->holes || !query_goes_by_rows(plan))
        return false;
    for (unsigned types = plane->types[GR_WHITE] | plane->types[GR_BLACK]; types; types &= types - 1) {
        int type = __builtin_ctz(types);
        const GrPieceRow *row = &v->piece[type];
        if (row->flags || castles(v, type) || !stays_in(v, &row->move, area) || !stays_in(v, &row->capture, area))
            return false;
    }
    return true;
}

/* Does it never leap along a line to beyond the next square? */
static bool leaps_aside(const GrReach *reach) {
    for (int i = 0; i < 4; i++) {
        int df = reach->leap[i].df, dr = reach->leap[i].dr;
        bool far = df > 1 || df < -1 || dr > 1 || dr < -1;
        if (far && (!df || !dr || df == dr || df == -dr))
            return false;
    }
    return true;
}

void query_make_near(GrPlan *plan, const Plane *plane, SetRelation *to) {
    const GrVariant *v = plan->variant;
    if (!query_goes_by_rows(plan))
        return;
    GrSet *near = query_alloc(&plan->arena, 2 * GR_MAX_SQUARES * sizeof *near);
    if (!near)
        return;
    to->near = near;
    to->leaps = true;
    to->straight = v->files == 8 && v->ranks == 8;
    for (int side = 0; side < 2; side++) {
        bool one = !(plane->types[side] & (plane->types[side] - 1)); /* else, which one would it be? */
        to->leaps &= one;
        to->straight &= one;
        for (unsigned types = plane->types[side]; types; types &= types - 1) {
            int type = __builtin_ctz(types);
            const GrPieceRow *row = &v->piece[type];
            to->leaps &= !row->flags || row->flags == GR_IS_PAWN;
            to->leaps &= row->capture.orth <= 1 && row->capture.diag <= 1;
            to->straight &= leaps_aside(&row->capture) && (!row->flags || row->flags == GR_IS_PAWN);
            for (int sq = 0; sq < gr_squares(v); sq++)
                reach_of(&(Reach){v, near + side * GR_MAX_SQUARES, sq % v->files, sq / v->files},
                         side, type);
        }
    }
}

static bool goes_straight(const GrPlan *plan) {
    const GrVariant *v = plan->variant;
    bool straight = query_goes_by_rows(plan) && v->files == 8 && v->ranks == 8;
    for (int type = 1; straight && type <= v->types; type++) {
        unsigned flags = v->piece[type].flags;
        straight = leaps_aside(&v->piece[type].capture) && (!flags || flags == GR_IS_PAWN);
    }
    return straight;
}

/* From where pieces of a side and type aim at each square. */
static void aim(const GrVariant *v, uint64_t *aims, int side, int type) {
    GrSet near[GR_MAX_SQUARES] = {0};
    for (int sq = 0; sq < gr_squares(v); sq++)
        reach_of(&(Reach){v, near, sq % v->files, sq / v->files}, side, type);
    for (int sq = 0; sq < gr_squares(v); sq++) {
        uint64_t *at = aims + (size_t)(64 * side + sq) * QUERY_AIM_TYPES;
        at[type] = (uint64_t)near[sq];
        at[0] |= at[type];
        at[QUERY_AIM_REST] |= type > QUERY_AIM_FEW ? at[type] : 0;
    }
}

void query_make_aims(GrPlan *plan) {
    if (plan->aims || !goes_straight(plan))
        return;
    uint64_t *aims = query_alloc(&plan->arena, QUERY_AIMS * sizeof *aims);
    for (int side = 0; aims && side < 2; side++)
        for (int type = 1; type <= plan->variant->types; type++)
            aim(plan->variant, aims, side, type);
    plan->aims = aims;
}

/* ---- maps ---- */

/* What a piece attacks without a slide that something may stop: by leaping, or as far as the next square. */
static void step(const GrVariant *v, const GrReach *row, uint64_t step[64]) {
    GrReach near = *row;
    GrSet from[GR_MAX_SQUARES] = {0};
    near.orth = row->orth == 1;
    near.diag = row->diag == 1;
    for (int sq = 0; sq < gr_squares(v); sq++)
        reach_by_row(&(Reach){v, from, sq % v->files, sq / v->files}, &near);
    for (int sq = 0; sq < gr_squares(v); sq++)
        step[sq] = (uint64_t)from[sq];
}

static bool is_bounded(unsigned range) {
    return range > 1 && range < 7;
}

/* From a1 every step can be seen one way, from d4 all ways of short ones. */
static bool steps_so(const uint64_t step[64], uint64_t from_a1, uint64_t from_d4) {
    return step[0] == from_a1 && step[27] == from_d4;
}

/* False for a piece that slides, but not to the edge. */
static bool map_type(const GrVariant *v, int type, QueryMaps *maps) {
    const GrReach *row = &v->piece[type].capture;
    uint16_t bit = (uint16_t)(1u << type);
    if (v->piece[type].flags & GR_IS_PAWN) {
        maps->pawns |= bit;
        return true;
    }
    if (is_bounded(row->orth) || is_bounded(row->diag))
        return false;
    maps->orth |= row->orth > 1 ? bit : 0;
    maps->diag |= row->diag > 1 ? bit : 0;
    maps->steps |= row->orth == 1 || row->diag == 1 || row->leap[0].df || row->leap[0].dr ? bit : 0;
    step(v, row, maps->step[type]);
    maps->kings |= steps_so(maps->step[type], 0x302, 0x1c141c0000) ? bit : 0;
    maps->knights |= steps_so(maps->step[type], 0x20400, 0x142200221400) ? bit : 0;
    return true;
}

const QueryMaps *query_make_maps(GrPlan *plan) {
    QueryMaps *maps = plan->aims ? query_alloc(&plan->arena, sizeof *maps) : NULL;
    for (int type = 1; maps && type <= plan->variant->types; type++)
        if (plan->variant->piece[type].letter && !map_type(plan->variant, type, maps))
            return NULL;
    return maps;
}
