/* The rules machine, part 7: variants whose moves have to be tried before one knows whether they
 * are legal. Internal to rules/.
 *
 * Instead of rules/core_hooks.h such a file includes this header, having defined
 *   IS_LEGAL       name of a function that says so of a move that core_hooks.h would list
 * and names FILTER_HOOKS in its hooks.
 */
#ifndef GR_RULES_CORE_FILTER_H
#define GR_RULES_CORE_FILTER_H

#include "rules/core_hooks.h"

static bool IS_LEGAL(const GrPosition *p, GrMove m);

static void keep_legal(const GrPosition *p, GrMoveList *list) {
    unsigned kept = 0;
    for (unsigned i = 0; i < list->count; i++)
        if (IS_LEGAL(p, list->move[i]))
            list->move[kept++] = list->move[i];
    list->count = kept;
}

static void filter_moves(const GrPosition *p, GrMoveList *list) {
    core_moves(p, list);
    keep_legal(p, list);
}

static void filter_captures(const GrPosition *p, GrMoveList *list) {
    core_captures(p, list);
    keep_legal(p, list);
}

static uint64_t filter_count(const GrPosition *p) {
    GrMoveList list;
    filter_moves(p, &list);
    return list.count;
}

static bool filter_can_move(const GrPosition *p) {
    GrMoveList list;
    core_moves(p, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (IS_LEGAL(p, list.move[i]))
            return true;
    return false;
}

static void filter_move_sets(const GrPosition *p, const GrAttackMap *map, GrMoveSets *sets) {
    GrMoveList list;
    (void)map;
    sets->from = 0;
    sets->others.count = 0;
    filter_moves(p, &list);
    sort_out(&list, sets);
}

#define FILTER_HOOKS                                                                               \
    .moves = filter_moves, .captures = filter_captures, .count = filter_count, .play = OWN_PLAY,   \
    .attackers = core_attackers, .en_passant = core_en_passant, .passable = core_passable,         \
    .move_sets = filter_move_sets, .attack_map = core_attack_map, .attacks = core_attacks,        \
    .in_danger = core_in_danger,                                                                  \
    .origins = core_origins, .can_move = filter_can_move

#endif
