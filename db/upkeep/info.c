/* What a database holds, and where its bytes go. */
#include "db/upkeep/info.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "db/codec/limits.h"
#include "db/codec/postings.h"
#include "db/evals/evals.h"
#include "db/index/chunk_sums.h"
#include "db/store/internal.h"
#include "db/store/schema.h"
#include "notation/room.h"

/* What is added up over the rows of a table, which come by their numbers. */
typedef struct Sum {
    const char *text;
    uint64_t *value[3];
} Sum;

static int add_up(GrDb *db, const Sum *sum, GrError *error) {
    sqlite3_stmt *stmt;
    int64_t number = INT64_MIN;
    int row = 0;
    errno = 0;
    int result = sqlite3_prepare_v2(db->sql.handle, sum->text, -1, &stmt, NULL);
    if (result != SQLITE_OK)
        return gr_sql_fail(db->sql.handle, result, error);
    while ((row = gr_sql_next(&db->sql, stmt, &number, error)) > 0)
        for (int i = 0; i < 3 && sum->value[i]; i++) {
            int64_t more = sqlite3_column_int64(stmt, 1 + i);
            *sum->value[i] += more > 0 ? (uint64_t)more : 0;
        }
    sqlite3_finalize(stmt);
    return row;
}

/* Parts the bytes of the index of positions. */
static int part_index(GrDb *db, GrInfo *info, GrError *error) {
    sqlite3_stmt *stmt;
    int row = 0;
    int64_t number = INT64_MIN;
    errno = 0;
    int result = sqlite3_prepare_v2(db->sql.handle, "SELECT bucket, length(groups), substr(groups, 1, 12) "
                                                    "FROM posting ORDER BY bucket", -1, &stmt, NULL);
    if (result != SQLITE_OK)
        return gr_sql_fail(db->sql.handle, result, error);
    while ((row = gr_sql_next(&db->sql, stmt, &number, error)) > 0) {
        size_t len;
        const void *head = gr_sql_blob(stmt, 2, &len);
        uint64_t bytes = (uint64_t)sqlite3_column_int64(stmt, 1);
        if (gr_chunk_sums_have_row(number)) {
            info->index += bytes;
            continue;
        }
        info->commons += gr_bucket_entries(gr_input(head, len), (size_t)bytes);
        info->index += bytes;
    }
    sqlite3_finalize(stmt);
    info->index -= info->commons;
    return row;
}

static int ask(GrDb *db, const char *pragma, uint64_t *value, GrError *error) {
    sqlite3_int64 number;
    int code = gr_sql_number(db->sql.handle, pragma, &number, error);
    *value = (uint64_t)number;
    return code;
}

/* Lengths of blobs and texts; the little that SQLite adds to each row is not counted. */
static int sizes(GrDb *db, GrInfo *info, GrError *error) {
    uint64_t page_size = 0, pages = 0, unused = 0, format = 0;
    const Sum sums[] = {
        {"SELECT first, length(head), length(moves), length(texts) FROM block ORDER BY first",
         {&info->columns, &info->moves, &info->texts}},
        {"SELECT id, names FROM dictionary ORDER BY id", {&info->names}},
        {"SELECT page, length(texts) FROM name ORDER BY page", {&info->name_bytes}},
        {"SELECT bucket, length(entries) FROM fingerprint ORDER BY bucket", {&info->fingerprints}},
        {"SELECT first, length(games) FROM signature ORDER BY first", {&info->signatures}},
        {"SELECT place, length(verdicts) FROM evaluation ORDER BY place", {&info->eval_bytes}},
        {"SELECT id, positions FROM judge ORDER BY id", {&info->evals}},
    };
    size_t count = sizeof sums / sizeof *sums;
    int code = ask(db, "PRAGMA user_version", &format, error);
    if (!code)
        code = ask(db, "PRAGMA page_size", &page_size, error);
    if (!code)
        code = ask(db, "PRAGMA page_count", &pages, error);
    if (!code)
        code = ask(db, "PRAGMA freelist_count", &unused, error);
    for (size_t i = 0; i < count && !code; i++)
        code = add_up(db, &sums[i], error);
    if (!code)
        code = part_index(db, info, error);
    info->format = (int)format;
    info->file = pages * page_size;
    info->free = unused * page_size;
    return code;
}

static bool count_variant(GrDb *db, GrInfo *info, uint32_t id, uint64_t games) {
    const char *name = id ? gr_intern_get(&db->catalog.variants, id) : NULL;
    size_t i = 0;
    name = name ? name : "";
    while (i < info->variants && strcmp(info->variant[i].name, name))
        i++;
    if (i == info->variants) {
        if (!gr_room(&info->variant, info->variants, 1, &info->variant_cap, sizeof *info->variant))
            return false;
        info->variant[info->variants++] = (GrInfoVariant){name, 0};
    }
    info->variant[i].games += games;
    return true;
}

static bool count_games(GrDb *db, GrInfo *info, const GrBlock *block) {
    uint32_t variant = 0;
    uint64_t games = 0; /* in a row of that variant */
    for (uint32_t i = 0; i < block->games; i++) {
        uint32_t flags = block->column[GR_COL_FLAGS][i], own = block->column[GR_COL_VARIANT][i];
        if (flags & GR_FLAG_DELETED) {
            info->deleted++;
            continue;
        }
        info->games++;
        info->plies += block->column[GR_COL_PLIES][i];
        info->partial += (flags & GR_FLAG_PARTIAL) != 0;
        if (games && own != variant) {
            if (!count_variant(db, info, variant, games))
                return false;
            games = 0;
        }
        variant = own;
        games++;
    }
    return !games || count_variant(db, info, variant, games);
}

static int count_blocks(GrDb *db, GrInfo *info, GrError *error) {
    int64_t first = gr_db_next_block(db, 1, error), last = gr_db_last(db, error);
    int code = last < 0 ? (int)last : 0;
    int64_t expected = 1;
    while (first > 0 && !code) {
        if (first > expected)
            code = gr_db_note_missing(db, expected, error);
        if (code)
            break;
        last = last > first ? last : first; /* which a damaged table may not know as its last block */
        code = gr_db_read_block(db, first, GR_BLOCK_MOVES, &db->peek, error);
        int64_t next = gr_db_next_block(db, first + 1, error);
        if (!code && !count_games(db, info, &db->peek))
            return gr_no_memory(error);
        expected = code ? next : first + db->peek.games;
        if (code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN) {
            info->unreadable += (uint64_t)((next > 0 ? next : last + 1) - first);
            code = 0;
        }
        first = next;
    }
    if (!code && !first)
        code = gr_db_note_missing_end(db, error);
    return code || first == 0 ? code : (int)first;
}

/* The bytes of all names, which are loaded for that. */
static int count_names(GrDb *db, GrInfo *info, GrError *error) {
    GrCatalog *catalog = &db->catalog;
    int code = 0;
    for (uint32_t tag = 1; tag <= catalog->tags.top && !code; tag++)
        if (gr_intern_get(&catalog->tags, tag))
            code = gr_catalog_load_names(catalog, tag, error);
    info->name_text = catalog->names_size;
    return code;
}

double gr_info_names_used(const GrInfo *info) {
    double names = (double)info->names / GR_INFO_MOST_NAMES, text = (double)info->name_text / GR_INFO_MOST_NAME_TEXT;
    double used = names > text ? names : text;
    return used < 1 ? used : 1;
}

void gr_info_free(GrInfo *info) {
    free(info->variant);
    *info = (GrInfo){0};
}

int gr_db_info(GrDb *db, GrInfo *info, GrError *error) {
    _Static_assert((int)GR_INFO_MOST_NAMES == (int)GR_MAX_NAMES &&
                   (int)GR_INFO_MOST_NAME_TEXT == (int)GR_MAX_NAMES_SIZE, "what is reported is the bound");
    *info = (GrInfo){0};
    int code = gr_db_begin_read(db, error);
    if (code)
        return code;
    code = sizes(db, info, error);
    if (!code)
        code = count_names(db, info, error);
    if (!code)
        code = count_blocks(db, info, error);
    if (!code)
        code = gr_db_changes(db, &info->changes, &info->last_change, &info->journal, error);
    if (!code && gr_db_shard(db, &info->shard, &info->shards, NULL)) /* verify reports it */
        info->shard = info->shards = 0;
    gr_db_end_read(db);
    return code;
}
