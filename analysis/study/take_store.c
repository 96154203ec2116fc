/* Taking in what others have judged: what is stored, and as whose. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/take_local.h"
#include "notation/plain.h"

enum { SAVE_MS = 5000 };

void take_report(const Taking *t, const GrTakeEvent *event) {
    if (t->job->event)
        t->job->event(t->job->user, event);
}

bool take_is_stopped(const Taking *t) {
    return t->job->stop && t->job->stop(t->job->user);
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
    if (code != 0)
        return code;
    t->summary->stored += t->stored;
    t->count = 0;
    t->saved = gr_now_ms();
    return 0;
}

int take_evaluation(Taking *t, size_t judge, const GrPosition *pos, const GrVerdict *verdict) {
    int every = t->job->save_ms > 0 ? t->job->save_ms : SAVE_MS;
    t->summary->fitted++;
    t->taken[t->count] = (Taken){.judge = judge, .rules = pos->rules, .number = t->count};
    t->taken[t->count++].evaluation = (GrEvaluation){.key = pos->key, .verdict = *verdict};
    return t->count == TAKE_KEPT || gr_now_ms() - t->saved >= every ? take_save(t) : 0;
}
