/* Counting legal moves to a depth. */
#include "rules/perft.h"

uint64_t gr_perft(const GrPosition *pos, int depth) {
    if (depth <= 0) {
        return 1;
    }
    if (depth == 1) {
        return gr_count_moves(pos);
    }
    GrMoveList list;
    uint64_t paths = 0;
    gr_moves(pos, &list);
    for (unsigned n = 0; n < list.count; n++) {
        GrPosition next;
        gr_position_copy(&next, pos);
        gr_play(&next, list.move[n]);
        paths += gr_perft(&next, depth - 1);
    }
    return paths;
}
