/* Mates by trying everything. */
#include "tests/aid/mate_aid.h"

#include <stdlib.h>

bool mate_is_forced(const GrPosition *pos, int side, int moves) {
    GrMoveList *list = malloc(sizeof *list);
    if (!list)
        abort();
    GrState state = gr_state(pos);
    bool mine = pos->turn == side, won = !mine;
    gr_moves(pos, list);
    if (state != GR_OPEN || (mine && moves == 0)) {
        won = gr_winner(pos, state) == side;
        list->count = 0;
    }
    for (unsigned i = 0; i < list->count && won != mine; i++) {
        GrPosition next = *pos;
        gr_play(&next, list->move[i]);
        won = mate_is_forced(&next, side, moves - (mine && next.turn != side));
    }
    free(list);
    return won;
}

bool mate_line_wins(const GrPosition *from, const GrLine *line, int moves) {
    GrPosition pos = *from;
    int turns = 0;
    for (int i = 0; i < line->length; i++) {
        if (!gr_is_legal(&pos, line->move[i]))
            return false;
        int before = pos.turn;
        gr_play(&pos, line->move[i]);
        turns += before == from->turn && pos.turn != before;
    }
    return gr_winner(&pos, gr_state(&pos)) == from->turn && turns == moves;
}
