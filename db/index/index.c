/* Building and completing the search index. */
#include "db/index/index.h"

#include <stdlib.h>

#include "db/index/chunk_sums.h"
#include "db/index/coverage.h"
#include "db/index/signatures.h"
#include "db/index/position_index.h"
#include "db/store/workers.h"

/* ---- what is covered all the same ---- */

/* The games that were written since they were indexed, and of which chunks they are. */
typedef struct Lacks {
    GrDb *db;
    const GrWork *work;
    GrIndexed *indexed;
    GrChunkSums checks;    /* of the segment of the chunk at hand; no segment: id 0 */
    bool known;         /* it has them */
    int64_t from, to;   /* games that are not covered, to be written; from 0: none */
} Lacks;

static int write_lack(Lacks *lacks, GrError *error) {
    int code = lacks->from ? gr_sql_run_range(&lacks->db->sql, GR_SQL_ADD_UNCOVERED, lacks->from, lacks->to, error) : 0;
    lacks->from = 0;
    return code;
}

/* Games that are not covered, behind all others. */
static int add_lack(Lacks *lacks, int64_t from, int64_t to, GrError *error) {
    int code = lacks->from && from > lacks->to + 1 ? write_lack(lacks, error) : 0;
    lacks->from = lacks->from ? lacks->from : from;
    lacks->to = to;
    return code;
}

/* Has a segment the games of the chunk as they are? 1, 0 or a code. */
static int is_held(Lacks *lacks, int64_t chunk, GrError *error) {
    const GrSegment *segment = gr_chunk_sums_segment(gr_coverage(lacks->db), chunk);
    if (!segment)
        return 0;
    if (lacks->checks.segment != segment->id) {
        int found = gr_chunk_sums_open(lacks->db, segment, &lacks->checks, error);
        lacks->known = found > 0;
        lacks->checks.segment = segment->id;
        if (found < 0)
            return found;
    }
    return lacks->known ? gr_chunk_sums_hold(lacks->db, &lacks->checks, chunk, error) : 0;
}

/* Notes what of a chunk is not covered: none of its games from `first` to `last`, if they are as they were. */
static int look_at_chunk(Lacks *lacks, int64_t chunk, int64_t first, int64_t last, GrError *error) {
    int64_t from = gr_chunk_first(chunk), to = gr_chunk_first(chunk + 1) - 1;
    int held = is_held(lacks, chunk, error);
    from = from > first ? from : first;
    to = to < last ? to : last;
    if (to >= from)
        lacks->indexed->games += (uint64_t)(to - from + 1);
    return held ? held < 0 ? held : 0 : to < from ? 0 : add_lack(lacks, from, to, error);
}

static int look_at_range(Lacks *lacks, int64_t first, int64_t last, GrError *error) {
    const GrWork *work = lacks->work;
    int code = 0;
    int64_t end = gr_chunk_of(last);
    for (int64_t chunk = gr_chunk_of(first); chunk <= end && !code; chunk++) {
        chunk = gr_chunks_next(lacks->db, chunk, error);
        if (chunk < 0)
            return (int)chunk;
        if (chunk <= end)
            code = look_at_chunk(lacks, chunk, first, last, error);
        if (!code && work->stop && work->stop(work->context))
            code = gr_fail(error, GR_ERR_STOPPED, "stopped");
    }
    return code;
}

/* A block that is written again makes all its games uncovered; most of them are as they were. */
static int look_at_uncovered(GrDb *db, const GrWork *work, GrIndexed *indexed, GrError *error) {
    Lacks lacks = {.db = db, .work = work, .indexed = indexed};
    int code = gr_db_begin(db, error);
    if (code)
        return code;
    code = gr_coverage_load_all(db, error);
    if (!code)
        code = gr_sql_run_with(&db->sql, GR_SQL_DROP_UNCOVERED, NULL, 0, error);
    const GrCoverage *coverage = gr_coverage(db);
    for (size_t i = 0; !code && i < coverage->lacks; i++)
        code = look_at_range(&lacks, coverage->lack[i][0], coverage->lack[i][1], error);
    if (!code)
        code = write_lack(&lacks, error);
    gr_chunk_sums_free(&lacks.checks);
    db->changes++;
    if (!code)
        code = gr_db_commit(db, error);
    gr_db_rollback(db);
    return code;
}

/* What is damaged is made again; but not where SQLite cannot read the tables that it is in. */
static int correct(GrDb *db, GrError *error) {
    GrError why;
    int code = gr_db_begin(db, error);
    if (code)
        return code;
    code = gr_position_index_correct(db, &why);
    if (code == GR_ERR_DAMAGED)
        gr_fail(error, why.code, "%s: drop the index and rebuild it", why.text);
    else if (code)
        gr_fail(error, why.code, "%s", why.text);
    else
        code = gr_db_commit(db, error);
    gr_db_rollback(db);
    return code;
}

/* Databases that were made before there were signatures get them, too; what was done when it is
 * stopped stays. */
static int make_signatures(GrDb *db, const GrWork *work, GrError *error) {
    int done = gr_db_begin(db, error), code = done;
    if (!code)
        code = gr_signatures_complete(db, work, error);
    if (!code || (!done && code == GR_ERR_STOPPED))
        done = gr_db_commit(db, error);
    gr_db_rollback(db);
    return done ? done : code;
}

int gr_db_index(GrDb *db, int jobs, const GrWork *work, GrIndexed *indexed, GrError *error) {
    GrError own;
    error = error ? error : &own;
    *indexed = (GrIndexed){0};
    int code = correct(db, error);
    if (!code)
        code = make_signatures(db, work, error);
    if (!code)
        code = look_at_uncovered(db, work, indexed, error);
    while (!code && (code = gr_position_index_add(db, jobs, work, &indexed->postings, error)) > 0)
        code = 0;
    return code;
}

int gr_db_has_index(GrDb *db, GrError *error) {
    int code = gr_db_refresh(db, error);
    if (!code)
        code = gr_coverage_load(db, error);
    return code ? code : gr_coverage(db)->any;
}
