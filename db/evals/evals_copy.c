/* Copying evaluations from one database to another. */
#include <stdlib.h>

#include "db/store/definitions.h"
#include "db/evals/evals_block.h"

enum {
    BATCH = 4096,           /* verdicts that are merged at once */
    COMMIT_VERDICTS = 1 << 20
};

typedef struct Copy {
    GrDb *from, *to;
    const GrWork *work;
    uint32_t family, from_family; /* the batch's, in `to` and in `from` */
    const GrRules *rules;
    GrJudgedKey *entry;     /* the batch */
    GrVerdict *verdict;
    size_t count;
    uint32_t *judge;        /* numbers in `to` of the judges of `from`, 0: not known yet */
    uint64_t done, total, committed, stored, kept; /* kept: stored at the last commit */
    bool commits;           /* the transaction is not the caller's */
    bool damaged;
    GrError *error;
} Copy;

static int begin(Copy *c) {
    return gr_db_in_transaction(c->to) ? 0 : gr_db_begin(c->to, c->error);
}

static int commit(Copy *c) {
    int code = gr_db_commit(c->to, c->error);
    c->kept = code ? c->kept : c->stored;
    c->committed = c->done;
    return code;
}

/* Merges what is in the batch. */
static int flush(Copy *c) {
    uint32_t variant;
    if (!c->count)
        return 0;
    int code = gr_db_number_variant(c->to, c->rules, &variant, c->error);
    if (!code)
        code = gr_evals_merge(c->to, c->family, variant, c->entry, c->count, &c->stored, c->error);
    c->done += c->count;
    c->count = 0;
    if (!code && c->work && c->work->progress)
        c->work->progress(c->work->context, c->done, c->total);
    if (!code && c->work && c->work->stop && c->work->stop(c->work->context))
        code = gr_fail(c->error, GR_ERR_STOPPED, "stopped");
    if (c->commits && (!code || code == GR_ERR_STOPPED) && c->done - c->committed >= COMMIT_VERDICTS) {
        int stored = commit(c);
        code = code ? code : stored ? stored : begin(c);
    }
    return code;
}

/* The number in `to` of a judge. */
static int map_judge(Copy *c, uint32_t id, uint32_t *mapped) {
    const GrCatalog *from = &c->from->catalog;
    GrCatalog *to = &c->to->catalog;
    int code = 0;
    *mapped = 0;
    if (!gr_catalog_has_judge(from, id))
        return 0;
    if (!c->judge[id]) {
        GrCatalogJudge judge = from->judge[id];
        const char *text = gr_intern_get(&from->judges, id);
        judge.positions = 0;
        c->judge[id] = gr_catalog_find_judge(to, text, &judge);
        if (!c->judge[id])
            code = gr_catalog_add_judge(to, text, &judge, &c->judge[id], c->error);
    }
    *mapped = code ? 0 : c->judge[id];
    return code;
}

/* Adds verdict i of a block to the batch. */
static int copy_verdict(Copy *c, GrVerdictBlock *block, uint32_t i, const GrRules *rules) {
    GrJudgedKey *entry = &c->entry[c->count];
    uint32_t id;
    *entry = (GrJudgedKey){.key = block->key[i], .verdict = &c->verdict[c->count]};
    if (gr_verdicts_get(block, i, &id, &c->verdict[c->count])) {
        c->damaged = true;
        return 0;
    }
    int code = map_judge(c, id, &entry->judge);
    if (code || !entry->judge || !gr_evals_can_be(entry->verdict, rules)) {
        c->damaged |= !code;
        return code;
    }
    c->family = c->to->catalog.judge[entry->judge].family;
    c->count++;
    return 0;
}

static int copy_block(void *context, uint32_t family, const GrRules *rules, GrVerdictBlock *block) {
    Copy *c = context;
    int code = c->from_family != family || c->rules != rules ? flush(c) : 0;
    c->from_family = family;
    c->rules = rules;
    for (uint32_t i = 0; i < block->count && !code; i++) {
        code = c->count == BATCH ? flush(c) : 0;
        if (!code)
            code = copy_verdict(c, block, i, rules);
    }
    return code;
}

static int copy_all(Copy *c) {
    int code = begin(c);
    if (code)
        return code;
    code = gr_evals_walk(c->from, copy_block, c, c->error);
    bool unread = gr_is_damage(code);
    int last = code && !unread ? 0 : flush(c);
    if (last)
        return last;
    if (!code && c->damaged)
        code = gr_fail(c->error, GR_ERR_DAMAGED, "some evaluations cannot be read");
    return code;
}

/* How many there are, for the progress. */
static uint64_t count_all(GrDb *db) {
    uint64_t total = 0;
    for (uint32_t id = 1; id <= db->catalog.judges.top; id++)
        total += gr_catalog_has_judge(&db->catalog, id) ? db->catalog.judge[id].positions : 0;
    return total;
}

int gr_evals_copy(GrDb *from, GrDb *to, const GrWork *work, uint64_t *stored, GrError *error) {
    GrError own;
    Copy c = {.from = from, .to = to, .work = work, .error = error ? error : &own};
    c.entry = malloc(BATCH * sizeof *c.entry);
    c.verdict = malloc(BATCH * sizeof *c.verdict);
    c.judge = calloc(GR_MAX_JUDGE_ID + 1, sizeof *c.judge);
    c.commits = !gr_db_in_transaction(to);
    int code = c.entry && c.verdict && c.judge ? gr_db_refresh(from, c.error)
                                               : gr_no_memory(c.error);
    c.total = code ? 0 : count_all(from);
    if (!code && c.total)
        code = copy_all(&c);
    if (c.commits && gr_db_in_transaction(to) && (!code || gr_is_damage(code) || code == GR_ERR_STOPPED)) {
        GrError why = *c.error;
        int stop = commit(&c);
        if (!stop && code)
            *c.error = why;
        code = stop ? stop : code;
    }
    if (c.commits || (code && code != GR_ERR_STOPPED && !gr_is_damage(code)))
        gr_db_rollback(to);
    *stored += c.commits ? c.kept : gr_db_in_transaction(to) ? c.stored : 0;
    free(c.entry);
    free(c.verdict);
    free(c.judge);
    return code;
}
