/* The transposition table. */
#include "analysis/engine/ttable.h"

#include <stdlib.h>

#include "rules/error.h"

/* data: move 29 bits, depth 8, bound 2, generation 8, score 16 (biased).
 * check: low 48 bits of the key, static evaluation 16 (biased); all XOR data. */
enum { BIAS = 32768, DEPTH_AT = 29, BOUND_AT = 37, GENERATION_AT = 39, SCORE_AT = 47 };

#define MOVE_MASK ((UINT64_C(1) << DEPTH_AT) - 1)

static uint64_t pack(const GrKnown *known, unsigned generation) {
    int depth = known->depth > GR_TABLE_DEPTH ? GR_TABLE_DEPTH : known->depth;
    return ((uint64_t)known->move & MOVE_MASK) | (uint64_t)depth << DEPTH_AT |
           (uint64_t)known->bound << BOUND_AT | (uint64_t)generation << GENERATION_AT |
           (uint64_t)(known->score + BIAS) << SCORE_AT;
}

static unsigned generation_of(uint64_t data) {
    return data >> GENERATION_AT & 255;
}

static int depth_of(uint64_t data) {
    return data >> DEPTH_AT & 255;
}

static uint64_t key_part(uint64_t key) {
    return key << 16;
}

/* The high bits of the key choose the bucket; the low 48 are checked. */
static GrTableSlot *bucket_of(const GrTable *table, uint64_t key) {
    __extension__ typedef unsigned __int128 Wide;
    return table->slot + (size_t)((Wide)key * table->buckets >> 64) * GR_BUCKET;
}

static void erase(GrTable *table) {
    for (size_t i = 0; i < table->buckets * GR_BUCKET; i++) {
        atomic_store_explicit(&table->slot[i].check, 0, memory_order_relaxed);
        atomic_store_explicit(&table->slot[i].data, 0, memory_order_relaxed);
    }
    table->generation = table->oldest = 1; /* 0 marks a slot never written */
}

int gr_table_resize(GrTable *table, size_t megabytes) {
    size_t buckets = megabytes * (1024 * 1024 / (GR_BUCKET * sizeof(GrTableSlot)));
    if (buckets == 0 || buckets > SIZE_MAX / (GR_BUCKET * sizeof(GrTableSlot)))
        return GR_ERR_MEMORY;
    GrTableSlot *slot = calloc(buckets * GR_BUCKET, sizeof *slot);
    if (!slot)
        return GR_ERR_MEMORY;
    free(table->slot);
    *table = (GrTable){.slot = slot, .buckets = buckets, .generation = 1, .oldest = 1};
    return 0;
}

void gr_table_free(GrTable *table) {
    free(table->slot);
    *table = (GrTable){0};
}

void gr_table_next(GrTable *table) {
    if (++table->generation >= GR_GENERATIONS)
        erase(table);
}

void gr_table_forget(GrTable *table) {
    gr_table_next(table);
    table->oldest = table->generation;
}

static bool counts(const GrTable *table, uint64_t data) {
    return generation_of(data) >= table->oldest;
}

bool gr_table_find(const GrTable *table, uint64_t key, GrKnown *known) {
    const GrTableSlot *slot = bucket_of(table, key);
    for (int i = 0; i < GR_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&slot[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot[i].check, memory_order_relaxed) ^ data;
        if ((check ^ key_part(key)) >> 16 || !counts(table, data))
            continue;
        known->move = (GrMove)(data & MOVE_MASK);
        known->depth = depth_of(data);
        known->bound = (GrBound)(data >> BOUND_AT & 3);
        known->score = (GrScore)(data >> SCORE_AT & 65535) - BIAS;
        known->eval = (GrScore)(check & 65535) - BIAS;
        return true;
    }
    return false;
}

/* What keeping a slot is worth: depth, less what lies behind by generations. */
static int worth(const GrTable *table, uint64_t data) {
    if (!counts(table, data))
        return -GR_GENERATIONS * 8;
    return depth_of(data) - 4 * (int)(table->generation - generation_of(data));
}

void gr_table_store(GrTable *table, uint64_t key, const GrKnown *known) {
    GrTableSlot *slot = bucket_of(table, key), *best = NULL;
    GrKnown entry = *known;
    int least = 0;
    for (int i = 0; i < GR_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&slot[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot[i].check, memory_order_relaxed) ^ data;
        if (!((check ^ key_part(key)) >> 16) && counts(table, data)) {
            if (entry.move == GR_NO_MOVE)
                entry.move = (GrMove)(data & MOVE_MASK);
            best = &slot[i];
            break;
        }
        if (!best || worth(table, data) < least) {
            best = &slot[i];
            least = worth(table, data);
        }
    }
    uint64_t data = pack(&entry, table->generation);
    uint64_t check = key_part(key) | (uint64_t)(entry.eval + BIAS);
    atomic_store_explicit(&best->check, check ^ data, memory_order_relaxed);
    atomic_store_explicit(&best->data, data, memory_order_relaxed);
}

unsigned gr_table_fill(const GrTable *table) {
    size_t sample = table->buckets * GR_BUCKET < 1000 ? table->buckets * GR_BUCKET : 1000;
    size_t used = 0;
    for (size_t i = 0; i < sample; i++) {
        uint64_t data = atomic_load_explicit(&table->slot[i].data, memory_order_relaxed);
        used += generation_of(data) == table->generation;
    }
    return sample ? (unsigned)(used * 1000 / sample) : 0;
}
