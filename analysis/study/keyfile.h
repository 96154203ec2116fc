/* A set of 64-bit keys in flat memory: new ones in a set, those before sorted in a temporary file, with the first key
 * of each page of it at hand. It takes 12 MB of memory, and 8 bytes of disk a key, twice that while both are merged.
 * Internal to analysis/. */
#ifndef GR_ANALYSIS_KEYFILE_H
#define GR_ANALYSIS_KEYFILE_H

#include <stdio.h>

#include "analysis/study/keyset.h"

enum {
    GR_KEYFILE_RECENT = 1 << 19, /* keys in memory, unless something else is said */
    GR_KEYFILE_PAGE = 512        /* keys that are read at a time */
};

/* One that is all zero is empty. */
typedef struct GrKeyFile {
    GrKeySet recent;
    size_t most;        /* keys in it; 0: GR_KEYFILE_RECENT. The caller's */
    FILE *file;         /* NULL: all keys are in the set */
    uint64_t count;     /* keys in the file */
    uint64_t *first;    /* of each page */
    size_t pages, cap;
} GrKeyFile;

/* Returns 1 if the key is new, 0 if it was there; GR_ERR_IO, with errno set, if the temporary file fails. */
int gr_keyfile_add(GrKeyFile *keys, uint64_t key);

/* Empties it. */
void gr_keyfile_free(GrKeyFile *keys);

#endif
