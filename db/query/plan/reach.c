/* Where pieces could attack if nothing stood in their way, from the rows of their variant: most of
 * what a query asks about attacks is answered by that, and the rest need not be looked up in vain.
 */
#include "db/query/plan/compile.h"
#include "db/query/plan/attacks.h"

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
    for (int side = 0; side < 2; side++) {
        bool one = !(plane->types[side] & (plane->types[side] - 1)); /* else, which one would it be? */
        to->leaps &= one;
        for (unsigned types = plane->types[side]; types; types &= types - 1) {
            int type = __builtin_ctz(types);
            const GrPieceRow *row = &v->piece[type];
            to->leaps &= !row->flags || row->flags == GR_IS_PAWN;
            to->leaps &= row->capture.orth <= 1 && row->capture.diag <= 1;
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

bool query_checks_as_chess(const GrPlan *plan) {
    const GrVariant *v = plan->variant;
    if (!v || v->royals != GR_ROYALS_BOTH || v->explosions || v->defined || !query_goes_by_rows(plan))
        return false;
    for (int type = 1; type <= v->types; type++)
        if (v->piece[type].flags & ~(unsigned)GR_IS_PAWN)
            return false;
    return true;
}

/* ---- films ---- */

/* What a piece attacks without a slide that something may stop: by leaping, or as far as the next square. */
static void step(const GrVariant *v, const GrReach *row, GrSet from[GR_MAX_SQUARES]) {
    GrReach near = *row;
    near.orth = row->orth == 1;
    near.diag = row->diag == 1;
    for (int sq = 0; sq < gr_squares(v); sq++)
        reach_by_row(&(Reach){v, from, sq % v->files, sq / v->files}, &near);
}

static bool is_bounded(unsigned range) {
    return range > 1 && range < 7;
}

/* The ways in which a piece attacks, bits 1 << FilmWay; false if there is another one. From a1 every step can be seen
 * one way, from d4 all ways of short ones. */
static bool find_ways(const GrVariant *v, int type, unsigned *ways) {
    const GrReach *row = &v->piece[type].capture;
    GrSet from[GR_MAX_SQUARES] = {0};
    if (v->piece[type].flags & GR_IS_PAWN) {
        *ways = 1u << FILM_PAWN;
        return true;
    }
    step(v, row, from);
    bool king = from[0] == 0x302 && from[27] == 0x1c141c0000;
    bool knight = from[0] == 0x20400 && from[27] == 0x142200221400;
    *ways = (row->orth > 1 ? 1u << FILM_ORTH : 0) | (row->diag > 1 ? 1u << FILM_DIAG : 0) |
            (king ? 1u << FILM_KING : 0) | (knight ? 1u << FILM_KNIGHT : 0);
    return !is_bounded(row->orth) && !is_bounded(row->diag) && (king || knight || (!from[0] && !from[27]));
}

bool query_find_ways(const GrPlan *plan, uint16_t types[FILM_WAYS]) {
    const GrVariant *v = plan->variant;
    if (!goes_straight(plan))
        return false;
    for (int type = 1; type <= v->types; type++) {
        unsigned ways = 0;
        if (v->piece[type].letter && !find_ways(v, type, &ways))
            return false;
        for (FilmWay way = 0; way < FILM_WAYS; way++)
            types[way] = (uint16_t)(types[way] | (ways >> way & 1) << type);
    }
    return true;
}
