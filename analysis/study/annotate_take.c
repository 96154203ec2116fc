/* Taking in what others have judged: which positions there are, and the files. */
#include "analysis/study/annotate_take.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/study/take_local.h"
#include "notation/text/source.h"

enum { PATIENCE_MS = 60000 };

/* ---- positions of the database ---- */

static int list_position(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                         uint64_t mark) {
    Taking *t = context;
    (void)game;
    (void)ply;
    (void)pos;
    return gr_keytable_add(&t->keys, mark) == 0 ? 1 : gr_no_memory(t->error);
}

static bool stop_listing(void *context, int64_t id, int64_t last) {
    Taking *t = context;
    take_report(t, &(GrTakeEvent){.kind = GR_TAKE_LISTING, .done = (uint64_t)id, .total = (uint64_t)last});
    return take_is_stopped(t);
}

static void unread(void *context, int64_t id, const GrError *why) {
    Taking *t = context;
    t->summary->unread++;
    take_report(t, &(GrTakeEvent){.kind = GR_TAKE_UNREAD, .number = (uint64_t)id, .text = why->text});
}

static int list_positions(Taking *t) {
    const GrTakeJob *job = t->job;
    GrWalk walk = {.db = job->db, .selection = job->selection, .from_ply = job->from_ply,
                   .to_ply = job->to_ply, .shard = job->shard, .shards = job->shards, .context = t,
                   .visit = list_position, .unread = unread, .stop = stop_listing};
    int code = gr_walk(&walk, true, t->error);
    gr_walk_close(&walk);
    if (code == GR_ERR_DAMAGED && walk.damaged)
        code = 0; /* that is in the summary */
    if (code == 0 && gr_keytable_finish(&t->keys) != 0)
        code = gr_no_memory(t->error);
    if (code == 0)
        take_report(t, &(GrTakeEvent){.kind = GR_TAKE_LISTED, .done = t->keys.count,
                                      .total = gr_keytable_bytes(&t->keys)});
    return code;
}

/* ---- files ---- */

/* 0, or a code; of the file if *of_file. */
static int take_source(Taking *t, GrSource *source, const char *file, bool *of_file) {
    bool json;
    gr_source_set_stop(source, t->job->stop, t->job->user);
    int code = gr_source_peek(source, &json, t->error);
    const char *kind = code < 0 ? NULL : gr_source_kind(source);
    *of_file = true;
    if (kind)
        code = gr_fail(t->error, GR_ERR_FOREIGN, "%s: %s", file, kind);
    if (code < 0 || kind || !json) {
        if (code >= 0)
            return take_pgn(t, source, file, of_file);
        gr_source_close(source);
        return code;
    }
    code = take_lichess(t, source, file, of_file);
    gr_source_close(source);
    return code;
}

static int take_file(Taking *t, const char *file, bool *of_file) {
    *of_file = true;
    GrSource *source = gr_source_open(file, t->error);
    if (source)
        return take_source(t, source, file, of_file);
    t->summary->missing += t->error->code == GR_ERR_NOT_FOUND;
    return (int)t->error->code;
}

static int take_files(Taking *t) {
    int code = 0;
    for (size_t i = 0; i < t->job->files && code == 0; i++) {
        const char *file = t->job->file[i];
        bool of_file;
        code = take_file(t, file, &of_file);
        if (code == 0 || code == GR_ERR_STOPPED || code == GR_ERR_MEMORY || !of_file)
            continue;
        t->summary->failed++;
        take_report(t, &(GrTakeEvent){.kind = GR_TAKE_FAULT, .file = file, .text = t->error->text});
        code = 0;
    }
    return code;
}

int gr_take_run(const GrTakeJob *job, GrTakeSummary *summary, GrError *error) {
    GrError own, second;
    Taking t = {.job = job, .summary = summary, .error = error ? error : &own};
    *summary = (GrTakeSummary){0};
    gr_db_set_patience(job->db, PATIENCE_MS);
    t.taken = malloc(TAKE_KEPT * sizeof *t.taken);
    t.batch = malloc(TAKE_KEPT * sizeof *t.batch);
    int code = t.taken && t.batch ? list_positions(&t) : gr_no_memory(t.error);
    t.saved = gr_now_ms();
    if (code == 0)
        code = take_files(&t);
    t.error = code == 0 ? t.error : &second; /* the first failure is the one to be shown */
    int last = code == GR_ERR_BUSY ? code : take_save(&t);
    summary->lost = t.count;
    gr_keytable_free(&t.keys);
    free(t.judge);
    free(t.taken);
    free(t.batch);
    return code ? code : last;
}
