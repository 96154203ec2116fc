/* Conditions on games, as options name them. */
#include "db/search/select_local.h"

#include <stdlib.h>
#include <string.h>

void gr_selection_init(GrSelection *selection) {
    *selection = (GrSelection){0};
}

static void free_condition(GrCondition *condition) {
    free(condition->tag);
    free(condition->text);
    free(condition->range);
}

void gr_selection_free(GrSelection *selection) {
    for (size_t i = 0; i < selection->count; i++)
        free_condition(&selection->condition[i]);
    free(selection->condition);
    gr_selection_init(selection);
}

static int parse_result(GrCondition *c, const char *value, GrError *error) {
    static const char *const word[] = {"none", "white", "black", "draw"};
    for (int result = GR_RESULT_NONE; result <= GR_DRAW; result++)
        if (!strcmp(value, word[result]) || !strcmp(value, gr_result_text((GrResult)result))) {
            c->low = result;
            return 0;
        }
    return gr_fail(error, GR_ERR_SYNTAX,
                   "'%s' is not a result: 1-0, 0-1, 1/2-1/2, *, white, black, draw or none", value);
}

static int parse_variant(GrCondition *c, const GrVariants *variants, const char *value, GrError *error) {
    c->rules = gr_variants_find(variants, value);
    return c->rules ? 0 : gr_fail(error, GR_ERR_SYNTAX, "there is no variant '%s'", value);
}

static int parse_text(GrCondition *c, const char *value, GrError *error) {
    c->comparison = *value == '=' ? GR_EQUALS : GR_CONTAINS;
    c->text = strdup(value + (*value == '='));
    return c->text ? 0 : gr_no_memory(error);
}

static int parse_tag(GrCondition *c, const char *value, GrError *error) {
    const char *equals = strchr(value, '=');
    if (!equals || equals == value)
        return gr_fail(error, GR_ERR_SYNTAX, "'%s' is not of the form NAME=TEXT", value);
    c->tag = strndup(value, (size_t)(equals - value));
    return c->tag ? parse_text(c, equals + 1, error) : gr_no_memory(error);
}

/* The names of conditions. */
typedef struct Name {
    const char *name;
    GrSubject subject;
    GrComparison comparison;
    const char *tag;
} Name;

static const Name names[] = {
#define ROW(id, name, argument, help, subject, comparison, tag) {name, subject, comparison, tag},
    GR_SELECT_OPTIONS(ROW)
#undef ROW
    {"variant", GR_ON_VARIANT, GR_EQUALS, ""},
    {NULL, GR_ON_GAMES, GR_NUMBER, NULL},
};

static int parse(GrCondition *c, const GrVariants *variants, const char *value, GrError *error) {
    switch (c->subject) {
    case GR_ON_GAMES:
        return gr_select_games(c, value, error);
    case GR_ON_VARIANT:
        return parse_variant(c, variants, value, error);
    case GR_ON_RESULT:
        return parse_result(c, value, error);
    default:
        break;
    }
    if (c->comparison == GR_NUMBER)
        return gr_select_numbers(c, value, error);
    if (c->comparison == GR_DATE)
        return gr_select_dates(c, value, error);
    return c->tag ? parse_text(c, value, error) : parse_tag(c, value, error);
}

int gr_selection_add(GrSelection *selection, const GrVariants *variants, const char *name,
                     const char *value, GrError *error) {
    const Name *found = names;
    while (found->name && strcmp(found->name, name))
        found++;
    if (!found->name)
        return gr_fail(error, GR_ERR_NOT_FOUND, "games cannot be selected by '%s'", name);
    GrCondition *grown = realloc(selection->condition, (selection->count + 1) * sizeof *grown);
    if (!grown)
        return gr_no_memory(error);
    selection->condition = grown;
    GrCondition *c = &grown[selection->count];
    *c = (GrCondition){.subject = found->subject, .comparison = found->comparison};
    c->tag = found->tag ? strdup(found->tag) : NULL;
    int code = c->tag || !found->tag ? parse(c, variants, value, error) : gr_no_memory(error);
    if (code)
        free_condition(c);
    else
        selection->count++;
    return code;
}
