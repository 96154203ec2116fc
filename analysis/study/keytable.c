/* A large set of evenly spread 64-bit keys that is made once. */
#include "analysis/study/keytable.h"

#include <stdlib.h>

#include "rules/error.h"

enum { FIRST = 1 << 16, BUCKET = 16 };

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Sorts the keys and leaves one of each. */
static void tidy(GrKeyTable *table) {
    size_t kept = 0;
    if (table->count)
        qsort(table->key, table->count, sizeof *table->key, compare);
    for (size_t i = 0; i < table->count; i++)
        if (!kept || table->key[kept - 1] != table->key[i])
            table->key[kept++] = table->key[i];
    table->count = kept;
}

/* Openings are the same in many games: the table grows only where that does not make room enough. */
static int make_room(GrKeyTable *table) {
    tidy(table);
    if (table->cap && table->count < table->cap / 4 * 3)
        return 0;
    size_t cap = table->cap ? table->cap / 2 * 3 : FIRST;
    uint64_t *key = realloc(table->key, cap * sizeof *key);
    if (!key)
        return GR_ERR_MEMORY;
    table->key = key;
    table->cap = cap;
    return 0;
}

int gr_keytable_add(GrKeyTable *table, uint64_t key) {
    if (table->count == table->cap && make_room(table) != 0)
        return GR_ERR_MEMORY;
    table->key[table->count++] = key;
    return 0;
}

int gr_keytable_finish(GrKeyTable *table) {
    size_t buckets = 1;
    tidy(table);
    if (table->count) { /* what was held ready is given back, if that can be */
        uint64_t *key = realloc(table->key, table->count * sizeof *key);
        table->key = key ? key : table->key;
        table->cap = key ? table->count : table->cap;
    }
    table->shift = 64;
    while (table->shift > 24 && buckets * BUCKET < table->count) {
        buckets *= 2;
        table->shift--;
    }
    table->bucket = calloc(buckets + 1, sizeof *table->bucket);
    if (!table->bucket)
        return GR_ERR_MEMORY;
    for (size_t b = 0, i = 0; b < buckets; b++) {
        table->bucket[b] = i;
        while (i < table->count && (table->shift == 64 || table->key[i] >> table->shift == b))
            i++;
    }
    table->bucket[buckets] = table->count;
    return 0;
}

bool gr_keytable_has(const GrKeyTable *table, uint64_t key) {
    size_t b = table->shift == 64 ? 0 : (size_t)(key >> table->shift);
    size_t from = table->bucket[b], to = table->bucket[b + 1];
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (table->key[middle] == key)
            return true;
        if (table->key[middle] < key)
            from = middle + 1;
        else
            to = middle;
    }
    return false;
}

uint64_t gr_keytable_bytes(const GrKeyTable *table) {
    uint64_t buckets = table->shift == 64 ? 1 : UINT64_C(1) << (64 - table->shift);
    return table->cap * sizeof *table->key + (buckets + 1) * sizeof *table->bucket;
}

void gr_keytable_free(GrKeyTable *table) {
    free(table->key);
    free(table->bucket);
    *table = (GrKeyTable){0};
}
