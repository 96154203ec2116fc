/* Engines at work on positions, a thread each: the inside of annotate_run.h. Internal to analysis/.
 *
 * One thread, the caller's, puts positions in and takes verdicts out; only that one knows of a
 * database.
 */
#ifndef GR_ANALYSIS_ANNOTATE_POOL_H
#define GR_ANALYSIS_ANNOTATE_POOL_H

#include <pthread.h>
#include <stdatomic.h>

#include "analysis/study/annotate_run.h"

enum {
    GR_POOL_UNITS = 1024,     /* most units that wait, */
    GR_POOL_POSITIONS = 4096, /* positions that wait before no further unit is added */
    GR_POOL_KEPT = 16384,     /* most verdicts that wait to be saved */
    GR_POOL_THREADS = 256,
    GR_UNIT = 32,             /* positions of a unit, */
    GR_SMALL_UNIT = 8         /* and of one where nothing is kept from one to the next, or by chance */
};

/* A position to be judged. */
typedef struct GrAsk {
    GrPosition pos;
    int64_t game; /* in which it was met, */
    uint32_t ply; /* and where */
} GrAsk;

/* Positions of one game that one worker judges, in this order: so the built-in engine, whose table is
 * kept along them, gives the same whatever the number of workers. */
typedef struct GrUnit {
    int count, next; /* next: to be judged; those before it are done */
    GrAsk ask[];     /* up to GR_UNIT */
} GrUnit;

/* A position that was judged, or at which the engine failed. */
typedef struct GrDone {
    const GrRules *rules;
    GrEvaluation evaluation;
} GrDone;

typedef struct GrAside {
    GrAsk ask;
    GrError why;
} GrAside;

typedef struct GrPool {
    const GrAnnotateJob *job;
    const char *name;      /* of the engine, as all of them must say */
    GrAnalyst *first;      /* started already; a worker takes it */
    atomic_bool quit;      /* all threads are to end */
    pthread_mutex_t lock;  /* guards what follows */
    pthread_cond_t more;   /* there is something for workers */
    pthread_cond_t news;   /* there is something for the caller */
    GrUnit *unit[GR_POOL_UNITS]; /* a ring, */
    size_t head, units;    /* its oldest, and how many there are */
    size_t positions;      /* in them */
    GrUnit **back;         /* given back by workers that have ended or wait for a place: room for one each */
    size_t backs;
    int busy;              /* workers that have a unit */
    int workers;           /* that have not ended */
    int begun;             /* workers that have begun */
    GrDone *done;          /* judged: room for GR_POOL_KEPT, then workers wait */
    size_t dones;
    GrAside *aside;
    size_t asides, aside_cap;
    bool succeeded;        /* some engine has judged some position */
    int row;               /* failures since */
    int code;              /* a failure that ends the run */
    GrError error;
    pthread_t thread[GR_POOL_THREADS];
    int started;
} GrPool;

/* Starts that many workers; `first` is taken over. gr_pool_close undoes it, whether it failed or not. */
int gr_pool_open(GrPool *pool, const GrAnnotateJob *job, int threads, const char *name,
                 GrAnalyst *first, GrError *error);
void gr_pool_close(GrPool *pool);

/* Makes the workers end soon; waits until they have. */
void gr_pool_quit(GrPool *pool);
void gr_pool_join(GrPool *pool);

/* annotate_work.c: what a worker does. */
void *gr_pool_work(void *pool);

#endif
