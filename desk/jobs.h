/* Work that goes on behind requests. Internal to desk/.
 *
 * A job is begun by a request, done by a thread with a connection of its own, watched, paused and stopped. What it is
 * told to do, and what it has come to once it has ended, stays in a file of the user's (jobs_kept.c), so that a desk
 * that is started again on the same database has it, paused or ended. To pause means to end where nothing is lost, and
 * to go on from what is in the database: a kind of job has to find that out by itself.
 *
 * While someone has lines searched, jobs leave the threads of that search free: each asks desk_job_places. */
#ifndef GR_DESK_JOBS_H
#define GR_DESK_JOBS_H

#include "analysis/engine/search.h"
#include "desk/local.h"

enum { JOBS_AT_A_TIME = 4, JOB_TEXT = 400, JOB_ASKED = 1 << 15, JOB_FIGURES = 8, JOB_NAME = 64, JOB_WORD = 24 };

typedef enum DeskJobState { JOB_RUNNING, JOB_PAUSED, JOB_DONE, JOB_STOPPED, JOB_FAILED } DeskJobState;

/* What a job is to do that runs. */
typedef enum DeskJobWish { JOB_GO_ON, JOB_PAUSE, JOB_STOP } DeskJobWish;

/* A number that a job has come to. */
typedef struct DeskFigure {
    char name[JOB_WORD];
    double value;
    int digits;
} DeskFigure;

/* What is to be judged, played, or learnt; kinds look at what they need. */
typedef struct DeskJobTask {
    GrSelection selection;
    GrQuery *query;
    const GrRules *rules;
    const char *engine[2]; /* GR_BUILTIN, or a command of the desk's */
    GrLimits limits;
    int64_t time, increment;
    int threads;
    bool remove, builtin;
    int64_t games, positions, random, epochs, width, seed;
} DeskJobTask;

typedef struct DeskJobKind {
    const char *name;
    bool writes;                                             /* its database is written to */
    bool (*read)(DeskCall *call, DeskJob *job);              /* takes the task from the body; false after refusing it */
    int (*work)(DeskJob *job, GrDb *db, GrError *error);     /* does it. GR_ERR_STOPPED where desk_job_stops says so */
    void (*drop)(DeskJob *job);                              /* removes what was kept to go on with; NULL: nothing is */
    const char *type, *policy; /* of the result, which is a page to be shown, or with no policy a file to be kept; NULL:
                                  there is none */
    const char *ending;        /* of the file in the desk's folder that has the result */
    bool stays;                /* that file outlives the job */
} DeskJobKind;

struct DeskJob {
    const DeskJobKind *kind;
    GrDesk *desk;
    unsigned number;
    DeskFile *file;
    DeskJobTask task;
    char *asked;          /* the body that it was begun by */
    char *command[2];     /* the engines that it named, as commands; NULL: none */
    bool again;           /* it comes from an earlier desk */
    bool unfit;           /* of an earlier desk, and cannot go on with this one: the text says why */
    int64_t begun;        /* seconds since 1970, another for each job of a database: its name there */
    int64_t ended;        /* the same; 0: not yet. Under the desk's lock */
    pthread_mutex_t lock; /* of what follows */
    DeskJobWish wish;
    DeskJobState state;
    char of[JOB_WORD];    /* what is counted */
    uint64_t done, total; /* total 0: not known */
    uint64_t from;        /* how many were done when this count began, */
    int64_t since;        /* and when, by gr_now_ms */
    DeskFigure figure[JOB_FIGURES];
    int figures;
    char text[JOB_TEXT];  /* what went wrong, or is worth saying, last */
    GrBuffer result;      /* what can be fetched; empty: nothing, or what the desk's folder has of it, */
    bool result_kept;     /* if it has */
    char result_name[JOB_NAME];
};

/* ---- jobs.c ---- */

/* Has all jobs end, and waits for them. */
void desk_jobs_end(GrDesk *desk);

/* Notes that lines are searched with so many threads more, or fewer. */
void desk_jobs_give_way(GrDesk *desk, int threads);

/* ---- jobs_room.c ---- */

/* Frees a job without a thread; NULL is fine. */
void desk_job_free(DeskJob *job);

/* Makes one that is to be read; NULL without memory. */
DeskJob *desk_job_new(GrDesk *desk, DeskFile *file);

/* A place for a job that was begun then: a free one as long as there are fewer than DESK_MOST_JOBS, or that of the oldest
 * one that has ended, which desk_job_forget is to clear, if that was begun before; -1 where there is none. Under the
 * desk's lock, as the two that follow. */
int desk_job_room(const GrDesk *desk, int64_t begun);

/* Any free place, for a job that must not be lost; -1 where there is none. */
int desk_job_place(const GrDesk *desk);

int desk_jobs_count(const GrDesk *desk);

/* The job, of that database or (NULL) of any, whose number is the lowest above that; NULL past the last one. */
DeskJob *desk_job_next(const GrDesk *desk, const DeskFile *file, unsigned number);

/* Takes the job at that place, if there is one and it has ended, out, and frees it. Under the desk's lock. */
void desk_job_leave(GrDesk *desk, int place);

DeskJobState desk_job_state(DeskJob *job);

/* A copy of what a job is asked, to be freed, on one line; NULL without memory. */
char *desk_job_line(const char *asked, size_t length);

/* The name of the file of a database's jobs in the desk's folder, and the whole path of the database, to be freed in any
 * case; false where there is no such database any more. */
bool desk_jobs_file(const DeskFile *file, char **path, char out[JOB_NAME]);

/* The name of a file in the desk's folder that belongs to the job. */
void desk_job_file(const DeskJob *job, const char *ending, char out[JOB_NAME]);

/* ---- jobs_work.c: what kinds of jobs use; from any of their threads ---- */

/* Are these to end? */
bool desk_job_stops(void *job);

/* How many of a job's threads may work now. */
int desk_job_places(void *job);

/* How far it is. A count of other things, or up to another total, is another count. */
void desk_job_progress(DeskJob *job, const char *of, uint64_t done, uint64_t total);

/* What is worth saying. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void desk_job_say(DeskJob *job, const char *format, ...);

/* What it has come to, in place of what was said under that name. */
void desk_job_figure(DeskJob *job, const char *name, double value, int digits);

/* ---- jobs_read.c: reading tasks; false after refusing the request ---- */

/* A whole number of the body, if it is there. */
bool desk_job_number(DeskCall *call, const char *name, int64_t low, int64_t high, int64_t *number);
bool desk_job_flag(DeskCall *call, const char *name, bool *flag);

/* Depth, nodes, movetime; and with `clock` time and increment. One of them must be there. */
bool desk_job_limits(DeskCall *call, DeskJob *job, bool clock);
bool desk_job_threads(DeskCall *call, DeskJob *job);

/* The nth engine, by its number among those of the desk, in the member of that name; without one the built-in one. */
bool desk_job_engine(DeskCall *call, DeskJob *job, const char *name, int n);

/* The array "sel", and the string "q". */
bool desk_job_selection(DeskCall *call, DeskJob *job);

/* The variant; with `needed` there must be one, else it is that of the file, which becomes a condition. */
bool desk_job_variant(DeskCall *call, DeskJob *job, bool needed);

/* ---- jobs_list.c ---- */

/* Adds a member "jobs", all there are. */
void desk_put_jobs(GrJson *json, GrDesk *desk);

/* ---- jobs_result.c ---- */

/* Keeps the result of a job, of these bytes, in the desk's folder; from the job's thread. */
int desk_job_keep_result(DeskJob *job, const void *bytes, size_t size, GrError *error);

/* Appends it to `out`, from memory or from there; under the desk's lock. GR_ERR_NOT_FOUND where there is none. */
int desk_job_result(DeskJob *job, GrBuffer *out, GrError *error);

/* Removes it from there, if it does not outlive its job. */
void desk_job_drop_result(const DeskJob *job);

/* ---- jobs_kept.c ---- */

/* Notes that what the jobs of a database are to do, or have come to, is to be kept. Under the desk's lock. */
void desk_jobs_keep(DeskFile *file);

/* Keeps all that was noted; without the desk's lock, as it waits for the disk. Where that fails the jobs that are not
 * done say so. */
void desk_jobs_write(GrDesk *desk);

/* Takes the job at that place, if there is one and it has ended, off the list, also of the desks to come (which is
 * noted). Under the desk's lock. */
void desk_job_forget(GrDesk *desk, int place);

/* Has the jobs of an earlier desk on that database again, paused where they have not ended. */
void desk_jobs_restore(GrDesk *desk, DeskFile *file);

/* ---- job_*.c ---- */

/* The kind of that name; NULL if there is none. */
const DeskJobKind *desk_job_kind(const char *name);

extern const DeskJobKind desk_job_annotate, desk_job_index, desk_job_dedupe, desk_job_report, desk_job_match,
    desk_job_train;

#endif
