/* The list of variants. */
#include "rules/registry.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "rules/tables.h"

static const GrVariant *const registry[] = {
    &gr_chess, &gr_magi, &gr_magician, &gr_royal, &gr_wizard, &gr_capablanca,
    &gr_chess960, &gr_crazyhouse, &gr_atomic, &gr_antichess, &gr_horde, &gr_threecheck,
    &gr_racingkings, &gr_kingofthehill,
};

enum { VARIANTS = sizeof registry / sizeof registry[0] };

struct GrVariants {
    GrRules rules[VARIANTS];
};

GrVariants *gr_variants_open(void) {
    GrVariants *variants = calloc(1, sizeof *variants);
    if (!variants)
        return NULL;
    for (size_t i = 0; i < VARIANTS; i++) {
        variants->rules[i].variant = registry[i];
        if (!gr_rules_build(&variants->rules[i])) {
            gr_variants_close(variants);
            return NULL;
        }
    }
    return variants;
}

void gr_variants_close(GrVariants *variants) {
    if (!variants)
        return;
    for (size_t i = 0; i < VARIANTS; i++)
        free(variants->rules[i].board);
    free(variants);
}

/* Is `text` the name, but for case and for apostrophes that a word processor has curved
 * (U+2019)? */
static bool is_name(const char *name, size_t length, const char *text) {
    for (const char *end = name + length; name < end; name++) {
        bool curved = *name == '\'' && strncmp(text, "\xE2\x80\x99", 3) == 0;
        if (!curved && strncasecmp(name, text, 1) != 0)
            return false;
        text += curved ? 3 : 1;
    }
    return !*text;
}

static bool alias_matches(const char *aliases, const char *text) {
    for (const char *at = aliases; *at;) {
        size_t n = strcspn(at, "|");
        if (is_name(at, n, text))
            return true;
        at += n + (at[n] == '|');
    }
    return false;
}

const GrRules *gr_variants_find(const GrVariants *variants, const char *name) {
    for (size_t i = 0; i < VARIANTS; i++) {
        const GrVariant *v = registry[i];
        if (is_name(v->name, strlen(v->name), name) || is_name(v->title, strlen(v->title), name) ||
            alias_matches(v->aliases, name))
            return &variants->rules[i];
    }
    return NULL;
}

const GrRules *gr_variants_at(const GrVariants *variants, size_t n) {
    return n < VARIANTS ? &variants->rules[n] : NULL;
}
