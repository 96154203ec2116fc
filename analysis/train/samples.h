/* Positions to learn from: those of a database's games that have a score, with how their game ended.
 * Internal to analysis/. */
#ifndef GR_ANALYSIS_SAMPLES_H
#define GR_ANALYSIS_SAMPLES_H

#include "db/evals/evals.h"

/* A position that says something about evaluation: a quiet one, not in check and with nothing to place, in which
 * the move played was no capture and no promotion, and the score is no mate. */
typedef struct GrSample {
    const GrPosition *pos;
    GrScore score; /* from the view of the side to move */
    int points;    /* of the side to move: 2 it won, 1 a draw, 0 it lost; -1: no result */
    uint32_t ply;
    int64_t game;  /* number of the game: samples of one game are not independent */
} GrSample;

typedef struct GrSampling {
    GrDb *db;
    const GrRules *rules;
    /* Takes a sample; 0 to go on or a code, which ends it. */
    int (*take)(void *user, const GrSample *sample);
    bool (*stop)(void *user);                                     /* may be NULL */
    void (*progress)(void *user, uint64_t games, uint64_t total); /* may be NULL */
    void *user;
} GrSampling;

/* Gives each sample of the variant's games, game by game in the order of their numbers, each ply in
 * turn. Every judge counts, so that a new network can add to the games of an old one; of several on one position the
 * one with the most positions has its say. Needs 16 bytes a verdict for the time. Returns 0 or a code; GR_ERR_STOPPED;
 * GR_ERR_NOT_FOUND if there are no evaluations of such games. A damaged game is passed over. */
int gr_samples_each(const GrSampling *sampling, GrError *error);

#endif
