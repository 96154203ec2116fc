/* Finding, reading and writing blocks and the games in them. */
#include "db/store/internal.h"
#include "db/store/signature_row.h"

int gr_db_read_block(GrDb *db, int64_t first, GrBlockParts parts, GrBlock *block, GrError *error) {
    sqlite3_stmt *stmt;
    size_t head_len, moves_len = 0, texts_len = 0;
    int code = gr_db_may_read(db, GR_LONG_BLOCK, first, error);
    int row = code ? code : gr_sql_find(&db->sql, GR_SQL_GET_BLOCK, first, &stmt, error);
    if (row <= 0)
        return row < 0 ? row : gr_fail(error, GR_ERR_NOT_FOUND, "no block %lld", (long long)first);
    int64_t games = sqlite3_column_int64(stmt, 0), plies = sqlite3_column_int64(stmt, 1);
    const void *head = gr_sql_blob(stmt, 2, &head_len);
    const void *moves = parts == GR_BLOCK_HEAD ? "" : gr_sql_blob(stmt, 3, &moves_len);
    code = gr_block_unpack(block, &db->catalog, first, games, gr_input(head, head_len),
                               gr_input(moves, moves_len), parts, error);
    if (!code && parts == GR_BLOCK_TEXTS) {
        const void *bytes = gr_sql_blob(stmt, 4, &texts_len);
        code = gr_block_unpack_texts(block, gr_input(bytes, texts_len), error);
    }
    if (!code && plies != gr_block_plies(block, 0, block->games))
        block->suspect = true;
    if (code)
        gr_block_clear(block, 0);
    db->rows[GR_LONG_BLOCK].read += head_len + moves_len + texts_len;
    sqlite3_reset(stmt);
    return code;
}

/* Of pages that are not in order, SQLite may give a row that was not asked for: a walk that believed it
 * would go round in circles. */
static int out_of_order(GrError *error) {
    return gr_fail(error, GR_ERR_DAMAGED, "the database is damaged: its blocks are not in order");
}

/* The first block, or the last one, that begins with a game from `least` to `most`; 0 if there is
 * none, below 0 a code. */
static int64_t block_within(GrDb *db, GrSql which, int64_t least, int64_t most, GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(&db->sql, which, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, least);
    sqlite3_bind_int64(stmt, 2, most);
    int row = gr_sql_row(&db->sql, stmt, error);
    int64_t first = row > 0 ? sqlite3_column_int64(stmt, 0) : row;
    sqlite3_reset(stmt);
    return row <= 0 || (first >= least && first <= most) ? first : out_of_order(error);
}

static int64_t block_from(GrDb *db, int64_t id, GrError *error) {
    return block_within(db, GR_SQL_NEXT_BLOCK, id, db->most, error);
}

/* The block of game `id`, or the one before it: its first game; 0 if there is none. */
static int64_t block_at(GrDb *db, int64_t id, GrError *error) {
    return block_within(db, GR_SQL_FIND_BLOCK, 1, id < db->most ? id : db->most, error);
}

static int not_found(int64_t id, GrError *error) {
    return gr_fail(error, GR_ERR_NOT_FOUND, "there is no game %lld", (long long)id);
}

/* Makes `block` the one that has game `id`. */
static int load_block_of(GrDb *db, int64_t id, GrBlockParts parts, GrBlock *block,
                         GrError *error) {
    if (gr_block_has(block, id) && gr_block_covers(block->has, parts))
        return 0;
    int64_t first = block_at(db, id, error);
    if (first < 0)
        return (int)first;
    if (!first && db->work.games == 0) {
        int64_t last = gr_db_last(db, error); /* all may be lost */
        if (last < 0)
            return (int)last;
    }
    if (!first || id - first >= GR_BLOCK_GAMES) /* whatever else is wrong with the block */
        return not_found(id, error);
    if (block->games && block->first == first && gr_block_covers(block->has, parts))
        return not_found(id, error); /* it has fewer games */
    if (db->unread == first) /* its games are asked for one by one */
        return gr_fail(error, db->why.code, "%s", db->why.text);
    int code = gr_db_read_block(db, first, parts, block, &db->why);
    db->unread = gr_is_damage(code) ? first : 0;
    if (code)
        return gr_fail(error, db->why.code, "%s", db->why.text);
    return gr_block_has(block, id) ? 0 : not_found(id, error);
}

int gr_db_find(GrDb *db, int64_t id, GrBlockParts parts, const GrBlock **block, uint32_t *index,
               GrError *error) {
    int code = gr_db_refresh(db, error);
    if (code)
        return code;
    if (id < 1)
        return not_found(id, error);
    *block = gr_block_has(&db->work, id) ? &db->work : &db->peek;
    if (*block == &db->peek)
        code = load_block_of(db, id, parts, &db->peek, error);
    if (code)
        return code;
    *index = (uint32_t)(id - (*block)->first);
    if (!((*block)->column[GR_COL_FLAGS][*index] & GR_FLAG_DELETED))
        return 0;
    if ((*block)->damaged) /* unknown */
        return gr_fail(error, GR_ERR_DAMAGED, "the block of game %lld is damaged", (long long)id);
    return not_found(id, error);
}

int64_t gr_db_block_of(GrDb *db, int64_t id, GrError *error) {
    int code = gr_db_refresh(db, error);
    if (!code)
        code = gr_db_flush(db, error);
    return code ? code : block_at(db, id, error);
}

int64_t gr_db_next_block(GrDb *db, int64_t from, GrError *error) {
    int code = gr_db_refresh(db, error);
    if (!code)
        code = gr_db_flush(db, error);
    return code ? code : block_from(db, from, error);
}

/* The number in the first row that a statement gives: 1, 0 if there is none, or a code. */
static int first_number(GrDb *db, GrSql which, const char *key, int64_t *value, GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(&db->sql, which, &stmt, error);
    if (code)
        return code;
    if (key)
        sqlite3_bind_text(stmt, 1, key, -1, SQLITE_STATIC);
    int row = gr_sql_row(&db->sql, stmt, error);
    *value = row > 0 ? sqlite3_column_int64(stmt, 0) : 0;
    sqlite3_reset(stmt);
    return row;
}

/* A database in which no block is found may have lost them all: a page of zeros passes for a table without rows, or for
 * rows with the number 0. Then there are rows of no game, signatures, or fingerprints that are counted. 1, 0 or a code. */
static int has_lost_all(GrDb *db, GrError *error) {
    int64_t number;
    int lost = first_number(db, GR_SQL_ALL_BLOCKS, NULL, &number, error);
    if (lost == 0)
        lost = first_number(db, GR_SQL_ALL_SIGNATURES, NULL, &number, error);
    if (lost || db->attached) /* whose owner may have deleted blocks himself */
        return lost;
    lost = first_number(db, GR_SQL_GET_META, "fingerprint_games", &number, error);
    return lost > 0 ? number > 0 : lost;
}

/* First and number of games of the last block; both 0 in an empty database. */
static int last_block(GrDb *db, int64_t *first, int64_t *games, GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(&db->sql, GR_SQL_LAST_BLOCK, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, db->most);
    int row = gr_sql_row(&db->sql, stmt, error);
    *first = row > 0 ? sqlite3_column_int64(stmt, 0) : 0;
    *games = 0;
    if (row > 0) {
        size_t len;
        const void *head = gr_sql_blob(stmt, 2, &len);
        *games = gr_block_count(*first, sqlite3_column_int64(stmt, 1), gr_input(head, len));
    }
    sqlite3_reset(stmt);
    if (row > 0 && (*first < 1 || *first > db->most))
        return out_of_order(error);
    return row < 0 ? row : 0;
}

/* Looks once more, at one state of the file: another program may be adding the first games. */
static int check_empty(GrDb *db, GrError *error) {
    bool own = !db->reading && !db->writing && !db->attached;
    int64_t first = 0, games;
    int code = own ? gr_sql_run_with(&db->sql, GR_SQL_BEGIN_READ, NULL, 0, error) : 0;
    if (code)
        return code;
    code = last_block(db, &first, &games, error);
    if (!code && !first)
        code = has_lost_all(db, error);
    if (own)
        gr_sql_run_with(&db->sql, GR_SQL_COMMIT, NULL, 0, NULL);
    return code > 0 ? gr_fail(error, GR_ERR_DAMAGED, "the database is damaged: its games are missing in the table block")
                    : code;
}

int64_t gr_db_last(GrDb *db, GrError *error) {
    int64_t first, games;
    int code = gr_db_refresh(db, error);
    if (!code)
        code = last_block(db, &first, &games, error);
    if (code)
        return code;
    if (db->work.games && db->work.first >= first)
        return db->work.first + db->work.games - 1;
    code = first ? 0 : check_empty(db, error);
    if (code)
        return code;
    return first ? first + games - 1 : 0;
}

/* Writes the rows `from` to `to` - 1 of the work block as a block of their own. */
static int put_rows(GrDb *db, uint32_t from, uint32_t to, GrError *error) {
    const GrBlock *block = &db->work;
    GrBlobs *blobs = &db->blobs;
    sqlite3_stmt *stmt;
    if (gr_block_pack(block, &db->catalog, from, to, blobs))
        return gr_no_memory(error);
    int code = gr_sql(&db->sql, GR_SQL_PUT_BLOCK, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, block->first + from);
    sqlite3_bind_int64(stmt, 2, to - from);
    sqlite3_bind_int64(stmt, 3, gr_block_plies(block, from, to));
    sqlite3_bind_blob64(stmt, 4, blobs->head.data, blobs->head.len, SQLITE_STATIC);
    sqlite3_bind_blob64(stmt, 5, blobs->moves.len ? blobs->moves.data : "", blobs->moves.len,
                        SQLITE_STATIC);
    sqlite3_bind_blob64(stmt, 6, blobs->texts.len ? blobs->texts.data : "", blobs->texts.len,
                        SQLITE_STATIC);
    code = gr_sql_run(&db->sql, stmt, error);
    db->most = block->first + to > db->most ? block->first + to : db->most;
    return code ? code : gr_signatures_store(db, block, from, to, error);
}

/* Takes away what an earlier flush has written of the work block behind its first piece. */
static int delete_pieces(GrDb *db, GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(&db->sql, GR_SQL_DELETE_BLOCKS, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, db->work.first);
    sqlite3_bind_int64(stmt, 2, db->work.first + db->work.games);
    return gr_sql_run(&db->sql, stmt, error);
}

/* A block whose games have grown is written as several; the number of a block is that of its first
 * game, so the first of them takes the place of the old one. */
int gr_db_flush(GrDb *db, GrError *error) {
    const GrBlock *block = &db->work;
    if (!db->dirty)
        return 0;
    if (gr_block_has(block, db->peek.first))
        gr_block_clear(&db->peek, 0); /* it is older */
    db->unread = db->tail = 0;
    db->changes++;
    int code = delete_pieces(db, error);
    for (uint32_t from = 0, to; from < block->games && !code; from = to) {
        for (to = from + 1; to < block->games; to++)
            if (block->texts_at[to + 1] - block->texts_at[from] > 2 * GR_BLOCK_TEXT)
                break;
        code = put_rows(db, from, to, error);
    }
    db->dirty = code != 0;
    return code;
}

/* Makes the last block the work block, if it has room and is sound. */
static int load_tail(GrDb *db, GrError *error) {
    GrError unread;
    int64_t first, games;
    int code = last_block(db, &first, &games, error);
    if (code)
        return code;
    code = first ? gr_db_read_block(db, first, GR_BLOCK_TEXTS, &db->work, &unread) : 0;
    if (!first || code == GR_ERR_DAMAGED || db->work.damaged) {
        gr_block_clear(&db->work, first + games + (first == 0));
        return 0;
    }
    if (!code && gr_block_has_room(&db->work))
        code = gr_signatures_load(db, &db->work, &unread);
    return code ? gr_fail(error, unread.code, "%s", unread.text) : 0;
}

/* Is the work block known to be the last one, and has it room? */
static bool is_tail(const GrDb *db) {
    return db->work.games && db->tail == db->work.first && gr_block_has_room(&db->work);
}

int gr_db_open_tail(GrDb *db, GrError *error) {
    if (is_tail(db))
        return 0;
    int64_t first = block_at(db, db->most, error);
    int code = first < 0 ? (int)first : 0;
    if (!code && !(db->work.games && db->work.first >= first)) {
        code = gr_db_flush(db, error);
        if (!code)
            code = load_tail(db, error);
    }
    if (!code && !gr_block_has_room(&db->work)) {
        code = gr_db_flush(db, error);
        if (!code)
            gr_block_clear(&db->work, db->work.first + db->work.games);
    }
    db->tail = code ? 0 : db->work.first;
    return code;
}

/* Can the block be written? Not if it is damaged, and not if another block begins among its games,
 * which would be deleted with it. 0, or GR_ERR_DAMAGED or another code. */
static int check_whole(GrDb *db, const GrBlock *block, int64_t id, GrError *error) {
    int64_t next = block_from(db, block->first + 1, error);
    if (next < 0)
        return (int)next;
    if (!block->damaged && (!next || next >= block->first + block->games))
        return 0;
    return gr_fail(error, GR_ERR_DAMAGED, "the block of game %lld is damaged", (long long)id);
}

int gr_db_open_work(GrDb *db, int64_t id, GrError *error) {
    if (gr_block_has(&db->work, id))
        return 0;
    int code = gr_db_flush(db, error);
    db->tail = 0;
    if (!code)
        code = load_block_of(db, id, GR_BLOCK_TEXTS, &db->work, error);
    if (!code)
        code = check_whole(db, &db->work, id, error);
    if (!code)
        code = gr_signatures_load(db, &db->work, error);
    if (code)
        gr_block_clear(&db->work, 0);
    return code;
}

int gr_db_can_change(GrDb *db, int64_t id, GrError *error) {
    const GrBlock *block = NULL;
    uint32_t i;
    int code = gr_db_find(db, id, GR_BLOCK_TEXTS, &block, &i, error);
    return code || block == &db->work ? code : check_whole(db, block, id, error);
}
