/* Work that goes on behind requests. Internal to desk/. */
#ifndef GR_DESK_JOBS_H
#define GR_DESK_JOBS_H

#include "analysis/study/annotate_run.h"
#include "desk/local.h"

enum { JOBS_AT_A_TIME = 4, JOB_TEXT = 200 };

typedef enum DeskJobState { JOB_RUNNING, JOB_DONE, JOB_STOPPED, JOB_FAILED } DeskJobState;

/* Having the positions of games judged. */
struct DeskJob {
    GrDesk *desk;
    unsigned number;
    DeskFile *file;
    GrSelection selection;
    GrQuery *query;
    const char *engine;       /* GR_BUILTIN or a command of the desk's */
    GrLimits limits;
    int threads;
    pthread_t thread;
    pthread_mutex_t lock;     /* of what follows */
    bool stop;
    DeskJobState state;
    bool counting;            /* done and total are of games, else of positions */
    uint64_t done, total;     /* total 0: not known */
    uint64_t judged, aside;
    char text[JOB_TEXT];      /* what went wrong, or is worth saying, last */
};

/* Adds a member "jobs", all there are. */
void desk_put_jobs(GrJson *json, GrDesk *desk);

/* Has all jobs end, and waits for them. */
void desk_jobs_end(GrDesk *desk);

#endif
