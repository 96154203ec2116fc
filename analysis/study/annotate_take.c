/* Taking in what others have judged: which positions there are, and what is stored. */
#include "analysis/study/annotate_take.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/take_local.h"
#include "notation/plain.h"
#include "notation/text/source.h"

enum { SAVE_MS = 5000, PATIENCE_MS = 60000, KEPT = 16384 };

void take_report(const Taking *t, const GrTakeEvent *event) {
    if (t->job->event)
        t->job->event(t->job->user, event);
}

bool take_is_stopped(const Taking *t) {
    return t->job->stop && t->job->stop(t->job->user);
}

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

bool take_is_wanted(Taking *t, const GrPosition *pos) {
    if (pos->rules != t->salted) {
        t->salted = pos->rules;
        t->salt = gr_walk_mark(gr_db_all_variants(t->job->db), pos->rules, 0);
    }
    return gr_keytable_has(&t->keys, pos->key ^ t->salt);
}

/* ---- judges ---- */

int take_judge(Taking *t, const char *name, size_t *number) {
    char text[GR_JUDGE_TEXT];
    GrBuffer plain;
    gr_buffer_init(&plain);
    gr_put_plain(&plain, name, false);
    snprintf(text, sizeof text, "%s", plain.failed || !plain.len ? "?" : plain.data);
    bool failed = plain.failed;
    gr_buffer_free(&plain);
    gr_mend_text(text);
    for (*number = 0; *number < t->judges; ++*number)
        if (!strcmp(t->judge[*number], text))
            return 0;
    if (t->judges == GR_MAX_JUDGES)
        return gr_fail(t->error, GR_ERR_LIMIT, "more than %d annotators", GR_MAX_JUDGES);
    char (*more)[GR_JUDGE_TEXT] = failed ? NULL : realloc(t->judge, (t->judges + 1) * sizeof *more);
    if (!more)
        return gr_no_memory(t->error);
    t->judge = more;
    memcpy(t->judge[t->judges++], text, sizeof text);
    return 0;
}

/* ---- saving ---- */

static int by_judge(const void *a, const void *b) {
    const Taken *x = a, *y = b;
    if (x->judge != y->judge)
        return x->judge < y->judge ? -1 : 1;
    if (x->rules != y->rules)
        return x->rules < y->rules ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Stores those from `from` on that have the same judge and rules; *from is the first of the others. */
static int store_run(Taking *t, size_t *from) {
    const Taken *first = &t->taken[*from];
    GrJudge judge = {.kind = GR_BY_OTHERS, .lines = 1};
    int64_t id;
    size_t n = 0, stored = 0;
    memcpy(judge.engine, t->judge[first->judge], sizeof judge.engine);
    for (; *from < t->count; ++*from, n++) {
        const Taken *one = &t->taken[*from];
        if (one->judge != first->judge || one->rules != first->rules)
            break;
        t->batch[n] = one->evaluation;
    }
    int code = gr_evals_add_judge(t->job->db, &judge, &id, t->error);
    if (code == 0)
        code = gr_evals_put(t->job->db, id, first->rules, t->batch, n, &stored, t->error);
    t->stored += stored;
    return code;
}

int take_save(Taking *t) {
    GrDb *db = t->job->db;
    t->saved = gr_now_ms();
    if (!t->count)
        return 0;
    qsort(t->taken, t->count, sizeof *t->taken, by_judge);
    t->stored = 0;
    int code = gr_db_begin(db, t->error);
    if (code != 0)
        return code;
    for (size_t from = 0; code == 0 && from < t->count;)
        code = store_run(t, &from);
    if (code == 0)
        code = gr_db_commit(db, t->error);
    if (code != 0)
        gr_db_rollback(db);
    if (code == 0)
        t->summary->stored += t->stored;
    t->count = 0;
    t->saved = gr_now_ms();
    return code;
}

int take_evaluation(Taking *t, size_t judge, const GrPosition *pos, const GrVerdict *verdict) {
    int every = t->job->save_ms > 0 ? t->job->save_ms : SAVE_MS;
    t->summary->fitted++;
    t->taken[t->count] = (Taken){.judge = judge, .rules = pos->rules, .number = t->count};
    t->taken[t->count++].evaluation = (GrEvaluation){.key = pos->key, .verdict = *verdict};
    return t->count == KEPT || gr_now_ms() - t->saved >= every ? take_save(t) : 0;
}

/* ---- files ---- */

static bool is_json(const char *text, const char *end) {
    const char *p = text;
    while (p < end && strchr(" \t\n", *p))
        p++;
    if (p == end || *p++ != '{')
        return false;
    while (p < end && strchr(" \t\n", *p))
        p++;
    return p < end && *p == '"';
}

/* 0, or a code; of the file if *of_file. */
static int take_source(Taking *t, GrSource *source, const char *file, bool *of_file) {
    const char *text, *end;
    gr_source_set_stop(source, t->job->stop, t->job->user);
    int code = gr_source_peek(source, &text, &end, t->error);
    const char *kind = code < 0 ? NULL : gr_source_kind(source);
    *of_file = true;
    if (kind)
        code = gr_fail(t->error, GR_ERR_FOREIGN, "%s: %s", file, kind);
    if (code < 0 || kind || !is_json(text, end)) {
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
    return source ? take_source(t, source, file, of_file) : (int)t->error->code;
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
    t.taken = malloc(KEPT * sizeof *t.taken);
    t.batch = malloc(KEPT * sizeof *t.batch);
    int code = t.taken && t.batch ? list_positions(&t) : gr_no_memory(t.error);
    t.saved = gr_now_ms();
    if (code == 0)
        code = take_files(&t);
    t.error = code == 0 ? t.error : &second; /* the first failure is the one to be shown */
    int last = take_save(&t);
    gr_keytable_free(&t.keys);
    free(t.judge);
    free(t.taken);
    free(t.batch);
    return code ? code : last;
}
