/* Byte strings with numbers: each is kept once, found by its bytes or by its number. Internal. */
#ifndef GR_DB_INTERN_H
#define GR_DB_INTERN_H

#include <stddef.h>
#include <stdint.h>

typedef struct GrInternEntry {
    const char *bytes; /* NUL-terminated too; NULL: this number has no string (yet) */
    uint32_t len, hash;
} GrInternEntry;

typedef struct GrIntern {
    GrInternEntry *entry;  /* by number; entry[0] is unused */
    uint32_t top, cap;     /* numbers up to top have been set */
    uint32_t *slot;        /* hash table of numbers, 0: free; linear probing */
    uint32_t slots, used;
    struct GrInternChunk *chunk; /* where the strings lie */
    size_t size;           /* bytes of all strings */
} GrIntern;

/* A GrIntern that is all zero is empty. */
void gr_intern_free(GrIntern *in);

/* The number of a string, 0 if it is not there. */
uint32_t gr_intern_find(const GrIntern *in, const char *bytes, size_t len);

/* Keeps a copy of the string as number `id`, which is not 0 and has none yet. Strings should be
 * different; of equal ones, find gives any. Returns 0 or GR_ERR_MEMORY. */
int gr_intern_set(GrIntern *in, uint32_t id, const char *bytes, size_t len);

/* The string of a number, NULL if it has none. It stays where it is until gr_intern_free. */
static inline const char *gr_intern_get(const GrIntern *in, uint32_t id) {
    return id <= in->top && id ? in->entry[id].bytes : NULL;
}

#endif
