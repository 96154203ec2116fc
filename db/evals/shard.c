/* Which shard a database was made for. */
#include "db/evals/evals_block.h"

/* Shard and number of shards are one number, which is a multiple of a prime: with a wrong byte it is
 * none. */
enum { SHARD_FACTOR = 65537 };

static const char shard_key[] = "shard";

int gr_db_shard(GrDb *db, unsigned *shard, unsigned *shards, GrError *error) {
    sqlite3_stmt *stmt;
    *shard = *shards = 0;
    int code = gr_sql(&db->sql, GR_SQL_GET_META, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_text(stmt, 1, shard_key, -1, SQLITE_STATIC);
    int row = gr_sql_row(&db->sql, stmt, error);
    int64_t value = row > 0 ? sqlite3_column_int64(stmt, 0) : 0;
    bool number = row <= 0 || sqlite3_column_type(stmt, 0) == SQLITE_INTEGER;
    sqlite3_reset(stmt);
    if (row <= 0)
        return row;
    int64_t both = value / SHARD_FACTOR, one = both / (GR_MAX_SHARDS + 1), all = both % (GR_MAX_SHARDS + 1);
    if (!number || value % SHARD_FACTOR || (value && (one < 1 || one > all)))
        return gr_fail(error, GR_ERR_DAMAGED, "the database is damaged: shard");
    *shard = (unsigned)one;
    *shards = (unsigned)all;
    return 0;
}

int gr_db_set_shard(GrDb *db, unsigned shard, unsigned shards, GrError *error) {
    sqlite3_stmt *stmt = NULL;
    bool own;
    if (shards > GR_MAX_SHARDS || shard > shards || (shards && !shard))
        return gr_fail(error, GR_ERR_LIMIT, "there is no shard %u of %u", shard, shards);
    int code = gr_db_enter(db, &own, error);
    if (code)
        return code;
    code = gr_sql(&db->sql, shards ? GR_SQL_PUT_META : GR_SQL_DROP_META, &stmt, error);
    if (!code) {
        sqlite3_bind_text(stmt, 1, shard_key, -1, SQLITE_STATIC);
        if (shards)
            sqlite3_bind_int64(stmt, 2, ((int64_t)shard * (GR_MAX_SHARDS + 1) + shards) * SHARD_FACTOR);
        code = gr_sql_run(&db->sql, stmt, error);
    }
    return gr_db_leave(db, own, code, error);
}
