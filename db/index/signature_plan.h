/* Queries asked of signatures (db/codec/signature.h). Internal to db/.
 */
#ifndef GR_DB_SIGNATURE_PLAN_H
#define GR_DB_SIGNATURE_PLAN_H

#include "db/index/signatures.h"
#include "db/query/run/match.h"
#include "db/query/plan/phase.h"

/* Games of which signatures say all that a query asks, in the order of their numbers. One that is all
 * zero is ready to be filled. */
typedef struct GrSettledGame {
    int64_t id;
    const GrRules *rules;
    uint32_t plies;
    size_t run, runs;     /* where its tests hold: for gr_matcher_runs */
} GrSettledGame;

typedef struct GrSettledGames {
    GrSettledGame *game;
    GrTestRun *run;
    size_t games, game_room, runs, run_room;
} GrSettledGames;

void gr_settled_free(GrSettledGames *settled);

/* NULL if the game is not among them. */
const GrSettledGame *gr_settled_find(const GrSettledGames *settled, int64_t id);

/* A plan, and what is known of the games of its variant. */
typedef struct GrSignaturePlan {
    const GrPlan *plan;
    bool never;           /* the query is never found in them; all else but by_traits is not set then */
    bool asks;            /* signatures are worth asking */
    bool whole, counts, promotes, ends; /* gr_plan_is_of_phases, gr_plan_counts_pieces, and so on */
    GrSignatureVariant variant;
    uint64_t tests;       /* a bit for each, */
    uint64_t never_with;  /* and for each number of pieces, but for royal ones, with which all tests fail */
    bool only_few;        /* found only if a test holds at a position with few pieces */
    uint8_t by_traits[256]; /* of which no more is known: may games have the query? */
} GrSignaturePlan;

enum { GR_SIGNATURE_PIECES = 64 }; /* numbers of pieces for which answers are kept */

enum { GR_SIGNATURE_UNASKED, GR_SIGNATURE_RULED_OUT, GR_SIGNATURE_LEFT_IN };

void gr_signature_plan(GrSignaturePlan *of, const GrPlan *plan, const GrRules *rules);

/* May a query be found in a game? 1, 0 or GR_ERR_MEMORY. Where the signature says all, the game is added
 * to the settled ones. */
int gr_signature_may_match(const GrSignaturePlan *plan, int64_t id, const GrSignatureParts *parts,
                           GrSettledGames *settled);

/* May games with these traits have the query, whatever else is known of them? */
bool gr_signature_traits_may(const GrSignaturePlan *plan, unsigned traits);

/* May a game in which pieces only went, by what there was at first and at last? */
bool gr_signature_ends_may(const GrSignaturePlan *plan, const GrSignatureParts *parts);

/* Takes games out of *set in which a query is not found, by its plans for games of these rules; games of others stay.
 * *settled is added to. */
int gr_signatures_match(GrDb *db, GrPlan *const *plans, const GrRules *const *rules, size_t count, GrGameSet *set,
                        GrSettledGames *settled, GrError *error);

#endif
