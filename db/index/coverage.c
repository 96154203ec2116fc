/* Which games the index covers. */
#include "db/index/coverage.h"

#include <stdlib.h>

enum { MORE_SEGMENTS = 16 }; /* than chunks, which lie over others */

static void forget(GrCoverage *coverage) {
    free(coverage->lack);
    free(coverage->segment);
    coverage->lack = NULL;
    coverage->segment = NULL;
    coverage->lacks = coverage->segments = 0;
    coverage->loaded = coverage->any = coverage->damaged = coverage->crowded = false;
}

static void free_coverage(GrDbCache *cache) {
    GrCoverage *coverage = (GrCoverage *)cache;
    forget(coverage);
    free(coverage);
}

static int make_cache(GrDb *db, GrError *error) {
    GrCoverage *coverage = calloc(1, sizeof *coverage);
    if (!coverage)
        return gr_no_memory(error);
    coverage->cache.free = free_coverage;
    db->cache = &coverage->cache;
    return 0;
}

/* Adds a range behind the others, or to the last of them. */
static int add_range(int64_t (**ranges)[2], size_t *count, int64_t first, int64_t last) {
    size_t n = *count;
    if (n && first <= (*ranges)[n - 1][1] + 1) {
        if (last > (*ranges)[n - 1][1])
            (*ranges)[n - 1][1] = last;
        return 0;
    }
    if ((n & (n - 1)) == 0) { /* there is room up to the next power of two */
        int64_t(*grown)[2] = realloc(*ranges, (n ? 2 * n : 1) * sizeof *grown);
        if (!grown)
            return GR_ERR_MEMORY;
        *ranges = grown;
    }
    (*ranges)[n][0] = first;
    (*ranges)[n][1] = last;
    ++*count;
    return 0;
}

/* The rows of `uncovered`, clipped to the games that there are. If one fails its checksum, no game counts as
 * covered. */
static int load_lacks(GrDb *db, int64_t most, GrError *error) {
    GrCoverage *coverage = gr_coverage(db);
    sqlite3_stmt *stmt;
    bool agree = true;
    int64_t first = INT64_MIN;
    int code = gr_sql(&db->sql, GR_SQL_UNCOVERED, &stmt, error), row = 0;
    while (!code && agree && (row = gr_sql_next(&db->sql, stmt, &first, error)) > 0) {
        int64_t last = sqlite3_column_int64(stmt, 1);
        agree = sqlite3_column_int(stmt, 2);
        coverage->lacks = agree ? coverage->lacks : 0;
        int64_t from = agree && first > 1 ? first : 1, to = agree && last < most ? last : most;
        if (from <= to && add_range(&coverage->lack, &coverage->lacks, from, to))
            code = gr_no_memory(error);
    }
    coverage->damaged |= !agree;
    if (!code && row < 0)
        code = row;
    sqlite3_reset(stmt);
    return code;
}

/* Can there be such a segment? `most` is the last chunk that there can be. */
static bool can_be(const GrSegment *s, int64_t bits, int64_t most) {
    return s->id > 0 && s->id <= GR_MAX_SEGMENT && s->first >= 0 && s->first <= s->last &&
           s->last <= most && bits >= 0 && bits <= GR_SEGMENT_SHIFT && s->postings >= 0;
}

static int by_chunks(const void *a, const void *b) {
    const GrSegment *x = a, *y = b;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    if (x->last != y->last)
        return x->last < y->last ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

static int add_segment(GrCoverage *coverage, const GrSegment *segment) {
    size_t n = coverage->segments;
    if ((n & (n - 1)) == 0) {
        GrSegment *grown = realloc(coverage->segment, (n ? 2 * n : 1) * sizeof *grown);
        if (!grown)
            return GR_ERR_MEMORY;
        coverage->segment = grown;
    }
    coverage->segment[coverage->segments++] = *segment;
    return 0;
}

/* The segments that can be and agree with their checksums. Segments that lie beside each other are
 * made one again and again, so that there are fewer than chunks; more of them do not count. */
static int load_segments(GrDb *db, int64_t last, GrError *error) {
    GrCoverage *coverage = gr_coverage(db);
    sqlite3_stmt *stmt;
    int64_t most = gr_db_last_chunk(db);
    int code = gr_sql(&db->sql, GR_SQL_SEGMENTS, &stmt, error), row = 0;
    GrSegment s = {.id = INT64_MIN};
    while (!code && (row = gr_sql_next(&db->sql, stmt, &s.id, error)) > 0) {
        int64_t bits = sqlite3_column_int64(stmt, 3);
        s.first = sqlite3_column_int64(stmt, 1);
        s.last = sqlite3_column_int64(stmt, 2);
        s.postings = sqlite3_column_int64(stmt, 4);
        s.bits = (unsigned)bits;
        if (!sqlite3_column_int(stmt, 5) || !can_be(&s, bits, most))
            coverage->damaged = true;
        else if (add_segment(coverage, &s))
            code = gr_no_memory(error);
    }
    sqlite3_reset(stmt);
    if (coverage->segments > (size_t)gr_chunk_of(last) + MORE_SEGMENTS) {
        coverage->segments = 0;
        coverage->damaged = coverage->crowded = true;
    }
    if (coverage->segments)
        qsort(coverage->segment, coverage->segments, sizeof *coverage->segment, by_chunks);
    return code ? code : row < 0 ? row : 0;
}

/* Is there any segment? */
static int ask_any(GrDb *db, bool *any, GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(&db->sql, GR_SQL_ANY_SEGMENT, &stmt, error);
    int row = code ? code : gr_sql_row(&db->sql, stmt, error);
    *any = row > 0 && sqlite3_column_int(stmt, 0);
    if (stmt)
        sqlite3_reset(stmt);
    return row < 0 ? row : 0;
}

static int load_tables(GrDb *db, int64_t last, GrError *error) {
    int code = load_lacks(db, last, error);
    return code ? code : load_segments(db, last, error);
}

static bool are_loaded(const GrDb *db) {
    const GrCoverage *coverage = gr_coverage(db);
    return coverage && coverage->loaded && coverage->changes == db->changes;
}

static int load(GrDb *db, bool all, GrError *error) {
    bool any = false;
    int64_t last = gr_db_last(db, error); /* may find that the file has changed */
    int code = last < 0 ? (int)last : db->cache ? 0 : make_cache(db, error);
    if (code)
        return code;
    GrCoverage *coverage = gr_coverage(db);
    forget(coverage);
    code = ask_any(db, &any, error);
    if (!code && (any || all))
        code = load_tables(db, last, error);
    if (code) {
        forget(coverage);
        return code;
    }
    coverage->any = any;
    coverage->loaded = true;
    coverage->changes = db->changes;
    return 0;
}

int gr_coverage_load(GrDb *db, GrError *error) {
    return are_loaded(db) ? 0 : load(db, false, error);
}

int gr_coverage_load_all(GrDb *db, GrError *error) {
    return load(db, true, error);
}

const GrRules *gr_variant_rules(const GrDb *db, uint32_t variant) {
    const char *name = gr_intern_get(&db->catalog.variants, variant);
    return name ? gr_variants_find(db->variants, name) : NULL;
}

bool gr_coverage_lacks(const GrCoverage *coverage, int64_t first, int64_t last) {
    size_t low = 0, high = coverage->lacks;
    while (low < high) { /* the first range that does not end before `first` */
        size_t middle = low + (high - low) / 2;
        if (coverage->lack[middle][1] < first)
            low = middle + 1;
        else
            high = middle;
    }
    return low < coverage->lacks && coverage->lack[low][0] <= last;
}
