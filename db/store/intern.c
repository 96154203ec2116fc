/* Strings stored once and numbered. */
#include "db/store/intern.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "rules/error.h"

enum { CHUNK = 1 << 16 };

typedef struct GrInternChunk {
    struct GrInternChunk *next;
    size_t used, size;
    char bytes[];
} GrInternChunk;

void gr_intern_free(GrIntern *in) {
    for (GrInternChunk *chunk = in->chunk, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    free(in->entry);
    free(in->slot);
    *in = (GrIntern){0};
}

/* Up to eight bytes as a number: all of them are in it, some perhaps twice. */
static inline uint64_t word(const char *bytes, size_t len) {
    const unsigned char *at = (const unsigned char *)bytes;
    uint32_t first, last;
    if (len < 4)
        return len ? at[0] | (uint64_t)at[len / 2] << 8 | (uint64_t)at[len - 1] << 16 : 0;
    memcpy(&first, bytes, 4);
    memcpy(&last, bytes + len - 4, 4);
    return first | (uint64_t)last << 32;
}

/* Eight bytes at a time; which order they have in a word does not matter, as no hash leaves the
 * program. */
uint32_t gr_intern_hash(const char *bytes, size_t len) {
    const uint64_t factor = 0x9E3779B97F4A7C15;
    uint64_t hash = len * factor;
    for (; len > 8; len -= 8, bytes += 8) {
        hash = (hash ^ word(bytes, 8)) * factor;
        hash ^= hash >> 32;
    }
    hash = (hash ^ word(bytes, len)) * factor;
    return (uint32_t)(hash >> 32);
}

void gr_intern_reach(const GrIntern *in, uint32_t hash) {
    if (in->slots)
        __builtin_prefetch(&in->slot[hash & (in->slots - 1)]);
}

void gr_intern_approach(const GrIntern *in, uint32_t hash) {
    if (in->slots && in->entry) /* a table may have slots before it has entries */
        __builtin_prefetch(&in->entry[in->slot[hash & (in->slots - 1)].id]);
}

void gr_intern_touch(const GrIntern *in, uint32_t hash) {
    uint32_t id = in->slots ? in->slot[hash & (in->slots - 1)].id : 0;
    if (id)
        __builtin_prefetch(in->entry[id].bytes);
}

uint32_t gr_intern_search(const GrIntern *in, const char *bytes, size_t len, uint32_t hash) {
    uint32_t mask = in->slots - 1;
    for (uint32_t i = hash & mask; in->slots && in->slot[i].id; i = (i + 1) & mask) {
        const GrInternEntry *entry = &in->entry[in->slot[i].id];
        if (in->slot[i].hash == hash && entry->len == len && !memcmp(entry->bytes, bytes, len))
            return in->slot[i].id;
    }
    return 0;
}

uint32_t gr_intern_find(const GrIntern *in, const char *bytes, size_t len) {
    return gr_intern_search(in, bytes, len, gr_intern_hash(bytes, len));
}

static void put_slot(GrIntern *in, GrInternSlot slot) {
    uint32_t mask = in->slots - 1, i = slot.hash & mask;
    while (in->slot[i].id)
        i = (i + 1) & mask;
    in->slot[i] = slot;
}

/* Keeps the table at most half full. */
static bool grow_slots(GrIntern *in) {
    if (in->used < in->slots / 2)
        return true;
    uint32_t had = in->slots, slots = had ? had * 2 : 64;
    GrInternSlot *old = in->slot, *slot = calloc(slots, sizeof *slot);
    if (!slot)
        return false;
    in->slot = slot;
    in->slots = slots;
    for (uint32_t i = 0; i < had; i++)
        if (old[i].id)
            put_slot(in, old[i]);
    free(old);
    return true;
}

static bool grow_entries(GrIntern *in, uint32_t id) {
    if (id >= in->cap) {
        uint32_t cap = in->cap ? in->cap : 64;
        while (cap <= id)
            cap = cap > UINT32_MAX / 2 ? UINT32_MAX : cap * 2;
        uint32_t had = in->entry ? in->top + 1 : 0;
        GrInternEntry *entry = had ? realloc(in->entry, cap * sizeof *entry) : calloc(cap, sizeof *entry);
        if (!entry)
            return false;
        if (had)
            memset(entry + had, 0, (cap - had) * sizeof *entry);
        in->entry = entry;
        in->cap = cap;
    }
    return true;
}

static char *copy(GrIntern *in, const char *bytes, size_t len) {
    GrInternChunk *chunk = in->chunk;
    if (!chunk || chunk->size - chunk->used <= len) {
        size_t size = len < CHUNK / 4 ? CHUNK : len + 1;
        chunk = malloc(sizeof *chunk + size);
        if (!chunk)
            return NULL;
        *chunk = (GrInternChunk){.next = in->chunk, .size = size};
        in->chunk = chunk;
    }
    char *at = chunk->bytes + chunk->used;
    memcpy(at, bytes, len);
    at[len] = '\0';
    chunk->used += len + 1;
    in->size += len + 1;
    return at;
}

int gr_intern_keep(GrIntern *in, uint32_t id, const char *bytes, size_t len) {
    if (len >= UINT32_MAX || id == UINT32_MAX || !grow_entries(in, id))
        return GR_ERR_MEMORY;
    char *at = copy(in, bytes, len);
    if (!at)
        return GR_ERR_MEMORY;
    in->entry[id] = (GrInternEntry){at, (uint32_t)len};
    in->top = id > in->top ? id : in->top;
    return 0;
}

int gr_intern_set(GrIntern *in, uint32_t id, const char *bytes, size_t len) {
    if (!grow_slots(in) || gr_intern_keep(in, id, bytes, len))
        return GR_ERR_MEMORY;
    in->used++;
    put_slot(in, (GrInternSlot){id, gr_intern_hash(bytes, len)});
    return 0;
}

int gr_intern_index(GrIntern *in) {
    uint32_t slots = 64;
    while (slots / 2 <= in->top && slots <= UINT32_MAX / 4)
        slots *= 2;
    GrInternSlot *slot = calloc(slots, sizeof *slot);
    if (!slot)
        return GR_ERR_MEMORY;
    free(in->slot);
    in->slot = slot;
    in->slots = slots;
    in->used = 0;
    for (uint32_t id = 1; id <= in->top; id++) {
        const GrInternEntry *entry = &in->entry[id];
        if (!entry->bytes)
            continue;
        put_slot(in, (GrInternSlot){id, gr_intern_hash(entry->bytes, entry->len)});
        in->used++;
    }
    return 0;
}

int gr_intern_expect(GrIntern *in, uint32_t count) {
    if (in->top || !count || count == UINT32_MAX)
        return 0;
    return grow_entries(in, count) ? 0 : GR_ERR_MEMORY;
}

int gr_intern_reserve(GrIntern *in, uint32_t id) {
    if (id == UINT32_MAX || !grow_entries(in, id))
        return GR_ERR_MEMORY;
    in->top = id > in->top ? id : in->top;
    return 0;
}
