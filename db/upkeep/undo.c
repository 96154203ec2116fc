/* Taking changes of games back. */
#include <stdlib.h>
#include <string.h>

#include "db/store/renew.h"
#include "db/store/schema.h"
#include "db/upkeep/change.h"
#include "db/upkeep/journal.h"
#include "db/upkeep/structure.h"

typedef struct Undo {
    GrDb *db;
    const char *handle; /* of the change that is meant; NULL: the last one, whichever that is */
    const GrWork *work;
    GrChange *undone;
    GrRestore restore;
    GrGame now;
    GrBuffer bytes;
    GrPacked packed;
    uint64_t done;
    GrError *error;
} Undo;

/* Is the game still what the change has left? */
static int check_unchanged(Undo *u) {
    const GrRestore *r = &u->restore;
    uint32_t check = 0;
    GrError why;
    int code = gr_db_get_game(u->db, r->id, &u->now, &why);
    bool gone = code == GR_ERR_NOT_FOUND;
    if (code && !gone)
        return gr_fail(u->error, why.code, "game %lld: %s", (long long)r->id, why.text);
    if (!gone)
        code = gr_journal_check_of(&u->now, &u->db->writer, &u->packed, &check, u->error);
    else
        code = 0;
    if (code || (gone ? r->deleted : !r->deleted && check == r->check))
        return code;
    return gr_fail(u->error, GR_ERR_ILLEGAL, "game %lld has been changed since in another way", (long long)r->id);
}

static int restore_game(Undo *u) {
    const GrRestore *r = &u->restore;
    const GrWork *work = u->work;
    int code = check_unchanged(u);
    if (!code)
        code = r->deleted ? gr_db_restore_game(u->db, r->id, &r->game, u->error)
                          : gr_db_replace_game(u->db, r->id, &r->game, u->error);
    if (++u->done % 64 == 0 && work->progress)
        work->progress(work->context, u->done, u->undone->games);
    if (!code && work->stop && work->stop(work->context))
        code = gr_fail(u->error, GR_ERR_STOPPED, "stopped");
    return code;
}

/* Backwards, as a change may have changed a game more than once. */
static int restore_row(Undo *u, const GrJournalRow *row) {
    int code = gr_journal_unpack(u->db, row->id, &u->bytes, NULL, u->error);
    uint64_t games = row->change.games;
    if (!code && games > u->bytes.len)
        code = gr_fail(u->error, GR_ERR_DAMAGED, "the journal of changes is damaged");
    size_t *place = code ? NULL : calloc(games, sizeof *place);
    if (!code && !place)
        code = gr_no_memory(u->error);
    if (!code)
        code = gr_journal_places(gr_input(u->bytes.data, u->bytes.len), place, games, u->error);
    for (uint64_t i = games; i > 0 && !code; i--) {
        GrInput in = gr_input(u->bytes.data + place[i - 1], u->bytes.len - place[i - 1]);
        code = gr_journal_next(u->db, &in, &u->restore, u->error);
        code = code < 0 ? code : restore_game(u);
    }
    free(place);
    return code;
}

/* Sums up the rows of a change, which are as they should be or damaged. */
static int sum_up(const GrJournalRows *rows, size_t start, GrChange *change, GrError *error) {
    *change = rows->row[start].change;
    bool sound = rows->row[start].id == rows->row[start].first;
    for (size_t i = start; i < rows->count; i++) {
        sound &= rows->row[i].sound;
        if (i > start) {
            change->games += rows->row[i].change.games;
            change->bytes += rows->row[i].change.bytes;
            change->game = rows->row[i].change.game < change->game ? rows->row[i].change.game : change->game;
        }
    }
    return sound ? 0 : gr_fail(error, GR_ERR_DAMAGED, "the journal of changes is damaged");
}

/* Is the last change the one that is meant? */
static int check_meant(const Undo *u) {
    char handle[GR_CHANGE_HANDLE], name[GR_CHANGE_NAME];
    gr_change_handle(u->undone, handle);
    if (!u->handle || !strcmp(u->handle, handle))
        return 0;
    gr_change_name(u->undone, name);
    return gr_fail(u->error, GR_ERR_ILLEGAL, "the last change is another one: %s", name);
}

static int undo_last(Undo *u, const GrJournalRows *rows) {
    size_t start = gr_journal_start(rows, rows->count);
    int code = sum_up(rows, start, u->undone, u->error);
    if (!code)
        code = check_meant(u);
    for (size_t i = rows->count; i > start && !code; i--)
        code = restore_row(u, &rows->row[i - 1]);
    return code ? code : gr_sql_run_range(&u->db->sql, GR_SQL_DROP_JOURNAL, rows->row[start].id,
                                          rows->row[rows->count - 1].id, u->error);
}

int gr_db_undo(GrDb *db, const GrWork *work, GrChange *undone, GrError *error) {
    return gr_db_undo_this(db, NULL, work, undone, error);
}

int gr_db_undo_this(GrDb *db, const char *handle, const GrWork *work, GrChange *undone, GrError *error) {
    GrError own;
    GrJournalRows rows;
    Undo u = {.db = db, .handle = handle, .work = work, .undone = undone, .error = error ? error : &own};
    int code = gr_db_begin(db, u.error);
    if (code)
        return code;
    gr_game_init(&u.restore.game);
    gr_game_init(&u.now);
    gr_buffer_init(&u.bytes);
    gr_packed_init(&u.packed);
    code = gr_journal_rows(db, &rows, u.error);
    bool any = rows.count > 0;
    if (!code && !any && handle)
        code = gr_fail(u.error, GR_ERR_ILLEGAL, "there is no change to take back");
    if (!code && any)
        code = undo_last(&u, &rows);
    if (!code && any)
        code = gr_db_commit(db, u.error);
    gr_db_rollback(db);
    free(rows.row);
    gr_packed_free(&u.packed);
    gr_buffer_free(&u.bytes);
    gr_game_free(&u.now);
    gr_game_free(&u.restore.game);
    return code ? code : any;
}

int gr_db_changes(GrDb *db, uint64_t *count, GrChange *last, uint64_t *bytes, GrError *error) {
    GrJournalRows rows;
    *count = *bytes = 0;
    *last = (GrChange){.games = 0};
    int code = gr_db_refresh(db, error);
    if (!code)
        code = gr_journal_rows(db, &rows, error);
    else
        rows = (GrJournalRows){.row = NULL};
    for (size_t end = rows.count; end > 0 && !code; ++*count) {
        size_t start = gr_journal_start(&rows, end);
        for (size_t i = start; i < end; i++)
            *bytes += rows.row[i].change.bytes;
        if (end == rows.count)
            sum_up(&rows, start, last, NULL); /* verify reports damage */
        end = start;
    }
    free(rows.row);
    return code;
}

int gr_db_forget_changes(GrDb *db, GrError *error) {
    bool own;
    char said[GR_FLAW_SAID];
    int has = gr_schema_has_journal(db->sql.handle, error);
    int sound = has > 0 ? gr_structure_table(db, "journal", said, error) : has;
    if (has <= 0 || sound < 0)
        return has < 0 ? has : sound;
    int code = gr_db_enter(db, &own, error);
    if (code)
        return code;
    code = sound ? gr_sql_exec(db->sql.handle, "DROP TABLE IF EXISTS journal", error)
                 : gr_table_strike(&db->sql, "journal", error);
    return gr_db_leave(db, own, code, error);
}
