/* A run of annotate_run.h, and what its files share. Internal to analysis/. */
#ifndef GR_ANALYSIS_ANNOTATE_LOCAL_H
#define GR_ANALYSIS_ANNOTATE_LOCAL_H

#include "analysis/study/annotate_pool.h"
#include "analysis/study/distinct.h"
#include "analysis/study/walk.h"

enum { GR_RUN_VARIANTS = 256 };

/* A position of a game, and White's chance in it if the judge has given a verdict. */
typedef struct GrVisited {
    int64_t game;
    uint32_t ply;
    GrPosition pos;
    uint64_t mark;
    bool known;
    double chance; /* 0 to 100; without meaning where not known */
} GrVisited;

typedef struct GrRun {
    const GrAnnotateJob *job;
    GrAnnotateSummary *summary;
    GrAnalyst *analyst;   /* until the pool has it */
    GrJudge judge;
    GrJudges judges;      /* whose verdicts would do */
    GrJudges family;      /* whose verdicts say where chances swing; empty if that is not asked */
    GrVisited before;     /* the last position that was visited for that, */
    GrWalkVisit *take;    /* and what to do with those that lie at a swing */
    GrGameSet only;       /* the games that the query finds */
    GrKeySet pending;     /* marks of positions that are asked and not saved, or set aside */
    GrDistinct distinct;
    uint64_t total;       /* positions to judge, if they were counted */
    bool about;
    GrPool pool;
    bool kept;            /* the engine's table is kept along a unit, and its last position judged first */
    GrUnit *found;        /* positions of a game that the walk has found, not yet in the pool */
    GrEvaluation *batch;  /* for saving: GR_POOL_KEPT */
    GrDone *done;         /* taken from the pool: the same */
    int64_t saved;        /* when it was saved last */
    bool plays[GR_RUN_VARIANTS];  /* does the engine play the nth variant, */
    bool noted[GR_RUN_VARIANTS];  /* and was it said that it does not? [0]: unknown to us */
    bool counting;        /* or listing */
    bool reporting;       /* of games that cannot be read */
    bool again;           /* the games are gone through once more */
    GrError *error;
} GrRun;

void gr_run_report(GrRun *run, const GrAnnotateEvent *event);
bool gr_run_stopped(const GrRun *run);

/* Reports how far the query is; for gr_walk_query. */
bool gr_run_stop_finding(void *context, int64_t id, int64_t last);

/* Counts the different positions to judge, and reports how many there are. */
int gr_run_count(GrRun *run);

/* A walk that puts them into the pool, but for the last ones, which stay in run->found. */
GrWalk gr_run_list(GrRun *run);

/* Gives run->take the positions at swings; a walk's `visit`. */
int gr_run_visit_swings(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                        uint64_t mark);

/* Hands what was found of a game to the workers. 1, 0 if there is no room for more, or a code. */
int gr_run_put_found(GrRun *run);

#endif
