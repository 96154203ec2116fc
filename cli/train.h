/* The inside of grimoire-train. */
#ifndef GR_CLI_TRAIN_H
#define GR_CLI_TRAIN_H

#include "analysis/study/match.h"
#include "analysis/train/classical.h"
#include "analysis/train/learn.h"
#include "analysis/train/selfplay.h"
#include "cli/common.h"

typedef struct Train {
    Cli *cli;
    const GrVariants *variants;
    const GrRules *rules;
    GrSelfplay play;
    GrLearn learn;
    GrClassical classical;
    const char *openings; /* the file that games begin with; NULL: none */
    bool played;          /* there were games to play */
    bool play_only;
    bool by_hand;        /* the evaluation by hand is to be fitted, not a network */
    uint32_t games;      /* of the match at most, 0: none */
    int64_t movetime;    /* in it, milliseconds */
    const char *against; /* the network to play against, see gr_search_set_net; NULL: the built-in one */
} Train;

/* The match of the network in `path` against the other one, at equal time. *taken: it has shown to be the
 * better one. Adds what came out to the recipe. Returns an exit status. */
int train_match(Train *train, const char *path, GrBuffer *recipe, bool *taken);

#endif
