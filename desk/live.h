/* Live lines: a stream of each tab, and the search whose lines it carries. Internal to desk/. */
#ifndef GR_DESK_LIVE_H
#define GR_DESK_LIVE_H

#include "analysis/engine/search.h"
#include "desk/local.h"

enum { LIVE_LINES = 10, LIVE_PLIES = 24, LIVE_MOVES = 10001 };

/* What is to be searched, and by whom. */
typedef struct LiveTask {
    GrPosition start, pos; /* of the game, and after its moves */
    GrMove *moves;         /* the task's */
    size_t count;
    GrMove *only;          /* moves to consider, the task's; NULL: all */
    size_t only_count;
    const char *engine;    /* GR_BUILTIN, or a command of the desk's */
    int lines, threads;
    bool idle;             /* nothing */
} LiveTask;

/* What was last heard of a line. */
typedef struct LiveLine {
    bool news;  /* since it was last told */
    GrLine line;
} LiveLine;

struct GrDeskStream {
    GrDesk *desk;
    bool jobs;                /* it tells of jobs, and has no search */
    GrBuffer heard;           /* what it told of them last */
    char id[40];              /* under the desk's lock; "" once another stream has it */
    pthread_t thread;
    pthread_mutex_t lock;     /* of what follows */
    pthread_cond_t change;    /* by the search: news; by others: another task, the end */
    bool closing;
    unsigned wanted;          /* the generation that is wanted */
    LiveTask task;            /* of the wanted one, until the search takes it */
    bool waiting;             /* it has not been taken, */
    int64_t asked;            /* and since when, by gr_now_ms */
    bool searching;           /* an engine that has begun is at work, and is to hear of it */
    unsigned running;         /* the generation that is searched, or was last; its position and lines: */
    GrPosition pos;
    LiveLine line[LIVE_LINES];
    uint64_t nodes;
    int64_t ms;
    bool done, done_told;
    char text[200];           /* why it failed; "" if it did not */
    bool fresh;               /* nothing was told of this search */
    int64_t due;              /* when the next message may come */
};

/* The thread of a stream, from its beginning to its end. */
void *desk_live_search(void *stream);

/* Has the stream of that name do a task, whose keys become the stream's; false if there is none. */
bool desk_live_ask(GrDesk *desk, const char *id, LiveTask *task, unsigned *generation);

/* Frees what a task owns. */
void desk_live_drop(LiveTask *task);

/* Adds what is new as a message; false if nothing is. Under the stream's lock. */
bool desk_live_tell(GrDeskStream *stream, GrBuffer *out);

#endif
