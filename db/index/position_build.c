/* Making segments of the index of positions. */
#include <stdlib.h>

#include "db/index/gather.h"
#include "db/index/position_index.h"
#include "db/index/chunk_sums.h"
#include "db/codec/postings.h"

/* Bounds of a segment, which keep memory below 100 MB: as many chunks, and no further one after
 * GR_ENOUGH_POSITIONS. */
enum { MOST_CHUNKS = GR_SEGMENT_CHUNKS, MOST_RUNS = 16 };

typedef struct Build {
    GrDb *db;
    const GrWork *work;
    int64_t first, last, end; /* chunks: first and last of the run; behind the last one taken */
    int64_t empty;            /* games that are not covered before this chunk are gone */
    int64_t chunk[MOST_CHUNKS]; /* those of the run that may have games */
    size_t chunks;
    int64_t games;            /* of the database */
    GrGather gather;          /* what the segment is made of */
    uint64_t positions;       /* that were indexed */
    GrBuffer entries, bytes;  /* of a bucket */
    GrSegment made;           /* the segment */
} Build;

/* ---- what is to be made ---- */

/* The first chunk that is not covered and may have games, and in which range of such games it is. Returns 1, 0 if there
 * is none, or a code. */
static int find_uncovered(Build *build, size_t *which, GrError *error) {
    const GrCoverage *coverage = gr_coverage(build->db);
    for (size_t i = 0; i < coverage->lacks; i++) {
        int64_t number = gr_chunks_next(build->db, gr_chunk_of(coverage->lack[i][0]), error);
        if (number < 0)
            return (int)number;
        build->first = build->empty = number;
        *which = i;
        if (number <= gr_chunk_of(coverage->lack[i][1]))
            return 1;
    }
    return 0;
}

/* Notes which chunks of the run may have games. */
static int list_chunks(Build *build, GrError *error) {
    int64_t number = build->first;
    build->chunks = 0;
    for (; build->chunks < MOST_CHUNKS; number++) {
        number = gr_chunks_next(build->db, number, error);
        if (number < 0 || number > build->last)
            break;
        build->chunk[build->chunks++] = number;
    }
    return number < 0 ? (int)number : 0;
}

/* Is the last chunk still to be filled? It has a segment of its own, so that what comes into it does
 * not change a large one. */
static bool is_open(const Build *build, int64_t number) {
    return number == gr_chunk_of(build->games) && build->games % GR_CHUNK_GAMES;
}

/* Does the run take up a segment? Those that lie over it, so that segments never do, and those beside
 * it that are not more than twice as large. */
static bool takes_up(const Build *build, const GrSegment *s) {
    bool over = s->last >= build->first && s->first <= build->last;
    bool beside = s->last == build->first - 1 || s->first == build->last + 1;
    bool small = s->last - s->first < 2 * (build->last - build->first + 1);
    return over || (beside && small && !is_open(build, build->first) && !is_open(build, s->last));
}

/* The run of chunks that the next segment has: the first that are not covered, and those of segments that it
 * takes up. So a chunk is indexed again only as the segments double, or if one of them has
 * changed. Many small runs are taken together. Returns 1, 0 if there is none, or a code. */
static int plan(Build *build, GrError *error) {
    const GrCoverage *coverage = gr_coverage(build->db);
    size_t which = 0;
    int found = find_uncovered(build, &which, error);
    if (found <= 0)
        return found;
    build->last = gr_chunk_of(coverage->lack[coverage->lacks > MOST_RUNS ? coverage->lacks - 1 : which][1]);
    build->last -= build->last > build->first && is_open(build, build->last);
    bool grown = true;
    while (grown) {
        grown = false;
        for (size_t i = 0; i < coverage->segments; i++) {
            const GrSegment *s = &coverage->segment[i];
            int64_t first = s->first < build->first ? s->first : build->first;
            int64_t last = s->last > build->last ? s->last : build->last;
            bool larger = first < build->first || last > build->last;
            if (!larger || !takes_up(build, s) || last - first >= MOST_CHUNKS)
                continue;
            build->first = first;
            build->last = last;
            grown = true;
        }
    }
    if (build->last - build->first >= MOST_CHUNKS)
        build->last = build->first + MOST_CHUNKS - 1;
    return 1;
}

/* ---- writing ---- */

/* Where the numbers of groups or games of the segment need so many bits. */
static unsigned bits_of_run(const Build *build, int64_t a_chunk) {
    unsigned bits = 0;
    while ((build->end - build->first) * a_chunk > 1ll << bits)
        bits++;
    return bits;
}

/* Chunks that are all damaged have no postings, and then there is no array of them. */
static int put_bucket(Build *build, const GrSegment *segment, int64_t bucket, size_t from,
                      size_t count, GrError *error) {
    const uint64_t *posting = count ? build->gather.posting + from : NULL;
    GrBuffer *bytes = &build->bytes;
    int64_t number = segment->id << GR_SEGMENT_SHIFT | bucket;
    bool of_games = bucket == GR_BUCKET_ALWAYS;
    gr_buffer_clear(bytes);
    gr_buffer_clear(&build->entries);
    if (!of_games)
        gr_commons_put(build->gather.commons, (uint64_t)bucket, segment->bits, &build->entries);
    gr_postings_pack(posting, count, segment->bits,
                     bits_of_run(build, of_games ? GR_CHUNK_GAMES : GR_CHUNK_GROUPS),
                     gr_posting_seed(number), &build->entries, bytes);
    if (build->entries.failed)
        return gr_no_memory(error);
    return gr_sql_put(&build->db->sql, GR_SQL_PUT_POSTING, number, bytes, error);
}

/* All buckets are written, empty ones too: so one that is missing is noticed. */
static int put_buckets(Build *build, const GrSegment *segment, GrError *error) {
    const GrGather *g = &build->gather;
    size_t end = 0, left = g->sure ? gr_postings_cut(g->posting, g->sure, segment->bits) : 0;
    int code = 0;
    for (int64_t bucket = 0; bucket < 1ll << segment->bits && !code; bucket++) {
        size_t from = end;
        end = gr_postings_bucket_end(g->posting, left, from, segment->bits, (uint64_t)bucket);
        code = put_bucket(build, segment, bucket, from, end - from, error);
    }
    for (size_t i = g->sure; i < g->count; i++)
        g->posting[i] &= (1u << GR_POSTING_GROUP_BITS) - 1;
    const GrSegment plain = {.id = segment->id};
    return code ? code : put_bucket(build, &plain, GR_BUCKET_ALWAYS, g->sure, g->count - g->sure,
                                    error);
}

static int put_segment(Build *build, GrError *error) {
    const GrGather *g = &build->gather;
    GrSegment segment = {.bits = gr_posting_bucket_bits(g->sure)};
    const int64_t row[] = {build->first, build->end - 1, segment.bits, (int64_t)g->positions};
    int code = gr_sql_run_with(&build->db->sql, GR_SQL_ADD_SEGMENT, row, 4, error);
    segment.id = sqlite3_last_insert_rowid(build->db->sql.handle);
    build->positions += code ? 0 : g->positions;
    build->made = (GrSegment){.id = segment.id, .first = build->first, .last = build->end - 1};
    return code ? code : put_buckets(build, &segment, error);
}

static bool lies_over(const Build *build, const GrSegment *s) {
    return s->last >= build->first && s->first < build->end;
}

/* Takes away the segments that the new one lies over. */
static int drop_segments(Build *build, GrError *error) {
    const GrCoverage *coverage = gr_coverage(build->db);
    int code = 0;
    for (size_t i = 0; i < coverage->segments && !code; i++) {
        const GrSegment *s = &coverage->segment[i];
        if (!lies_over(build, s))
            continue;
        const int64_t rows[] = {s->id << GR_SEGMENT_SHIFT, (s->id + 1) << GR_SEGMENT_SHIFT};
        code = gr_sql_run_with(&build->db->sql, GR_SQL_DROP_POSTINGS, rows, 2, error);
        if (!code)
            code = gr_sql_run_with(&build->db->sql, GR_SQL_DROP_SEGMENT, &s->id, 1, error);
    }
    return code;
}

/* Games between two chunks, the second one excluded, are not covered. */
static int uncover(const Build *build, int64_t from, int64_t end, GrError *error) {
    return from >= end ? 0 : gr_sql_run_range(&build->db->sql, GR_SQL_ADD_UNCOVERED, gr_chunk_first(from),
                                              gr_chunk_first(end) - 1, error);
}

/* What the segments that were taken away had beside the new one is not covered. */
static int uncover_rests(Build *build, GrError *error) {
    const GrCoverage *coverage = gr_coverage(build->db);
    int code = 0;
    for (size_t i = 0; i < coverage->segments && !code; i++) {
        const GrSegment *s = &coverage->segment[i];
        if (!lies_over(build, s))
            continue;
        code = uncover(build, s->first, build->first, error);
        if (!code)
            code = uncover(build, s->first > build->end ? s->first : build->end, s->last + 1, error);
    }
    return code;
}

/* The games of the segment are covered now; those before it that are not there are nobody's. */
static int settle(Build *build, GrError *error) {
    GrDb *db = build->db;
    const GrCoverage *coverage = gr_coverage(db);
    const int64_t empty = gr_chunk_first(build->empty), first = gr_chunk_first(build->first);
    const int64_t end = gr_chunk_first(build->end);
    int code = gr_sql_run_with(&db->sql, GR_SQL_DROP_UNCOVERED, NULL, 0, error);
    for (size_t i = 0; i < coverage->lacks && !code; i++) {
        int64_t from = coverage->lack[i][0], to = coverage->lack[i][1];
        code = gr_sql_run_range(&db->sql, GR_SQL_ADD_UNCOVERED, from > empty ? from : empty,
                                to < first ? to : first - 1, error);
        if (!code)
            code = gr_sql_run_range(&db->sql, GR_SQL_ADD_UNCOVERED, from > end ? from : end, to, error);
    }
    return code ? code : uncover_rests(build, error);
}

static int build_segment(Build *build, int jobs, GrError *error) {
    int code = list_chunks(build, error);
    build->gather = (GrGather){.db = build->db, .work = build->work, .jobs = jobs,
                               .first = build->first, .last = build->last, .chunk = build->chunk,
                               .chunks = build->chunks, .games = build->games};
    if (!code)
        code = gr_gather(&build->gather, error);
    build->end = code ? build->first : build->gather.end;
    if (!code)
        code = drop_segments(build, error);
    if (!code && build->end > build->first)
        code = put_segment(build, error);
    gr_gather_free(&build->gather);
    if (!code && build->end > build->first)
        code = gr_chunk_sums_put(build->db, &build->made, error);
    return code ? code : settle(build, error);
}

int gr_position_index_add(GrDb *db, int jobs, const GrWork *work, uint64_t *postings,
                          GrError *error) {
    Build build = {.db = db, .work = work};
    int code = gr_db_begin(db, error);
    if (code)
        return code;
    code = gr_coverage_load_all(db, error);
    build.games = code ? 0 : gr_db_last(db, error);
    if (build.games < 0)
        code = (int)build.games;
    int found = code ? code : plan(&build, error);
    if (found > 0)
        code = build_segment(&build, jobs, error);
    else if (!found && gr_coverage(db)->lacks)
        code = gr_sql_run_with(&db->sql, GR_SQL_DROP_UNCOVERED, NULL, 0, error);
    else
        code = found;
    db->changes++;
    if (!code)
        code = gr_db_commit(db, error);
    gr_db_rollback(db);
    gr_buffer_free(&build.entries);
    gr_buffer_free(&build.bytes);
    *postings += build.positions;
    return code ? code : found > 0;
}

/* ---- joining ---- */

/* The first run of segments, beginning at chunk `from` or later, that can be one; false if there
 * is none. */
static bool plan_join(Build *build, int64_t from) {
    const GrCoverage *coverage = gr_coverage(build->db);
    for (size_t i = 0, next; i < coverage->segments; i = next) {
        const GrSegment *s = &coverage->segment[i];
        int64_t last = s->last, postings = s->postings;
        for (next = i + 1; next < coverage->segments; next++) {
            const GrSegment *more = &coverage->segment[next];
            int64_t end = more->last > last ? more->last : last;
            if (more->first > last + 1 || end - s->first >= MOST_CHUNKS ||
                postings + more->postings >= GR_ENOUGH_POSITIONS)
                break;
            last = end;
            postings += more->postings;
        }
        if (s->first < from || next == i + 1)
            continue;
        build->first = build->end = s->first;
        build->last = last;
        return true;
    }
    return false;
}

int gr_position_index_join(GrDb *db, const GrWork *work, uint64_t *joined, GrError *error) {
    Build build = {.db = db, .work = work};
    int code = gr_coverage_load_all(db, error);
    size_t before = code ? 0 : gr_coverage(db)->segments;
    int64_t last = code ? 0 : gr_db_last(db, error), from = 0;
    build.games = last;
    if (last < 0)
        code = (int)last;
    while (!code && plan_join(&build, from)) {
        code = build_segment(&build, 1, error);
        from = build.last + 1;
        db->changes++;
        if (!code)
            code = gr_coverage_load_all(db, error);
    }
    size_t left = code ? before : gr_coverage(db)->segments;
    *joined = left < before ? before - left : 0;
    db->changes++;
    gr_buffer_free(&build.entries);
    gr_buffer_free(&build.bytes);
    return code;
}
