/* Several threads that work on a database together: each makes pieces of it, numbered one after the
 * other, and the caller takes them in their order. Internal to db/.
 */
#ifndef GR_DB_WORKERS_H
#define GR_DB_WORKERS_H

#include "db/store/database.h"
#include "notation/buffer.h"

typedef struct GrWorkersJob {
    int jobs;       /* threads, from 1; with 1, and where there are no more, only the caller's */
    size_t count;   /* pieces */
    void *context;  /* given to the functions */
    /* Makes piece n into an empty buffer. Called by any of the threads, each with a database of its
     * own, which is in a transaction that reads (the caller's own: as it is). What the piece needs
     * beside the buffer is the context's business, by n. */
    int (*make)(void *context, GrDb *db, size_t n, GrBuffer *out, GrError *error);
    /* Takes piece n; called by the caller's thread, for n from 0 on. A failure ends the work. */
    int (*take)(void *context, size_t n, const GrBuffer *piece, GrError *error);
} GrWorkersJob;

/* Fails with the first code below 0 that a function returned. */
int gr_workers_run(GrDb *db, const GrWorkersJob *job, GrError *error);

#endif
