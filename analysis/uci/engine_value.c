/* Does an engine have an option, and does the option take a value? */
#include "analysis/uci/engine_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analysis/uci/engine_local.h"
#include "notation/nearest.h"

enum { MOST_NAMES = 1000 };

/* An option and the value for it. */
typedef struct Asked {
    const GrEngine *engine;
    const char *name, *value;
} Asked;

static int no_option(const Asked *a, GrError *error) {
    const char *names[MOST_NAMES + 1], *usual;
    char meant[GR_MEANT_SIZE];
    size_t count = 0;
    while (count < MOST_NAMES && gr_engine_option(a->engine, count, &names[count], &usual))
        count++;
    names[count] = NULL;
    gr_did_you_mean(meant, a->name, names, "");
    return gr_fail(error, GR_ERR_NOT_FOUND, "%s has no option '%s'%s", gr_engine_name(a->engine), a->name,
                   meant);
}

/* What it takes instead, in words. */
static int no_value(const Asked *a, const char *takes, GrError *error) {
    return gr_fail(error, GR_ERR_NOT_FOUND, "%s: option %s takes %s, not '%s'", gr_engine_name(a->engine),
                   a->name, takes, a->value);
}

/* Reads the number after a word of the type; false if there is none. */
static bool read_bound(const char *type, const char *word, long long *bound) {
    const char *at = strstr(type, word);
    char *end;
    if (!at)
        return false;
    at += strlen(word);
    *bound = strtoll(at, &end, 10);
    return end > at;
}

static int check_number(const Asked *a, const char *type, GrError *error) {
    char *end, takes[80] = "a whole number";
    long long least, most, number = strtoll(a->value, &end, 10);
    bool is_number = end > a->value && !*end;
    bool bounded = read_bound(type, " min ", &least) && read_bound(type, " max ", &most);
    if (is_number && (!bounded || (number >= least && number <= most)))
        return 0;
    if (bounded)
        snprintf(takes, sizeof takes, "a whole number from %lld to %lld", least, most);
    return no_value(a, takes, error);
}

/* XBoard engines know 1 and 0 as well. */
static int check_truth(const Asked *a, GrError *error) {
    bool digit = a->engine->protocol == &engine_xboard && (!strcmp(a->value, "0") || !strcmp(a->value, "1"));
    return digit || !strcmp(a->value, "true") || !strcmp(a->value, "false") ? 0 : no_value(a, "true or false", error);
}

/* All of the values if that is a short text, else those that may be meant. */
static int no_choice(const Asked *a, const char *const values[], GrError *error) {
    char text[GR_MEANT_SIZE];
    size_t used = 0;
    for (size_t i = 0; values[i] && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? ", " : "one of ", values[i]);
    if (used < sizeof text)
        return no_value(a, text, error);
    gr_did_you_mean(text, a->value, values, "");
    return gr_fail(error, GR_ERR_NOT_FOUND, "%s: option %s does not take '%s'%s", gr_engine_name(a->engine),
                   a->name, a->value, text);
}

/* Ends a value where the default follows it, or blanks do. */
static void cut_choice(char *value) {
    char *usual = strstr(value, " default ");
    size_t length = usual ? (size_t)(usual - value) : strlen(value);
    while (length && value[length - 1] == ' ')
        length--;
    value[length] = '\0';
}

/* The value must be one of those after " var ", which are cut from each other. */
static int check_choice(const Asked *a, char *type, GrError *error) {
    const char *values[MOST_NAMES + 1];
    size_t count = 0;
    for (char *at = strstr(type, " var "), *next; at && count < MOST_NAMES; at = next) {
        next = strstr(at + 4, " var ");
        if (next)
            *next = '\0';
        cut_choice(at + 5);
        values[count++] = at + 5;
        if (strcasecmp(at + 5, a->value) == 0)
            return 0;
    }
    values[count] = NULL;
    return count ? no_choice(a, values, error) : 0;
}

static int check_value(const Asked *a, const char *type, GrError *error) {
    if (!strncmp(type, "spin", 4))
        return check_number(a, type, error);
    if (!strncmp(type, "check", 5))
        return check_truth(a, error);
    if (strncmp(type, "combo", 5) != 0)
        return 0;
    char *copy = strdup(type);
    int code = copy ? check_choice(a, copy, error) : gr_no_memory(error);
    free(copy);
    return code;
}

int gr_engine_check_option(const GrEngine *engine, const char *name, const char *value, GrError *error) {
    Asked asked = {engine, name, value};
    const char *own, *usual;
    for (size_t n = 0; gr_engine_option(engine, n, &own, &usual); n++)
        if (strcasecmp(own, name) == 0)
            return check_value(&asked, engine_option_type(engine, n), error);
    return no_option(&asked, error);
}
