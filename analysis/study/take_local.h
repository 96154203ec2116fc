/* The inside of taking in what others have judged. Internal to analysis/. */
#ifndef GR_ANALYSIS_TAKE_LOCAL_H
#define GR_ANALYSIS_TAKE_LOCAL_H

#include "analysis/study/annotate_take.h"
#include "analysis/study/keytable.h"
#include "analysis/study/walk.h"
#include "notation/text/source.h"

enum { TAKE_KEPT = 16384 }; /* evaluations that wait to be stored */

/* An evaluation that is to be stored. */
typedef struct Taken {
    size_t judge;
    const GrRules *rules;
    size_t number; /* in the order in which they came */
    GrEvaluation evaluation;
} Taken;

typedef struct Taking {
    const GrTakeJob *job;
    GrTakeSummary *summary;
    GrKeyTable keys;       /* marks of the positions that are wanted */
    const GrRules *salted; /* what `salt` makes marks of */
    uint64_t salt;
    char (*judge)[GR_JUDGE_TEXT]; /* by number */
    size_t judges;
    Taken *taken;          /* not yet stored */
    GrEvaluation *batch;
    size_t count;
    uint64_t stored;       /* in this transaction */
    int64_t saved;         /* when it was saved last */
    GrError *error;
} Taking;

void take_report(const Taking *t, const GrTakeEvent *event);
bool take_is_stopped(const Taking *t);

/* Is the position among those of the database? */
bool take_is_wanted(Taking *t, const GrPosition *pos);

/* The number of a judge of that name, which may come from a file. */
int take_judge(Taking *t, const char *name, size_t *number);

/* An evaluation of a position that is wanted. */
int take_evaluation(Taking *t, size_t judge, const GrPosition *pos, const GrVerdict *verdict);

/* Stores what was taken. */
int take_save(Taking *t);

/* take_pgn.c, take_lichess.c: take in a file that was peeked into; *of_file says whether a failure is
 * the file's. The first takes over the source. */
int take_pgn(Taking *t, GrSource *source, const char *file, bool *of_file);
int take_lichess(Taking *t, GrSource *source, const char *file, bool *of_file);

#endif
