#include "db/query.h"

#include <string.h>

unsigned gr_target_fen(GrTarget *target, const GrRules *rules, const char *fen, GrFaults *faults) {
    *target = (GrTarget){.board_only = false};
    return gr_fen_read(rules, fen, &target->pos, faults);
}

unsigned gr_target_board(GrTarget *target, const GrRules *rules, const char *board,
                         GrFaults *faults) {
    char fen[GR_FEN_SIZE + 8];
    size_t len = strcspn(board, " \t");
    if (len >= GR_FEN_SIZE)
        len = GR_FEN_SIZE - 1; /* longer than any board: gr_fen_read will tell of it */
    *target = (GrTarget){.board_only = true, .pockets = memchr(board, '[', len) != NULL};
    memcpy(fen, board, len);
    memcpy(fen + len, " b", 3);
    /* One of the two sides may move: the other must not stand in check then. */
    if (gr_fen_read(rules, fen, &target->pos, NULL) == 0)
        return 0;
    memcpy(fen + len, " w", 3);
    return gr_fen_read(rules, fen, &target->pos, faults);
}

static bool same_board(const GrTarget *target, const GrPosition *pos) {
    const GrPosition *want = &target->pos;
    if (memcmp(want->side, pos->side, sizeof pos->side) ||
        memcmp(want->type, pos->type, sizeof pos->type) ||
        memcmp(want->extra, pos->extra, sizeof pos->extra))
        return false;
    return !target->pockets || !memcmp(want->pocket, pos->pocket, sizeof pos->pocket);
}

bool gr_target_fits(const GrTarget *target, const GrPosition *pos) {
    if (target->board_only)
        return same_board(target, pos);
    return target->pos.key == pos->key && gr_same(&target->pos, pos);
}
