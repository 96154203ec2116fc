/* Importing evaluations by others: those in the comments of PGN files, and those that lichess publishes
 * as lines of JSON.
 *
 * Only positions that the database has, in the main lines of the games selected, are taken. Files are
 * read as streams; of the database, 8 bytes for each different position are held. Evaluations are
 * stored as those of a judge by GR_BY_OTHERS: the deeper one of a position stays.
 */
#ifndef GR_ANALYSIS_ANNOTATE_TAKE_H
#define GR_ANALYSIS_ANNOTATE_TAKE_H

#include "analysis/engine/search.h"
#include "db/db.h"
#include "notation/eval_dialect.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef enum GrTakeKind {
    GR_TAKE_LISTING, /* positions of the database: done of total games */
    GR_TAKE_LISTED,  /* `done` different positions, held in `total` bytes */
    GR_TAKE_READING, /* done of total bytes of a file (total 0: not known) */
    GR_TAKE_FAULT,   /* a line of JSON is faulty, and passed over; or a file, then line is 0 */
    GR_TAKE_WARNING, /* something else worth saying of a line */
    GR_TAKE_GAME,    /* a game that was read, with its diagnostics */
    GR_TAKE_UNREAD   /* a game of the database cannot be read: `number` */
} GrTakeKind;

typedef struct GrTakeEvent {
    GrTakeKind kind;
    const char *file;
    uint32_t line, column;
    uint64_t number;      /* of the game */
    const GrGame *game;
    uint64_t done, total;
    const char *text;     /* of faults, warnings and games that cannot be read */
} GrTakeEvent;

typedef struct GrTakeJob {
    GrDb *db;                     /* open for writing */
    const GrSelection *selection; /* NULL: all games */
    uint32_t from_ply, to_ply;    /* positions after that many plies, both included */
    uint32_t shard, shards;       /* only positions of this shard; 1 and 1: all */
    const char *const *file;      /* "-": standard input */
    size_t files;
    const GrRules *rules;         /* of games and lines that do not name theirs; NULL: chess */
    GrEvalDialect dialect;        /* of comments */
    int save_ms;                  /* between two savings; 0: 5 seconds */
    GrStopCall stop;              /* may be NULL */
    void (*event)(void *user, const GrTakeEvent *event); /* may be NULL */
    void *user;                                          /* for both */
} GrTakeJob;

typedef struct GrTakeSummary {
    uint64_t read;   /* evaluations */
    uint64_t fitted; /* of positions of the database */
    uint64_t stored; /* of these; the others were no deeper than what is there */
    uint64_t lost;   /* of these: they could not be stored */
    uint64_t faulty; /* lines of JSON, and games with errors */
    uint64_t failed; /* files that cannot be read, or have neither games nor evaluations */
    uint64_t missing; /* of these, files that are not there */
    uint64_t unread; /* games of the database */
} GrTakeSummary;

/* Does the job. Faulty lines, games and files are not failures: see the summary, which is always
 * filled. GR_ERR_STOPPED if `stop` ended it: what was taken is saved. */
int gr_take_run(const GrTakeJob *job, GrTakeSummary *summary, GrError *error);

GR_END_DECLS

#endif
