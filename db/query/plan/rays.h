/* What pieces attack in four positions at once, on boards of 8 by 8. Internal to the query language.
 *
 * Pieces that slide go along their lines as whole sets: sets that are shifted by 1, 2 and 4 squares fill a line in
 * three steps (S. Westcott's fill, after P. Kogge and H. Stone, 1973). Each direction goes by itself: shifts by numbers
 * that are known when this is compiled are fast, and pins take to know from where something comes.
 */
#ifndef GR_DB_QUERY_PLAN_RAYS_H
#define GR_DB_QUERY_PLAN_RAYS_H

#include <stdbool.h>
#include <stdint.h>

/* Sets of four positions. */
typedef uint64_t QueryLanes __attribute__((vector_size(32)));

/* Four of the eight words of two of them: of the first one 0 to 3, of the other one 4 to 7. And all boards turned
 * upside down, whose ranks are bytes. */
typedef uint8_t QueryRanks __attribute__((vector_size(32)));
#define QUERY_DOWN(n) 8 * n + 7, 8 * n + 6, 8 * n + 5, 8 * n + 4, 8 * n + 3, 8 * n + 2, 8 * n + 1, 8 * n
#define QUERY_ALL_DOWN QUERY_DOWN(0), QUERY_DOWN(1), QUERY_DOWN(2), QUERY_DOWN(3)
#ifdef __clang__
#define QUERY_PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define QUERY_TURN(a, ...) ((QueryLanes)__builtin_shufflevector((QueryRanks)(a), (QueryRanks)(a), __VA_ARGS__))
#else
#define QUERY_PICK(a, b, ...) __builtin_shuffle(a, b, (QueryLanes){__VA_ARGS__})
#define QUERY_TURN(a, ...) ((QueryLanes)__builtin_shuffle((QueryRanks)(a), (QueryRanks){__VA_ARGS__}))
#endif

#define RAY static inline __attribute__((always_inline))
#define QUERY_NOT_A 0xfefefefefefefefe
#define QUERY_NOT_H 0x7f7f7f7f7f7f7f7f
#define QUERY_NOT_AB 0xfcfcfcfcfcfcfcfc
#define QUERY_NOT_GH 0x3f3f3f3f3f3f3f3f

/* Squares that are empty, and those from which so far back two and four are; of lines in one direction. Who asks of
 * several sets of pieces finds them once. */
typedef struct QueryWay {
    QueryLanes one, two, four;
} QueryWay;

/* The nth of eight directions, the opposite of the (n ^ 1)st; even ones go up, towards higher squares; from the fifth
 * on they are diagonal. */
enum { QUERY_RAYS = 8, QUERY_EAST = 2, QUERY_WEST = 3, QUERY_DIAGONALS = 4 };
RAY int query_step(int n) {
    return n < 2 ? 8 : n < 4 ? 1 : n < 6 ? 9 : 7;
}

/* Where a step may lead to: not over the edge. */
RAY uint64_t query_inside(int n) {
    return n < 2 ? UINT64_MAX : n == 2 || n == 4 || n == 7 ? QUERY_NOT_A : QUERY_NOT_H;
}

RAY void query_way(int n, const QueryLanes *empty, QueryWay *way) {
    const int by = query_step(n);
    const bool up = n % 2 == 0;
    way->one = *empty & query_inside(n);
    way->two = way->one & (up ? way->one << by : way->one >> by);
    way->four = way->two & (up ? way->two << 2 * by : way->two >> 2 * by);
}

/* Along ranks, towards h, a carry goes through empty squares as a piece does; ranks are bytes. */
RAY void query_go_east(const QueryLanes *from, const QueryLanes *empty, QueryLanes *to) {
    const QueryLanes free = *empty & ~*from;
    *to = free ^ (QueryLanes)((QueryRanks)free + (QueryRanks)*from + (QueryRanks)*from);
}

/* Squares that are reached from some: empty ones, and the first others. */
RAY void query_go(int n, const QueryLanes *from, const QueryLanes *empty, const QueryWay *way, QueryLanes *to) {
    const int by = query_step(n);
    const bool up = n % 2 == 0;
    QueryLanes set = *from;
    if (n == QUERY_EAST) {
        query_go_east(from, empty, to);
        return;
    }
    set |= way->one & (up ? set << by : set >> by);
    set |= way->two & (up ? set << 2 * by : set >> 2 * by);
    set |= way->four & (up ? set << 4 * by : set >> 4 * by);
    *to = (up ? set << by : set >> by) & query_inside(n);
}

RAY void query_ray(int n, const QueryLanes *from, const QueryLanes *empty, QueryLanes *to) {
    QueryWay way;
    query_way(n, empty, &way);
    query_go(n, from, empty, &way, to);
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

/* Squares strictly between two that are on a rank, file or diagonal; of others none. */
static inline uint64_t query_between(int a, int b) {
    int low = a < b ? a : b, high = a < b ? b : a;
    int files = (high & 7) - (low & 7), ranks = (high >> 3) - (low >> 3);
    uint64_t inside = (((uint64_t)1 << high) - 1) & ~(((uint64_t)2 << low) - 1);
    if (!ranks)
        return inside;
    if (!files)
        return inside & (uint64_t)0x0101010101010101 << low;
    if (files == ranks)
        return inside & (uint64_t)0x8040201008040201 << low;
    return files == -ranks ? inside & (uint64_t)0x8102040810204081 << low : 0;
}

#undef RAY
#endif
