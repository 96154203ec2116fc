/* Looking verdicts up. */
#include "db/evals/evals_block.h"

/* The family of a judge, 0 if there is no such judge. */
static uint32_t family_of(const GrDb *db, int64_t judge) {
    bool known = judge > 0 && judge <= GR_MAX_JUDGES &&
                 gr_catalog_has_judge(&db->catalog, (uint32_t)judge);
    return known ? db->catalog.judge[judge].family : 0;
}

static bool has_judge(const GrJudges *judges, uint32_t judge) {
    for (size_t i = 0; i < judges->count; i++)
        if (judges->id[i] == judge)
            return true;
    return false;
}

/* Looks for a verdict by a family: 1 with *block and *place set, 0 or a code. What is damaged is
 * missing. */
static int look(GrDb *db, const GrJudges *judges, uint32_t family, uint32_t variant, uint64_t key,
                GrVerdictBlock **block, uint32_t *place, GrError *error) {
    GrError why;
    uint32_t judge;
    int got = gr_evals_block(db, family, variant, key, block, &why);
    if (got == GR_ERR_DAMAGED) {
        db->evals_lost++;
        return 0;
    }
    if (got < 0)
        return gr_fail(error, why.code, "%s", why.text);
    if (!got)
        return 0;
    *place = gr_verdicts_find(*block, key);
    if (*place == (*block)->count)
        return 0;
    if (gr_verdicts_judge(*block, *place, &judge)) {
        db->evals_lost++;
        return 0;
    }
    return has_judge(judges, judge);
}

/* Looks through the families, the first of the list first; judges of one family mostly stand together. */
static int find(GrDb *db, const GrJudges *judges, const GrRules *rules, uint64_t key,
                GrVerdictBlock **block, uint32_t *place, GrError *error) {
    int got = gr_db_refresh(db, error);
    if (got)
        return got;
    const char *name = gr_variant(rules)->name;
    uint32_t variant = gr_intern_find(&db->catalog.variants, name, strlen(name)), last = 0;
    for (size_t i = 0; i < judges->count && variant && !got; i++) {
        uint32_t family = family_of(db, judges->id[i]);
        if (family && family != last)
            got = look(db, judges, family, variant, key, block, place, error);
        last = family;
    }
    return got;
}

int gr_evals_find_limit(GrDb *db, const GrJudges *judges, const GrRules *rules, uint64_t key, GrVerdict *verdict,
                        uint64_t *amount, GrError *error) {
    GrVerdictBlock *block;
    uint32_t place, judge;
    int got = find(db, judges, rules, key, &block, &place, error);
    if (got <= 0)
        return got;
    if (!gr_verdicts_get(block, place, &judge, verdict) && gr_evals_can_be(verdict, rules)) {
        *amount = db->catalog.judge[judge].amount; /* it is one of `judges` */
        return 1;
    }
    db->evals_lost++;
    return 0;
}

int gr_evals_find(GrDb *db, const GrJudges *judges, const GrRules *rules, uint64_t key,
                  GrVerdict *verdict, GrError *error) {
    uint64_t amount;
    return gr_evals_find_limit(db, judges, rules, key, verdict, &amount, error);
}

uint64_t gr_evals_lost(const GrDb *db) {
    return db->evals_lost;
}

int gr_evals_has(GrDb *db, const GrJudges *judges, const GrRules *rules, uint64_t key,
                 GrError *error) {
    GrVerdictBlock *block;
    uint32_t place;
    return find(db, judges, rules, key, &block, &place, error);
}
