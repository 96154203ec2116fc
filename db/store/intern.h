/* Byte strings with numbers: each is kept once, found by its bytes or by its number. Internal. */
#ifndef GR_DB_INTERN_H
#define GR_DB_INTERN_H

#include <stddef.h>
#include <stdint.h>

typedef struct GrInternEntry {
    const char *bytes; /* NUL-terminated too; NULL: this number has no string (yet) */
    uint32_t len;
} GrInternEntry;

typedef struct GrInternSlot {
    uint32_t id; /* 0: free */
    uint32_t hash;
} GrInternSlot;

typedef struct GrIntern {
    GrInternEntry *entry;  /* by number; entry[0] is unused */
    uint32_t top, cap;     /* numbers up to top have been set or reserved */
    GrInternSlot *slot;    /* hash table of numbers; linear probing */
    uint32_t slots, used;
    struct GrInternChunk *chunk; /* where the strings lie */
    size_t size;           /* bytes of all strings */
} GrIntern;

/* A GrIntern that is all zero is empty. */
void gr_intern_free(GrIntern *in);

/* The number of a string, 0 if it is not there. */
uint32_t gr_intern_find(const GrIntern *in, const char *bytes, size_t len);

/* The same in steps, for callers that look up several strings: in a large table each step has to
 * wait for memory, and the waits of all strings can be one. First the hash of each, then reach, then approach,
 * then touch, then the search itself, which does not need the three before it. */
uint32_t gr_intern_hash(const char *bytes, size_t len);
void gr_intern_reach(const GrIntern *in, uint32_t hash);
void gr_intern_approach(const GrIntern *in, uint32_t hash);
void gr_intern_touch(const GrIntern *in, uint32_t hash);
uint32_t gr_intern_search(const GrIntern *in, const char *bytes, size_t len, uint32_t hash);

/* Keeps a copy of the string as number `id`, which is not 0 and has none yet. Strings should be
 * different; of equal ones, find gives any. */
int gr_intern_set(GrIntern *in, uint32_t id, const char *bytes, size_t len);

/* As gr_intern_set, but the string is found only after gr_intern_index, which makes all that there are found by their
 * bytes: it takes half of the time and most of the memory, and many are only asked for by their number. */
int gr_intern_keep(GrIntern *in, uint32_t id, const char *bytes, size_t len);
int gr_intern_index(GrIntern *in);

/* Reserves room for `count` numbers in an empty one, so that it need not grow step by step. 0 or GR_ERR_MEMORY. */
int gr_intern_expect(GrIntern *in, uint32_t count);

/* The number is taken, even if it has no string. */
int gr_intern_reserve(GrIntern *in, uint32_t id);

/* The string of a number, NULL if it has none. It stays where it is until gr_intern_free. */
static inline const char *gr_intern_get(const GrIntern *in, uint32_t id) {
    return id <= in->top && id ? in->entry[id].bytes : NULL;
}

/* The steps towards a string that is asked for by its number, as the two above. */
static inline void gr_intern_reach_number(const GrIntern *in, uint32_t id) {
    if (id <= in->top)
        __builtin_prefetch(&in->entry[id]);
}

static inline void gr_intern_touch_number(const GrIntern *in, uint32_t id) {
    const char *bytes = gr_intern_get(in, id);
    if (bytes)
        __builtin_prefetch(bytes);
}

#endif
