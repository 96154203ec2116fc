/* What pieces attack in four positions at once, on boards of 8 by 8. Internal to the query language.
 *
 * As in query_maps.h sets are filled along lines, but each direction by itself: shifts by numbers that are known when
 * this is compiled are fast, and pins take to know from where something comes.
 */
#ifndef GR_DB_QUERY_RAYS_H
#define GR_DB_QUERY_RAYS_H

#include "db/query/query_maps.h"

#define RAY static inline __attribute__((always_inline))
#define QUERY_NOT_AB 0xfcfcfcfcfcfcfcfc
#define QUERY_NOT_GH 0x3f3f3f3f3f3f3f3f

/* Squares that are reached from some by going up, towards higher ones, by so many: empty ones, and the first others.
 * `edge`: no step leads to where this has no squares. */
RAY void query_ray_up(const QueryLanes *from, const QueryLanes *empty, int by, uint64_t edge, QueryLanes *to) {
    QueryLanes set = *from, free = *empty & edge;
    set |= free & set << by;
    free &= free << by;
    set |= free & set << 2 * by;
    free &= free << 2 * by;
    set |= free & set << 4 * by;
    *to = set << by & edge;
}

RAY void query_ray_down(const QueryLanes *from, const QueryLanes *empty, int by, uint64_t edge, QueryLanes *to) {
    QueryLanes set = *from, free = *empty & edge;
    set |= free & set >> by;
    free &= free >> by;
    set |= free & set >> 2 * by;
    free &= free >> 2 * by;
    set |= free & set >> 4 * by;
    *to = set >> by & edge;
}

/* The nth of eight directions, the opposite of the (n ^ 1)st; from the fifth on diagonal. */
enum { QUERY_RAYS = 8, QUERY_DIAGONALS = 4 };
RAY void query_ray(int n, const QueryLanes *from, const QueryLanes *empty, QueryLanes *to) {
    switch (n) {
    case 0:
        query_ray_up(from, empty, 8, UINT64_MAX, to);
        break;
    case 1:
        query_ray_down(from, empty, 8, UINT64_MAX, to);
        break;
    case 2:
        query_ray_up(from, empty, 1, QUERY_NOT_A, to);
        break;
    case 3:
        query_ray_down(from, empty, 1, QUERY_NOT_H, to);
        break;
    case 4:
        query_ray_up(from, empty, 9, QUERY_NOT_A, to);
        break;
    case 5:
        query_ray_down(from, empty, 9, QUERY_NOT_H, to);
        break;
    case 6:
        query_ray_up(from, empty, 7, QUERY_NOT_H, to);
        break;
    default:
        query_ray_down(from, empty, 7, QUERY_NOT_A, to);
    }
}

/* All that is reached along ranks and files, or (diagonals) along diagonals. */
RAY void query_rays(bool diagonals, const QueryLanes *from, const QueryLanes *empty, QueryLanes *to) {
    QueryLanes a, b, c, d;
    int n = diagonals ? QUERY_DIAGONALS : 0;
    query_ray(n, from, empty, &a);
    query_ray(n + 1, from, empty, &b);
    query_ray(n + 2, from, empty, &c);
    query_ray(n + 3, from, empty, &d);
    *to = a | b | c | d;
}

RAY void query_knights(const QueryLanes *from, QueryLanes *to) {
    QueryLanes set = *from;
    QueryLanes near = (set << 1 & QUERY_NOT_A) | (set >> 1 & QUERY_NOT_H);
    QueryLanes far = (set << 2 & QUERY_NOT_AB) | (set >> 2 & QUERY_NOT_GH);
    *to = near << 16 | near >> 16 | far << 8 | far >> 8;
}

RAY void query_kings(const QueryLanes *from, QueryLanes *to) {
    QueryLanes beside = (*from << 1 & QUERY_NOT_A) | (*from >> 1 & QUERY_NOT_H), rank = *from | beside;
    *to = beside | rank << 8 | rank >> 8;
}

RAY void query_white_pawns(const QueryLanes *from, QueryLanes *to) {
    *to = (*from << 7 & QUERY_NOT_H) | (*from << 9 & QUERY_NOT_A);
}

RAY void query_black_pawns(const QueryLanes *from, QueryLanes *to) {
    *to = (*from >> 9 & QUERY_NOT_H) | (*from >> 7 & QUERY_NOT_A);
}

#undef RAY
#endif
