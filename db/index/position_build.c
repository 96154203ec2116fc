/* Making segments of the index of positions. */
#include <stdlib.h>

#include "db/index/replays.h"
#include "db/index/position_index.h"
#include "db/codec/postings.h"
#include "db/store/workers.h"

/* Bounds of a segment, which keep memory to about 200 MB: as many replays, and no further one
 * after so many postings. */
enum { MOST_REPLAYS = 1024, ENOUGH_POSTINGS = 12 << 20, MOST_RUNS = 16 };

typedef struct Build {
    GrDb *db;
    const GrWork *work;
    int64_t first, last, end; /* replays: first and last of the run; behind the last one taken */
    int64_t games;            /* of the database */
    uint64_t *posting;
    size_t count, cap;
    GrBuffer bytes;           /* of a bucket */
    int64_t broken;           /* a replay that cannot be read, below 0: none */
} Build;

static int run(GrDb *db, GrSql which, const int64_t *parameter, int count, GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(&db->sql, which, &stmt, error);
    for (int i = 0; i < count && !code; i++)
        sqlite3_bind_int64(stmt, i + 1, parameter[i]);
    return code ? code : gr_sql_run(&db->sql, stmt, error);
}

/* ---- what is to be made ---- */

/* The run of replays that the next segment has: the first bare ones, and those of segments beside
 * or among them that are not more than twice as many. So a replay is taken up again only as the
 * segments double. Many small runs are taken together. */
static void plan(Build *build) {
    const GrReplays *replays = gr_replays(build->db);
    build->first = replays->bare[0][0];
    build->last = replays->bare[replays->bares > MOST_RUNS ? replays->bares - 1 : 0][1];
    bool grown = true;
    while (grown) {
        grown = false;
        for (size_t i = 0; i < replays->segments; i++) {
            const GrSegment *s = &replays->segment[i];
            int64_t first = s->first < build->first ? s->first : build->first;
            int64_t last = s->last > build->last ? s->last : build->last;
            bool beside = s->last >= build->first - 1 && s->first <= build->last + 1;
            bool larger = first < build->first || last > build->last;
            bool small = s->last - s->first < 2 * (build->last - build->first + 1);
            if (!beside || !larger || !small || last - first >= MOST_REPLAYS)
                continue;
            build->first = first;
            build->last = last;
            grown = true;
        }
    }
    if (build->last - build->first >= MOST_REPLAYS)
        build->last = build->first + MOST_REPLAYS - 1;
}

/* ---- postings of a replay ---- */

static const GrRules *rules_of(GrDb *db, uint32_t variant) {
    const char *name = gr_intern_get(&db->catalog.variants, variant);
    return name ? gr_variants_find(db->variants, name) : NULL;
}

static void put(uint64_t key, uint32_t group, GrBuffer *out) {
    uint64_t posting = gr_posting(key, group);
    gr_buffer_add(out, (const char *)&posting, sizeof posting);
}

/* The postings of a game; false if its line is damaged. */
static bool put_game(const GrReplayBlockGame *game, const uint8_t *moves, const GrRules *rules,
                     GrReplayer *player, uint32_t group, GrBuffer *out) {
    GrPosition pos;
    gr_start(rules, &pos);
    if (game->flags & GR_REPLAY_FEN && gr_fen_read(rules, game->fen, &pos, NULL))
        return false;
    if (!gr_replayer_open(player, &pos, game->flags & GR_REPLAY_PIECES ? GR_REPLAY_FORM_PIECES : GR_REPLAY_FORM_NAMED,
                      moves + game->at, game->len))
        return false;
    for (uint32_t ply = 0;; ply++) {
        put(gr_board_key(&pos), group, out);
        if (ply == game->plies)
            return true;
        GrMove move = gr_replayer_next(player, &pos);
        if (move == GR_NO_MOVE)
            return false;
        gr_play(&pos, move);
    }
}

/* The key of groups that have to be looked at in any case: a game is damaged, or its variant not
 * known. (A position that happens to have it is found there, too.) */
static const uint64_t always = UINT64_MAX;

static bool put_replay(GrDb *db, const GrReplayBlock *replay, uint32_t first_group, GrReplayer *player,
                      GrBuffer *out) {
    bool sound = true;
    for (uint32_t i = 0; i < GR_REPLAY_GAMES && sound; i++) {
        const GrReplayBlockGame *game = &replay->game[i];
        uint32_t group = first_group + i / GR_GROUP_GAMES;
        const GrRules *rules = rules_of(db, game->variant);
        if (game->flags & GR_REPLAY_ELSEWHERE || (game->flags & GR_REPLAY_HERE && !rules))
            put(always, group, out);
        else if (game->flags & GR_REPLAY_HERE)
            sound = put_game(game, replay->moves, rules, player, group, out);
    }
    return sound;
}

/* Makes the postings of a replay, in memory's own order of bytes; a single byte for a replay that
 * is missing or damaged. */
static int make_postings(void *context, GrDb *db, size_t n, GrBuffer *out, GrError *error) {
    const Build *build = context;
    int64_t number = build->first + (int64_t)n;
    GrReplayer *player = calloc(1, sizeof *player);
    int code = player ? gr_replays_open(db, number, error) : gr_no_memory(error);
    const GrReplayBlock *replay = code ? NULL : &gr_replays(db)->replay;
    if (replay && (replay->number != number ||
                  !put_replay(db, replay, (uint32_t)n * GR_REPLAY_GROUPS, player, out))) {
        gr_buffer_clear(out);
        gr_buffer_putc(out, 0);
    }
    free(player);
    return code;
}

static int take_postings(void *context, size_t n, const GrBuffer *piece, GrError *error) {
    Build *build = context;
    const GrWork *work = build->work;
    size_t more = piece->len / sizeof *build->posting;
    int64_t done = gr_replay_block_first(build->first + (int64_t)n + 1) - 1;
    if (piece->len % sizeof *build->posting) {
        build->broken = build->first + (int64_t)n;
        return 1;
    }
    if (build->cap - build->count < more) {
        size_t cap = build->cap * 2 > build->count + more ? build->cap * 2 : build->count + more;
        uint64_t *grown = realloc(build->posting, cap * sizeof *grown);
        if (!grown)
            return gr_no_memory(error);
        build->posting = grown;
        build->cap = cap;
    }
    if (more)
        memcpy(build->posting + build->count, piece->data, piece->len);
    build->count += more;
    build->end = build->first + (int64_t)n + 1;
    done = done < build->games ? done : build->games;
    if (work->progress)
        work->progress(work->context, (uint64_t)done, (uint64_t)build->games);
    if (work->stop && work->stop(work->context))
        return gr_fail(error, GR_ERR_STOPPED, "stopped");
    return build->count >= ENOUGH_POSTINGS;
}

/* ---- writing ---- */

/* Replays that are all damaged have no postings, and then there is no array of them. */
static int put_bucket(Build *build, const GrSegment *segment, int64_t bucket, size_t from,
                      size_t count, GrError *error) {
    const uint64_t *posting = count ? build->posting + from : NULL;
    GrBuffer *bytes = &build->bytes;
    int64_t number = segment->id << GR_SEGMENT_SHIFT | bucket;
    unsigned group_bits = 0;
    sqlite3_stmt *stmt;
    while ((build->end - build->first) * GR_REPLAY_GROUPS > 1ll << group_bits)
        group_bits++;
    gr_buffer_clear(bytes);
    gr_postings_pack(posting, count, segment->bits, group_bits, gr_posting_seed(number), bytes);
    int code = bytes->failed ? gr_no_memory(error)
                             : gr_sql(&build->db->sql, GR_SQL_PUT_POSTING, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, number);
    sqlite3_bind_blob64(stmt, 2, bytes->data, bytes->len, SQLITE_STATIC);
    return gr_sql_run(&build->db->sql, stmt, error);
}

/* All buckets are written, empty ones too: so one that is missing is noticed. */
static int put_buckets(Build *build, const GrSegment *segment, GrError *error) {
    uint64_t *posting = build->posting;
    size_t sure = build->count, end = 0;
    int code = 0;
    const uint64_t mask = gr_posting_mask(segment->bits);
    while (sure && (posting[sure - 1] & mask) == (always & mask))
        sure--;
    for (int64_t bucket = 0; bucket < 1ll << segment->bits && !code; bucket++) {
        size_t from = end;
        end = gr_postings_bucket_end(posting, sure, from, segment->bits, (uint64_t)bucket);
        code = put_bucket(build, segment, bucket, from, end - from, error);
    }
    for (size_t i = sure; i < build->count; i++)
        posting[i] &= (1u << GR_POSTING_GROUP_BITS) - 1;
    const GrSegment plain = {.id = segment->id};
    return code ? code : put_bucket(build, &plain, GR_BUCKET_ALWAYS, sure, build->count - sure,
                                    error);
}

static int put_segment(Build *build, GrError *error) {
    size_t before = build->count;
    unsigned bits = gr_posting_bucket_bits(before);
    uint64_t *backup = malloc((before + 1) * sizeof *backup);
    if (!backup)
        return gr_no_memory(error);
    build->count = before ? gr_postings_sort(build->posting, before, bits, backup) : 0;
    free(backup);
    const int64_t row[] = {build->first, build->end - 1, bits, (int64_t)build->count};
    int code = run(build->db, GR_SQL_ADD_SEGMENT, row, 4, error);
    GrSegment segment = {.id = sqlite3_last_insert_rowid(build->db->sql.handle), .bits = bits};
    return code ? code : put_buckets(build, &segment, error);
}

/* Takes away the segments that lie within the new one. */
static int drop_segments(Build *build, GrError *error) {
    const GrReplays *replays = gr_replays(build->db);
    int code = 0;
    for (size_t i = 0; i < replays->segments && !code; i++) {
        const GrSegment *s = &replays->segment[i];
        if (s->first < build->first || s->last >= build->end)
            continue;
        const int64_t rows[] = {s->id << GR_SEGMENT_SHIFT, (s->id + 1) << GR_SEGMENT_SHIFT};
        code = run(build->db, GR_SQL_DROP_POSTINGS, rows, 2, error);
        if (!code)
            code = run(build->db, GR_SQL_DROP_SEGMENT, &s->id, 1, error);
    }
    return code;
}

static int put_range(GrDb *db, GrSql which, int64_t first, int64_t last, GrError *error) {
    return first > last ? 0 : run(db, which, (int64_t[]){first, last}, 2, error);
}

/* The replays of the segment are bare no more. A broken one is thrown away, and its games become
 * stale, so that it is rebuilt. */
static int settle(Build *build, GrError *error) {
    GrDb *db = build->db;
    const GrReplays *replays = gr_replays(db);
    int64_t first = build->first, end = build->end;
    int code = run(db, GR_SQL_DROP_BARE, NULL, 0, error);
    if (!code && build->broken >= 0) {
        code = put_range(db, GR_SQL_ADD_STALE, gr_replay_block_first(build->broken),
                         gr_replay_block_first(build->broken + 1) - 1, error);
        if (!code)
            code = run(db, GR_SQL_DROP_REPLAY, &build->broken, 1, error);
        end = build->broken + 1;
    }
    for (size_t i = 0; i < replays->bares && !code; i++) {
        int64_t from = replays->bare[i][0], to = replays->bare[i][1];
        code = put_range(db, GR_SQL_ADD_BARE, from, to < first ? to : first - 1, error);
        if (!code)
            code = put_range(db, GR_SQL_ADD_BARE, from > end ? from : end, to, error);
    }
    return code;
}

static int build_segment(Build *build, int jobs, GrError *error) {
    GrWorkersJob job = {.jobs = jobs, .count = (size_t)(build->last - build->first + 1),
                     .context = build, .make = make_postings, .take = take_postings};
    int code = gr_workers_run(build->db, &job, error);
    if (code >= 0)
        code = drop_segments(build, error);
    if (!code && build->end > build->first)
        code = put_segment(build, error);
    return code ? code : settle(build, error);
}

int gr_position_index_add(GrDb *db, int jobs, const GrWork *work, uint64_t *postings,
                          GrError *error) {
    Build build = {.db = db, .work = work, .broken = -1};
    int code = gr_db_begin(db, error);
    if (code)
        return code;
    code = gr_replays_load(db, error);
    bool bare = !code && gr_replays(db)->bares;
    build.games = code ? 0 : gr_db_last(db, error);
    if (build.games < 0)
        code = (int)build.games;
    if (!code && bare) {
        plan(&build);
        build.end = build.first;
        code = build_segment(&build, jobs, error);
    }
    db->changes++;
    if (!code)
        code = gr_db_commit(db, error);
    gr_db_rollback(db);
    free(build.posting);
    gr_buffer_free(&build.bytes);
    *postings += build.count;
    return code ? code : bare;
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
                postings + more->postings >= ENOUGH_POSTINGS)
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
        build.count = 0;
        build.broken = -1;
        code = build_segment(&build, 1, error);
        from = build.last + 1;
        db->changes++;
        if (!code)
            code = gr_replays_load_all(db, error);
    }
    *joined = code ? 0 : before - gr_replays(db)->segments;
    db->changes++;
    free(build.posting);
    gr_buffer_free(&build.bytes);
    return code;
}

/* ---- correcting ---- */

/* A stored replay that can be, looked at. If it is damaged, or others before it are missing, their
 * games are stale. *next is the replay that is expected next. */
static int correct_replay(GrDb *db, GrReplayBlock *replay, sqlite3_stmt *stmt, int64_t *next, GrError *error) {
    GrInput blob;
    int64_t number = sqlite3_column_int64(stmt, 0), from = *next;
    int code = gr_db_long_blob(db, GR_LONG_REPLAY, number, stmt, 1, &blob, error);
    if (!code)
        code = gr_replay_block_unpack(replay, number, blob.at, gr_input_left(&blob), error);
    if (code && code != GR_ERR_DAMAGED)
        return code;
    *next = number + 1;
    return put_range(db, GR_SQL_ADD_STALE, gr_replay_block_first(from),
                     gr_replay_block_first(code ? number + 1 : number) - 1, error);
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
                            : put_range(db, GR_SQL_ADD_STALE, gr_replay_block_first(next), last, error);
}

static int correct_segment(GrDb *db, const GrSegment *segment, GrError *error) {
    const int64_t rows[] = {segment->id << GR_SEGMENT_SHIFT, (segment->id + 1) << GR_SEGMENT_SHIFT};
    int code = run(db, GR_SQL_DROP_POSTINGS, rows, 2, error);
    if (!code)
        code = run(db, GR_SQL_DROP_SEGMENT, &segment->id, 1, error);
    return code ? code : put_range(db, GR_SQL_ADD_BARE, segment->first, segment->last, error);
}

/* What was found of a segment's rows. */
typedef struct Rows {
    int64_t id;
    const GrSegment *segment;
    int64_t count;
    bool damaged;
} Rows;

static int by_id(const void *a, const void *b) {
    const Rows *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
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
        of->damaged |= unread || !gr_postings_sound(blob, gr_posting_seed(number));
        of->count++;
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
        code = run(db, GR_SQL_DROP_POSTINGS, (int64_t[]){INT64_MIN, INT64_MAX}, 2, error);
    for (size_t i = 0; i < segments && !code; i++)
        if (stray || rows[i].damaged || rows[i].count != (1ll << rows[i].segment->bits) + 1)
            code = correct_segment(db, rows[i].segment, error);
    free(rows);
    return code;
}

/* Takes out the segments that do not count, and loads the others. */
static int drop_false_segments(GrDb *db, GrError *error) {
    int code = gr_replays_load_all(db, error); /* so that db->most is known */
    const int64_t bounds[] = {GR_MAX_SEGMENT, gr_db_last_replay(db)};
    if (!code)
        code = run(db, GR_SQL_DROP_FALSE_SEGMENTS, bounds, 2, error);
    if (!code && gr_replays(db)->crowded)
        code = run(db, GR_SQL_DROP_SEGMENTS, NULL, 0, error);
    return code ? code : gr_replays_load_all(db, error);
}

/* Replays that are neither bare nor in a segment: the segment was lost. */
static int correct_gaps(GrDb *db, int64_t last, GrError *error) {
    const GrReplays *replays = gr_replays(db);
    int64_t next = 0;
    int code = 0;
    for (size_t i = 0; i < replays->segments && !code; i++) {
        code = put_range(db, GR_SQL_ADD_BARE, next, replays->segment[i].first - 1, error);
        if (replays->segment[i].last >= next)
            next = replays->segment[i].last + 1;
    }
    return code || last < 1 ? code : put_range(db, GR_SQL_ADD_BARE, next, gr_replay_block_of(last), error);
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
