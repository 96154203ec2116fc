/* What a database holds, and where its bytes go. */
#include "db/upkeep/info.h"

#include "db/store/internal.h"
#include "db/store/schema.h"

typedef struct Query {
    const char *text;
    uint64_t *value;
} Query;

static int ask(GrDb *db, const Query *query, size_t count, GrError *error) {
    int code = 0;
    for (size_t i = 0; i < count && !code; i++) {
        sqlite3_int64 number;
        code = gr_sql_number(db->sql.handle, query[i].text, &number, error);
        *query[i].value = (uint64_t)number;
    }
    return code;
}

/* Lengths of blobs and texts; the little that SQLite adds to each row is not counted. */
static int sizes(GrDb *db, GrInfo *info, GrError *error) {
    uint64_t page_size, pages, unused, format;
    const Query query[] = {
        {"PRAGMA user_version", &format},
        {"PRAGMA page_size", &page_size},
        {"PRAGMA page_count", &pages},
        {"PRAGMA freelist_count", &unused},
        {"SELECT coalesce(sum(length(head)), 0) FROM block", &info->columns},
        {"SELECT coalesce(sum(length(moves)), 0) FROM block", &info->moves},
        {"SELECT coalesce(sum(length(texts)), 0) FROM block", &info->texts},
        {"SELECT coalesce(sum(names), 0) FROM dictionary", &info->names},
        {"SELECT coalesce(sum(length(texts)), 0) FROM name", &info->name_bytes},
        {"SELECT coalesce(sum(length(entries)), 0) FROM seen", &info->seen},
        {"SELECT coalesce((SELECT sum(length(games)) FROM sheet), 0)", &info->sheets},
        {"SELECT coalesce((SELECT sum(length(groups)) FROM posting), 0)", &info->index},
        {"SELECT coalesce(sum(length(games)), 0) FROM outline", &info->outlines},
    };
    enum { ALL = sizeof query / sizeof *query, OF_FORMAT_2 = ALL - 3, OF_FORMAT_3 = ALL - 1 };
    int code = ask(db, query, OF_FORMAT_2, error);
    if (!code && format >= 2) /* a database that is only read may be of an older format */
        code = ask(db, query + OF_FORMAT_2, OF_FORMAT_3 - OF_FORMAT_2, error);
    if (!code && format >= 3)
        code = ask(db, query + OF_FORMAT_3, ALL - OF_FORMAT_3, error);
    info->format = (int)format;
    info->file = pages * page_size;
    info->free = unused * page_size;
    return code;
}

static void count_variant(GrDb *db, GrInfo *info, uint32_t id) {
    const char *name = id ? gr_intern_get(&db->catalog.variants, id) : NULL;
    size_t i = 0;
    name = name ? name : "";
    while (i < info->variants && strcmp(info->variant[i].name, name))
        i++;
    if (i == GR_INFO_VARIANTS)
        return;
    if (i == info->variants) {
        info->variant[i].name = name;
        info->variants++;
    }
    info->variant[i].games++;
}

static void count_games(GrDb *db, GrInfo *info, const GrBlock *block) {
    for (uint32_t i = 0; i < block->games; i++) {
        uint32_t flags = block->column[GR_COL_FLAGS][i], codec = block->column[GR_COL_CODEC][i];
        if (flags & GR_FLAG_DELETED) {
            info->deleted++;
            continue;
        }
        info->games++;
        info->plies += block->column[GR_COL_PLIES][i];
        info->partial += (flags & GR_FLAG_PARTIAL) != 0;
        info->codec[codec < 8 ? codec : 0]++;
        count_variant(db, info, block->column[GR_COL_VARIANT][i]);
    }
}

static int count_blocks(GrDb *db, GrInfo *info, GrError *error) {
    int64_t first = gr_db_next_block(db, 1, error), last = gr_db_last(db, error);
    int code = 0;
    while (first > 0 && !code) {
        code = gr_db_read_block(db, first, GR_BLOCK_MOVES, &db->peek, error);
        int64_t next = gr_db_next_block(db, first + 1, error);
        if (!code)
            count_games(db, info, &db->peek);
        if (code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN) {
            info->unreadable += (uint64_t)((next > 0 ? next : last + 1) - first);
            code = 0;
        }
        first = next;
    }
    return code || first == 0 ? code : (int)first;
}

int gr_db_info(GrDb *db, GrInfo *info, GrError *error) {
    *info = (GrInfo){0};
    int code = gr_db_begin_read(db, error);
    if (code)
        return code;
    code = sizes(db, info, error);
    if (!code)
        code = count_blocks(db, info, error);
    gr_db_end_read(db);
    return code;
}
