/* The evaluation by hand, fitted to the games of a database: what `grimoire train --classical` does. */
#ifndef GR_ANALYSIS_CLASSICAL_H
#define GR_ANALYSIS_CLASSICAL_H

#include "db/store/database.h"
#include "notation/buffer.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrClassical {
    GrDb *db;
    const GrRules *rules;
    const char *start; /* file of an evaluation to begin with; NULL: the built-in one, or a guess */
    double results;    /* how much results count beside scores: 0 to 1; 0.5 is usual */
    double spread;     /* how far a weight may move that no position determines; 30 is usual */
    unsigned epochs;   /* how often all positions are gone through; 30 are usual */
    uint64_t seed;
    int threads;              /* 1 up */
    bool (*stop)(void *user); /* may be NULL */
    /* While games are read: how many of how many. Later, epoch by epoch: the loss of the positions learnt
     * from and of those that test it. Both may be NULL. */
    void (*reading)(void *user, uint64_t games, uint64_t total);
    void (*learning)(void *user, unsigned epoch, double loss, double test);
    void *user;
} GrClassical;

typedef struct GrClassicalResult {
    uint64_t positions, tests; /* learnt from; held back */
    double scale;              /* centipawns: the lead that gives a chance of 0.73 */
    double before, after;      /* mean loss of the tests, in nats */
} GrClassicalResult;

/* Can the file to begin with be read? GR_ERR_SYNTAX, with file, line and column, if it is faulty. */
int gr_classical_check(const GrClassical *job, GrError *error);

/* Fits the evaluation to the variant's positions that have a score, and appends it to `out` as text
 * (analysis/engine/weights_text.h). Memory: about 300 bytes a position. Returns 0 or a code:
 * GR_ERR_NOT_FOUND if there are no such positions, GR_ERR_SYNTAX for a faulty file, GR_ERR_STOPPED. */
int gr_train_classical(const GrClassical *job, GrClassicalResult *result, GrBuffer *out,
                       GrError *error);

GR_END_DECLS

#endif
