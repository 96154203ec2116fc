/* Queries asked of signatures (db/codec/signature.h). Internal to db/.
 */
#ifndef GR_DB_SIGNATURE_PLAN_H
#define GR_DB_SIGNATURE_PLAN_H

#include "db/index/signatures.h"
#include "db/query/query_match.h"
#include "db/query/query_phase.h"

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
    bool never;           /* the query is never found in them; all else is not set then */
    bool asks;            /* signatures are worth asking */
    bool whole, counts, ends; /* gr_plan_is_of_phases, gr_plan_counts_pieces, gr_plan_asks_for_ends */
    GrSignatureVariant variant;
} GrSignaturePlan;

void gr_signature_plan(GrSignaturePlan *of, const GrPlan *plan, const GrRules *rules);

/* The parts of a game's signature. */
typedef struct GrSignatureParts {
    unsigned traits;
    uint32_t last;               /* if it ends by checkmate or stalemate: its plies */
    bool material;               /* there were few pieces, and this is known: */
    uint32_t kinds;
    const uint8_t *kind, *event; /* numbers of pieces, and their changes up to a 0 */
    const uint8_t *plies, *end;  /* of the first position, the changes and the last one; the bytes end there */
} GrSignatureParts;

/* May a query be found in a game? 1, 0 or GR_ERR_MEMORY. Where the signature says all, the game is added
 * to the settled ones. */
int gr_signature_may_match(const GrSignaturePlan *plan, int64_t id, const GrSignatureParts *parts,
                           GrSettledGames *settled);

/* Takes games out of *set in which a query is not found, by its plans: one for each of the variants of
 * the database, in their order. *settled is added to. */
int gr_signatures_match(GrDb *db, GrPlan *const *plans, size_t count, GrGameSet *set, GrSettledGames *settled,
                        GrError *error);

#endif
