/* Making segments of the index of positions. */
#include <stdlib.h>

#include "db/index/gather.h"
#include "db/index/position_index.h"
#include "db/index/values.h"
#include "db/codec/postings.h"

/* Bounds of a segment, which keep memory below 100 MB: as many replays, and no further one after
 * GR_ENOUGH_POSITIONS. */
enum { MOST_REPLAYS = GR_VALUES_REPLAYS, MOST_RUNS = 16 };

typedef struct Build {
    GrDb *db;
    const GrWork *work;
    int64_t first, last, end; /* replays: first and last of the run; behind the last one taken */
    int64_t bare;             /* bare replays before this one have no games */
    int64_t replay[MOST_REPLAYS]; /* those of the run that may have games */
    size_t replays;
    int64_t games;            /* of the database */
    GrGather gather;          /* what the segment is made of */
    uint64_t positions;       /* that were indexed */
    GrBuffer entries, bytes;  /* of a bucket */
    GrSegment made;           /* the segment */
    int64_t broken;           /* a replay that cannot be read, below 0: none */
} Build;

/* ---- what is to be made ---- */

/* The first bare replay that may have games, and in which run of them it is. Returns 1, 0 if there is
 * none, or a code. */
static int find_bare(Build *build, size_t *which, GrError *error) {
    const GrReplays *replays = gr_replays(build->db);
    for (size_t i = 0; i < replays->bares; i++) {
        int64_t number = gr_replays_next(build->db, replays->bare[i][0], error);
        if (number < 0)
            return (int)number;
        build->first = build->bare = number;
        *which = i;
        if (number <= replays->bare[i][1])
            return 1;
    }
    return 0;
}

/* Notes which replays of the run may have games. */
static int list_replays(Build *build, GrError *error) {
    int64_t number = build->first;
    build->replays = 0;
    for (; build->replays < MOST_REPLAYS; number++) {
        number = gr_replays_next(build->db, number, error);
        if (number < 0 || number > build->last)
            break;
        build->replay[build->replays++] = number;
    }
    return number < 0 ? (int)number : 0;
}

/* Is the last replay still to be filled? It has a segment of its own, so that what comes into it does
 * not change a large one. */
static bool is_open(const Build *build, int64_t number) {
    return number == gr_replay_block_of(build->games) && build->games % GR_REPLAY_GAMES;
}

/* Does the run take up a segment? Those that lie over it, so that segments never do, and those beside
 * it that are not more than twice as large. */
static bool takes_up(const Build *build, const GrSegment *s) {
    bool over = s->last >= build->first && s->first <= build->last;
    bool beside = s->last == build->first - 1 || s->first == build->last + 1;
    bool small = s->last - s->first < 2 * (build->last - build->first + 1);
    return over || (beside && small && !is_open(build, build->first) && !is_open(build, s->last));
}

/* The run of replays that the next segment has: the first bare ones, and those of segments that it
 * takes up. So a replay is indexed again only as the segments double, or if one of them has
 * changed. Many small runs are taken together. Returns 1, 0 if there is none, or a code. */
static int plan(Build *build, GrError *error) {
    const GrReplays *replays = gr_replays(build->db);
    size_t which = 0;
    int found = find_bare(build, &which, error);
    if (found <= 0)
        return found;
    build->last = replays->bare[replays->bares > MOST_RUNS ? replays->bares - 1 : which][1];
    build->last -= build->last > build->first && is_open(build, build->last);
    bool grown = true;
    while (grown) {
        grown = false;
        for (size_t i = 0; i < replays->segments; i++) {
            const GrSegment *s = &replays->segment[i];
            int64_t first = s->first < build->first ? s->first : build->first;
            int64_t last = s->last > build->last ? s->last : build->last;
            bool larger = first < build->first || last > build->last;
            if (!larger || !takes_up(build, s) || last - first >= MOST_REPLAYS)
                continue;
            build->first = first;
            build->last = last;
            grown = true;
        }
    }
    if (build->last - build->first >= MOST_REPLAYS)
        build->last = build->first + MOST_REPLAYS - 1;
    return 1;
}

/* ---- writing ---- */

/* Where the numbers of groups or games of the segment need so many bits. */
static unsigned bits_of_run(const Build *build, int64_t a_replay) {
    unsigned bits = 0;
    while ((build->end - build->first) * a_replay > 1ll << bits)
        bits++;
    return bits;
}

/* Replays that are all damaged have no postings, and then there is no array of them. */
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
                     bits_of_run(build, of_games ? GR_REPLAY_GAMES : GR_REPLAY_GROUPS),
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

/* A broken replay behind the new segment is thrown away: a segment that has it goes, too. Else, if it is the first, no
 * segment would be made, and the same would be tried again for ever. */
static bool lies_over(const Build *build, const GrSegment *s) {
    return s->last >= build->first && s->first < build->end + (build->broken >= 0);
}

/* Takes away the segments that the new one lies over. */
static int drop_segments(Build *build, GrError *error) {
    const GrReplays *replays = gr_replays(build->db);
    int code = 0;
    for (size_t i = 0; i < replays->segments && !code; i++) {
        const GrSegment *s = &replays->segment[i];
        if (!lies_over(build, s))
            continue;
        const int64_t rows[] = {s->id << GR_SEGMENT_SHIFT, (s->id + 1) << GR_SEGMENT_SHIFT};
        code = gr_sql_run_with(&build->db->sql, GR_SQL_DROP_POSTINGS, rows, 2, error);
        if (!code)
            code = gr_sql_run_with(&build->db->sql, GR_SQL_DROP_SEGMENT, &s->id, 1, error);
    }
    return code;
}

/* What the segments that were taken away had beside the new one is bare. */
static int uncover(Build *build, int64_t end, GrError *error) {
    const GrReplays *replays = gr_replays(build->db);
    int code = 0;
    for (size_t i = 0; i < replays->segments && !code; i++) {
        const GrSegment *s = &replays->segment[i];
        if (!lies_over(build, s))
            continue;
        code = gr_sql_run_range(&build->db->sql, GR_SQL_ADD_BARE, s->first, build->first - 1, error);
        if (!code)
            code = gr_sql_run_range(&build->db->sql, GR_SQL_ADD_BARE, s->first > end ? s->first : end,
                                    s->last, error);
    }
    return code;
}

/* The replays of the segment are bare no more, nor are those before it, which have no games. A broken
 * one is thrown away, and its games become stale, so that it is rebuilt. */
static int settle(Build *build, GrError *error) {
    GrDb *db = build->db;
    const GrReplays *replays = gr_replays(db);
    int64_t first = build->first, end = build->end;
    int code = gr_sql_run_with(&db->sql, GR_SQL_DROP_BARE, NULL, 0, error);
    if (!code && build->broken >= 0) {
        code = gr_sql_run_range(&db->sql, GR_SQL_ADD_STALE, gr_replay_block_first(build->broken),
                         gr_replay_block_first(build->broken + 1) - 1, error);
        if (!code)
            code = gr_sql_run_range(&db->sql, GR_SQL_DROP_REPLAYS, build->broken,
                                    build->broken, error);
        end = build->broken + 1;
    }
    for (size_t i = 0; i < replays->bares && !code; i++) {
        int64_t from = replays->bare[i][0], to = replays->bare[i][1];
        code = gr_sql_run_range(&db->sql, GR_SQL_ADD_BARE, from > build->bare ? from : build->bare,
                         to < first ? to : first - 1, error);
        if (!code)
            code = gr_sql_run_range(&db->sql, GR_SQL_ADD_BARE, from > end ? from : end, to, error);
    }
    return code ? code : uncover(build, end, error);
}

static int build_segment(Build *build, int jobs, GrError *error) {
    int code = list_replays(build, error);
    build->gather = (GrGather){.db = build->db, .work = build->work, .jobs = jobs,
                               .first = build->first, .last = build->last, .replay = build->replay,
                               .replays = build->replays, .games = build->games};
    if (!code)
        code = gr_gather(&build->gather, error);
    build->end = code ? build->first : build->gather.end;
    build->broken = code ? -1 : build->gather.broken;
    if (!code)
        code = drop_segments(build, error);
    if (!code && build->end > build->first)
        code = put_segment(build, error);
    gr_gather_free(&build->gather);
    if (!code && build->end > build->first)
        code = gr_values_put(build->db, &build->made, error);
    return code ? code : settle(build, error);
}

int gr_position_index_add(GrDb *db, int jobs, const GrWork *work, uint64_t *postings,
                          GrError *error) {
    Build build = {.db = db, .work = work, .broken = -1};
    int code = gr_db_begin(db, error);
    if (code)
        return code;
    code = gr_replays_load(db, error);
    build.games = code ? 0 : gr_db_last(db, error);
    if (build.games < 0)
        code = (int)build.games;
    int found = code ? code : plan(&build, error);
    if (found > 0)
        code = build_segment(&build, jobs, error);
    else if (!found && gr_replays(db)->bares)
        code = gr_sql_run_with(&db->sql, GR_SQL_DROP_BARE, NULL, 0, error);
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

/* The first run of segments, beginning at replay `from` or later, that can be one; false if there
 * is none. */
static bool plan_join(Build *build, int64_t from) {
    const GrReplays *replays = gr_replays(build->db);
    for (size_t i = 0, next; i < replays->segments; i = next) {
        const GrSegment *s = &replays->segment[i];
        int64_t last = s->last, postings = s->postings;
        for (next = i + 1; next < replays->segments; next++) {
            const GrSegment *more = &replays->segment[next];
            int64_t end = more->last > last ? more->last : last;
            if (more->first > last + 1 || end - s->first >= MOST_REPLAYS ||
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
    Build build = {.db = db, .work = work, .broken = -1};
    int code = gr_replays_load_all(db, error);
    size_t before = code ? 0 : gr_replays(db)->segments;
    int64_t last = code ? 0 : gr_db_last(db, error), from = 0;
    build.games = last;
    if (last < 0)
        code = (int)last;
    while (!code && plan_join(&build, from)) {
        code = build_segment(&build, 1, error);
        from = build.last + 1;
        db->changes++;
        if (!code)
            code = gr_replays_load_all(db, error);
    }
    size_t left = code ? before : gr_replays(db)->segments; /* may be more, around a damaged replay */
    *joined = left < before ? before - left : 0;
    db->changes++;
    gr_buffer_free(&build.entries);
    gr_buffer_free(&build.bytes);
    return code;
}
