/* Going through the positions of a selection's main lines, with pauses. Internal to analysis/. */
#ifndef GR_ANALYSIS_WALK_H
#define GR_ANALYSIS_WALK_H

#include "db/db.h"
#include "db/index/position_index.h"
#include "db/search/scan.h"

/* A position of a game, with its clocks set to 0 and 1. `mark` stands for it among the positions of
 * all variants. Returns 1 to go on, 0 to pause after it, or a code. */
typedef int GrWalkVisit(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                        uint64_t mark);

typedef struct GrWalk {
    GrDb *db;
    const GrSelection *selection; /* NULL: all games */
    const GrGameSet *only;        /* NULL: all of these */
    uint32_t from_ply, to_ply;    /* positions after that many plies, both included */
    uint32_t shard, shards;       /* only positions of this shard, 1 .. shards */
    void *context;                /* given to the functions */
    /* A game; again where the walk goes on within it. May be NULL. As GrScan.begin. */
    int (*begin)(void *context, const GrScanGame *game);
    GrWalkVisit *visit;
    void (*end)(void *context, const GrScanGame *game);               /* may be NULL */
    void (*unread)(void *context, int64_t id, const GrError *why);    /* may be NULL */
    bool (*stop)(void *context, int64_t id, int64_t last);            /* may be NULL */
    /* The rest is private and all zero at first. */
    GrCursor *cursor;
    int64_t game;  /* where it goes on, */
    uint32_t ply;
    uint32_t left; /* positions before it pauses by itself */
    bool paused;
    bool damaged;  /* there were games that cannot be read */
    const GrRules *rules;
    uint64_t salt; /* of marks of these rules */
} GrWalk;

/* Goes on to a pause, which comes at the latest after some ten thousand positions, unless `whole`.
 * Nothing is held of the database then. 1 at a pause, 0 at the end, or a code; GR_ERR_DAMAGED at the
 * end, if games could not be read. */
int gr_walk(GrWalk *walk, bool whole, GrError *error);

/* Does a position belong to the shard? 1 of 1 has all. */
static inline bool gr_is_of_shard(uint64_t key, uint32_t shard, uint32_t shards) {
    return shards <= 1 || gr_shard_of(key, shards) == shard;
}

/* What stands for a position among those of all variants. */
uint64_t gr_walk_mark(const GrVariants *variants, const GrRules *rules, uint64_t key);

void gr_walk_close(GrWalk *walk);

/* The games that a query finds, by the stored verdicts, too; *set, all zero at first, is to be freed by
 * gr_game_set_free. `stop` as in GrFind. */
int gr_walk_query(GrDb *db, const GrSelection *selection, const GrQuery *query, int jobs,
                  bool (*stop)(void *context, int64_t id, int64_t last), void *context,
                  GrGameSet *set, GrError *error);

#endif
