/* Tables of what attacks a king on each square, of which lines go from there, and of what lies between. */
#include <string.h>

#include "db/query/plan/attacks.h"

static void learn_aims(FilmAttacks *kings, int sq) {
    const QueryLanes on = {(uint64_t)1 << sq};
    QueryLanes to;
    for (int side = 0; side < 2; side++) {
        query_knights(&on, &to);
        kings->aims[side][sq][FILM_KNIGHT] = to[0];
        query_kings(&on, &to);
        kings->aims[side][sq][FILM_KING] = to[0];
        if (side == GR_WHITE)
            query_white_pawns(&on, &to);
        else
            query_black_pawns(&on, &to);
        kings->aims[side][sq][FILM_PAWN] = to[0];
    }
}

/* Lines that go down are kept as on a board that is turned upside down. */
static void learn_lines(FilmAttacks *kings, int sq) {
    const QueryLanes on = {(uint64_t)1 << sq}, all = ~(QueryLanes){0};
    for (int n = 0; n < QUERY_RAYS; n++) {
        QueryLanes to;
        query_ray(n, &on, &all, &to);
        kings->line[sq][n] = n % 2 && n != QUERY_WEST ? __builtin_bswap64(to[0]) : to[0];
        kings->slides[sq][n / QUERY_DIAGONALS] |= to[0];
        kings->lines[sq] |= to[0];
        for (uint64_t left = to[0]; left; left &= left - 1) {
            const int other = __builtin_ctzll(left);
            kings->behind[sq][other] = to[0] & ~query_between(sq, other) & ~(left & -left);
        }
    }
}

const FilmAttacks *film_learn_attacks(GrPlan *plan) {
    uint16_t types[FILM_WAYS] = {0};
    FilmAttacks *kings = query_find_ways(plan, types) ? query_alloc(&plan->arena, sizeof *kings) : NULL;
    if (kings)
        memcpy(kings->types, types, sizeof types);
    for (int sq = 0; kings && sq < 64; sq++) {
        learn_aims(kings, sq);
        learn_lines(kings, sq);
        for (int other = 0; other < 64; other++)
            kings->between[sq][other] = query_between(sq, other);
    }
    return kings;
}
