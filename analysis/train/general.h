/* Training the general network from games of many variants.
 *
 * It makes a network for any game in which each side has a royal piece and mate wins, one that nobody trained among
 * them, from what the pieces can do (analysis/engine/general.h has how). Its file is used like that of any network. */
#ifndef GR_ANALYSIS_LEARN_GENERAL_H
#define GR_ANALYSIS_LEARN_GENERAL_H

#include "analysis/train/learn.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* How a game was learnt: mean square errors as in GrLearnState, of positions of games that were kept apart. */
typedef struct GrGeneralLearnt {
    const GrVariant *variant;
    uint64_t positions;
    double first, last; /* before all learning, and now */
} GrGeneralLearnt;

typedef struct GrGeneralState {
    int epoch, epochs;
    double loss;              /* of the positions learnt from, in the last epoch */
    size_t games;             /* variants */
    GrGeneralLearnt *learnt;  /* of each */
} GrGeneralState;

/* Learns from all variants of the database that the general network may judge and that have positions enough. Of the
 * job count db, epochs, rate, decay, blend, lambda, seed, and the callbacks but for `epoch`, which `done` takes the
 * place of: it is called after each epoch. *bytes, to be freed by free, and *size are the network's file; its recipe is
 * the one that is given and a line for each game. 0 or a code: GR_ERR_NOT_FOUND if there is nothing to learn from,
 * GR_ERR_STOPPED. */
int gr_learn_general(const GrLearn *job, void (*done)(void *user, const GrGeneralState *state), const char *recipe,
                     void **bytes, size_t *size, GrError *error);

GR_END_DECLS

#endif
