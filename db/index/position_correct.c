/* Finding what is damaged or missing in the index of positions, so that it is rebuilt. */
#include <stdlib.h>

#include "db/index/coverage.h"
#include "db/index/position_index.h"
#include "db/index/chunk_sums.h"
#include "db/codec/postings.h"

/* The games of these chunks are not covered. */
static int uncover(GrDb *db, int64_t first, int64_t last, GrError *error) {
    return first > last ? 0 : gr_sql_run_range(&db->sql, GR_SQL_ADD_UNCOVERED, gr_chunk_first(first),
                                               gr_chunk_first(last + 1) - 1, error);
}

static int correct_segment(GrDb *db, const GrSegment *segment, GrError *error) {
    const int64_t rows[] = {segment->id << GR_SEGMENT_SHIFT, (segment->id + 1) << GR_SEGMENT_SHIFT};
    int code = gr_sql_run_with(&db->sql, GR_SQL_DROP_POSTINGS, rows, 2, error);
    if (!code)
        code = gr_sql_run_with(&db->sql, GR_SQL_DROP_SEGMENT, &segment->id, 1, error);
    return code ? code : uncover(db, segment->first, segment->last, error);
}

/* What was found of a segment's rows. */
typedef struct Rows {
    int64_t id;
    const GrSegment *segment;
    int64_t count;         /* of buckets, */
    int64_t checks;        /* and of checksums */
    bool damaged;
} Rows;

static int by_id(const void *a, const void *b) {
    const Rows *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

static int look_at_row(Rows *of, int64_t number, GrInput blob, bool unread) {
    bool of_checks = gr_chunk_sums_have_row(number);
    int sound = unread      ? 0
                : of_checks ? gr_chunk_sums_sound(number, blob)
                            : gr_bucket_sound(blob, gr_posting_seed(number));
    of->damaged |= !sound;
    of->checks += of_checks;
    of->count += !of_checks;
    return sound;
}

/* Are any missing? */
static bool are_all_there(const Rows *rows) {
    return rows->count == (1ll << rows->segment->bits) + 1 && rows->checks == 1;
}

/* Checks all rows of postings; *stray is set if some belong to no segment. */
static int look_at_rows(GrDb *db, Rows *rows, size_t segments, bool *stray, GrError *error) {
    sqlite3_stmt *stmt;
    GrInput blob;
    int64_t number = INT64_MIN;
    int row = 0, code = gr_sql(&db->sql, GR_SQL_ALL_POSTINGS, &stmt, error);
    while (!code && (row = gr_sql_next(&db->sql, stmt, &number, error)) > 0) {
        const Rows key = {.id = number >> GR_SEGMENT_SHIFT};
        Rows *of = segments ? bsearch(&key, rows, segments, sizeof key, by_id) : NULL;
        *stray |= !of;
        if (!of)
            continue;
        int unread = gr_db_long_blob(db, GR_LONG_POSTING, number, stmt, 1, &blob, error);
        if (unread && !gr_is_damage(unread))
            code = unread;
        if (look_at_row(of, number, blob, unread != 0) < 0)
            code = gr_no_memory(error);
    }
    sqlite3_reset(stmt);
    return code ? code : row;
}

static int correct_segments(GrDb *db, GrError *error) {
    const GrCoverage *coverage = gr_coverage(db);
    size_t segments = coverage->segments;
    Rows *rows = calloc(segments + 1, sizeof *rows);
    bool stray = false;
    if (!rows)
        return gr_no_memory(error);
    for (size_t i = 0; i < segments; i++)
        rows[i] = (Rows){.id = coverage->segment[i].id, .segment = &coverage->segment[i]};
    qsort(rows, segments, sizeof *rows, by_id);
    int code = look_at_rows(db, rows, segments, &stray, error);
    if (!code && stray) /* buckets of no segment: then all are made again */
        code = gr_sql_run_range(&db->sql, GR_SQL_DROP_POSTINGS, INT64_MIN, INT64_MAX, error);
    for (size_t i = 0; i < segments && !code; i++)
        if (stray || rows[i].damaged || !are_all_there(&rows[i]))
            code = correct_segment(db, rows[i].segment, error);
    free(rows);
    return code;
}

/* Takes out the segments that do not count, and loads the others. */
static int drop_false_segments(GrDb *db, GrError *error) {
    int code = gr_coverage_load_all(db, error); /* so that db->most is known */
    const int64_t bounds[] = {GR_MAX_SEGMENT, gr_db_last_chunk(db)};
    if (!code)
        code = gr_sql_run_with(&db->sql, GR_SQL_DROP_FALSE_SEGMENTS, bounds, 2, error);
    if (!code && gr_coverage(db)->crowded)
        code = gr_sql_run_with(&db->sql, GR_SQL_DROP_SEGMENTS, NULL, 0, error);
    return code ? code : gr_coverage_load_all(db, error);
}

/* Of these chunks those that may have games, and what is behind them. */
static int uncover_games(GrDb *db, int64_t first, int64_t last, GrError *error) {
    int64_t next = first <= last ? gr_chunks_next(db, first, error) : first;
    return next < 0 ? (int)next : uncover(db, next, last, error);
}

/* Chunks that no segment has: it was lost. */
static int correct_gaps(GrDb *db, int64_t last, GrError *error) {
    const GrCoverage *coverage = gr_coverage(db);
    int64_t next = 0;
    int code = 0;
    for (size_t i = 0; i < coverage->segments && !code; i++) {
        code = uncover_games(db, next, coverage->segment[i].first - 1, error);
        if (coverage->segment[i].last >= next)
            next = coverage->segment[i].last + 1;
    }
    return code || last < 1 ? code : uncover_games(db, next, gr_chunk_of(last), error);
}

int gr_position_index_correct(GrDb *db, GrError *error) {
    int code = drop_false_segments(db, error);
    int64_t last = code ? 0 : gr_db_last(db, error);
    if (last < 0)
        code = (int)last;
    if (!code)
        code = correct_segments(db, error);
    if (!code)
        code = correct_gaps(db, last, error);
    db->changes++;
    return code;
}
