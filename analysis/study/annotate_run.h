/* Having engines judge the positions of a database.
 *
 * Each different position of the games' main lines that has no verdict yet at this limit is given to
 * an engine, as one search, without its history and with its clocks set back; not those in which the
 * game is over. Verdicts go into the database every few seconds, in one transaction: whatever
 * kills the program, at most those seconds of work are lost, and the next run goes on from there.
 * Positions come in the order of the games. Memory does not grow with the database.
 *
 * With a swing, only those before and after a move at which White's chance (notation/judge/win_chance.h)
 * changed by that many points or more, by what the same judge, with whatever amount of its limit, has
 * said of the two. What is found may be another swing beside the first: the games are gone through
 * until no position is left that lies at one and is not judged at this limit.
 *
 * An engine that fails at a position (it crashes, hangs, prints without end, answers with an illegal
 * move or without a score) is restarted; the position is tried once more, and then set aside. An
 * engine that fails at one position after the other ends the run.
 */
#ifndef GR_ANALYSIS_ANNOTATE_RUN_H
#define GR_ANALYSIS_ANNOTATE_RUN_H

#include "analysis/study/analyst.h"
#include "db/db.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef enum GrAnnotateKind {
    GR_ANNOTATE_FINDING,  /* the query is run; done and total are numbers of games */
    GR_ANNOTATE_COUNTING, /* positions are being counted; done and total are numbers of games */
    GR_ANNOTATE_COUNTED,  /* they have been; total is how many are to be judged */
    GR_ANNOTATE_JUDGING,  /* done of total positions are judged or set aside */
    GR_ANNOTATE_NOTE,     /* something worth saying, but no fault */
    GR_ANNOTATE_ASIDE,    /* a position is set aside */
    GR_ANNOTATE_UNREAD    /* a game cannot be read */
} GrAnnotateKind;

typedef struct GrAnnotateEvent {
    GrAnnotateKind kind;
    int64_t game;         /* its number, 0: none */
    uint32_t ply;
    uint64_t done, total; /* total 0: not known */
    bool about;           /* the total is an estimate */
    const char *text;     /* of the last three kinds */
} GrAnnotateEvent;

typedef struct GrAnnotateJob {
    GrDb *db;                     /* open for writing */
    const GrSelection *selection; /* NULL: all games */
    const GrQuery *query;         /* NULL: none */
    uint32_t from_ply, to_ply;    /* positions after that many plies, both included */
    uint32_t shard, shards;       /* only positions of this shard, 1 .. shards; 1 and 1: all */
    double swing;                 /* points of White's chance, see above; 0: all positions */
    const char *engine;           /* GR_BUILTIN or a command */
    size_t hash;                  /* megabytes for each engine, 0: its default */
    GrLimits limits;              /* depth, nodes or movetime; and lines, up to GR_VERDICT_LINES */
    GrAnalystSetup setup;         /* its lines are taken from the limits */
    int jobs;                     /* engines at a time, 1 up */
    int save_ms;                  /* between two savings; 0: 5 seconds; below 0: after each position */
    bool count;                   /* count positions first, so that totals are known */
    size_t exactly;               /* positions counted exactly at most; 0: two million */
    GrStopCall stop;              /* asked in between; may be NULL. From all threads */
    int (*places)(void *user);    /* how many engines may judge now, asked after each position from all threads;
                                     NULL: all */
    void (*event)(void *user, const GrAnnotateEvent *event); /* by the caller's thread; or NULL */
    void *user;                                              /* for all of them */
} GrAnnotateJob;

typedef struct GrAnnotateSummary {
    bool started;    /* the engine was; otherwise nothing was done */
    uint64_t judged; /* positions, and their verdicts are in the database */
    uint64_t lost;   /* positions judged whose verdicts could not be stored */
    uint64_t known;  /* positions that had a verdict; only if they were counted, and */
    bool about;      /* this is an estimate */
    uint64_t aside;  /* positions at which the engine failed */
    uint64_t games;  /* gone through */
    uint64_t passed; /* games passed over: their variant is unknown, to us or to the engine */
    uint64_t unread; /* games that cannot be read */
} GrAnnotateSummary;

/* Does the job. Faulty games and positions set aside are not failures: see the summary, which is always
 * filled. Whatever it fails with, what was judged is saved, unless that is what fails. GR_ERR_STOPPED
 * if `stop` ended it (which is asked while it waits for other writers only by what gr_db_set_waiting sets);
 * GR_ERR_NOT_FOUND if a swing is asked for and the judge has no verdict yet; otherwise as
 * gr_analyst_open, gr_analyst_set_up and gr_evals_put. */
int gr_annotate_run(const GrAnnotateJob *job, GrAnnotateSummary *summary, GrError *error);

GR_END_DECLS

#endif
