/* Finding what is damaged, missing or of an earlier kind in the index of positions, so that it is
 * rebuilt. */
#include <stdlib.h>

#include "db/index/replays.h"
#include "db/index/position_index.h"
#include "db/index/values.h"
#include "db/codec/postings.h"

/* A stored replay that can be, looked at. If it is damaged or of an earlier version, or others before it are missing,
 * their games are stale. *next is the replay that is expected next. */
static int correct_replay(GrDb *db, GrReplayBlock *replay, sqlite3_stmt *stmt, int64_t *next, GrError *error) {
    GrInput blob;
    int64_t number = sqlite3_column_int64(stmt, 0), from = *next;
    int code = gr_db_long_blob(db, GR_LONG_REPLAY, number, stmt, 1, &blob, error);
    if (!code)
        code = gr_replay_block_unpack(replay, number, blob.at, gr_input_left(&blob), error);
    if (code && code != GR_ERR_DAMAGED)
        return code;
    bool anew = code || replay->version < GR_REPLAY_VERSION;
    *next = number + 1;
    return gr_sql_run_range(&db->sql, GR_SQL_ADD_STALE, gr_replay_block_first(from),
                     gr_replay_block_first(anew ? number + 1 : number) - 1, error);
}

/* Replays that are damaged, or missing between others. Rows that no game can be on are nothing to
 * anybody. That a row cannot be read at all is no damage of a replay: it ends all this. */
static int correct_replays(GrDb *db, GrReplayBlock *replay, int64_t last, GrError *error) {
    sqlite3_stmt *stmt;
    int64_t next = 0, number = INT64_MIN;
    int row = 0, code = gr_sql(&db->sql, GR_SQL_ALL_REPLAYS, &stmt, error);
    while (!code && (row = gr_sql_next(&db->sql, stmt, &number, error)) > 0)
        if (number >= 0 && number <= gr_replay_block_of(last))
            code = correct_replay(db, replay, stmt, &next, error);
    sqlite3_reset(stmt);
    if (!code)
        code = row;
    return code || last < 1 ? code
                            : gr_sql_run_range(&db->sql, GR_SQL_ADD_STALE,
                                               gr_replay_block_first(next), last, error);
}

static int correct_segment(GrDb *db, const GrSegment *segment, GrError *error) {
    const int64_t rows[] = {segment->id << GR_SEGMENT_SHIFT, (segment->id + 1) << GR_SEGMENT_SHIFT};
    int code = gr_sql_run_with(&db->sql, GR_SQL_DROP_POSTINGS, rows, 2, error);
    if (!code)
        code = gr_sql_run_with(&db->sql, GR_SQL_DROP_SEGMENT, &segment->id, 1, error);
    return code ? code : gr_sql_run_range(&db->sql, GR_SQL_ADD_BARE, segment->first, segment->last, error);
}

/* What was found of a segment's rows. */
typedef struct Rows {
    int64_t id;
    const GrSegment *segment;
    int64_t count;         /* of buckets, */
    int64_t columns;       /* and of columns, */
    uint32_t tags;         /* columns of tags that there should be, beside that of facts */
    bool damaged;
    bool earlier; /* it was made before common positions had entries */
} Rows;

static int by_id(const void *a, const void *b) {
    const Rows *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

static int look_at_row(Rows *of, int64_t number, GrInput blob, bool unread) {
    bool of_values = gr_values_have_row(number);
    int sound = unread      ? 0
                : of_values ? gr_values_sound(number, blob, &of->tags)
                            : gr_bucket_sound(blob, gr_posting_seed(number), &of->earlier);
    of->damaged |= !sound;
    of->columns += of_values;
    of->count += !of_values;
    return sound;
}

/* Are any missing? Segments that were made before there were columns have none. */
static bool are_all_there(const Rows *rows) {
    return rows->count == (1ll << rows->segment->bits) + 1 && rows->columns == (int64_t)rows->tags + 1;
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
    const GrReplays *replays = gr_replays(db);
    size_t segments = replays->segments;
    Rows *rows = calloc(segments + 1, sizeof *rows);
    bool stray = false;
    if (!rows)
        return gr_no_memory(error);
    for (size_t i = 0; i < segments; i++)
        rows[i] = (Rows){.id = replays->segment[i].id, .segment = &replays->segment[i]};
    qsort(rows, segments, sizeof *rows, by_id);
    int code = look_at_rows(db, rows, segments, &stray, error);
    if (!code && stray) /* buckets of no segment: then all are made again */
        code = gr_sql_run_range(&db->sql, GR_SQL_DROP_POSTINGS, INT64_MIN, INT64_MAX, error);
    for (size_t i = 0; i < segments && !code; i++)
        if (stray || rows[i].damaged || rows[i].earlier || !are_all_there(&rows[i]))
            code = correct_segment(db, rows[i].segment, error);
    free(rows);
    return code;
}

/* Takes out the segments that do not count, and loads the others. */
static int drop_false_segments(GrDb *db, GrError *error) {
    int code = gr_replays_load_all(db, error); /* so that db->most is known */
    const int64_t bounds[] = {GR_MAX_SEGMENT, gr_db_last_replay(db)};
    if (!code)
        code = gr_sql_run_with(&db->sql, GR_SQL_DROP_FALSE_SEGMENTS, bounds, 2, error);
    if (!code && gr_replays(db)->crowded)
        code = gr_sql_run_with(&db->sql, GR_SQL_DROP_SEGMENTS, NULL, 0, error);
    return code ? code : gr_replays_load_all(db, error);
}

/* Adds those that may have games to the bare ones. */
static int add_bare(GrDb *db, int64_t first, int64_t last, GrError *error) {
    int64_t next = first <= last ? gr_replays_next(db, first, error) : first;
    return next < 0 ? (int)next : gr_sql_run_range(&db->sql, GR_SQL_ADD_BARE, next, last, error);
}

/* Replays that are neither bare nor in a segment: the segment was lost. */
static int correct_gaps(GrDb *db, int64_t last, GrError *error) {
    const GrReplays *replays = gr_replays(db);
    int64_t next = 0;
    int code = 0;
    for (size_t i = 0; i < replays->segments && !code; i++) {
        code = add_bare(db, next, replays->segment[i].first - 1, error);
        if (replays->segment[i].last >= next)
            next = replays->segment[i].last + 1;
    }
    return code || last < 1 ? code : add_bare(db, next, gr_replay_block_of(last), error);
}

int gr_position_index_correct(GrDb *db, GrError *error) {
    GrReplayBlock *replay = calloc(1, sizeof *replay);
    if (!replay)
        return gr_no_memory(error);
    gr_replay_block_init(replay);
    int code = drop_false_segments(db, error);
    int64_t last = code ? 0 : gr_db_last(db, error);
    if (last < 0)
        code = (int)last;
    if (!code)
        code = correct_replays(db, replay, last, error);
    if (!code)
        code = correct_segments(db, error);
    if (!code)
        code = correct_gaps(db, last, error);
    db->changes++;
    gr_replay_block_free(replay);
    free(replay);
    return code;
}
