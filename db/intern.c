#include "db/intern.h"

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

/* FNV-1a. */
static uint32_t hash_of(const char *bytes, size_t len) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 16777619u;
    return hash;
}

uint32_t gr_intern_find(const GrIntern *in, const char *bytes, size_t len) {
    uint32_t hash = hash_of(bytes, len), mask = in->slots - 1;
    for (uint32_t i = hash & mask; in->slots && in->slot[i]; i = (i + 1) & mask) {
        const GrInternEntry *entry = &in->entry[in->slot[i]];
        if (entry->hash == hash && entry->len == len && !memcmp(entry->bytes, bytes, len))
            return in->slot[i];
    }
    return 0;
}

static void put_slot(GrIntern *in, uint32_t id) {
    uint32_t mask = in->slots - 1, i = in->entry[id].hash & mask;
    while (in->slot[i])
        i = (i + 1) & mask;
    in->slot[i] = id;
}

/* Keeps the table at most half full. */
static bool grow_slots(GrIntern *in) {
    if (in->used < in->slots / 2)
        return true;
    uint32_t slots = in->slots ? in->slots * 2 : 64;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (!slot)
        return false;
    free(in->slot);
    in->slot = slot;
    in->slots = slots;
    for (uint32_t id = 1; id <= in->top; id++)
        if (in->entry[id].bytes)
            put_slot(in, id);
    return true;
}

static bool grow_entries(GrIntern *in, uint32_t id) {
    if (id >= in->cap) {
        uint32_t cap = in->cap ? in->cap : 64;
        while (cap <= id)
            cap = cap > UINT32_MAX / 2 ? UINT32_MAX : cap * 2;
        GrInternEntry *entry = realloc(in->entry, cap * sizeof *entry);
        if (!entry)
            return false;
        in->entry = entry;
        in->cap = cap;
        memset(in->entry + in->top + (in->top > 0), 0,
               (cap - in->top - (in->top > 0)) * sizeof *entry);
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

int gr_intern_set(GrIntern *in, uint32_t id, const char *bytes, size_t len) {
    if (len >= UINT32_MAX || id == UINT32_MAX || !grow_slots(in) || !grow_entries(in, id))
        return GR_ERR_MEMORY;
    char *at = copy(in, bytes, len);
    if (!at)
        return GR_ERR_MEMORY;
    in->entry[id] = (GrInternEntry){at, (uint32_t)len, hash_of(bytes, len)};
    in->top = id > in->top ? id : in->top;
    in->used++;
    put_slot(in, id);
    return 0;
}
