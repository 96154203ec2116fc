/* Conditions on games as a whole, made ready to be asked of columns. */
#include "db/search/asked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/query/query_fact.h"
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

bool gr_asked_value(const GrAsked *asked, const char *value) {
    return asked->condition ? value_fits(value, asked->condition) : query_value_fits(asked->fact, asked->flip, value);
}

/* ---- making ready ---- */

static uint8_t fits_name(const GrAsked *asked, const char *name) {
    if (!name)
        return asked->fits.lost;
    return gr_asked_value(asked, name) ? GR_IN : GR_OUT;
}

/* Asks the condition of every name in the dictionary of the tag. */
static int ask_names(GrAsked *asked, GrCatalog *catalog, uint32_t tag, bool *damaged, GrError *error) {
    int code = gr_catalog_load_names(catalog, tag, error);
    if (code)
        return code;
    const GrIntern *texts = &gr_catalog_dictionary(catalog, tag)->texts;
    *damaged |= gr_catalog_dictionary(catalog, tag)->damaged;
    uint8_t *fits = realloc(asked->fits.of, (size_t)texts->top + 2);
    if (!fits)
        return gr_no_memory(error);
    asked->fits.of = fits;
    asked->fits.count = texts->top + 2;
    for (uint32_t id = 1; id <= texts->top; id++)
        fits[id + 1] = fits_name(asked, gr_intern_get(texts, id));
    return 0;
}

/* Names its tags: those of both players begin with their colours. */
static void name_tags(GrAsked *asked) {
    static const char *const side[2] = {"White", "Black"};
    const char *tag[2] = {"", ""};
    bool one = asked->subject == GR_ON_TAG;
    if (asked->fact)
        query_fact_values(asked->fact, asked->flip, tag);
    for (int n = 0; n < (one ? 1 : 2); n++) {
        const char *name = asked->fact ? tag[n] : asked->condition->tag;
        if (strlen(name) > GR_MAX_NAME)
            continue;
        strcpy(asked->name[n], one || asked->fact ? "" : side[n]);
        strcat(asked->name[n], name);
    }
}

static int make_ready(GrAsked *asked, GrCatalog *catalog, bool *damaged, GrError *error) {
    if (asked->subject < GR_ON_TAG)
        return 0;
    uint8_t *fits = malloc(2);
    if (!fits)
        return gr_no_memory(error);
    fits[0] = GR_OUT;    /* no value */
    fits[1] = GR_UNSURE; /* among the texts */
    /* Of a name that is lost, a selection takes for granted that it does not fit. */
    asked->fits = (GrValueTable){.of = fits, .count = 2, .lost = asked->condition ? GR_OUT : GR_UNSURE};
    name_tags(asked);
    for (int n = 0; n < 2; n++)
        asked->tag[n] = gr_intern_find(&catalog->tags, asked->name[n], strlen(asked->name[n]));
    uint32_t known = asked->tag[0] ? asked->tag[0] : asked->tag[1]; /* both share a dictionary */
    return known ? ask_names(asked, catalog, known, damaged, error) : 0;
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
static bool list(GrAskedChoice *to, const GrChoice *choice) {
    size_t kept = 0;
    to->conditions = gr_choice_conditions(choice);
    to->steps = choice->steps;
    to->asked = calloc(to->conditions + to->steps + 1, sizeof *to->asked);
    to->step = calloc(to->steps + 1, sizeof *to->step);
    if (!to->asked || !to->step)
        return false;
    to->depth = 1;
    for (; to->count < to->conditions; to->count++) {
        const GrCondition *c = &choice->selection->condition[to->count];
        to->asked[to->count].condition = c;
        to->asked[to->count].subject = c->subject;
    }
    for (size_t i = 0; i < to->steps; i++) {
        const GrChoiceStep *step = &choice->step[i];
        to->step[i] = *step;
        kept += step->op == GR_CHOICE_FACT ? 1 : 0;
        kept -= step->op == GR_CHOICE_AND || step->op == GR_CHOICE_OR ? 1 : 0;
        to->depth = kept > to->depth ? kept : to->depth;
        if (step->op == GR_CHOICE_FACT)
            to->asked[to->count++] = (GrAsked){.fact = step->fact, .flip = step->flip,
                                               .subject = subject_of(step->fact)};
    }
    return true;
}

int gr_asked_open(GrDb *db, const GrChoice *choice, GrAskedChoice *asked, GrError *error) {
    GrAskedChoice made = {0};
    int code = list(&made, choice) ? 0 : gr_no_memory(error);
    for (size_t i = 0; i < made.count && !code; i++)
        code = make_ready(&made.asked[i], &db->catalog, &made.damaged, error);
    if (code)
        gr_asked_close(&made);
    else
        *asked = made;
    return code;
}

void gr_asked_close(GrAskedChoice *choice) {
    for (size_t i = 0; i < choice->count; i++)
        free(choice->asked[i].fits.of);
    free(choice->asked);
    free(choice->step);
    *choice = (GrAskedChoice){0};
}

/* ---- judging ---- */

void gr_asked_join(uint8_t *to, const uint8_t *from, size_t games, bool all) {
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
static int judge_steps(const GrAskedChoice *choice, GrAskedJudge judge, void *context, size_t games, uint8_t *room) {
    const GrAsked *asked = choice->asked + choice->conditions;
    uint8_t *top = room; /* behind the verdicts that are kept */
    int found = 1;
    for (size_t i = 0; i < choice->steps && found > 0; i++) {
        GrChoiceOp op = choice->step[i].op;
        if (op == GR_CHOICE_FACT) {
            found = judge(context, asked++, top);
            top += games;
        } else if (op == GR_CHOICE_NOT) {
            negate(top - games, games);
        } else {
            top -= games;
            gr_asked_join(top - games, top, games, op == GR_CHOICE_AND);
        }
    }
    return found;
}

int gr_asked_judge(const GrAskedChoice *choice, GrAskedJudge judge, void *context, size_t games, uint8_t *room,
                   uint8_t *verdict) {
    int found = 1;
    for (size_t i = 0; i < choice->conditions && found > 0; i++) {
        found = judge(context, &choice->asked[i], room);
        if (found > 0)
            gr_asked_join(verdict, room, games, true);
        if (games == 1 && *verdict == GR_OUT)
            return found;
    }
    if (found > 0 && choice->steps)
        found = judge_steps(choice, judge, context, games, room);
    if (found > 0 && choice->steps)
        gr_asked_join(verdict, room, games, true);
    return found;
}

/* (No value is the number before 0.) */
static inline uint8_t look_up(const GrAsked *asked, uint32_t value) {
    const GrValueTable *fits = &asked->fits;
    return value + 1 < fits->count ? fits->of[value + 1] : fits->lost;
}

static bool number_in(int64_t number, const GrCondition *c) {
    for (size_t i = 0; i < c->ranges; i++)
        if (number >= c->range[i][0] && number <= c->range[i][1])
            return true;
    return false;
}

uint8_t gr_asked_name(const GrAsked *asked, uint32_t value) {
    return look_up(asked, value);
}

uint8_t gr_asked_number(const GrAsked *asked, int64_t id) {
    return number_in(id, asked->condition) ? GR_IN : GR_OUT;
}

uint8_t gr_asked_variant(const GrAsked *asked, const GrCatalog *catalog, uint32_t variant) {
    const char *name = gr_intern_get(&catalog->variants, variant);
    const char *wanted = asked->fact ? asked->fact->variant : gr_variant(asked->condition->rules)->name;
    return name && !strcmp(name, wanted) ? GR_IN : GR_OUT;
}

uint8_t gr_asked_result(const GrAsked *asked, uint32_t result) {
    bool fits = asked->fact ? query_result_fits(asked->fact, asked->flip, result)
                            : result == (uint64_t)asked->condition->low;
    return fits ? GR_IN : GR_OUT;
}

uint8_t gr_asked_plies(const GrAsked *asked, uint32_t plies) {
    const GrCondition *c = asked->condition;
    return plies >= c->low && plies <= c->high ? GR_IN : GR_OUT;
}

void gr_asked_tags(const GrAsked *asked, const uint32_t *first, const uint32_t *second, size_t games,
                   uint8_t *verdict) {
    switch (asked->subject) {
    case GR_ON_TAG:
        for (size_t i = 0; i < games; i++)
            verdict[i] = look_up(asked, first[i]);
        break;
    case GR_ON_EITHER:
        for (size_t i = 0; i < games; i++)
            verdict[i] = look_up(asked, first[i]) | look_up(asked, second[i]);
        break;
    default:
        for (size_t i = 0; i < games; i++)
            verdict[i] = look_up(asked, first[i]) & look_up(asked, second[i]);
    }
}
