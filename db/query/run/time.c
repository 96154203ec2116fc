/* From bits to hits: what holds when, what comes after what.
 *
 * Expressions of single plies are sets of plies, kept as bits, and joined word by word. A sequence
 * is asked from its end: given, for each ply at which it may end, how soon the rest of the query
 * can then be over ("after"), how soon is it all over if it begins at a ply? For a step that holds
 * at one ply that is `after` where it holds and never elsewhere; for `A then B`, B's answer is the
 * `after` of A, moved by the plies that may lie between. So every way of choosing the plies is
 * seen, and each step is looked at once.
 */
#include <string.h>

#include "db/query/run/time.h"

#define NEVER UINT32_MAX

static uint32_t *row_of(const TimeRoom *room, const Time *time, unsigned n) {
    return room->rows + (size_t)(time->index * TIME_ROWS + n) * room->plies;
}

/* ---- the game as a whole, and sets of plies ---- */

static uint32_t how_often(const TimeRoom *room, const Time *time);
static const uint64_t *bits_of(const TimeRoom *room, const Time *time);

static uint64_t last_word(uint32_t plies) {
    return plies % 64 ? ((uint64_t)1 << plies % 64) - 1 : ~(uint64_t)0;
}

static bool holds_always(const TimeRoom *room, const Time *time) {
    return room->plies && how_often(room, time) == room->plies;
}

static bool holds_of_game(const TimeRoom *room, const Time *time) {
    switch (time->op) {
    case TIME_TEST:
        return room->chance[time->test] == YES;
    case TIME_AND:
        return holds_of_game(room, time->left) && holds_of_game(room, time->right);
    case TIME_OR:
        return holds_of_game(room, time->left) || holds_of_game(room, time->right);
    case TIME_NOT:
        return !holds_of_game(room, time->left);
    case TIME_ALWAYS:
        return time->left->scope == QUERY_OF_GAME ? holds_of_game(room, time->left)
                                                  : holds_always(room, time->left);
    default: { /* TIME_TIMES */
        uint32_t often = how_often(room, time->left);
        return often >= time->low && often <= time->high;
    }
    }
}

static const uint64_t *filled(const TimeRoom *room, uint64_t *bits, bool value) {
    memset(bits, value ? 0xFF : 0, room->words * sizeof *bits);
    if (value && room->words)
        bits[room->words - 1] = last_word(room->plies);
    return bits;
}

static const uint64_t *bits_of(const TimeRoom *room, const Time *time) {
    uint64_t *bits = room->bits + time->index * room->words;
    if (time->scope == QUERY_OF_GAME)
        return filled(room, bits, holds_of_game(room, time));
    if (time->op == TIME_TEST)
        return room->test[time->test];
    const uint64_t *left = bits_of(room, time->left);
    const uint64_t *right = time->right ? bits_of(room, time->right) : left;
    for (size_t i = 0; i < room->words; i++)
        bits[i] = time->op == TIME_NOT   ? ~left[i]
                  : time->op == TIME_AND ? left[i] & right[i]
                                         : left[i] | right[i];
    if (time->op == TIME_NOT && room->words)
        bits[room->words - 1] &= last_word(room->plies);
    return bits;
}

static bool has(const uint64_t *bits, uint32_t ply) {
    return bits[ply / 64] >> ply % 64 & 1;
}

/* ---- sequences ---- */

/* Where in the query a step stands: as its first, as its last. */
typedef struct Edge {
    bool first, last;
} Edge;

static const uint32_t *sequence(const TimeRoom *room, const Time *time, const uint32_t *after,
                                Edge edge);

/* From each ply, the least of what lies from `low` to `high` plies further on. The queue holds the
 * plies that can still be the least of some window, the nearest last. */
static void look_ahead(uint32_t plies, const uint32_t *from, uint32_t low, uint32_t high,
                       uint32_t *queue, uint32_t *to) {
    uint32_t head = 0, tail = 0;
    for (uint32_t ply = plies; ply-- > 0;) {
        to[ply] = NEVER;
        if (low >= plies - ply)
            continue;
        uint32_t next = ply + low;
        while (tail > head && from[queue[tail - 1]] >= from[next])
            tail--;
        queue[tail++] = next;
        while (queue[head] - ply > high)
            head++;
        to[ply] = from[queue[head]];
    }
}

static const uint32_t *then(const TimeRoom *room, const Time *time, const uint32_t *after,
                            Edge edge) {
    const uint32_t *next = sequence(room, time->right, after, (Edge){false, edge.last});
    uint32_t *ahead = row_of(room, time, 0);
    look_ahead(room->plies, next, time->low, time->high, row_of(room, time, 1), ahead);
    return sequence(room, time->left, ahead, (Edge){edge.first, false});
}

/* The plies of [start, end) all hold, and neither neighbour does. The step may begin at any ply
 * from which `plies` of them are left. */
static void stretch(uint32_t start, uint32_t end, uint32_t plies, const uint32_t *after, Edge edge,
                    uint32_t *to) {
    uint32_t least = NEVER;
    for (uint32_t ply = start; ply + plies <= end; ply++) {
        uint32_t over = edge.last ? end - 1 : after[ply + plies - 1];
        if (!edge.first)
            to[ply] = over;
        least = over < least ? over : least;
    }
    if (edge.first)
        to[start] = least;
}

static const uint32_t *lasting(const TimeRoom *room, const Time *time, const uint32_t *after,
                               Edge edge) {
    const uint64_t *bits = bits_of(room, time->left);
    uint32_t *to = row_of(room, time, 0);
    for (uint32_t ply = 0; ply < room->plies;) {
        uint32_t end = ply;
        while (end < room->plies && has(bits, end)) {
            to[end] = NEVER;
            end++;
        }
        if (end == ply)
            to[end++] = NEVER;
        else
            stretch(ply, end, time->low, after, edge, to);
        ply = end;
    }
    return to;
}

static const uint32_t *at_plies(const TimeRoom *room, const Time *time, const uint32_t *after) {
    const uint64_t *bits = bits_of(room, time);
    uint32_t *to = row_of(room, time, 0);
    for (uint32_t ply = 0; ply < room->plies; ply++)
        to[ply] = has(bits, ply) ? after[ply] : NEVER;
    return to;
}

static const uint32_t *either(const TimeRoom *room, const Time *time, const uint32_t *after,
                              Edge edge) {
    const uint32_t *left = sequence(room, time->left, after, edge);
    const uint32_t *right = sequence(room, time->right, after, edge);
    uint32_t *to = row_of(room, time, 0);
    for (uint32_t ply = 0; ply < room->plies; ply++)
        to[ply] = left[ply] < right[ply] ? left[ply] : right[ply];
    return to;
}

/* A sequence in games of which something holds. */
static const uint32_t *if_game(const TimeRoom *room, const Time *time, const uint32_t *after,
                               Edge edge) {
    bool left = time->left->scope == QUERY_OF_GAME;
    if (holds_of_game(room, left ? time->left : time->right))
        return sequence(room, left ? time->right : time->left, after, edge);
    uint32_t *to = row_of(room, time, 0);
    memset(to, 0xFF, room->plies * sizeof *to);
    return to;
}

static const uint32_t *sequence(const TimeRoom *room, const Time *time, const uint32_t *after,
                                Edge edge) {
    if (time->scope != QUERY_OF_SEQUENCE)
        return at_plies(room, time, after);
    switch (time->op) {
    case TIME_THEN:
        return then(room, time, after, edge);
    case TIME_FOR:
        return lasting(room, time, after, edge);
    case TIME_AND:
        return if_game(room, time, after, edge);
    default:
        return either(room, time, after, edge);
    }
}

/* For each ply, where the shortest hit that begins there ends. */
static const uint32_t *ends_of(const TimeRoom *room, const Time *time) {
    uint32_t *itself = room->rows + (size_t)(room->plan->times * TIME_ROWS) * room->plies;
    for (uint32_t ply = 0; ply < room->plies; ply++)
        itself[ply] = ply;
    return sequence(room, time, itself, (Edge){true, true});
}

/* ---- counting and telling ---- */

static uint32_t how_often(const TimeRoom *room, const Time *time) {
    uint32_t count = 0;
    if (time->scope == QUERY_OF_GAME)
        return holds_of_game(room, time);
    if (time->scope == QUERY_OF_PLY) {
        const uint64_t *bits = bits_of(room, time);
        for (size_t i = 0; i < room->words; i++)
            count += (uint32_t)__builtin_popcountll(bits[i]);
        return count;
    }
    const uint32_t *ends = ends_of(room, time);
    for (uint32_t ply = 0; ply < room->plies; ply++)
        count += ends[ply] != NEVER;
    return count;
}

static size_t hits_of_plies(const TimeRoom *room, const uint64_t *bits) {
    size_t count = 0;
    for (size_t i = 0; i < room->words; i++)
        for (uint64_t word = bits[i]; word; word &= word - 1) {
            uint32_t ply = (uint32_t)(i * 64) + (uint32_t)__builtin_ctzll(word);
            room->hits[count++] = (GrHit){ply, ply, 0};
        }
    return count;
}

size_t query_find_hits(const TimeRoom *room) {
    const Time *root = room->plan->root;
    size_t count = 0;
    if (root->scope == QUERY_OF_GAME) {
        room->hits[0] = (GrHit){0, room->plies ? room->plies - 1 : 0, 0};
        return holds_of_game(room, root);
    }
    if (root->scope == QUERY_OF_PLY)
        return hits_of_plies(room, bits_of(room, root));
    const uint32_t *ends = ends_of(room, root);
    for (uint32_t ply = 0; ply < room->plies; ply++)
        if (ends[ply] != NEVER)
            room->hits[count++] = (GrHit){ply, ends[ply], 0};
    return count;
}
