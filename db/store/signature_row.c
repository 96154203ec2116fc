/* Rows of signatures in a database: made, read and stored. */
#include "db/store/signature_row.h"

#include <stdlib.h>
#include <string.h>

int gr_signatures_read(GrDb *db, int64_t first, GrSignatures *signatures, GrError *error) {
    sqlite3_stmt *stmt;
    size_t len;
    int code = 0, row = gr_sql_find(&db->sql, GR_SQL_GET_SIGNATURE, first, &stmt, error);
    if (row > 0) {
        const void *bytes = gr_sql_blob(stmt, 0, &len);
        code = gr_signatures_open(signatures, first, bytes, len, error);
        code = code ? code : gr_signatures_unpack(signatures, GR_SIGNATURES_ALL, error);
    }
    sqlite3_reset(stmt);
    return code ? code : row;
}

/* Sets the signature of the block's next game. */
static int append(GrBlock *block, uint32_t i, const uint8_t *signature, unsigned len,
                  GrError *error) {
    gr_put_bytes(&block->signatures, signature, len);
    block->signatures_at[i + 1] = (uint32_t)block->signatures.len;
    return block->signatures.failed ? gr_no_memory(error) : 0;
}

/* By playing the games through. Those that cannot be read get a signature that excludes nothing. */
static int play_games(GrDb *db, GrBlock *block, GrSignatureMaker *maker, GrError *error) {
    GrGame game;
    GrRow row;
    uint8_t signature[GR_SIGNATURE_SIZE] = {GR_TRAIT_UNKNOWN, GR_SIGNATURE_ANY};
    int code = 0;
    gr_game_init(&game);
    for (uint32_t i = 0; i < block->games && !code; i++) {
        GrError why;
        gr_block_row(block, i, &row);
        bool gone = row.column[GR_COL_FLAGS] & GR_FLAG_DELETED;
        int unread = gone ? GR_ERR_NOT_FOUND : gr_row_read(db, &row, true, &game, &why);
        if (unread && unread != GR_ERR_NOT_FOUND && !gr_is_damage(unread))
            code = gr_fail(error, why.code, "%s", why.text);
        else
            code = append(block, i, signature,
                          unread ? 0 : gr_signature_of(maker, &game, signature), error);
    }
    gr_game_free(&game);
    return code;
}

static void forget(GrBlock *block) {
    gr_buffer_clear(&block->signatures);
    memset(block->signatures_at, 0, sizeof block->signatures_at);
}

int gr_signatures_play(GrDb *db, GrBlock *block, GrError *error) {
    GrSignatureMaker *maker = calloc(1, sizeof *maker);
    forget(block);
    int code = maker ? play_games(db, block, maker, error)
                        : gr_no_memory(error);
    free(maker);
    return code;
}

static int take_over(const GrSignatures *signatures, GrBlock *block, GrError *error) {
    GrSignatureCursor cursor = gr_signatures_begin(signatures);
    uint8_t signature[GR_SIGNATURE_SIZE];
    int code = 0;
    forget(block);
    for (uint32_t i = 0; i < block->games && !code; i++)
        code = append(block, i, signature, gr_signatures_copy(&cursor, signature), error);
    return code;
}

int gr_signatures_load(GrDb *db, GrBlock *block, GrError *error) {
    GrSignatures *stored = malloc(sizeof *stored);
    if (!stored)
        return gr_no_memory(error);
    gr_signatures_init(stored);
    GrError why;
    int code = gr_signatures_read(db, block->first, stored, &why);
    if (code > 0 && stored->games == block->games)
        code = take_over(stored, block, error);
    else if (code >= 0 || code == GR_ERR_DAMAGED)
        code = gr_signatures_play(db, block, error);
    else
        gr_fail(error, why.code, "%s", why.text);
    gr_signatures_free(stored);
    free(stored);
    return code;
}

int gr_signatures_store(GrDb *db, const GrBlock *block, uint32_t from, uint32_t to, GrError *error) {
    GrBuffer bytes;
    gr_buffer_init(&bytes);
    gr_signatures_pack(block, from, to, &bytes);
    int code = gr_sql_put(&db->sql, GR_SQL_PUT_SIGNATURE, block->first + from, &bytes, error);
    gr_buffer_free(&bytes);
    return code;
}
