/* Annotating the games of a database, in as many threads as wanted.
 *
 * A game is written when it is finished, and every few seconds while it is worked on, each time in
 * a transaction of its own and into the game as it stands in the database by then. Whatever kills
 * the program, at most those seconds of work are lost, and the next run goes on from there.
 */
#ifndef GR_ANALYSIS_ANNOTATE_RUN_H
#define GR_ANALYSIS_ANNOTATE_RUN_H

#include "analysis/study/annotate.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef enum GrAnnotateKind {
    GR_ANNOTATE_GAME, /* a game is through; text is NULL */
    GR_ANNOTATE_NOTE, /* something worth saying about a game, but no fault */
    GR_ANNOTATE_FAULT /* a game could not be annotated, or not to its end */
} GrAnnotateKind;

typedef struct GrAnnotateEvent {
    GrAnnotateKind kind;
    int64_t game;        /* its number */
    int64_t done, total; /* numbers of the database gone through so far, and all */
    int code;             /* GR_ANNOTATE_FAULT: what went wrong; else 0 */
    const char *text;
} GrAnnotateEvent;

typedef struct GrAnnotateJob {
    const char *path; /* the database */
    const GrVariants *variants;
    const char *engine;    /* GR_BUILTIN or a command */
    size_t hash;           /* megabytes for each thread's engine, 0: its default */
    GrLimits limits;       /* depth, nodes or movetime */
    int64_t shard, shards; /* only games with (number - 1) % shards == shard - 1 */
    int threads;           /* 1 up */
    bool overwrite;        /* annotate games with evaluations of others too, replacing those */
    int save_ms;           /* between two writings of an unfinished game; 0: 10 seconds */
    GrStopCall stop;       /* asked in between; may be NULL. From all threads */
    void (*event)(void *user, const GrAnnotateEvent *event); /* by one thread at a time; or NULL */
    void *user;                                              /* for both */
} GrAnnotateJob;

typedef struct GrAnnotateSummary {
    int64_t annotated; /* games finished in this run */
    int64_t before;    /* games that were finished already */
    int64_t skipped;   /* without moves, of unknown variant, or with others' evaluations */
    int64_t faulty;    /* games reported as GR_ANNOTATE_FAULT */
    int64_t positions; /* judged */
} GrAnnotateSummary;

/* Does the job. Faulty games are no failure; what was unfinished when it was stopped is saved.
 * Fails where gr_db_open, gr_db_replace_game or gr_analyst_open make going on useless. The summary is
 * always filled. */
int gr_annotate_run(const GrAnnotateJob *job, GrAnnotateSummary *summary, GrError *error);

GR_END_DECLS

#endif
