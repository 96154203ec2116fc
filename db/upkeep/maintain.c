/* Optimising a database, and copying games between databases. */
#include "db/upkeep/maintain.h"

#include "db/evals/evals_upkeep.h"
#include "db/store/internal.h"
#include "db/index/signatures.h"
#include "db/index/position_index.h"
#include "db/upkeep/mend.h"

enum { COMMIT_GAMES = 1 << 16 };

static bool stops(const GrWork *work, int64_t id, int64_t last) {
    if (id % 64 == 0 && work->progress)
        work->progress(work->context, (uint64_t)id, (uint64_t)last);
    return work->stop && work->stop(work->context);
}

static int file_size(GrDb *db, uint64_t *bytes, GrError *error) {
    sqlite3_int64 pages = 0, size = 0;
    int code = gr_sql_number(db->sql.handle, "PRAGMA page_count", &pages, error);
    if (!code)
        code = gr_sql_number(db->sql.handle, "PRAGMA page_size", &size, error);
    *bytes = code ? 0 : (uint64_t)(pages * size);
    return code;
}

/* A game that cannot be read stays as it is. */
static bool is_unreadable(int code) {
    return code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN;
}

/* Has the file a wrong byte in the block that could be set right in memory? Then it is written. */
static int write_corrected(GrDb *db, int64_t id, GrError *error) {
    int code = gr_db_open_work(db, id, error);
    if (!code) {
        db->work.suspect = false;
        db->dirty = true;
    }
    return code;
}

/* Puts the game into the new index of duplicates. */
static int optimise_game(GrDb *db, int64_t id, GrGame *game, GrOptimised *optimised,
                         GrError *error) {
    const GrBlock *block;
    uint32_t i;
    int code = gr_db_find(db, id, GR_BLOCK_TEXTS, &block, &i, error);
    bool corrected = !code && block->suspect && !block->damaged;
    if (!code)
        code = gr_db_get_game(db, id, game, error);
    if (is_unreadable(code)) {
        optimised->left++;
        return 0;
    }
    if (code)
        return code == GR_ERR_NOT_FOUND ? 0 : code;
    code = gr_db_see(db, gr_db_identity(game), id, error);
    if (!code && gr_duplicates_full(&db->duplicates))
        code = gr_duplicates_flush(&db->duplicates, error);
    if (!code && corrected)
        code = write_corrected(db, id, error);
    return code;
}

static int optimise_games(GrDb *db, const GrWork *work, GrOptimised *optimised, GrError *error) {
    GrGame game;
    int64_t last = gr_db_last(db, error);
    int code = last < 0 ? (int)last : gr_duplicates_clear(&db->duplicates, error);
    if (!code)
        code = gr_catalog_correct_names(&db->catalog, error);
    gr_game_init(&game);
    for (int64_t id = 1; !code; id++) {
        id = gr_db_next_game(db, id, error);
        if (id <= 0 || id > last) {
            code = id < 0 ? (int)id : 0;
            break;
        }
        code = optimise_game(db, id, &game, optimised, error);
        if (!code && stops(work, id, last))
            code = gr_fail(error, GR_ERR_STOPPED, "stopped");
    }
    gr_game_free(&game);
    return code;
}

static int optimise_evals(GrDb *db, const GrWork *work, GrOptimised *optimised, GrError *error) {
    GrEvalsDropped dropped;
    int code = gr_evals_optimise(db, work, &dropped, error);
    optimised->dropped_blocks = dropped.blocks;
    optimised->dropped = dropped.evaluations;
    return code;
}

int gr_db_optimise(GrDb *db, const GrWork *work, GrOptimised *optimised, GrError *error) {
    *optimised = (GrOptimised){.left = 0};
    int code = file_size(db, &optimised->before, error);
    if (!code)
        code = gr_mend_tables(db, error);
    if (!code)
        code = gr_db_begin(db, error);
    if (code)
        return code;
    code = optimise_games(db, work, optimised, error);
    if (!code)
        code = optimise_evals(db, work, optimised, error);
    if (!code)
        code = gr_signatures_make(db, work, error);
    if (!code)
        code = gr_position_index_join(db, work, &optimised->joined, error);
    if (!code)
        code = gr_db_commit(db, error);
    gr_db_rollback(db);
    if (!code)
        code = gr_sql_vacuum(db->sql.handle, work->stop, work->context, error);
    if (!code)
        code = gr_sql_exec(db->sql.handle, "PRAGMA wal_checkpoint(TRUNCATE)", error);
    gr_db_forget(db);
    return code ? code : file_size(db, &optimised->after, error);
}

typedef struct Copy {
    GrDb *from, *to;
    const GrWork *work;
    GrCopied *copied;
    GrError *error;
    GrGame game;
    int64_t last;
    bool commits; /* the transaction is not the caller's */
    uint64_t uncommitted;
    GrCopied stored; /* what *copied was at the last commit */
} Copy;

static int commit(Copy *c) {
    int code = gr_db_commit(c->to, c->error);
    c->uncommitted = 0;
    if (!code)
        c->stored = *c->copied;
    return code;
}

static int copy_game(Copy *c, int64_t id) {
    GrAdded added;
    GrError why;
    int code = gr_db_get_game(c->from, id, &c->game, &why);
    if (is_unreadable(code)) {
        c->copied->unread++;
        if (c->work->unread)
            c->work->unread(c->work->context, id, &why);
        return 0;
    }
    if (code)
        return gr_fail(c->error, why.code, "%s", why.text);
    if (!gr_db_in_transaction(c->to))
        code = gr_db_begin(c->to, c->error);
    if (!code)
        code = gr_db_add_game(c->to, &c->game, &added, c->error);
    if (code)
        return code;
    c->copied->games++;
    c->copied->plies += c->game.plies;
    c->copied->duplicates += added.duplicate;
    if (!c->commits || ++c->uncommitted < COMMIT_GAMES)
        return 0;
    return commit(c);
}

static int copy_games(Copy *c, const GrSelection *selection) {
    int64_t id;
    int got, code = 0;
    GrCursor *cursor = gr_cursor_open(c->from, selection, c->error);
    if (!cursor)
        return c->error->code;
    c->last = gr_db_last(c->from, c->error);
    while (!code && (got = gr_cursor_next(cursor, &id, c->error)) != 0) {
        code = got < 0 ? got : copy_game(c, id);
        if (!code && stops(c->work, id, c->last))
            code = gr_fail(c->error, GR_ERR_STOPPED, "stopped");
    }
    gr_cursor_close(cursor);
    return code;
}

/* Stores what was copied, whatever has ended it, and counts what is stored. */
static int finish(Copy *c, int code) {
    GrError why = *c->error;
    uint64_t unread = c->copied->unread;
    int stored = c->commits && gr_db_in_transaction(c->to) ? commit(c) : 0;
    if (c->commits || !gr_db_in_transaction(c->to))
        *c->copied = c->stored;
    c->copied->unread = unread;
    if (code)
        *c->error = why;
    return code ? code : stored;
}

int gr_db_copy(GrDb *from, const GrSelection *selection, GrDb *to, const GrWork *work,
               GrCopied *copied, GrError *error) {
    GrError own;
    Copy c = {.from = from, .to = to, .work = work, .copied = copied, .stored = *copied};
    c.error = error ? error : &own;
    c.commits = !gr_db_in_transaction(to);
    int code = gr_db_begin_read(from, c.error);
    if (code)
        return code;
    gr_game_init(&c.game);
    code = copy_games(&c, selection);
    gr_game_free(&c.game);
    gr_db_end_read(from);
    code = finish(&c, code);
    if (!code && copied->unread)
        code = gr_fail(c.error, GR_ERR_DAMAGED, "some games cannot be read");
    return code;
}

int gr_db_any_readable(GrDb *db, const GrSelection *selection, const GrWork *work, uint64_t *unread,
                       GrError *error) {
    GrGame game;
    GrError why;
    int64_t id;
    int code = 0, got = 0;
    *unread = 0;
    GrCursor *cursor = gr_cursor_open(db, selection, error);
    if (!cursor)
        return error ? (int)error->code : GR_ERR_MEMORY;
    gr_game_init(&game);
    while (!code && (got = gr_cursor_next(cursor, &id, error)) > 0) {
        code = gr_db_get_game(db, id, &game, &why);
        if (!code)
            break;
        if (!is_unreadable(code)) {
            gr_fail(error, why.code, "%s", why.text);
            break;
        }
        code = 0;
        ++*unread;
        if (work->unread)
            work->unread(work->context, id, &why);
        if (work->stop && work->stop(work->context))
            code = gr_fail(error, GR_ERR_STOPPED, "stopped");
    }
    gr_game_free(&game);
    gr_cursor_close(cursor);
    return code ? code : got;
}
