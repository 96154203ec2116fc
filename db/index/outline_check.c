/* Checking stored outlines against their games. */
#include "db/index/outlines.h"

#include <string.h>

void gr_outline_check_init(GrOutlineCheck *check) {
    memset(check, 0, sizeof *check);
    gr_outlines_init(&check->stored);
}

void gr_outline_check_free(GrOutlineCheck *check) {
    gr_outlines_free(&check->stored);
}

int gr_outline_check_begin(GrOutlineCheck *check, GrDb *db, const GrBlock *block, GrError *error) {
    GrError why;
    int row = gr_outlines_read(db, block->first, &check->stored, &why);
    check->cursor = (GrOutlineCursor){.of = &check->stored};
    check->any = row > 0 || row == GR_ERR_DAMAGED;
    check->agrees = row == 0 || (row > 0 && check->stored.games == block->games);
    return row < 0 && row != GR_ERR_DAMAGED ? gr_fail(error, why.code, "%s", why.text) : 0;
}

void gr_outline_check_game(GrOutlineCheck *check, const GrBlock *block, const GrGame *game) {
    uint8_t stored[GR_OUTLINE_SIZE], made[GR_OUTLINE_SIZE];
    uint32_t i = check->cursor.game;
    if (!check->any || !check->agrees)
        return;
    unsigned len = gr_outlines_next(&check->cursor, stored);
    unsigned want = game ? gr_outline_of(&check->outliner, game, made) : 0;
    bool silent = !want || made[0] == GR_OUTLINE_ANY; /* which agrees with everything */
    check->agrees = silent ||
                    (check->stored.variant[i] == block->column[GR_COL_VARIANT][i] && want == len &&
                     !memcmp(made, stored, len));
}
