/* Pairs of names that may be one player's. Names are compared only within groups whose family names sound alike, and
 * of these only if the given names begin alike, too: nothing is compared with everything. */
#include <stdlib.h>
#include <string.h>

#include "db/upkeep/suggest_local.h"
#include "notation/room.h"

typedef struct Entry {
    uint64_t key;  /* of the family name */
    uint32_t name;
    char initial;  /* of the given names; 0: there are none, which goes with all */
} Entry;

typedef struct Entries {
    Entry *entry;
    size_t count, cap;
} Entries;

/* With so many names of one sound and initial, each is compared with as many that follow. */
enum { MOST_COMPARED = 1000 };

static bool add_entry(Entries *entries, const char *family, const char *given, uint32_t name) {
    char key[GR_WORD_KEY], first[GR_WORD_KEY] = "";
    if (!gr_room(&entries->entry, entries->count, 1, &entries->cap, sizeof *entries->entry))
        return false;
    gr_word_key(family, key);
    if (given)
        gr_word_sound(given, first);
    uint64_t hash = (uint64_t)gr_intern_hash(key, strlen(key)) << 8 | (uint8_t)key[0];
    entries->entry[entries->count++] = (Entry){hash, name, first[0]};
    return true;
}

/* A name is entered under the last word of its family name, or, if that is not told, under its last and first word. */
static bool enter(Entries *entries, const GrNameParts *p, uint32_t name) {
    size_t family = p->family ? p->family : 1;
    const char *after = family < p->words ? gr_parts_word(p, family) : NULL;
    if (!add_entry(entries, gr_parts_word(p, family - 1), after, name))
        return false;
    return p->family || p->words == 1 || add_entry(entries, gr_parts_word(p, p->words - 1U), gr_parts_word(p, 0), name);
}

static int by_key(const void *left, const void *right) {
    const Entry *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    if (a->initial != b->initial)
        return a->initial < b->initial ? -1 : 1;
    return (a->name > b->name) - (a->name < b->name);
}

/* How likely it is, by how the names fit and what games say: 2, likely; 1, possible; 0, not worth a word. */
static uint8_t judge(GrNameFit fit, int points) {
    static const int likely[] = {99, 5, 5, 3, 0}, possible[] = {99, 3, 1, 0, -4};
    return points >= likely[fit] ? 2 : points >= possible[fit] ? 1 : 0;
}

static bool add_edge(GrSuggest *s, uint32_t a, uint32_t b, GrNameFit fit) {
    const GrEvidence evidence = gr_suggest_evidence(s, a, b);
    if (evidence.apart)
        return true;
    if (!gr_room(&s->edge, s->edges, 1, &s->edge_cap, sizeof *s->edge))
        return false;
    int points = gr_suggest_points(&evidence);
    uint8_t likely = judge(fit, points);
    if (likely == 2 && (s->name[a].mixed || s->name[b].mixed) && !evidence.same_fide)
        likely = 1;
    s->edge[s->edges++] = (GrEdge){a < b ? a : b, a < b ? b : a, (int8_t)fit, (int8_t)points, likely, false};
    return true;
}

static int compare_group(GrSuggest *s, const Entry *entry, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count && j - i <= MOST_COMPARED; j++) {
            const Entry *a = &entry[i], *b = &entry[j];
            if (a->initial && a->initial != b->initial)
                break;
            GrNameFit fit = a->name == b->name ? GR_NAMES_APART
                                               : gr_names_fit(&s->name[a->name].parts, &s->name[b->name].parts);
            if (fit != GR_NAMES_APART && !add_edge(s, a->name, b->name, fit))
                return gr_no_memory(s->error);
        }
    bool stops = s->work->stop && s->work->stop(s->work->context);
    return stops ? gr_fail(s->error, GR_ERR_STOPPED, "stopped") : 0;
}

static int by_names(const void *left, const void *right) {
    const GrEdge *a = left, *b = right;
    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

/* A pair may have been found by two words. */
static void drop_repeated(GrSuggest *s) {
    size_t kept = 0;
    if (s->edges)
        qsort(s->edge, s->edges, sizeof *s->edge, by_names);
    for (size_t i = 0; i < s->edges; i++)
        if (!i || by_names(&s->edge[i], &s->edge[i - 1]))
            s->edge[kept++] = s->edge[i];
    s->edges = kept;
}

int gr_suggest_pairs(GrSuggest *s) {
    Entries entries = {NULL, 0, 0};
    int code = 0;
    for (uint32_t i = 1; i <= s->folded.top && !code; i++)
        if (s->name[i].parts.words && !s->name[i].met_itself && !enter(&entries, &s->name[i].parts, i))
            code = gr_no_memory(s->error);
    if (entries.count)
        qsort(entries.entry, entries.count, sizeof *entries.entry, by_key);
    for (size_t i = 0, end; i < entries.count && !code; i = end) {
        for (end = i + 1; end < entries.count && entries.entry[end].key == entries.entry[i].key;)
            end++;
        code = compare_group(s, entries.entry + i, end - i);
    }
    free(entries.entry);
    drop_repeated(s);
    return code;
}
