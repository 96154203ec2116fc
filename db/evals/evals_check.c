/* Checking the evaluations of a database. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "db/evals/evals_block.h"
#include "db/evals/evals_upkeep.h"

typedef struct Check {
    GrDb *db;
    GrEvalsCheck *job;
    int64_t last;       /* the row before, 0: none */
    uint64_t end;       /* the prefix that its block ends before; GR_PREFIXES: not known, or the last */
    bool known;         /* that is known */
    uint64_t *counted;  /* positions by judge */
    bool damaged;       /* some block cannot be read */
    GrError *error;
} Check;

static void report(Check *c, const char *text) {
    c->job->fault(c->job->context, text);
}

/* "evaluations of chess by Stockfish 15.1 ..." */
static void name_block(const Check *c, int64_t place, char *out, size_t size) {
    const GrCatalog *catalog = &c->db->catalog;
    const char *variant = gr_intern_get(&catalog->variants, gr_place_variant(place));
    const char *judge = gr_intern_get(&catalog->judges, gr_place_family(place));
    size_t len = judge ? strcspn(judge, "\n") : 0;
    snprintf(out, size, "evaluations of %s by %.*s from key %016" PRIx64 " on",
             variant ? variant : "an unknown variant", judge ? (int)len : 16,
             judge ? judge : "an unknown judge", gr_place_prefix(place) << (64 - GR_PREFIX_BITS));
}

static void report_block(Check *c, int64_t place, const char *what) {
    char name[GR_MAX_JUDGE + 120], text[GR_MAX_JUDGE + 240];
    name_block(c, place, name, sizeof name);
    snprintf(text, sizeof text, "%s %s", name, what);
    report(c, text);
}

/* Are the ranges of the block before and of this one next to each other? place 0: there is none. */
static void check_range(Check *c, int64_t place) {
    bool same = c->last && place && (c->last >> GR_PREFIX_BITS) == (place >> GR_PREFIX_BITS);
    if (c->known && (!same ? c->end != GR_PREFIXES : c->end != gr_place_prefix(place)))
        report_block(c, c->last, "are followed by a gap: optimise closes it");
    if (place && !same && gr_place_prefix(place))
        report_block(c, place, "are the first that there are: optimise closes the gap");
}

static bool is_judge(const Check *c, uint32_t family, uint32_t judge) {
    const GrCatalog *catalog = &c->db->catalog;
    return gr_catalog_has_judge(catalog, judge) && catalog->judge[judge].family == family;
}

/* Reads all verdicts of the block: NULL, or what is wrong. */
static const char *check_verdicts(Check *c, GrVerdictBlock *block) {
    GrVerdict verdict;
    uint32_t judge, family = gr_place_family(block->place);
    const char *name = gr_intern_get(&c->db->catalog.variants, gr_place_variant(block->place));
    const GrRules *rules = name ? gr_variants_find(c->db->variants, name) : NULL;
    if (!name)
        return "are of a variant that the table variant does not have";
    if (!is_judge(c, family, family))
        return "are by a judge that the table judge does not have";
    for (uint32_t i = 0; i < block->count; i++) {
        if (gr_verdicts_get(block, i, &judge, &verdict))
            return "are damaged";
        if (!is_judge(c, family, judge))
            return "are by a judge that the table judge does not have";
        if (rules && !gr_evals_can_be(&verdict, rules))
            return "have moves that cannot be";
        c->counted[judge]++;
    }
    c->job->sound += block->count;
    return NULL;
}

static int check_row(Check *c, int64_t place) {
    GrVerdictBlock block;
    GrError why;
    const char *wrong = NULL;
    int got = gr_evals_read(c->db, place, &block, &why);
    bool readable = got > 0 || (got == GR_ERR_DAMAGED && block.count);
    if (got < 0 && got != GR_ERR_DAMAGED) {
        gr_verdicts_free(&block);
        return gr_fail(c->error, why.code, "%s", why.text);
    }
    check_range(c, place);
    if (readable)
        wrong = check_verdicts(c, &block);
    if (!readable || wrong)
        report_block(c, place, wrong ? wrong : "are damaged");
    else if (block.place != place)
        report_block(c, block.place, "are in a wrong place, but nothing is lost: optimise corrects it");
    else if (block.health != GR_SOUND)
        report_block(c, place, "have a wrong byte, but nothing is lost: optimise corrects it");
    c->damaged |= !readable || wrong;
    c->known = got > 0;
    c->end = block.end;
    c->last = place;
    gr_verdicts_free(&block);
    return c->job->stop && c->job->stop(c->job->context) ? gr_fail(c->error, GR_ERR_STOPPED, "stopped")
                                                         : 0;
}

static int check_rows(Check *c) {
    int64_t place = INT64_MIN;
    int code = 0;
    while (!code && place < INT64_MAX &&
           (place = gr_evals_next(c->db, place + 1, INT64_MAX, c->error)) > 0)
        code = check_row(c, place);
    if (place < 0 && place != INT64_MIN && !code)
        code = (int)place;
    if (!code)
        check_range(c, 0);
    return code;
}

static void check_counts(Check *c) {
    char text[GR_JUDGE_NAME + 120], name[GR_JUDGE_NAME];
    GrJudgeCount *judges;
    size_t count;
    if (c->damaged || gr_evals_all_judges(c->db, true, &judges, &count, NULL))
        return;
    for (size_t i = 0; i < count; i++) {
        if (judges[i].positions == c->counted[judges[i].id])
            continue;
        gr_judge_name(&judges[i].judge, name);
        snprintf(text, sizeof text, "%s has %" PRIu64 " evaluations, not %" PRIu64
                 ": optimise corrects it", name, c->counted[judges[i].id], judges[i].positions);
        report(c, text);
    }
    free(judges);
}

int gr_evals_check(GrDb *db, GrEvalsCheck *job, GrError *error) {
    GrError own;
    Check c = {.db = db, .job = job, .error = error ? error : &own};
    unsigned shard, shards;
    job->sound = 0;
    c.counted = calloc(GR_MAX_JUDGE_ID + 1, sizeof *c.counted);
    if (!c.counted)
        return gr_no_memory(error);
    int code = check_rows(&c);
    if (!code)
        check_counts(&c);
    if (!code && gr_db_shard(db, &shard, &shards, c.error) == GR_ERR_DAMAGED)
        report(&c, "the shard of the database is damaged: split it again, or merge it");
    free(c.counted);
    return code;
}
