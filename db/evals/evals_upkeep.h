/* Checking the evaluations of a database, and making their blocks full. Internal to db/. */
#ifndef GR_DB_EVALS_UPKEEP_H
#define GR_DB_EVALS_UPKEEP_H

#include "db/evals/evals.h"
#include "db/store/internal.h"

/* Checks every block: its checksum, order, ranges, judges, numbers and squares; and the number of
 * positions of each judge. `fault` is called for each fault; *sound is how many evaluations can be read. */
typedef struct GrEvalsCheck {
    void *context;
    void (*fault)(void *context, const char *text);
    bool (*stop)(void *context); /* may be NULL; given the context, too */
    uint64_t sound;
} GrEvalsCheck;
int gr_evals_check(GrDb *db, GrEvalsCheck *check, GrError *error);

/* What was lost. */
typedef struct GrEvalsDropped {
    uint64_t blocks;      /* that could not be read: nobody knows how many evaluations they had */
    uint64_t evaluations; /* others: damaged, or by a judge or of a variant that the tables do not have */
} GrEvalsDropped;

/* Writes what could be set right of wrong bytes, puts blocks that are in a wrong place into their own, closes
 * gaps, repacks the blocks of each family and variant where less than 15 in 16 of their pages is
 * used, and counts the positions of the judges; in a transaction. What cannot be read is dropped: unlike
 * games, evaluations can be made again. But as long as the judges or variants themselves cannot be read,
 * nothing is dropped for the lack of one. */
int gr_evals_optimise(GrDb *db, const GrWork *work, GrEvalsDropped *dropped, GrError *error);

#endif
