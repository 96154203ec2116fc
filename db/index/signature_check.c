/* Checking stored signatures against their games. */
#include "db/index/signatures.h"

#include <string.h>

void gr_signature_check_init(GrSignatureCheck *check) {
    memset(check, 0, sizeof *check);
    gr_signatures_init(&check->stored);
}

void gr_signature_check_free(GrSignatureCheck *check) {
    gr_signatures_free(&check->stored);
}

int gr_signature_check_begin(GrSignatureCheck *check, GrDb *db, const GrBlock *block, GrError *error) {
    GrError why;
    int row = gr_signatures_read(db, block->first, &check->stored, &why);
    check->cursor = gr_signatures_begin(&check->stored);
    check->any = row > 0 || row == GR_ERR_DAMAGED;
    check->agrees = row == 0 || (row > 0 && check->stored.games == block->games);
    return row < 0 && row != GR_ERR_DAMAGED ? gr_fail(error, why.code, "%s", why.text) : 0;
}

void gr_signature_check_game(GrSignatureCheck *check, const GrBlock *block, const GrGame *game) {
    uint8_t stored[GR_SIGNATURE_SIZE], made[GR_SIGNATURE_SIZE] = {GR_TRAIT_UNKNOWN, GR_SIGNATURE_ANY};
    uint32_t i = check->cursor.game;
    if (!check->any || !check->agrees)
        return;
    unsigned want = game ? gr_signature_of(&check->maker, game, made) : 0;
    unsigned len = gr_signatures_copy(&check->cursor, stored);
    bool silent = !want || made[1] == GR_SIGNATURE_ANY; /* which agrees with everything */
    check->agrees = silent ||
                    (check->stored.variant[i] == block->column[GR_COL_VARIANT][i] && want == len &&
                     !memcmp(made, stored, len));
}
