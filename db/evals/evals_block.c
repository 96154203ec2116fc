/* Blocks of verdicts in the file, and those that are kept in memory. */
#include "db/evals/evals_block.h"

#include <stdlib.h>

/* ---- in the file ---- */

static int open_blob(sqlite3_stmt *stmt, int column, int64_t place, GrVerdictBlock *block,
                     GrError *error) {
    size_t len;
    const void *blob = gr_sql_blob(stmt, column, &len);
    int code = gr_verdicts_open(block, blob, len);
    if (code == GR_ERR_MEMORY)
        return gr_no_memory(error);
    if (code)
        block->count = 0;
    return !code && block->place == place
               ? 0
               : gr_fail(error, GR_ERR_DAMAGED, "the database is damaged: evaluations");
}

int gr_evals_read(GrDb *db, int64_t place, GrVerdictBlock *block, GrError *error) {
    sqlite3_stmt *stmt;
    *block = (GrVerdictBlock){0};
    int row = gr_sql_find(&db->sql, GR_SQL_GET_EVALS, place, &stmt, error);
    int code = row > 0 ? open_blob(stmt, 0, place, block, error) : 0;
    sqlite3_reset(stmt);
    return code ? code : row;
}

/* The number that a statement with two parameters gives, between them. */
static int64_t ask(GrDb *db, GrSql which, int64_t first, int64_t second, GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(&db->sql, which, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, first);
    sqlite3_bind_int64(stmt, 2, second);
    int row = gr_sql_row(&db->sql, stmt, error);
    int64_t place = row > 0 ? sqlite3_column_int64(stmt, 0) : row;
    int64_t least = first < second ? first : second, most = first < second ? second : first;
    sqlite3_reset(stmt);
    /* pages that point to each other in a ring, or a row that cannot be */
    if (row > 0 && (place < least || place > most || place < 1))
        return gr_fail(error, GR_ERR_DAMAGED, "the database is damaged: evaluations");
    return place;
}

int64_t gr_evals_next(GrDb *db, int64_t place, int64_t most, GrError *error) {
    return ask(db, GR_SQL_NEXT_EVALS, place, most, error);
}

int64_t gr_evals_last(GrDb *db, int64_t place, int64_t least, GrError *error) {
    return ask(db, GR_SQL_FIND_EVALS, place, least, error);
}

/* ---- in memory ---- */

static void forget_all(GrEvalsCache *cache) {
    for (int i = 0; i < GR_KEPT_BLOCKS; i++)
        gr_verdicts_free(&cache->slot[i]);
}

static void free_cache(GrDbCache *base) {
    GrEvalsCache *cache = (GrEvalsCache *)base;
    forget_all(cache);
    free(cache);
}

/* The blocks in memory, as far as they are true; NULL when memory runs out. */
static GrEvalsCache *get_cache(GrDb *db) {
    GrEvalsCache *cache = (GrEvalsCache *)db->evals;
    if (!cache) {
        cache = calloc(1, sizeof *cache);
        if (!cache)
            return NULL;
        cache->cache.free = free_cache;
        cache->changes = db->changes;
        cache->shift = GR_PREFIX_BITS - 1;
        db->evals = &cache->cache;
    }
    if (cache->changes != db->changes)
        forget_all(cache);
    cache->changes = db->changes;
    return cache;
}

static GrVerdictBlock *slot_of(GrEvalsCache *cache, uint32_t family, uint32_t variant,
                               uint64_t prefix) {
    uint64_t number = (prefix >> cache->shift) + 89 * (uint64_t)family + 55 * (uint64_t)variant;
    return &cache->slot[number % GR_KEPT_BLOCKS];
}

/* Is the block the one that a prefix belongs to? */
static bool covers(const GrVerdictBlock *block, uint32_t family, uint32_t variant, uint64_t prefix) {
    return block->count && gr_place_family(block->place) == family &&
           gr_place_variant(block->place) == variant && gr_place_prefix(block->place) <= prefix &&
           prefix < block->end;
}

/* Forgets blocks that have something in common with those of [place, end). */
static void forget(GrDb *db, int64_t place, uint64_t end) {
    GrEvalsCache *cache = (GrEvalsCache *)db->evals;
    for (int i = 0; i < GR_KEPT_BLOCKS && cache; i++) {
        GrVerdictBlock *block = &cache->slot[i];
        if (block->count && gr_place_family(block->place) == gr_place_family(place) &&
            gr_place_variant(block->place) == gr_place_variant(place) &&
            gr_place_prefix(block->place) < end && gr_place_prefix(place) < block->end)
            gr_verdicts_free(block);
    }
}

/* Slots are as far apart as the blocks of this size are. */
static void set_shift(GrEvalsCache *cache, const GrVerdictBlock *block) {
    unsigned size = gr_top_bit(block->end - gr_place_prefix(block->place));
    if (size > cache->shift + 1 || size + 1 < cache->shift)
        cache->shift = size < GR_PREFIX_BITS ? size : GR_PREFIX_BITS - 1;
}

int gr_evals_block(GrDb *db, uint32_t family, uint32_t variant, uint64_t key, GrVerdictBlock **block,
                   GrError *error) {
    sqlite3_stmt *stmt;
    GrEvalsCache *cache = get_cache(db);
    uint64_t prefix = gr_prefix_of(key);
    if (!cache)
        return gr_no_memory(error);
    *block = slot_of(cache, family, variant, prefix);
    if (covers(*block, family, variant, prefix))
        return 1;
    int code = gr_sql(&db->sql, GR_SQL_FIND_EVALS, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, gr_verdicts_place(family, variant, prefix));
    sqlite3_bind_int64(stmt, 2, gr_verdicts_place(family, variant, 0));
    GrVerdictBlock found = {0};
    int row = gr_sql_row(&db->sql, stmt, error);
    if (row > 0)
        code = open_blob(stmt, 1, sqlite3_column_int64(stmt, 0), &found, error);
    sqlite3_reset(stmt);
    if (row > 0 && !code && !covers(&found, family, variant, prefix))
        code = gr_fail(error, GR_ERR_DAMAGED, "the database is damaged: evaluations are missing");
    if (row <= 0 || code) {
        gr_verdicts_free(&found);
        return code ? code : row;
    }
    set_shift(cache, &found);
    *block = slot_of(cache, family, variant, prefix);
    gr_verdicts_free(*block);
    **block = found;
    return 1;
}

/* ---- writing ---- */

int gr_evals_write(GrDb *db, int64_t place, uint64_t end, const GrBuffer *bytes, GrError *error) {
    forget(db, place, end);
    return gr_sql_put(&db->sql, GR_SQL_PUT_EVALS, place, bytes, error);
}

int gr_evals_drop(GrDb *db, int64_t place, GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(&db->sql, GR_SQL_DROP_EVALS, &stmt, error);
    if (code)
        return code;
    forget(db, place, GR_PREFIXES);
    sqlite3_bind_int64(stmt, 1, place);
    return gr_sql_run(&db->sql, stmt, error);
}

int gr_evals_move(GrDb *db, int64_t place, const GrVerdictBlock *block, GrError *error) {
    int64_t there = gr_evals_next(db, block->place, block->place, error);
    int code = there < 0 ? (int)there : 0;
    if (!there) {
        const GrBuffer bytes = {.data = (char *)block->bytes, .len = gr_verdicts_size(block)};
        code = gr_evals_write(db, block->place, block->end, &bytes, error);
    }
    return code || there ? code : gr_evals_drop(db, place, error);
}
