/* The inside of grimoire-train. */
#ifndef GR_CLI_TRAIN_H
#define GR_CLI_TRAIN_H

#include "analysis/study/match.h"
#include "analysis/train/classical.h"
#include "analysis/train/learn.h"
#include "analysis/train/selfplay.h"
#include "cli/common.h"

/* Options that were given. */
typedef enum TrainGiven {
    GIVEN_POSITIONS = 1, GIVEN_EPOCHS = 2, GIVEN_RATE = 4, GIVEN_ZONES = 8, GIVEN_MOVETIME = 16
} TrainGiven;

typedef struct Train {
    Cli *cli;
    const GrVariants *variants;
    const GrRules *rules;
    GrSelfplay play;
    GrLearn learn;
    GrClassical classical;
    int64_t time;         /* for all of it, in seconds; 0: as long as it takes */
    double began, until;  /* when it did, and when what is done now is to end, in seconds; `until` 0: at its own end */
    unsigned given;       /* bits of TrainGiven: what --time leaves as it is */
    uint64_t positions;   /* that this engine has scored */
    bool chosen;          /* the network to begin with is not the user's choice but train_size's */
    const char *openings; /* the file that games begin with; NULL: none */
    bool played;          /* there were games to play */
    bool play_only;
    bool by_hand;        /* the evaluation by hand is to be fitted, not a network */
    bool general;        /* the general network is to be made */
    uint32_t games;      /* of the match at most, 0: none */
    int64_t movetime;    /* in it, milliseconds */
    const char *against; /* the network to play against, see gr_search_set_net; NULL: the built-in one */
} Train;

/* Writes a network's file to where -o says. Returns an exit status. */
int train_write(Cli *cli, const void *bytes, size_t size);

/* Makes the general network from the games of the database. Returns an exit status. */
int train_general(Train *train);

/* A time such as "90s", "10m", "8h", of ten seconds or more; false if it is none. */
bool train_read_time(const char *text, int64_t *seconds);

/* With --time: chooses what the user has not chosen, so that it fits the time: the built-in network of these pieces to
 * begin with, if there is one; else how large the new one is. 0 or a code. */
int train_size(Train *train, GrError *error);

/* Are there so many positions to play for, and not only a time? */
static inline bool train_has_goal(const Train *train) {
    return !train->time || train->given & GIVEN_POSITIONS;
}

/* The same after all for a network that begins with nothing. */
void train_fresh(Train *train);

typedef enum TrainStage { TRAIN_PLAYS, TRAIN_LEARNS, TRAIN_TRIES } TrainStage;

/* A stage begins: with --time, playing and the match end when their time is over. */
void train_stage(Train *train, TrainStage stage);

/* Shall it stop, for a signal or because its time is over? In the form that the library takes, for a Train. */
bool train_stops(void *user);

/* The match of the network in `path` against the other one, at equal time. *taken: it has shown to be the
 * better one. Adds what came out to the recipe. Returns an exit status. */
int train_match(Train *train, const char *path, GrBuffer *recipe, bool *taken);

#endif
