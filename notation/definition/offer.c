/* Games that are defined only when they are asked for: most programs need one or none of a file of many. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/definition/model.h"

typedef struct Offer {
    GrVariantsFile *file; /* NULL: that of gr_variants_described, once it is needed */
    GrVariantsReport *report;
    void *user;
} Offer;

/* The next character that counts in a name, in lower case: blanks, hyphens and apostrophes do not; 0 at the end. */
static int next_sign(const char **at, const char *end) {
    while (*at < end) {
        const char *p = (*at)++;
        if (end - p >= 3 && !memcmp(p, "\xE2\x80\x99", 3))
            *at = p + 3;
        else if (!strchr(" -_'", *p))
            return tolower((unsigned char)*p);
    }
    return 0;
}

static bool is_like(const Words *words, const char *name) {
    const char *one = words->text, *other = name, *end = one + words->length, *last = name + strlen(name);
    int sign;
    while ((sign = next_sign(&one, end)) != 0)
        if (sign != next_sign(&other, last))
            return false;
    return words->length && next_sign(&other, last) == 0;
}

/* May the name mean the game? */
static bool is_meant(const Offer *offer, const Section *section, const char *name) {
    const Entry *title = find_entry(offer->file, section, "title");
    return !name || is_like(&section->name, name) || (title && is_like(&title->value, name));
}

static bool define_section(const Offer *offer, size_t n, const GrVariants *variants, bool named) {
    GrVariantsFaults faults;
    const GrRules *rules = gr_variants_file_define(offer->file, n, variants, &faults);
    if (rules)
        gr_variants_file_doubts(offer->file, n, &faults);
    if (named && faults.count && offer->report)
        offer->report(offer->user, offer->file, n, &faults, rules != NULL);
    return rules != NULL;
}

/* The faults of a game are reported once, when it is asked for by its name. */
static void define(void *context, const GrVariants *variants, const char *name) {
    Offer *offer = context;
    if (!offer->file && name)
        offer->file = gr_variants_described(NULL); /* without memory nothing is found */
    for (size_t n = 0; offer->file && n < offer->file->sections; n++) {
        Section *section = &offer->file->section[n];
        if (section->tried >= (name ? NAMED : LOADED) || !is_meant(offer, section, name))
            continue;
        section->tried = name ? NAMED : LOADED;
        if (define_section(offer, n, variants, name != NULL) && name)
            break;
    }
}

/* The same, but all of them are too many for who wants a list. */
static void define_named(void *context, const GrVariants *variants, const char *name) {
    if (name)
        define(context, variants, name);
}

static void close_offer(void *context) {
    Offer *offer = context;
    gr_variants_file_close(offer->file);
    free(offer);
}

static int add(const GrVariants *variants, const Offer *like, GrError *error) {
    Offer *offer = malloc(sizeof *offer);
    if (!offer)
        return gr_no_memory(error);
    *offer = *like;
    const GrVariantsSource source = {offer, like->file ? define : define_named, close_offer, !like->file};
    int code = gr_variants_add_source(variants, &source, error);
    if (code)
        free(offer);
    return code;
}

int gr_variants_offer(const GrVariants *variants, GrVariantsFile *file, GrVariantsReport *report, void *user,
                      GrError *error) {
    return add(variants, &(Offer){file, report, user}, error);
}

int gr_variants_offer_described(const GrVariants *variants, GrError *error) {
    return add(variants, &(Offer){0}, error);
}

void gr_variants_load_described(const GrVariants *variants) {
    GrVariantsFile *file = gr_variants_described(NULL);
    for (size_t n = 0; file && n < gr_variants_file_games(file); n++) {
        char name[GR_DEFINED_NAME];
        size_t length;
        const char *at = gr_variants_file_name(file, n, &length, NULL);
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        gr_variants_find(variants, name);
    }
    gr_variants_file_close(file);
}
