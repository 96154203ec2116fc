/* What the rules machines share: lines through squares, and sorting moves out into sets. Internal to rules/. */
#ifndef GR_RULES_CORE_SETS_H
#define GR_RULES_CORE_SETS_H

#include "rules/position.h"
#include "rules/word_sets.h"

/* A line through a square: its squares on lower and on higher numbers. */
typedef struct Line {
    BB below, above;
} Line;

/* Squares reached from the line's square up to and with the first blocker on each side. */
INLINE BB along(const Line *line, BB occ) {
    BB below = line->below & occ, above = line->above & occ;
    BB reached = above ^ (above + bb_minus_last(below | 1));
    return reached & (line->below | line->above);
}

/* Of the four lines of a square: rank, file, rising diagonal, falling diagonal. */
INLINE BB orthogonals(const Line line[4], BB occ) {
    return along(&line[0], occ) | along(&line[1], occ);
}

INLINE BB diagonals(const Line line[4], BB occ) {
    return along(&line[2], occ) | along(&line[3], occ);
}

/* Adds a list's moves to sets: ordinary ones by their squares, others to the rest. sets->from and the rest are empty
 * before. */
INLINE void sort_out(const GrMoveList *list, GrMoveSets *sets) {
    for (unsigned i = 0; i < list->count; i++) {
        GrMove m = list->move[i];
        int from = gr_move_from(m);
        if (gr_move_kind(m) != GR_NORMAL || gr_move_piece(m)) {
            gr_list_add(&sets->others, m);
            continue;
        }
        if (!gr_set_has(sets->from, from))
            sets->to[from] = 0;
        sets->from |= gr_set_of(from);
        sets->to[from] |= gr_set_of(gr_move_to(m));
    }
}

#endif
