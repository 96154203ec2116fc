/* Conditions of a selection, made ready to be asked of columns. */
#include "db/search/asked.h"

#include <stdlib.h>

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static bool contains(const char *text, const char *part) {
    for (;; text++) {
        size_t i = 0;
        while (part[i] && lower(text[i]) == lower(part[i]))
            i++;
        if (!part[i])
            return true;
        if (!*text)
            return false;
    }
}

/* Compares as many characters as both have; a date that is not known further fits both ways. */
static int compare_dates(const char *date, size_t known, const char *bound) {
    size_t len = strlen(bound);
    return strncmp(date, bound, known < len ? known : len);
}

static bool date_fits(const char *date, const GrCondition *c) {
    size_t known = strspn(date, "0123456789.");
    while (known && date[known - 1] == '.')
        known--;
    if (known < 4)
        return false;
    return compare_dates(date, known, c->first) >= 0 && compare_dates(date, known, c->last) <= 0;
}

static bool number_fits(const char *text, const GrCondition *c) {
    char *end;
    long long number = strtoll(text, &end, 10);
    return end != text && number >= c->low && number <= c->high;
}

bool gr_value_fits(const char *value, const GrCondition *c) {
    switch (c->comparison) {
    case GR_CONTAINS:
        return contains(value, c->text);
    case GR_EQUALS:
        return !strcmp(value, c->text);
    case GR_NUMBER:
        return number_fits(value, c);
    case GR_DATE:
        return date_fits(value, c);
    }
    return false;
}

/* Asks the condition of every name in the dictionary of the tag. */
static int ask(GrAsked *asked, GrCatalog *catalog, uint32_t tag, GrError *error) {
    int code = gr_catalog_load_names(catalog, tag, error);
    if (code)
        return code;
    const GrIntern *texts = &gr_catalog_dictionary(catalog, tag)->texts;
    asked->damaged = gr_catalog_dictionary(catalog, tag)->damaged;
    uint8_t *fits = realloc(asked->fits, texts->top + 1);
    if (!fits)
        return gr_no_memory(error);
    asked->fits = fits;
    asked->fits_count = texts->top + 1;
    for (uint32_t id = 1; id <= texts->top; id++) {
        const char *value = gr_intern_get(texts, id);
        fits[id] = value && gr_value_fits(value, asked->condition) ? GR_IN : GR_OUT;
    }
    return 0;
}

static uint32_t find_tag(const GrCatalog *catalog, const char *prefix, const char *name) {
    char whole[GR_MAX_NAME + 8];
    if (strlen(name) > GR_MAX_NAME)
        return 0;
    strcpy(whole, prefix);
    strcat(whole, name);
    return gr_intern_find(&catalog->tags, whole, strlen(whole));
}

static int make_ready(GrAsked *asked, GrCatalog *catalog, GrError *error) {
    const GrCondition *c = asked->condition;
    if (c->subject < GR_ON_TAG)
        return 0;
    bool one = c->subject == GR_ON_TAG;
    asked->fits = malloc(1);
    if (!asked->fits)
        return gr_no_memory(error);
    asked->fits[0] = GR_UNSURE; /* among the texts */
    asked->fits_count = 1;
    asked->tag[0] = find_tag(catalog, one ? "" : "White", c->tag);
    asked->tag[1] = one ? 0 : find_tag(catalog, "Black", c->tag);
    uint32_t known = asked->tag[0] ? asked->tag[0] : asked->tag[1]; /* both share a dictionary */
    return known ? ask(asked, catalog, known, error) : 0;
}

int gr_asked_open(GrDb *db, const GrSelection *selection, GrAsked **asked, GrError *error) {
    GrAsked *made = calloc(selection->count + 1, sizeof *made);
    int code = made ? 0 : gr_no_memory(error);
    for (size_t i = 0; i < selection->count && !code; i++) {
        made[i].condition = &selection->condition[i];
        code = make_ready(&made[i], &db->catalog, error);
    }
    if (code)
        gr_asked_close(made, selection->count);
    else
        *asked = made;
    return code;
}

void gr_asked_close(GrAsked *asked, size_t count) {
    for (size_t i = 0; asked && i < count; i++)
        free(asked[i].fits);
    free(asked);
}

/* ---- judging ---- */

static uint8_t look_up(const GrAsked *asked, uint32_t value) {
    return value < asked->fits_count ? asked->fits[value] : GR_OUT;
}

static bool number_in(int64_t number, const GrCondition *c) {
    for (size_t i = 0; i < c->ranges; i++)
        if (number >= c->range[i][0] && number <= c->range[i][1])
            return true;
    return false;
}

uint8_t gr_asked_number(const GrAsked *asked, int64_t id) {
    return number_in(id, asked->condition) ? GR_IN : GR_OUT;
}

uint8_t gr_asked_variant(const GrAsked *asked, const GrCatalog *catalog, uint32_t variant) {
    const char *name = gr_intern_get(&catalog->variants, variant);
    return name && !strcmp(name, gr_variant(asked->condition->rules)->name) ? GR_IN : GR_OUT;
}

uint8_t gr_asked_result(const GrAsked *asked, uint32_t result) {
    return result == (uint64_t)asked->condition->low ? GR_IN : GR_OUT;
}

uint8_t gr_asked_plies(const GrAsked *asked, uint32_t plies) {
    const GrCondition *c = asked->condition;
    return plies >= c->low && plies <= c->high ? GR_IN : GR_OUT;
}

void gr_asked_judge_tag(const GrAsked *asked, const uint32_t *first, const uint32_t *second, size_t games,
                        uint8_t *verdict) {
    switch (asked->condition->subject) {
    case GR_ON_TAG:
        for (size_t i = 0; i < games; i++)
            verdict[i] &= look_up(asked, first[i]);
        break;
    case GR_ON_EITHER:
        for (size_t i = 0; i < games; i++)
            verdict[i] &= look_up(asked, first[i]) | look_up(asked, second[i]);
        break;
    default:
        for (size_t i = 0; i < games; i++)
            verdict[i] &= look_up(asked, first[i]) & look_up(asked, second[i]);
    }
}
