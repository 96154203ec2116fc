/* The command `go perft`: counting moves, which `stop` and `quit` end. */
#include <stdlib.h>

#include "analysis/uci/uci_local.h"
#include "notation/move/uci.h"
#include "rules/perft.h"

enum {
    UNASKED = 2,    /* plies that are counted without asking whether to go on */
    MOMENT_MS = 300 /* after `quit`: a script that ends with it wants a count that is near */
};

static uint64_t count(GrUci *uci, const GrPosition *pos, int depth) {
    if (depth <= UNASKED)
        return gr_perft(pos, depth);
    GrMoveList list;
    uint64_t paths = 0;
    gr_moves(pos, &list);
    for (unsigned i = 0; i < list.count && !gr_uci_is_cut(uci); i++) {
        GrPosition next;
        gr_position_copy(&next, pos);
        gr_play(&next, list.move[i]);
        paths += count(uci, &next, depth - 1);
    }
    return paths;
}

static void count_all(GrUci *uci, const GrMoveList *list) {
    int depth = uci->depth;
    uint64_t total = depth == 0;
    for (unsigned i = 0; depth > 0 && i < list->count; i++) {
        GrPosition next = uci->pos;
        char name[GR_UCI_SIZE];
        gr_uci_write(&uci->pos, list->move[i], name);
        gr_play(&next, list->move[i]);
        uint64_t paths = count(uci, &next, depth - 1);
        if (gr_uci_is_cut(uci)) {
            gr_say(uci, "info string perft was stopped: it is not counted to its end");
            return;
        }
        total += paths;
        gr_say(uci, "%s: %llu", name, (unsigned long long)paths);
    }
    gr_say_line(uci, "");
    gr_say(uci, "Nodes searched: %llu", (unsigned long long)total);
}

static void perft(GrUci *uci) {
    GrMoveList *list = malloc(sizeof *list);
    gr_uci_begun(uci);
    if (list) {
        gr_moves(&uci->pos, list);
        count_all(uci, list);
    } else {
        gr_say(uci, "info string out of memory");
    }
    gr_uci_ended(uci);
    free(list);
}

void gr_uci_perft(GrUci *uci, const char *arguments) {
    if (!gr_uci_read_depth(uci, "perft", arguments, 0, GR_MAX_PLY))
        return;
    if (uci->unsound)
        gr_refuse(uci, "there is nothing to count: the last position was refused");
    else
        gr_uci_prepare(uci, perft, MOMENT_MS);
}
