/* Conditions on games, as options name them. */
#include "db/search/select.h"

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

/* Reads a whole number that is not negative; 0 if there is none, else the characters used. */
static size_t read_number(const char *text, int64_t *value) {
    char *end;
    if (*text < '0' || *text > '9')
        return 0;
    long long number = strtoll(text, &end, 10); /* LLONG_MAX if it is too large: fine here */
    *value = number;
    return (size_t)(end - text);
}

/* A number, or two with `between` in the middle, either of which may be missing. Returns the
 * characters used, 0 if it is no range. */
static size_t read_range(const char *text, const char *between, int64_t *low, int64_t *high) {
    const char *at = text;
    size_t mark = strlen(between), used = read_number(at, low);
    at += used;
    if (!used)
        *low = 0;
    if (strncmp(at, between, mark)) {
        *high = *low;
        return used;
    }
    at += mark;
    size_t second = read_number(at, high);
    if (!second)
        *high = INT64_MAX;
    return used || second ? (size_t)(at - text) + second : 0;
}

static int parse_games(GrCondition *c, const char *value, GrError *error) {
    for (const char *at = value;; at++) {
        int64_t low, high;
        size_t used = read_range(at, "-", &low, &high);
        at += used;
        if (!used || (*at && *at != ',') || low > high)
            return gr_fail(error, GR_ERR_SYNTAX,
                           "'%s' is no list of game numbers like 5,10-20,100-", value);
        int64_t(*range)[2] = realloc(c->range, (c->ranges + 1) * sizeof *range);
        if (!range)
            return gr_no_memory(error);
        c->range = range;
        c->range[c->ranges][0] = low;
        c->range[c->ranges++][1] = high;
        if (!*at)
            return 0;
    }
}

static int parse_numbers(GrCondition *c, const char *value, GrError *error) {
    size_t used = read_range(value, "..", &c->low, &c->high);
    if (!used || value[used] || c->low > c->high)
        return gr_fail(error, GR_ERR_SYNTAX, "'%s' is no range like 40, 40..80, 40.. or ..80",
                       value);
    return 0;
}

static int parse_result(GrCondition *c, const char *value, GrError *error) {
    static const char *const word[] = {"none", "white", "black", "draw"};
    for (int result = GR_RESULT_NONE; result <= GR_DRAW; result++)
        if (!strcmp(value, word[result]) || !strcmp(value, gr_result_text((GrResult)result))) {
            c->low = result;
            return 0;
        }
    return gr_fail(error, GR_ERR_SYNTAX,
                   "'%s' is no result: 1-0, 0-1, 1/2-1/2, *, white, black, draw or none", value);
}

static int parse_variant(GrCondition *c, const GrBook *book, const char *value, GrError *error) {
    c->rules = gr_book_find(book, value);
    return c->rules ? 0 : gr_fail(error, GR_ERR_SYNTAX, "there is no variant '%s'", value);
}

/* 1990, 1990.05 or 1990.05.17; returns the characters used, 0 if it is none. */
static size_t read_date(const char *text, char out[12]) {
    static const char form[] = "0000.00.00";
    size_t len = 0;
    while (len < sizeof form - 1 &&
           (form[len] == '.' ? text[len] == '.' && text[len + 1] != '.'
                             : text[len] >= '0' && text[len] <= '9'))
        len++;
    if (len != 4 && len != 7 && len != 10)
        return 0;
    memcpy(out, text, len);
    out[len] = '\0';
    return len;
}

static int parse_date(GrCondition *c, const char *value, GrError *error) {
    size_t used = read_date(value, c->first), second = 0;
    const char *at = value + used;
    if (!*at) {
        memcpy(c->last, c->first, sizeof c->last);
        second = used;
    } else if (!strncmp(at, "..", 2)) {
        second = read_date(at + 2, c->last);
        at += 2 + second;
    }
    if ((!used && !second) || *at)
        return gr_fail(error, GR_ERR_SYNTAX,
                       "'%s' is no date or range like 1990, 1990.05.17, 1990..1995 or 1990..",
                       value);
    return 0;
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
    free(c->tag);
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
    {"games", GR_ON_GAMES, GR_NUMBER, ""},
    {"variant", GR_ON_VARIANT, GR_EQUALS, ""},
    {"result", GR_ON_RESULT, GR_EQUALS, ""},
    {"plies", GR_ON_PLIES, GR_NUMBER, ""},
    {"white", GR_ON_TAG, GR_CONTAINS, "White"},
    {"black", GR_ON_TAG, GR_CONTAINS, "Black"},
    {"player", GR_ON_EITHER, GR_CONTAINS, ""},
    {"event", GR_ON_TAG, GR_CONTAINS, "Event"},
    {"site", GR_ON_TAG, GR_CONTAINS, "Site"},
    {"round", GR_ON_TAG, GR_CONTAINS, "Round"},
    {"eco", GR_ON_TAG, GR_CONTAINS, "ECO"},
    {"opening", GR_ON_TAG, GR_CONTAINS, "Opening"},
    {"annotator", GR_ON_TAG, GR_CONTAINS, "Annotator"},
    {"date", GR_ON_TAG, GR_DATE, "Date"},
    {"elo", GR_ON_BOTH, GR_NUMBER, "Elo"},
    {"white-elo", GR_ON_TAG, GR_NUMBER, "WhiteElo"},
    {"black-elo", GR_ON_TAG, GR_NUMBER, "BlackElo"},
    {"tag", GR_ON_TAG, GR_CONTAINS, ""},
    {NULL, GR_ON_GAMES, GR_NUMBER, NULL},
};

static int parse(GrCondition *c, const GrBook *book, const char *name, const char *value,
                 GrError *error) {
    switch (c->subject) {
    case GR_ON_GAMES:
        return parse_games(c, value, error);
    case GR_ON_VARIANT:
        return parse_variant(c, book, value, error);
    case GR_ON_RESULT:
        return parse_result(c, value, error);
    default:
        break;
    }
    if (c->comparison == GR_NUMBER)
        return parse_numbers(c, value, error);
    if (c->comparison == GR_DATE)
        return parse_date(c, value, error);
    return strcmp(name, "tag") ? parse_text(c, value, error) : parse_tag(c, value, error);
}

int gr_selection_add(GrSelection *selection, const GrBook *book, const char *name,
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
    c->tag = strdup(found->tag);
    int code = c->tag ? parse(c, book, name, value, error) : gr_no_memory(error);
    if (code)
        free_condition(c);
    else
        selection->count++;
    return code;
}
