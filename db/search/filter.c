/* Conditions on games as a whole, made ready to be asked of columns. */
#include "db/search/filter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/query/plan/fact.h"
#include "notation/tag_values.h"

/* Compares as many characters as both have; a date that is not known further fits both ways. */
static int compare_dates(const char *date, const char *bound) {
    size_t len = strlen(bound), known = strlen(date);
    return strncmp(date, bound, known < len ? known : len);
}

static bool date_fits(const char *text, const GrCondition *c) {
    int part[3];
    char date[40];
    if (!gr_date_of(text, part))
        return false;
    snprintf(date, sizeof date, part[2] ? "%04d.%02d.%02d" : part[1] ? "%04d.%02d" : "%04d", part[0], part[1], part[2]);
    return compare_dates(date, c->first) >= 0 && compare_dates(date, c->last) <= 0;
}

/* (The tags that are asked for numbers are ratings.) */
static bool number_fits(const char *text, const GrCondition *c) {
    unsigned rating = gr_rating_of(text);
    return rating && rating >= c->low && rating <= c->high;
}

static bool value_fits(const char *value, const GrCondition *c) {
    switch (c->comparison) {
    case GR_CONTAINS:
        return query_contains(value, c->text);
    case GR_EQUALS:
        return !strcmp(value, c->text);
    case GR_NUMBER:
        return number_fits(value, c);
    case GR_DATE:
        return date_fits(value, c);
    }
    return false;
}

bool gr_filter_value(const GrFilterTerm *term, const char *value) {
    return term->condition ? value_fits(value, term->condition) : query_value_fits(term->fact, term->flip, value);
}

/* ---- making ready ---- */

static uint8_t fits_name(const GrFilterTerm *term, const char *name) {
    if (!name)
        return term->fits.lost;
    return gr_filter_value(term, name) ? GR_IN : GR_OUT;
}

/* Asks the condition of every name in the dictionary of the tag. */
static int ask_names(GrFilterTerm *term, GrCatalog *catalog, uint32_t tag, bool *damaged, GrError *error) {
    int code = gr_catalog_load_names(catalog, tag, error);
    if (code)
        return code;
    const GrIntern *texts = &gr_catalog_dictionary(catalog, tag)->texts;
    *damaged |= gr_catalog_dictionary(catalog, tag)->damaged;
    uint8_t *fits = realloc(term->fits.of, (size_t)texts->top + 2);
    if (!fits)
        return gr_no_memory(error);
    term->fits.of = fits;
    term->fits.count = texts->top + 2;
    for (uint32_t id = 1; id <= texts->top; id++)
        fits[id + 1] = fits_name(term, gr_intern_get(texts, id));
    return 0;
}

/* Names its tags: those of both players begin with their colours. */
static void name_tags(GrFilterTerm *term) {
    static const char *const side[2] = {"White", "Black"};
    const char *tag[2] = {"", ""};
    bool one = term->subject == GR_ON_TAG;
    if (term->fact)
        query_fact_values(term->fact, term->flip, tag);
    for (int n = 0; n < (one ? 1 : 2); n++) {
        const char *name = term->fact ? tag[n] : term->condition->tag;
        if (strlen(name) > GR_MAX_NAME)
            continue;
        strcpy(term->name[n], one || term->fact ? "" : side[n]);
        strcat(term->name[n], name);
    }
}

static int make_ready(GrFilterTerm *term, GrCatalog *catalog, bool *damaged, GrError *error) {
    if (term->subject < GR_ON_TAG)
        return 0;
    uint8_t *fits = malloc(2);
    if (!fits)
        return gr_no_memory(error);
    fits[0] = GR_OUT;    /* no value */
    fits[1] = GR_UNSURE; /* among the texts */
    /* Of a name that is lost, a selection takes for granted that it does not fit. */
    term->fits = (GrValueTable){.of = fits, .count = 2, .lost = term->condition ? GR_OUT : GR_UNSURE};
    name_tags(term);
    for (int n = 0; n < 2; n++)
        term->tag[n] = gr_intern_find(&catalog->tags, term->name[n], strlen(term->name[n]));
    uint32_t known = term->tag[0] ? term->tag[0] : term->tag[1]; /* both share a dictionary */
    return known ? ask_names(term, catalog, known, damaged, error) : 0;
}

static GrSubject subject_of(const QueryNode *fact) {
    const char *tag[2];
    if (fact->op == QUERY_RESULT)
        return GR_ON_RESULT;
    if (fact->op == QUERY_VARIANT)
        return GR_ON_VARIANT;
    unsigned tags = query_fact_values(fact, false, tag);
    return tags == 1 ? GR_ON_TAG : fact->text.sides == QUERY_BOTH ? GR_ON_BOTH : GR_ON_EITHER;
}

/* Lists what is asked, and finds out how many verdicts have to be kept at once. */
static bool list(GrFilter *to, const GrConditions *conditions) {
    size_t kept = 0;
    to->conditions = gr_conditions_selected(conditions);
    to->steps = conditions->steps;
    to->term = calloc(to->conditions + to->steps + 1, sizeof *to->term);
    to->step = calloc(to->steps + 1, sizeof *to->step);
    if (!to->term || !to->step)
        return false;
    to->depth = 1;
    for (; to->count < to->conditions; to->count++) {
        const GrCondition *c = &conditions->selection->condition[to->count];
        to->term[to->count].condition = c;
        to->term[to->count].subject = c->subject;
    }
    for (size_t i = 0; i < to->steps; i++) {
        const GrConditionStep *step = &conditions->step[i];
        to->step[i] = *step;
        kept += step->op == GR_CONDITION_FACT ? 1 : 0;
        kept -= step->op == GR_CONDITION_AND || step->op == GR_CONDITION_OR ? 1 : 0;
        to->depth = kept > to->depth ? kept : to->depth;
        if (step->op == GR_CONDITION_FACT)
            to->term[to->count++] = (GrFilterTerm){.fact = step->fact, .flip = step->flip,
                                               .subject = subject_of(step->fact)};
    }
    return true;
}

int gr_filter_open(GrDb *db, const GrConditions *conditions, GrFilter *filter, GrError *error) {
    GrFilter made = {0};
    int code = list(&made, conditions) ? 0 : gr_no_memory(error);
    for (size_t i = 0; i < made.count && !code; i++)
        code = make_ready(&made.term[i], &db->catalog, &made.damaged, error);
    if (code)
        gr_filter_close(&made);
    else
        *filter = made;
    return code;
}

void gr_filter_close(GrFilter *filter) {
    for (size_t i = 0; i < filter->count; i++)
        free(filter->term[i].fits.of);
    free(filter->term);
    free(filter->step);
    *filter = (GrFilter){0};
}

/* ---- judging ---- */

void gr_filter_join(uint8_t *to, const uint8_t *from, size_t games, bool all) {
    size_t i = 0;
    for (; i + sizeof(uint64_t) <= games; i += sizeof(uint64_t)) {
        uint64_t a, b;
        memcpy(&a, to + i, sizeof a);
        memcpy(&b, from + i, sizeof b);
        a = all ? a & b : a | b;
        memcpy(to + i, &a, sizeof a);
    }
    for (; i < games; i++)
        to[i] = all ? to[i] & from[i] : to[i] | from[i];
}

/* What is out is in, and the other way round. */
static void negate(uint8_t *verdict, size_t games) {
    for (size_t i = 0; i < games; i++)
        verdict[i] = (uint8_t)((~verdict[i] >> 1 & 1) | (~verdict[i] & 1) << 1);
}

/* The verdicts of the steps, which are left in `room`. */
static int judge_steps(const GrFilter *filter, GrFilterTest judge, void *context, size_t games, uint8_t *room) {
    const GrFilterTerm *term = filter->term + filter->conditions;
    uint8_t *top = room; /* behind the verdicts that are kept */
    int found = 1;
    for (size_t i = 0; i < filter->steps && found > 0; i++) {
        GrConditionOp op = filter->step[i].op;
        if (op == GR_CONDITION_FACT) {
            found = judge(context, term++, top);
            top += games;
        } else if (op == GR_CONDITION_NOT) {
            negate(top - games, games);
        } else {
            top -= games;
            gr_filter_join(top - games, top, games, op == GR_CONDITION_AND);
        }
    }
    return found;
}

int gr_filter_test(const GrFilter *filter, GrFilterTest judge, void *context, size_t games, uint8_t *room,
                   uint8_t *verdict) {
    int found = 1;
    for (size_t i = 0; i < filter->conditions && found > 0; i++) {
        found = judge(context, &filter->term[i], room);
        if (found > 0)
            gr_filter_join(verdict, room, games, true);
        if (games == 1 && *verdict == GR_OUT)
            return found;
    }
    if (found > 0 && filter->steps)
        found = judge_steps(filter, judge, context, games, room);
    if (found > 0 && filter->steps)
        gr_filter_join(verdict, room, games, true);
    return found;
}

/* (No value is the number before 0.) */
static inline uint8_t look_up(const GrFilterTerm *term, uint32_t value) {
    const GrValueTable *fits = &term->fits;
    return value + 1 < fits->count ? fits->of[value + 1] : fits->lost;
}

static bool number_in(int64_t number, const GrCondition *c) {
    for (size_t i = 0; i < c->ranges; i++)
        if (number >= c->range[i][0] && number <= c->range[i][1])
            return true;
    return false;
}

uint8_t gr_filter_name(const GrFilterTerm *term, uint32_t value) {
    return look_up(term, value);
}

uint8_t gr_filter_number(const GrFilterTerm *term, int64_t id) {
    return number_in(id, term->condition) ? GR_IN : GR_OUT;
}

uint8_t gr_filter_variant(const GrFilterTerm *term, const GrCatalog *catalog, uint32_t variant) {
    const char *name = gr_intern_get(&catalog->variants, variant);
    const char *wanted = term->fact ? term->fact->variant : gr_variant(term->condition->rules)->name;
    return name && !strcmp(name, wanted) ? GR_IN : GR_OUT;
}

uint8_t gr_filter_result(const GrFilterTerm *term, uint32_t result) {
    bool fits = term->fact ? query_result_fits(term->fact, term->flip, result)
                            : result == (uint64_t)term->condition->low;
    return fits ? GR_IN : GR_OUT;
}

uint8_t gr_filter_plies(const GrFilterTerm *term, uint32_t plies) {
    const GrCondition *c = term->condition;
    return plies >= c->low && plies <= c->high ? GR_IN : GR_OUT;
}

void gr_filter_tags(const GrFilterTerm *term, const uint32_t *first, const uint32_t *second, size_t games,
                   uint8_t *verdict) {
    switch (term->subject) {
    case GR_ON_TAG:
        for (size_t i = 0; i < games; i++)
            verdict[i] = look_up(term, first[i]);
        break;
    case GR_ON_EITHER:
        for (size_t i = 0; i < games; i++)
            verdict[i] = look_up(term, first[i]) | look_up(term, second[i]);
        break;
    default:
        for (size_t i = 0; i < games; i++)
            verdict[i] = look_up(term, first[i]) & look_up(term, second[i]);
    }
}
