/* Building and completing the search index. */
#include "db/index/index.h"

#include <stdlib.h>

#include "db/index/recoding.h"
#include "db/index/replays.h"
#include "db/index/signatures.h"
#include "db/index/position_index.h"
#include "db/index/values.h"
#include "db/store/workers.h"

/* Replays that are made in one transaction. */
enum { PIECE_REPLAYS = 2048 };

/* Replays of which games are stale. */
typedef struct Piece {
    GrDb *db;
    const GrWork *work;
    GrIndexed *indexed;
    int64_t replay[PIECE_REPLAYS]; /* their numbers */
    bool changed[PIECE_REPLAYS];  /* the replay, or what the index has of its games, differs from before */
    size_t replays;
    int64_t end;                 /* no game before this replay will be stale any more */
    int64_t last;                /* the last game of the database */
} Piece;

/* Collects the replays from `number` to `end` that may have games; the rows of the others, whose games
 * are gone, are taken away. */
static int choose_within(Piece *piece, int64_t number, int64_t end, GrError *error) {
    while (number <= end && piece->replays < PIECE_REPLAYS) {
        int64_t next = gr_replays_next(piece->db, number, error);
        int code = next < 0 ? (int)next : 0;
        if (!code && next > number)
            code = gr_sql_run_range(&piece->db->sql, GR_SQL_DROP_REPLAYS, number,
                                    next <= end ? next - 1 : end, error);
        if (code)
            return code;
        if (next <= end)
            piece->replay[piece->replays++] = next;
        number = next <= end ? next + 1 : end + 1;
    }
    piece->end = number;
    return 0;
}

/* Collects the first replays that are stale. */
static int choose(Piece *piece, GrError *error) {
    const GrReplays *replays = gr_replays(piece->db);
    int code = 0;
    piece->replays = 0;
    piece->end = 0;
    for (size_t i = 0; i < replays->stales && piece->replays < PIECE_REPLAYS && !code; i++) {
        int64_t first = gr_replay_block_of(replays->stale[i][0]);
        code = choose_within(piece, first > piece->end ? first : piece->end,
                             gr_replay_block_of(replays->stale[i][1]), error);
    }
    return code;
}

static int make_replay(void *context, GrDb *db, size_t n, GrBuffer *out, GrError *error) {
    const Piece *piece = context;
    return gr_replay_block_make(db, piece->replay[n], out, error);
}

/* Is this what the table has already? Less than 0: a code. */
static int is_stored(GrDb *db, int64_t number, const GrBuffer *bytes, GrError *error) {
    sqlite3_stmt *stmt;
    size_t len;
    int row = gr_sql_find(&db->sql, GR_SQL_GET_REPLAY, number, &stmt, error);
    if (row <= 0)
        return row;
    const void *stored = gr_sql_blob(stmt, 0, &len);
    bool same = len == bytes->len && !memcmp(stored, bytes->data, len);
    sqlite3_reset(stmt);
    return same;
}

static int take_replay(void *context, size_t n, const GrBuffer *bytes, GrError *error) {
    Piece *piece = context;
    const GrWork *work = piece->work;
    int64_t first = gr_replay_block_first(piece->replay[n]), done = gr_replay_block_first(piece->replay[n] + 1) - 1;
    int code = is_stored(piece->db, piece->replay[n], bytes, error);
    bool stored = code > 0;
    if (stored)
        code = gr_values_hold(piece->db, piece->replay[n], error);
    if (code < 0)
        return code;
    piece->changed[n] = !code;
    if (!stored && gr_sql_put(&piece->db->sql, GR_SQL_PUT_REPLAY, piece->replay[n], bytes, error))
        return error->code;
    done = done < piece->last ? done : piece->last;
    piece->indexed->games += done < first ? 0 : (uint64_t)(done - first + 1);
    if (work->progress)
        work->progress(work->context, (uint64_t)done, (uint64_t)piece->last);
    return work->stop && work->stop(work->context) ? gr_fail(error, GR_ERR_STOPPED, "stopped") : 0;
}

/* The games before the piece's end are stale no more; those of changed replays have no postings. */
static int settle(Piece *piece, GrError *error) {
    GrDb *db = piece->db;
    const GrReplays *replays = gr_replays(db);
    int64_t from = gr_replay_block_first(piece->end);
    int code = gr_sql_run_with(&db->sql, GR_SQL_DROP_STALE, NULL, 0, error);
    for (size_t i = 0; i < replays->stales && !code; i++) {
        int64_t first = replays->stale[i][0];
        code = gr_sql_run_range(&db->sql, GR_SQL_ADD_STALE, first > from ? first : from,
                                replays->stale[i][1], error);
    }
    for (size_t i = 0, end; i < piece->replays && !code; i = end) {
        for (end = i + 1; end < piece->replays && piece->changed[end] == piece->changed[i] &&
                          piece->replay[end] == piece->replay[i] + (int64_t)(end - i);)
            end++;
        if (piece->changed[i])
            code = gr_sql_run_range(&db->sql, GR_SQL_ADD_BARE, piece->replay[i],
                                    piece->replay[end - 1], error);
    }
    db->changes++;
    return code;
}

/* Makes the first replays that are missing. Returns 1, 0 if there are none, or a code. */
static int make_piece(Piece *piece, int jobs, GrError *error) {
    GrDb *db = piece->db;
    int code = gr_db_begin(db, error);
    if (code)
        return code;
    code = gr_replays_load_all(db, error);
    if (!code)
        code = choose(piece, error);
    piece->last = code ? 0 : gr_db_last(db, error);
    if (piece->last < 0)
        code = (int)piece->last;
    GrWorkersJob job = {.jobs = jobs, .count = piece->replays, .context = piece, .make = make_replay,
                     .take = take_replay};
    if (!code && piece->replays)
        code = gr_workers_run(db, &job, error);
    if (!code && piece->end)
        code = settle(piece, error);
    if (!code)
        code = gr_db_commit(db, error);
    gr_db_rollback(db);
    return code ? code : piece->replays > 0;
}

static int make_replays(GrDb *db, int jobs, const GrWork *work, GrIndexed *indexed,
                       GrError *error) {
    Piece *piece = calloc(1, sizeof *piece);
    if (!piece)
        return gr_no_memory(error);
    *piece = (Piece){.db = db, .work = work, .indexed = indexed};
    int more;
    while ((more = make_piece(piece, jobs, error)) > 0)
        continue;
    free(piece);
    return more;
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

static int complete(GrDb *db, int jobs, const GrWork *work, GrIndexed *indexed, GrError *error) {
    int more = make_replays(db, jobs, work, indexed, error);
    while (!more && (more = gr_position_index_add(db, jobs, work, &indexed->postings, error)) > 0)
        more = 0;
    return more;
}

int gr_db_index(GrDb *db, int jobs, const GrWork *work, GrIndexed *indexed, GrError *error) {
    GrError own;
    error = error ? error : &own;
    *indexed = (GrIndexed){0};
    int code = correct(db, error);
    if (!code)
        code = make_signatures(db, work, error);
    if (!code)
        code = gr_index_recode(db, true, jobs, work, error);
    /* A replay that turns out to be unusable is made again: one more round. */
    for (int round = 0; round < 2 && !code; round++)
        code = complete(db, jobs, work, indexed, error);
    return code;
}

int gr_db_has_index(GrDb *db, GrError *error) {
    int code = gr_db_refresh(db, error);
    if (!code)
        code = gr_replays_load(db, error);
    return code ? code : gr_replays(db)->any;
}
