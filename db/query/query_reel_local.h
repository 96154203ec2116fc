/* A reel while it is asked about. Internal to the query language. */
#ifndef GR_DB_QUERY_REEL_LOCAL_H
#define GR_DB_QUERY_REEL_LOCAL_H

#include "db/query/query_compiled.h"
#include "db/query/query_rays.h"
#include "db/query/query_reel.h"

enum { REEL_FOURS = GR_REEL_PLIES / 4 };

/* A set of squares at each ply. */
typedef struct ReelSet {
    QueryLanes at[REEL_FOURS];
} ReelSet;

/* How pieces attack, each as at least one of these. */
typedef enum ReelWay { REEL_ORTH, REEL_DIAG, REEL_PAWN, REEL_KNIGHT, REEL_KING, REEL_WAYS } ReelWay;

typedef struct Reel {
    const GrPlan *plan;
    unsigned fours;                /* of plies */
    uint64_t plies;                /* bits: those that there are */
    ReelSet word[GR_SKETCH_WORDS]; /* of rows */
    ReelSet empty;
    const ReelSet *way[REEL_WAYS]; /* pieces by how they attack */
    ReelSet room[REEL_WAYS];
    unsigned attacks, pins;        /* bits by side: these are known: */
    ReelSet attacked[2];           /* what all pieces of a side attack, */
    ReelSet pinned[2];             /* and which of them are pinned */
    ReelSet royal[2];              /* room */
} Reel;

static inline const ReelSet *reel_side(const Reel *r, int side) {
    return &r->word[gr_sketch_side(side)];
}

/* query_reel_sets.c */
void reel_load(Reel *r, const GrPlan *plan, const GrReel *reel);

/* The pieces that attack a king of a side. */
void reel_checkers(Reel *r, int side, ReelSet *set);

/* Finds a set; false if it has nothing at any ply. */
bool reel_find(Reel *r, const SetTest *test, ReelSet *set);

#endif
