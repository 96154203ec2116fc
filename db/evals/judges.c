/* Judges of a database: their names, and which of them are meant. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "db/evals/evals_block.h"

_Static_assert((int)GR_MAX_JUDGES == (int)GR_MAX_JUDGE_ID, "the catalog's bound is the public one");
_Static_assert(2 * ((int)GR_JUDGE_TEXT - 1) + 1 == (int)GR_MAX_JUDGE, "and so is that of texts");

static void judged_by(const GrJudge *judge, GrJudgedBy *by) {
    *by = (GrJudgedBy){.kind = judge->kind, .least = judge->amount, .most = judge->amount, .lines = judge->lines};
    memcpy(by->engine, judge->engine, sizeof by->engine);
    memcpy(by->options, judge->options, sizeof by->options);
}

void gr_judge_name(const GrJudge *judge, char name[GR_JUDGE_NAME]) {
    GrJudgedBy by;
    judged_by(judge, &by);
    gr_judged_by_name(&by, name);
}

void gr_line_write(const GrRules *rules, const GrVerdictLine *line, char out[GR_LINE_SIZE]) {
    const GrPosition pos = {.rules = rules}; /* a string of UCI says no more of it */
    char *at = out;
    *at = '\0';
    for (unsigned ply = 0; ply < line->length; ply++) {
        if (ply)
            *at++ = ' ';
        at += gr_uci_write(&pos, line->move[ply], at);
    }
}

/* ---- lists ---- */

void gr_evals_read_judge(const GrDb *db, uint32_t id, GrJudge *judge) {
    const GrCatalogJudge *row = &db->catalog.judge[id];
    const char *text = gr_intern_get(&db->catalog.judges, id), *parted = strchr(text, '\n');
    *judge = (GrJudge){.kind = (GrLimitKind)row->kind, .amount = row->amount,
                       .lines = (int)row->lines};
    snprintf(judge->engine, GR_JUDGE_TEXT, "%.*s", (int)(parted - text), text);
    snprintf(judge->options, GR_JUDGE_TEXT, "%s", parted + 1);
}

static void read_judge(const GrDb *db, uint32_t id, GrJudgeCount *out) {
    *out = (GrJudgeCount){.id = id, .positions = db->catalog.judge[id].positions};
    gr_evals_read_judge(db, id, &out->judge);
}

static int compare_families(const GrJudge *a, const GrJudge *b) {
    int order = strcmp(a->engine, b->engine);
    order = order ? order : strcmp(a->options, b->options);
    order = order ? order : (a->kind > b->kind) - (a->kind < b->kind);
    return order ? order : (a->lines > b->lines) - (a->lines < b->lines);
}

static int compare(const void *a, const void *b) {
    const GrJudgeCount *x = a, *y = b;
    int order = compare_families(&x->judge, &y->judge);
    return order ? order
                 : (x->judge.amount > y->judge.amount) - (x->judge.amount < y->judge.amount);
}

int gr_evals_all_judges(GrDb *db, bool all, GrJudgeCount **judges, size_t *count, GrError *error) {
    *judges = NULL;
    *count = 0;
    int code = gr_db_refresh(db, error);
    if (code)
        return code;
    const GrCatalog *c = &db->catalog;
    *judges = calloc((size_t)c->judges.top + 1, sizeof **judges);
    if (!*judges)
        return gr_no_memory(error);
    for (uint32_t id = 1; id <= c->judges.top; id++)
        if (gr_catalog_has_judge(c, id) && (all || c->judge[id].positions))
            read_judge(db, id, &(*judges)[(*count)++]);
    qsort(*judges, *count, sizeof **judges, compare);
    return 0;
}

int gr_evals_judges(GrDb *db, GrJudgeCount **judges, size_t *count, GrError *error) {
    return gr_evals_all_judges(db, false, judges, count, error);
}

/* ---- adding ---- */

static int judge_row(const GrJudge *judge, char text[GR_MAX_JUDGE + 1], GrCatalogJudge *row,
                     GrError *error) {
    bool others = judge->kind == GR_BY_OTHERS;
    if (memchr(judge->engine, 0, GR_JUDGE_TEXT) == NULL ||
        memchr(judge->options, 0, GR_JUDGE_TEXT) == NULL || judge->lines < 1 ||
        (others && judge->amount))
        return gr_fail(error, GR_ERR_ILLEGAL, "a judge cannot have this name, options or limit");
    snprintf(text, GR_MAX_JUDGE + 1, "%s\n%s", judge->engine, judge->options);
    *row = (GrCatalogJudge){.kind = (uint32_t)judge->kind, .lines = (uint32_t)judge->lines,
                            .amount = judge->amount};
    return 0;
}

int gr_evals_add_judge(GrDb *db, const GrJudge *judge, int64_t *id, GrError *error) {
    char text[GR_MAX_JUDGE + 1];
    GrCatalogJudge row;
    bool own;
    *id = 0;
    int code = judge_row(judge, text, &row, error);
    if (!code)
        code = gr_db_refresh(db, error);
    uint32_t number = code ? 0 : gr_catalog_find_judge(&db->catalog, text, &row);
    if (!code && !number) {
        code = gr_db_enter(db, &own, error);
        if (code)
            return code;
        number = gr_catalog_find_judge(&db->catalog, text, &row); /* somebody may have been first */
        if (!number)
            code = gr_catalog_add_judge(&db->catalog, text, &row, &number, error);
        code = gr_db_leave(db, own, code, error);
    }
    *id = code ? 0 : number;
    return code;
}

/* ---- which are meant ---- */

void gr_judges_free(GrJudges *judges) {
    free(judges->id);
    *judges = (GrJudges){NULL, 0};
}

/* Makes room for as many as there are in `list`. */
static int make_list(GrJudges *judges, size_t most, GrError *error) {
    *judges = (GrJudges){malloc((most + 1) * sizeof *judges->id), 0};
    return judges->id ? 0 : gr_no_memory(error);
}

/* Families with as many lines or more come one after the other in the list, the fewest lines first. */
int gr_judges_as_good(GrDb *db, const GrJudge *judge, GrJudges *judges, GrError *error) {
    GrJudgeCount *list;
    size_t count;
    *judges = (GrJudges){NULL, 0};
    int code = gr_evals_judges(db, &list, &count, error);
    if (!code)
        code = make_list(judges, count, error);
    for (size_t i = 0; i < count && !code; i++) {
        const GrJudge *other = &list[i].judge;
        if (!strcmp(other->engine, judge->engine) && !strcmp(other->options, judge->options) &&
            other->kind == judge->kind && other->lines >= judge->lines &&
            other->amount >= judge->amount)
            judges->id[judges->count++] = list[i].id;
    }
    free(list);
    return code;
}

/* Has the name the text as a part, but no number's middle or end? */
static bool has_part(const char *name, const char *part) {
    size_t len = strlen(part);
    bool digit = isdigit((unsigned char)*part);
    for (const char *at = name; *at; at++)
        if (!strncasecmp(at, part, len) &&
            !(digit && at > name && isdigit((unsigned char)at[-1])))
            return true;
    return false;
}

/* Is the judge meant: by its whole name, or by a part? */
static bool is_named(const GrJudge *judge, const char *wanted, bool whole) {
    char name[GR_JUDGE_NAME];
    gr_judge_name(judge, name);
    return whole ? !strcasecmp(name, wanted) : has_part(name, wanted);
}

/* Keeps those that are named, by the whole name or else by a part of it; gives how many. */
static size_t keep_named(GrJudgeCount *list, size_t count, const char *wanted) {
    bool whole = false;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        whole |= is_named(&list[i].judge, wanted, true);
    for (size_t i = 0; i < count; i++)
        if (is_named(&list[i].judge, wanted, whole))
            list[kept++] = list[i];
    return kept;
}

/* They must be of one family. */
static int check_family(const GrJudgeCount *list, size_t count, const char *wanted,
                        GrError *error) {
    GrBuffer names;
    gr_buffer_init(&names);
    for (size_t i = 0; i < count; i++) {
        char name[GR_JUDGE_NAME];
        if (i && !compare_families(&list[i - 1].judge, &list[i].judge))
            continue;
        gr_judge_name(&list[i].judge, name);
        gr_buffer_printf(&names, "%s%s", i ? "; " : "", name);
    }
    bool several = count && compare_families(&list[0].judge, &list[count - 1].judge);
    int code = names.failed ? gr_no_memory(error)
               : several ? gr_fail(error, GR_ERR_LIMIT, "'%s' fits several judges: %s", wanted,
                                   names.data)
                         : 0;
    gr_buffer_free(&names);
    return code;
}

/* Lists the judges that are meant; NULL or "": all. */
static int list_named(GrDb *db, const char *wanted, GrJudgeCount **list, size_t *count,
                      GrError *error) {
    int code = gr_evals_judges(db, list, count, error);
    if (code || !*count || !wanted || !*wanted)
        return code;
    *count = keep_named(*list, *count, wanted);
    return *count ? check_family(*list, *count, wanted, error)
                  : gr_fail(error, GR_ERR_NOT_FOUND, "no judge of the database is called '%s'", wanted);
}

/* ---- families ---- */

void gr_families_free(GrJudgeFamily *family, size_t count) {
    for (size_t i = 0; family && i < count; i++)
        gr_judges_free(&family[i].judges);
    free(family);
}

/* Makes a family of the judges from *from on; *from is then the first one of another family. */
static int make_family(const GrJudgeCount *list, size_t count, size_t *from, GrJudgeFamily *family,
                       GrError *error) {
    const GrJudge *first = &list[*from].judge;
    *family = (GrJudgeFamily){.positions = 0};
    int code = make_list(&family->judges, count - *from, error);
    for (; !code && *from < count && !compare_families(first, &list[*from].judge); ++*from) {
        GrJudgedBy by;
        judged_by(&list[*from].judge, &by);
        gr_judged_by_add(&family->by, &by);
        family->judges.id[family->judges.count++] = list[*from].id;
        family->positions += list[*from].positions;
    }
    return code;
}

/* Puts the last family where it belongs: behind those that have as many positions or more. */
static void sort_in(GrJudgeFamily *family, size_t last) {
    GrJudgeFamily moved = family[last];
    for (; last > 0 && family[last - 1].positions < moved.positions; last--)
        family[last] = family[last - 1];
    family[last] = moved;
}

int gr_judge_families(GrDb *db, const char *wanted, GrJudgeFamily **family, size_t *count,
                      GrError *error) {
    GrJudgeCount *list;
    size_t judges;
    *family = NULL;
    *count = 0;
    int code = list_named(db, wanted, &list, &judges, error);
    if (!code && judges) {
        *family = malloc(judges * sizeof **family);
        code = *family ? 0 : gr_no_memory(error);
    }
    for (size_t from = 0; !code && from < judges;) {
        code = make_family(list, judges, &from, &(*family)[*count], error);
        if (!code)
            sort_in(*family, (*count)++);
    }
    free(list);
    return code;
}

int gr_judges_named(GrDb *db, const char *wanted, GrJudges *judges, GrError *error) {
    GrJudgeFamily *family;
    size_t count;
    *judges = (GrJudges){NULL, 0};
    int code = gr_judge_families(db, wanted, &family, &count, error);
    if (!code && count) {
        *judges = family[0].judges;
        family[0].judges = (GrJudges){NULL, 0};
    }
    gr_families_free(family, count);
    return code;
}
