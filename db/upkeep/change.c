/* Editing and deleting games so that it can be taken back, and taking it back. */
#include "db/upkeep/change.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "db/upkeep/journal.h"
#include "rules/plural.h"

void gr_change_name(const GrChange *change, char out[GR_CHANGE_NAME]) {
    static const char *const name[] = {"change", "edit", "deletion", "replacement", "combination", "cleaning"};
    unsigned kind = change->kind <= GR_CHANGE_CLEAN ? (unsigned)change->kind : 0;
    if (change->games == 1)
        snprintf(out, GR_CHANGE_NAME, "%s of game %lld", name[kind], (long long)change->game);
    else
        snprintf(out, GR_CHANGE_NAME, "%s of %llu games", name[kind], (unsigned long long)change->games);
}

/* ---- editing ---- */

static bool are_equal(const GrBuffer *a, const GrBuffer *b) {
    return a->len == b->len && !memcmp(a->data, b->data, a->len);
}

/* Is game `id` what it was? Sets *same, too: is the new one the same? */
static int compare(GrJournal *j, int64_t id, const GrGame *was, const GrGame *game, bool *same, GrError *error) {
    enum { NOW, WAS, NEW };
    GrGame now;
    GrBuffer bytes[3];
    const GrGame *games[] = {&now, was, game};
    for (int i = NOW; i <= NEW; i++)
        gr_buffer_init(&bytes[i]);
    gr_game_init(&now);
    int code = gr_db_get_game(j->db, id, &now, error);
    for (int i = NOW; i <= NEW && !code; i++)
        code = gr_journal_put(games[i], &j->db->writer, &j->packed, &bytes[i], error);
    *same = !code && are_equal(&bytes[NOW], &bytes[NEW]);
    if (!code && !are_equal(&bytes[NOW], &bytes[WAS]))
        code = gr_fail(error, GR_ERR_BUSY, "game %lld has been changed by another program", (long long)id);
    for (int i = NOW; i <= NEW; i++)
        gr_buffer_free(&bytes[i]);
    gr_game_free(&now);
    return code;
}

static int edit(GrJournal *j, int64_t id, const GrGame *was, const GrGame *game, GrError *error) {
    bool same;
    int code = compare(j, id, was, game, &same, error);
    if (code || same)
        return code;
    code = gr_db_replace_game(j->db, id, game, error);
    if (!code)
        code = gr_journal_note(j, id, was, game, error);
    if (!code)
        code = gr_journal_end(j, error);
    return code ? code : 1;
}

int gr_db_edit_game(GrDb *db, int64_t id, const GrGame *was, const GrGame *game, GrError *error) {
    GrJournal journal;
    bool own;
    int code = gr_db_enter(db, &own, error);
    if (code)
        return code;
    gr_journal_init(&journal, db, GR_CHANGE_EDIT);
    int edited = edit(&journal, id, was, game, error);
    gr_journal_free(&journal);
    code = gr_db_leave(db, own, edited < 0 ? edited : 0, error);
    return code ? code : edited;
}

void gr_change_handle(const GrChange *change, char out[GR_CHANGE_HANDLE]) {
    snprintf(out, GR_CHANGE_HANDLE, "%" PRId64 "-%" PRIx64 "-%d-%" PRIx64 "-%" PRIx64 "-%" PRIx64, change->id,
             (uint64_t)change->time, (int)change->kind, (uint64_t)change->game, change->games, change->bytes);
}

/* ---- deleting ---- */

typedef struct Delete {
    GrDb *db;
    const GrDelete *job;
    GrBuffer ids;     /* of the games that were found, eight bytes each */
    GrGame game;
    GrJournal journal;
    uint64_t *deleted;
    GrError *error;
} Delete;

/* For gr_find. */
static void show_id(void *context, const GrFinding *finding, size_t n, GrBuffer *out) {
    (void)context;
    (void)n;
    gr_buffer_add(out, (const char *)&finding->id, sizeof finding->id);
}

static int put_ids(void *context, const char *bytes, size_t len) {
    Delete *d = context;
    gr_buffer_add(&d->ids, bytes, len);
    return d->ids.failed;
}

static void report_unread(void *context, int64_t id, const GrError *why) {
    const Delete *d = context;
    if (d->job->work->unread)
        d->job->work->unread(d->job->work->context, id, why);
}

static bool is_stopped(const Delete *d) {
    const GrWork *work = d->job->work;
    return work->stop && work->stop(work->context);
}

static bool stop_finding(void *context, int64_t id, int64_t last) {
    const Delete *d = context;
    const GrWork *work = d->job->work;
    if (work->progress)
        work->progress(work->context, (uint64_t)id, (uint64_t)last);
    return is_stopped(d);
}

static int find(Delete *d) {
    const GrFind find = {.selection = d->job->selection, .query = d->job->query, .judging = d->job->judging, .jobs = 1,
                         .by_game = true, .read = GR_FIND_NUMBERS, .context = d, .show = show_id, .put = put_ids,
                         .unread = report_unread, .stop = stop_finding};
    GrFindCount count;
    int code = gr_find(d->db, &find, &count, d->error);
    if (d->ids.failed)
        return gr_no_memory(d->error);
    return code == GR_ERR_DAMAGED && count.unread ? 0 : code; /* which have been reported */
}

/* Deletes a game, unless it has to stay. */
static int delete_one(Delete *d, int64_t id) {
    GrError why;
    int code = gr_db_can_change(d->db, id, &why);
    if (!code)
        code = gr_db_get_game(d->db, id, &d->game, &why);
    if (gr_is_damage(code)) {
        report_unread(d, id, &why);
        return 0;
    }
    if (code)
        return gr_fail(d->error, why.code, "%s", why.text);
    ++*d->deleted;
    if (d->job->found)
        d->job->found(d->job->work->context, id, &d->game);
    if (d->job->dry)
        return 0;
    code = gr_journal_note(&d->journal, id, &d->game, NULL, d->error);
    return code ? code : gr_db_delete_game(d->db, id, d->error);
}

/* In the order of the database, so that each block is written once. */
static int delete_all(Delete *d) {
    int code = find(d);
    for (size_t at = 0; at < d->ids.len && !code; at += sizeof(int64_t)) {
        int64_t id;
        memcpy(&id, d->ids.data + at, sizeof id);
        code = delete_one(d, id);
        if (!code && is_stopped(d))
            code = gr_fail(d->error, GR_ERR_STOPPED, "stopped");
    }
    return code || d->job->dry ? code : gr_journal_end(&d->journal, d->error);
}

int gr_db_delete_found(GrDb *db, const GrDelete *job, uint64_t *deleted, GrError *error) {
    GrError own;
    Delete d = {.db = db, .job = job, .deleted = deleted, .error = error ? error : &own};
    *deleted = 0;
    int code = job->dry ? gr_db_begin_read(db, d.error) : gr_db_begin(db, d.error);
    if (code)
        return code;
    gr_buffer_init(&d.ids);
    gr_game_init(&d.game);
    gr_journal_init(&d.journal, db, GR_CHANGE_DELETE);
    code = delete_all(&d);
    gr_journal_free(&d.journal);
    gr_game_free(&d.game);
    gr_buffer_free(&d.ids);
    if (!code && !job->dry)
        code = gr_db_commit(db, d.error);
    gr_db_rollback(db);
    gr_db_end_read(db);
    return code;
}
