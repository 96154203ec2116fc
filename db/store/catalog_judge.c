/* Judges of evaluations in the catalog. */
#include <stdlib.h>
#include <string.h>

#include "db/store/catalog_local.h"
#include "notation/judge/verdict.h"

enum {
    HALF = GR_MAX_JUDGE / 2, /* bytes of an engine's name or of its options */
    KINDS = 4
};

/* No limit and no number of positions reaches these. */
static const uint64_t MOST = (uint64_t)1 << 62;

bool gr_catalog_judge_room(GrCatalog *c, uint32_t id) {
    uint32_t cap = c->judge_cap ? c->judge_cap : 16;
    if (id < c->judge_cap)
        return true;
    while (cap <= id)
        cap *= 2;
    GrCatalogJudge *bigger = realloc(c->judge, cap * sizeof *bigger);
    if (!bigger)
        return false;
    memset(bigger + c->judge_cap, 0, (cap - c->judge_cap) * sizeof *bigger);
    c->judge = bigger;
    c->judge_cap = cap;
    return true;
}

/* Are these the name of an engine and its options? Neither has a control character. */
static bool is_text(const char *text, size_t len) {
    const char *parted = memchr(text, '\n', len);
    if (!parted || parted == text || parted - text > HALF || text + len - parted - 1 > HALF)
        return false;
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)text[i] < ' ' && text + i != parted)
            return false;
    return true;
}

bool gr_catalog_is_judge(const GrCatalogRow *row) {
    return is_text(row->bytes, row->len) && row->number[0] < KINDS && row->number[1] < MOST &&
           row->number[2] >= 1 && row->number[2] <= GR_VERDICT_LINES && row->number[3] < MOST;
}

static bool is_family(const GrCatalogJudge *a, const GrCatalogJudge *b) {
    return a->text == b->text && a->kind == b->kind && a->lines == b->lines;
}

/* Finds the first judge of the same family, and whether there is the same judge. */
static uint32_t find_family(const GrCatalog *c, const GrCatalogJudge *judge, uint32_t *same) {
    uint32_t family = 0;
    *same = 0;
    for (uint32_t id = judge->text; id && id <= c->judges.top; id++) {
        if (!gr_catalog_has_judge(c, id) || !is_family(&c->judge[id], judge))
            continue;
        family = family ? family : id;
        *same = !*same && c->judge[id].amount == judge->amount ? id : *same;
    }
    return family;
}

/* The first judge with that text, 0 if there is none. */
static uint32_t first_of_text(const GrCatalog *c, const char *text, size_t len) {
    uint32_t any = gr_intern_find(&c->judges, text, len);
    return any ? c->judge[any].text : 0;
}

int gr_catalog_keep_judge(GrCatalog *c, const GrCatalogRow *row) {
    uint32_t id = (uint32_t)row->id, same;
    if (!gr_catalog_is_judge(row))
        return GR_ERR_DAMAGED;
    GrCatalogJudge judge = {.text = first_of_text(c, row->bytes, row->len),
                            .kind = (uint32_t)row->number[0], .amount = row->number[1],
                            .lines = (uint32_t)row->number[2], .positions = row->number[3]};
    judge.family = find_family(c, &judge, &same);
    if (same)
        return GR_ERR_DAMAGED;
    judge.text = judge.text ? judge.text : id;
    judge.family = judge.family ? judge.family : id;
    if (gr_intern_set(&c->judges, id, row->bytes, row->len))
        return GR_ERR_MEMORY;
    c->judge[id] = judge;
    return 0;
}

uint32_t gr_catalog_find_judge(const GrCatalog *c, const char *text, const GrCatalogJudge *judge) {
    uint32_t same;
    GrCatalogJudge wanted = *judge;
    wanted.text = first_of_text(c, text, strlen(text));
    if (wanted.text)
        find_family(c, &wanted, &same);
    return wanted.text ? same : 0;
}

int gr_catalog_put_judge(GrCatalog *c, uint32_t id, GrError *error) {
    sqlite3_stmt *stmt;
    const GrCatalogJudge *judge = &c->judge[id];
    int code = gr_sql(c->sql, GR_SQL_PUT_JUDGE, &stmt, error);
    if (code)
        return code;
    c->part[GR_PART_JUDGE].backed_up = false;
    sqlite3_bind_int64(stmt, 1, id);
    sqlite3_bind_text(stmt, 2, gr_intern_get(&c->judges, id), -1, SQLITE_STATIC);
    sqlite3_bind_int64(stmt, 3, judge->kind);
    sqlite3_bind_int64(stmt, 4, (sqlite3_int64)judge->amount);
    sqlite3_bind_int64(stmt, 5, judge->lines);
    sqlite3_bind_int64(stmt, 6, (sqlite3_int64)judge->positions);
    return gr_sql_run(c->sql, stmt, error);
}
