/* The list of variants. */
#include "rules/registry.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "rules/definition.h"
#include "rules/fen.h"
#include "rules/tables.h"

#define ADDRESS(variant) &variant,
#ifdef GR_ONLY /* a module that plays one game (wasm/rules.mk) */
static const GrVariant *const registry[] = {&GR_ONLY};
#else
static const GrVariant *const registry[] = {GR_BUILT_IN(ADDRESS)};
#endif
#undef ADDRESS

enum { VARIANTS = sizeof registry / sizeof registry[0], MOST_SOURCES = 16 };

/* Games that were defined. The list only grows, so that others may read it while one is added. */
typedef struct Shelf {
    pthread_mutex_t lock; /* of who adds */
    atomic_size_t count;
    GrRules *rules[GR_DEFINED_MOST];
    pthread_mutex_t asking; /* of who asks sources, which then add */
    atomic_size_t sources;
    GrVariantsSource source[MOST_SOURCES];
} Shelf;

struct GrVariants {
    GrRules rules[VARIANTS];
    GrFilling filling[VARIANTS];
    char *tables; /* the memory of GrRules.board, one after the other */
    Shelf *shelf;
};

static Shelf *shelf_new(void) {
    Shelf *shelf = calloc(1, sizeof *shelf);
    if (shelf && pthread_mutex_init(&shelf->lock, NULL) == 0) {
        if (pthread_mutex_init(&shelf->asking, NULL) == 0)
            return shelf;
        pthread_mutex_destroy(&shelf->lock);
    }
    free(shelf);
    return NULL;
}

static void shelf_free(Shelf *shelf) {
    if (!shelf)
        return;
    for (size_t i = 0; i < atomic_load(&shelf->count); i++)
        gr_defined_free(shelf->rules[i]);
    for (size_t i = 0; i < atomic_load(&shelf->sources); i++)
        shelf->source[i].close(shelf->source[i].context);
    pthread_mutex_destroy(&shelf->asking);
    pthread_mutex_destroy(&shelf->lock);
    free(shelf);
}

/* The bytes of a variant's tables, and of what keeps the next ones aligned. */
static size_t room_of(const GrVariant *variant) {
    const size_t line = 64;
    return (variant->hooks->size(variant) + line - 1) / line * line;
}

/* Memory for all tables at once: the system gives a page of so much only when it is written. */
static bool reserve(GrVariants *variants) {
    size_t size = 0;
    for (size_t i = 0; i < VARIANTS; i++)
        size += room_of(registry[i]);
    variants->tables = calloc(1, size);
    if (!variants->tables)
        return false;
    char *at = variants->tables;
    for (size_t i = 0; i < VARIANTS; i++) {
        variants->rules[i].variant = registry[i];
        variants->rules[i].board = at;
        at += room_of(registry[i]);
    }
    return true;
}

/* Whether all could be; rules have `filling` only with its lock. */
static bool prepare_filling(GrVariants *variants) {
    for (size_t i = 0; i < VARIANTS; i++) {
        GrFilling *filling = &variants->filling[i];
        filling->rules = &variants->rules[i];
        filling->fill = gr_rules_fill;
        if (pthread_mutex_init(&filling->lock, NULL) != 0)
            return false;
        variants->rules[i].filling = filling;
    }
    return true;
}

GrVariants *gr_variants_open(void) {
    GrVariants *variants = calloc(1, sizeof *variants);
    if (!variants)
        return NULL;
    variants->shelf = shelf_new();
    if (!variants->shelf || !reserve(variants) || !prepare_filling(variants)) {
        gr_variants_close(variants);
        return NULL;
    }
    return variants;
}

void gr_variants_close(GrVariants *variants) {
    if (!variants)
        return;
    for (size_t i = 0; i < VARIANTS; i++)
        if (variants->rules[i].filling)
            pthread_mutex_destroy(&variants->filling[i].lock);
    free(variants->tables);
    shelf_free(variants->shelf);
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

static bool is_called(const GrVariant *v, const char *name) {
    return is_name(v->name, strlen(v->name), name) || is_name(v->title, strlen(v->title), name) ||
           alias_matches(v->aliases, name);
}

static const GrRules *find_called(const GrVariants *variants, const char *name) {
    const GrRules *rules;
    for (size_t i = 0; (rules = gr_variants_at(variants, i)) != NULL; i++)
        if (is_called(rules->variant, name))
            return rules;
    return NULL;
}

/* Words may be parted by other signs than in the name, or by none. */
static const GrRules *find_known(const GrVariants *variants, const char *name) {
    static const char *const signs[] = {" ", "-", ""};
    char other[64];
    const GrRules *rules = find_called(variants, name);
    for (size_t i = 0; !rules && i < sizeof signs / sizeof *signs && strpbrk(name, " -_"); i++) {
        size_t len = 0;
        for (const char *p = name; *p && len + 1 < sizeof other; p++)
            if (!strchr(" -_", *p))
                other[len++] = *p;
            else if (*signs[i])
                other[len++] = *signs[i];
        other[len] = 0;
        if (strlen(name) < sizeof other)
            rules = find_called(variants, other);
    }
    return rules;
}

/* What the sources have of the name, all if it is NULL; without the last ones, if these are not wanted. */
static void ask_sources(const GrVariants *variants, const char *name, bool with_last) {
    Shelf *shelf = variants->shelf;
    pthread_mutex_lock(&shelf->asking);
    for (int last = 0; last < 1 + with_last; last++)
        for (size_t i = 0; i < atomic_load(&shelf->sources); i++)
            if (shelf->source[i].last == last)
                shelf->source[i].define(shelf->source[i].context, variants, name);
    pthread_mutex_unlock(&shelf->asking);
}

static const GrRules *find_or_ask(const GrVariants *variants, const char *name, bool with_last) {
    const GrRules *rules = find_known(variants, name);
    if (rules || !atomic_load(&variants->shelf->sources))
        return rules;
    ask_sources(variants, name, with_last);
    return find_known(variants, name);
}

/* A described game whose positions may castle as in Chess960 is known with that number behind its name, too. */
const GrRules *gr_variants_find(const GrVariants *variants, const char *name) {
    char shorter[64];
    const GrRules *rules = find_or_ask(variants, name, true);
    size_t length = strlen(name);
    if (rules || length < 4 || length >= sizeof shorter || strcmp(name + length - 3, "960") != 0)
        return rules;
    memcpy(shorter, name, length - 3);
    shorter[length - 3 - (strchr(" -_", name[length - 4]) != NULL)] = '\0';
    rules = find_or_ask(variants, shorter, true);
    return rules && rules->variant->defined && rules->variant->any_castlings ? rules : NULL;
}

const GrRules *gr_variants_find_offered(const GrVariants *variants, const char *name) {
    return find_or_ask(variants, name, false);
}

const GrVariant *gr_variant_built_in(const char *name) {
    for (size_t i = 0; i < VARIANTS; i++)
        if (strcmp(registry[i]->name, name) == 0)
            return registry[i];
    return NULL;
}

void gr_variants_load(const GrVariants *variants) {
    ask_sources(variants, NULL, true);
}

int gr_variants_add_source(const GrVariants *variants, const GrVariantsSource *source, GrError *error) {
    Shelf *shelf = variants->shelf;
    pthread_mutex_lock(&shelf->asking);
    size_t count = atomic_load(&shelf->sources);
    bool room = count < MOST_SOURCES;
    if (room) {
        shelf->source[count] = *source;
        atomic_store(&shelf->sources, count + 1);
    }
    pthread_mutex_unlock(&shelf->asking);
    return room ? 0 : gr_fail(error, GR_ERR_LIMIT, "more than %d sources of games", MOST_SOURCES);
}

const GrRules *gr_variants_at(const GrVariants *variants, size_t n) {
    if (n < VARIANTS)
        return &variants->rules[n];
    return n - VARIANTS < atomic_load(&variants->shelf->count) ? variants->shelf->rules[n - VARIANTS] : NULL;
}

static const GrRules *put_on_shelf(const GrVariants *variants, GrRules *rules, GrError *error) {
    Shelf *shelf = variants->shelf;
    const GrVariant *v = rules->variant;
    const char *const names[] = {v->name, v->title};
    for (int i = 0; i < 2; i++) {
        const GrRules *other = find_known(variants, names[i]);
        const GrDefinition *theirs = other ? gr_definition_of(other) : NULL;
        if (theirs && strcasecmp(theirs->name, v->name) == 0 && gr_definition_same(theirs, gr_definition_of(rules)))
            return other;
        if (other) {
            gr_fail(error, GR_ERR_BUSY, "'%s' is the name of another game", names[i]);
            return NULL;
        }
    }
    size_t count = atomic_load(&shelf->count);
    if (count == GR_DEFINED_MOST) {
        gr_fail(error, GR_ERR_LIMIT, "more than %d games are defined", GR_DEFINED_MOST);
        return NULL;
    }
    shelf->rules[count] = rules;
    atomic_store(&shelf->count, count + 1);
    return rules;
}

const GrRules *gr_variants_add(const GrVariants *variants, GrRules *rules, GrError *error) {
    pthread_mutex_lock(&variants->shelf->lock);
    const GrRules *listed = put_on_shelf(variants, rules, error);
    pthread_mutex_unlock(&variants->shelf->lock);
    return listed;
}

void gr_start_nth(const GrRules *rules, unsigned n, GrPosition *pos) {
    char fen[GR_FEN_SIZE];
    gr_start(rules, pos);
    if (rules->variant->starts == 0)
        return;
    rules->variant->hooks->start(n % rules->variant->starts, fen);
    unsigned faults = gr_fen_read(rules, fen, pos, NULL);
    assert(faults == 0);
    (void)faults;
}
