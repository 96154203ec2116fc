/* Making the signatures of blocks that have none. */
#include "db/index/signatures.h"

#include <stdlib.h>

static int make_block(GrDb *db, int64_t first, GrBlock *block, GrError *error) {
    GrError why;
    int code = gr_db_read_block(db, first, GR_BLOCK_TEXTS, block, &why);
    if (code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN)
        return 0; /* reading its games one by one reports why */
    if (code)
        return gr_fail(error, why.code, "%s", why.text);
    if (block->damaged)
        return 0;
    code = gr_signatures_play(db, block, error);
    return code ? code : gr_signatures_store(db, block, 0, block->games, error);
}

static int run(GrDb *db, GrSql which, GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(&db->sql, which, &stmt, error);
    return code ? code : gr_sql_run(&db->sql, stmt, error);
}

/* Has the block a row of this version, whatever else is in it? 1, 0 or a code. */
static int is_there(GrDb *db, int64_t first, GrError *error) {
    enum { VERSION_AT = 4 }; /* behind the checksum */
    sqlite3_stmt *stmt;
    size_t len;
    int row = gr_sql_find(&db->sql, GR_SQL_GET_SIGNATURE, first, &stmt, error);
    if (row > 0) {
        const uint8_t *bytes = gr_sql_blob(stmt, 0, &len);
        row = len > VERSION_AT && bytes[VERSION_AT] == GR_SIGNATURE_VERSION;
    }
    sqlite3_reset(stmt);
    return row;
}

int gr_signatures_make(GrDb *db, const GrWork *work, GrError *error) {
    int code = run(db, GR_SQL_DROP_SIGNATURES, error);
    return code ? code : gr_signatures_complete(db, work, error);
}

int gr_signatures_complete(GrDb *db, const GrWork *work, GrError *error) {
    GrBlock *block = calloc(1, sizeof *block);
    int64_t first = block ? gr_db_next_block(db, 1, error)
                          : gr_no_memory(error);
    int code = first < 0 ? (int)first : 0;
    while (first > 0 && !code) {
        int there = is_there(db, first, error);
        code = there < 0 ? there : there ? 0 : make_block(db, first, block, error);
        if (!code && work->stop && work->stop(work->context))
            code = gr_fail(error, GR_ERR_STOPPED, "stopped");
        first = code ? 0 : gr_db_next_block(db, first + 1, error);
        code = first < 0 ? (int)first : code;
    }
    if (block)
        gr_block_free(block);
    free(block);
    return code;
}
