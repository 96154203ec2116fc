/* Going through all evaluations. */
#include <stdlib.h>

#include "db/evals/evals_block.h"

/* ---- blocks ---- */

typedef struct Walk {
    GrDb *db;
    GrEvalsVisit visit;
    void *context;
    int unread; /* GR_ERR_DAMAGED or GR_ERR_FOREIGN once something could not be read */
    GrError *error;
} Walk;

static int walk_block(Walk *w, int64_t place, uint32_t family, const GrRules *rules) {
    GrVerdictBlock block;
    GrError why;
    int got = gr_evals_read(w->db, place, &block, &why), code = 0;
    if (got == GR_ERR_DAMAGED)
        w->unread = GR_ERR_DAMAGED;
    else if (got < 0)
        code = gr_fail(w->error, why.code, "%s", why.text);
    else if (got > 0)
        code = w->visit(w->context, family, rules, &block);
    gr_verdicts_free(&block);
    return code;
}

static int walk_variant(Walk *w, uint32_t family, uint32_t variant, const GrRules *rules) {
    int64_t place = gr_verdicts_place(family, variant, 0);
    int64_t most = gr_verdicts_place(family, variant, GR_PREFIXES - 1);
    int code = 0;
    while (!code && (place = gr_evals_next(w->db, place, most, w->error)) > 0) {
        if (!rules)
            w->unread = w->unread ? w->unread : GR_ERR_FOREIGN;
        else
            code = walk_block(w, place, family, rules);
        if (!rules || place == most)
            return code;
        place++;
    }
    if (!code && place == GR_ERR_DAMAGED)
        w->unread = GR_ERR_DAMAGED;
    return code || place == GR_ERR_DAMAGED ? code : (int)place;
}

typedef struct Named {
    const char *name;
    uint32_t id;
} Named;

static int compare_names(const void *a, const void *b) {
    return strcmp(((const Named *)a)->name, ((const Named *)b)->name);
}

/* The variants of the catalog by their names, the end marked by a NULL. */
static Named *list_variants(const GrDb *db) {
    const GrIntern *variants = &db->catalog.variants;
    size_t count = 0;
    Named *list = calloc((size_t)variants->top + 1, sizeof *list);
    for (uint32_t id = 1; id <= variants->top && list; id++)
        if (gr_intern_get(variants, id))
            list[count++] = (Named){gr_intern_get(variants, id), id};
    if (list)
        qsort(list, count, sizeof *list, compare_names);
    return list;
}

static int walk_families(Walk *w) {
    GrJudgeCount *judges;
    size_t count;
    uint32_t last = 0;
    int code = gr_evals_all_judges(w->db, true, &judges, &count, w->error);
    Named *variants = code ? NULL : list_variants(w->db);
    if (!code && !variants)
        code = gr_no_memory(w->error);
    for (size_t i = 0; i < count && !code; i++) {
        uint32_t family = w->db->catalog.judge[judges[i].id].family;
        for (const Named *v = variants; v->name && family != last && !code; v++)
            code = walk_variant(w, family, v->id, gr_variants_find(w->db->variants, v->name));
        last = family;
    }
    free(variants);
    free(judges);
    return code;
}

int gr_evals_walk(GrDb *db, GrEvalsVisit visit, void *context, GrError *error) {
    GrError own;
    Walk w = {.db = db, .visit = visit, .context = context, .error = error ? error : &own};
    bool within = db->reading || db->writing;
    int code = gr_db_begin_read(db, w.error);
    if (code)
        return code;
    if (db->catalog.part[GR_PART_JUDGE].corrupt) /* who is lost had evaluations, too */
        w.unread = GR_ERR_DAMAGED;
    code = walk_families(&w);
    if (!within)
        gr_db_end_read(db);
    if (!code && w.unread)
        code = gr_fail(w.error, (GrCode)w.unread, "some evaluations cannot be read");
    return code;
}

/* ---- evaluations ---- */

typedef struct Each {
    GrEvalsTake take;
    void *context;
    GrJudgeCount *judges;
    size_t count;
    bool damaged;
} Each;

static const GrJudge *find_judge(const Each *e, uint32_t id) {
    for (size_t i = 0; i < e->count; i++)
        if (e->judges[i].id == id)
            return &e->judges[i].judge;
    return NULL;
}

static int each_block(void *context, uint32_t family, const GrRules *rules, GrVerdictBlock *block) {
    Each *e = context;
    GrEvaluation evaluation;
    const GrJudge *judge = NULL;
    uint32_t number, last = 0;
    int code = 0;
    (void)family;
    for (uint32_t i = 0; i < block->count && !code; i++) {
        evaluation.key = block->key[i];
        if (gr_verdicts_get(block, i, &number, &evaluation.verdict)) {
            e->damaged = true;
            return 0;
        }
        judge = number == last ? judge : find_judge(e, number);
        last = number;
        bool sound = judge && gr_evals_can_be(&evaluation.verdict, rules);
        e->damaged |= !sound;
        code = sound ? e->take(e->context, judge, rules, &evaluation) : 0;
    }
    return code;
}

int gr_evals_each(GrDb *db, GrEvalsTake take, void *context, GrError *error) {
    Each e = {.take = take, .context = context};
    int code = gr_evals_all_judges(db, true, &e.judges, &e.count, error);
    if (!code)
        code = gr_evals_walk(db, each_block, &e, error);
    free(e.judges);
    if (!code && e.damaged)
        code = gr_fail(error, GR_ERR_DAMAGED, "some evaluations cannot be read");
    return code;
}
