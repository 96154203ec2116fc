/* The bytes of a file, a pipe or a text in memory, block by block, unpacked if they are compressed (their first bytes
 * say so). Internal to notation/.
 */
#ifndef GR_NOTATION_BYTES_H
#define GR_NOTATION_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "notation/text/unpack.h"
#include "rules/error.h"

/* The most that one read gives. */
enum { GR_BYTES_BLOCK = 128 * 1024 };

typedef struct GrBytes {
    char *path;                  /* for messages; NULL: memory */
    int fd;                      /* -1: memory */
    const char *memory;          /* what is left of it */
    size_t memory_len;
    uint64_t taken, size;        /* bytes of the file, as it stands: so far, and in all (0: not known) */
    bool (*stop)(void *user);    /* may be set: asked before each block, and while the file gives nothing */
    void *user;
    bool started;                /* the first block was asked for */
    GrUnpack *unpack;            /* NULL: the file is not compressed */
    unsigned char *raw;          /* a block as it was read, */
    const unsigned char *raw_in; /* and what is not used of it yet */
    size_t raw_len;
} GrBytes;

/* Opens a file, standard input for "-", or memory, which must stay as it is. gr_bytes_close is due even if it fails. */
int gr_bytes_open(GrBytes *bytes, const char *path, GrError *error);
int gr_bytes_open_memory(GrBytes *bytes, const char *text, size_t len, GrError *error);
void gr_bytes_close(GrBytes *bytes);

/* Up to GR_BYTES_BLOCK bytes. Returns how many; 0 at the end; a code below 0, GR_ERR_STOPPED once `stop` is true. */
ptrdiff_t gr_bytes_read(GrBytes *bytes, unsigned char *to, GrError *error);

/* Fills error with "FILE: why", without the file if it is memory, and returns the code. */
int gr_bytes_fail(const GrBytes *bytes, GrError *error, GrCode code, const char *why);

#endif
