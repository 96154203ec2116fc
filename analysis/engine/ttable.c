/* The transposition table. */
#define _DEFAULT_SOURCE /* madvise, beyond POSIX */
#include "analysis/engine/ttable.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "rules/error.h"

/* data: move 31 bits, depth 7, bound 2, age 5, PV node 1, low bits of the epoch 2, score 16 (biased).
 * check: low 39 bits of the key, high bits of the epoch 9, static evaluation 16 (biased); all XOR
 * data. With what the choice of the bucket takes of the key, 57 bits of it count at 16 MB. */
enum { BIAS = 32768, DEPTH_AT = GR_MOVE_BITS, BOUND_AT = 38, AGE_AT = 40, PV_AT = 45, LOW_AT = 46, SCORE_AT = 48 };
enum { LOW_BITS = 2, HIGH_AT = 16, KEY_AT = 25 };
enum { AGES = 32, EPOCHS = GR_TABLE_EPOCHS };
enum { LINE = GR_BUCKET * sizeof(GrTableSlot) }; /* 64 bytes, as cache lines have */
enum { HUGE_PAGE = 2 << 20 };
enum { SHALLOWER = 4 }; /* plies by which a bound may be shallower than the entry that it replaces */

#define MOVE_MASK ((UINT64_C(1) << DEPTH_AT) - 1)

static uint64_t pack_data(const GrTable *table, const GrTableEntry *entry) {
    int depth = entry->depth > GR_TABLE_DEPTH ? GR_TABLE_DEPTH : entry->depth;
    uint64_t low = table->epoch & ((1U << LOW_BITS) - 1);
    return ((uint64_t)entry->move & MOVE_MASK) | (uint64_t)depth << DEPTH_AT |
           (uint64_t)entry->bound << BOUND_AT | (uint64_t)table->age << AGE_AT | (uint64_t)entry->pv << PV_AT |
           low << LOW_AT | (uint64_t)(entry->score + BIAS) << SCORE_AT;
}

static uint64_t pack_check(const GrTable *table, uint64_t key, GrScore eval) {
    uint64_t high = table->epoch >> LOW_BITS;
    return key << KEY_AT | high << HIGH_AT | (uint64_t)(eval + BIAS);
}

static unsigned epoch_of(uint64_t data, uint64_t check) {
    unsigned high = check >> HIGH_AT & ((1U << (KEY_AT - HIGH_AT)) - 1);
    return high << LOW_BITS | (data >> LOW_AT & ((1U << LOW_BITS) - 1));
}

/* How many searches ago it was written, as far as 32 go round: an entry that looks older than it is, or
 * younger, is replaced a little sooner or later. */
static int age_of(const GrTable *table, uint64_t data) {
    return (int)((table->age - (data >> AGE_AT)) & (AGES - 1));
}

static int depth_of(uint64_t data) {
    return data >> DEPTH_AT & GR_TABLE_DEPTH;
}

/* The two words of a slot, as far as they belong together. */
static uint64_t load(const GrTableSlot *slot, uint64_t *check) {
    uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
    *check = atomic_load_explicit(&slot->check, memory_order_relaxed) ^ data;
    return data;
}

static bool is_of(uint64_t check, uint64_t key) {
    return check >> KEY_AT == key << KEY_AT >> KEY_AT;
}

/* The high bits of the key choose the bucket; the low 48 are checked. */
static GrTableSlot *bucket_of(const GrTable *table, uint64_t key) {
    __extension__ typedef unsigned __int128 Wide;
    return table->slot + (size_t)((Wide)key * table->buckets >> 64) * GR_BUCKET;
}

/* Erases one part of as many as there are epochs, so that nothing is left of an epoch by the time
 * its number comes round again. */
static void sweep(GrTable *table) {
    size_t share = table->buckets / (EPOCHS - 1) + 1, from = share * (table->epoch - 1);
    size_t end = from + share < table->buckets ? from + share : table->buckets;
    for (size_t i = from * GR_BUCKET; i < end * GR_BUCKET; i++) {
        atomic_store_explicit(&table->slot[i].check, 0, memory_order_relaxed);
        atomic_store_explicit(&table->slot[i].data, 0, memory_order_relaxed);
    }
}

/* Nearly every look-up misses the processor's caches; with small pages it also misses its list of
 * pages. A hint only: where it is not heeded, all works as well, but slower. */
static void ask_for_huge_pages(void *memory, size_t size) {
#ifdef MADV_HUGEPAGE
    if (size >= HUGE_PAGE)
        (void)madvise(memory, size / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)size;
#endif
}

int gr_table_resize(GrTable *table, size_t megabytes) {
    size_t buckets = megabytes * (1024 * 1024 / (GR_BUCKET * sizeof(GrTableSlot)));
    if (buckets == 0 || buckets > (SIZE_MAX - HUGE_PAGE) / LINE)
        return GR_ERR_MEMORY;
    size_t size = buckets * LINE, unit = size >= HUGE_PAGE ? HUGE_PAGE : LINE;
    void *memory = calloc(1, size + unit); /* the system's own zeros: no page is touched */
    if (!memory)
        return GR_ERR_MEMORY;
    free(table->memory);
    *table = (GrTable){.memory = memory, .buckets = buckets, .epoch = 1};
    table->slot = (GrTableSlot *)(((uintptr_t)memory + unit - 1) / unit * unit);
    ask_for_huge_pages(table->slot, size);
    return 0;
}

void gr_table_free(GrTable *table) {
    free(table->memory);
    *table = (GrTable){0};
}

void gr_table_next(GrTable *table) {
    table->age = (table->age + 1) % AGES;
}

void gr_table_forget(GrTable *table) {
    table->epoch = table->epoch + 1 < EPOCHS ? table->epoch + 1 : 1;
    sweep(table);
}

bool gr_table_find(const GrTable *table, uint64_t key, GrTableEntry *entry) {
    const GrTableSlot *slot = bucket_of(table, key);
    for (int i = 0; i < GR_BUCKET; i++) {
        uint64_t check, data = load(&slot[i], &check);
        if (!is_of(check, key) || epoch_of(data, check) != table->epoch)
            continue;
        entry->move = (GrMove)(data & MOVE_MASK);
        entry->depth = depth_of(data);
        entry->bound = (GrBound)(data >> BOUND_AT & 3);
        entry->pv = data >> PV_AT & 1;
        entry->score = (GrScore)(data >> SCORE_AT & 65535) - BIAS;
        entry->eval = (GrScore)(check & 65535) - BIAS;
        return true;
    }
    return false;
}

/* What keeping a slot is worth: depth, less what lies behind by searches. */
static int worth(const GrTable *table, uint64_t data, uint64_t check) {
    if (epoch_of(data, check) != table->epoch)
        return INT_MIN;
    return depth_of(data) - 4 * age_of(table, data);
}

void gr_table_store(GrTable *table, uint64_t key, const GrTableEntry *given) {
    GrTableSlot *slot = bucket_of(table, key), *best = NULL;
    GrTableEntry entry = *given;
    int least = 0;
    for (int i = 0; i < GR_BUCKET; i++) {
        uint64_t check, old = load(&slot[i], &check);
        if (is_of(check, key) && epoch_of(old, check) == table->epoch) {
            if (entry.bound != GR_BOUND_EXACT && entry.depth + SHALLOWER < depth_of(old) && age_of(table, old) == 0)
                return;
            if (entry.move == GR_NO_MOVE)
                entry.move = (GrMove)(old & MOVE_MASK);
            best = &slot[i];
            break;
        }
        int value = worth(table, old, check);
        if (!best || value < least) {
            best = &slot[i];
            least = value;
        }
    }
    uint64_t data = pack_data(table, &entry);
    uint64_t check = pack_check(table, key, entry.eval);
    atomic_store_explicit(&best->check, check ^ data, memory_order_relaxed);
    atomic_store_explicit(&best->data, data, memory_order_relaxed);
}

void gr_table_prefetch(const GrTable *table, uint64_t key) {
    __builtin_prefetch(bucket_of(table, key));
}

unsigned gr_table_fill(const GrTable *table) {
    size_t sample = table->buckets * GR_BUCKET < 1000 ? table->buckets * GR_BUCKET : 1000;
    size_t used = 0;
    for (size_t i = 0; i < sample; i++) {
        uint64_t check, data = load(&table->slot[i], &check);
        used += epoch_of(data, check) == table->epoch && age_of(table, data) == 0;
    }
    return sample ? (unsigned)(used * 1000 / sample) : 0;
}
