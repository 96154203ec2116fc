/* A large set of evenly spread 64-bit keys that is made once: 8 bytes a key, and little more while it
 * is made. Internal to analysis/. */
#ifndef GR_ANALYSIS_KEYTABLE_H
#define GR_ANALYSIS_KEYTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One that is all zero is empty. */
typedef struct GrKeyTable {
    uint64_t *key;   /* sorted once it is finished */
    size_t count, cap;
    size_t *bucket;  /* where keys with these first bits begin: some 16 to a bucket */
    unsigned shift;  /* of a key to the number of its bucket */
} GrKeyTable;

/* The same key may be added again. Returns 0 or GR_ERR_MEMORY. */
int gr_keytable_add(GrKeyTable *table, uint64_t key);

/* After the last one has been added. */
int gr_keytable_finish(GrKeyTable *table);

/* Of a table that is finished. */
bool gr_keytable_has(const GrKeyTable *table, uint64_t key);

/* Bytes that it holds. */
uint64_t gr_keytable_bytes(const GrKeyTable *table);

void gr_keytable_free(GrKeyTable *table);

#endif
