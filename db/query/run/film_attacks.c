/* What pieces attack at all positions of a film. */
#include "db/query/run/film_local.h"

#define FOUR static inline __attribute__((always_inline))

static bool goes(const Film *r, unsigned types, FilmWay way) {
    return types & r->plan->attacks->types[way];
}

/* ---- of some pieces ---- */

/* Sets *set to what some pieces attack that go one way. */
FOUR void go(FilmWay way, int side, const QueryLanes *from, const QueryLanes *empty, QueryLanes *set) {
    if (way == FILM_ORTH || way == FILM_DIAG)
        query_rays(way == FILM_DIAG, from, empty, set);
    else if (way == FILM_KNIGHT)
        query_knights(from, set);
    else if (way == FILM_KING)
        query_kings(from, set);
    else if (side == GR_WHITE)
        query_white_pawns(from, set);
    else
        query_black_pawns(from, set);
}

/* Adds what a side attacks by pieces `by` that go that way; or (back) those of them that attack a square of `by`.
 * `fours`, bits: where there is any of these. */
FOUR void go_all(const Film *r, FilmWay way, int side, bool back, const FilmSet *by, unsigned fours, FilmSet *set) {
    const FilmSet *pieces = r->way[way];
    for (; fours; fours &= fours - 1) {
        int i = __builtin_ctz(fours);
        QueryLanes from = back ? by->at[i] : by->at[i] & pieces->at[i], to;
        go(way, side ^ back, &from, &r->empty.at[i], &to);
        set->at[i] |= back ? to & pieces->at[i] : to;
    }
}

FOUR void go_ways(const Film *r, unsigned types, int side, bool back, const FilmSet *by, unsigned fours,
                  FilmSet *set) {
    film_fill(r, set, 0);
    if (goes(r, types, FILM_ORTH))
        go_all(r, FILM_ORTH, side, back, by, fours, set);
    if (goes(r, types, FILM_DIAG))
        go_all(r, FILM_DIAG, side, back, by, fours, set);
    if (goes(r, types, FILM_KNIGHT))
        go_all(r, FILM_KNIGHT, side, back, by, fours, set);
    if (goes(r, types, FILM_KING))
        go_all(r, FILM_KING, side, back, by, fours, set);
    if (goes(r, types, FILM_PAWN) && side == GR_WHITE)
        go_all(r, FILM_PAWN, GR_WHITE, back, by, fours, set);
    else if (goes(r, types, FILM_PAWN))
        go_all(r, FILM_PAWN, GR_BLACK, back, by, fours, set);
}

void film_attacked_by(const Film *r, unsigned types, int side, const FilmSet *pieces, unsigned fours, FilmSet *set) {
    go_ways(r, types, side, false, pieces, fours, set);
}

/* What attacks there is found by going from there as it goes. */
void film_attackers_of(const Film *r, unsigned types, int side, const FilmSet *squares, unsigned fours, FilmSet *set) {
    go_ways(r, types, side, true, squares, fours, set);
}

/* ---- of all pieces ---- */

/* Four positions, and what their sides attack. */
typedef struct Four {
    QueryLanes empty, orth[2], diag[2], to[2];
} Four;

/* Ways are found once for both sides. */
FOUR void add_ray(Four *four, int n, unsigned sides) {
    QueryWay way;
    QueryLanes to;
    query_way(n, &four->empty, &way);
    for (int side = 0; side < 2; side++)
        if (sides >> side & 1) {
            query_go(n, n < QUERY_DIAGONALS ? &four->orth[side] : &four->diag[side], &four->empty, &way, &to);
            four->to[side] |= to;
        }
}

FOUR void add_steps(Four *four, const Film *r, unsigned i, int side) {
    const QueryLanes own = film_side(r, side)->at[i];
    QueryLanes from = own & r->way[FILM_KNIGHT]->at[i], to;
    query_knights(&from, &to);
    four->to[side] |= to;
    from = own & r->way[FILM_KING]->at[i];
    query_kings(&from, &to);
    four->to[side] |= to;
    from = own & r->way[FILM_PAWN]->at[i];
    if (side == GR_WHITE)
        query_white_pawns(&from, &to);
    else
        query_black_pawns(&from, &to);
    four->to[side] |= to;
}

FOUR void know(Film *r, unsigned sides) {
    for (unsigned i = 0; i < r->fours; i++) {
        Four four = {.empty = r->empty.at[i]};
        for (int side = 0; side < 2; side++) {
            four.orth[side] = film_side(r, side)->at[i] & r->way[FILM_ORTH]->at[i];
            four.diag[side] = film_side(r, side)->at[i] & r->way[FILM_DIAG]->at[i];
        }
        add_ray(&four, 0, sides);
        add_ray(&four, 1, sides);
        add_ray(&four, 2, sides);
        add_ray(&four, 3, sides);
        add_ray(&four, 4, sides);
        add_ray(&four, 5, sides);
        add_ray(&four, 6, sides);
        add_ray(&four, 7, sides);
        for (int side = 0; side < 2; side++)
            if (sides >> side & 1) {
                add_steps(&four, r, i, side);
                r->attacked[side].at[i] = four.to[side];
            }
    }
}

void film_know_attacks(Film *r, unsigned sides) {
    unsigned open = sides & ~r->attacks;
    if (open == QUERY_EITHER)
        know(r, QUERY_EITHER);
    else if (open == QUERY_WHITE)
        know(r, QUERY_WHITE);
    else if (open)
        know(r, QUERY_BLACK);
    r->attacks |= sides;
}

#undef FOUR
