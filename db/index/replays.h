/* The replays of a database, and which of them can be believed. Internal to db/.
 *
 * The table `stale` lists the games that were written after their replays were built; triggers fill
 * it, so that nobody can forget to. Games that are stale, and replays that are missing or damaged,
 * are read from their blocks: slower, and just as well.
 */
#ifndef GR_DB_REPLAYS_H
#define GR_DB_REPLAYS_H

#include "db/codec/postings.h"
#include "db/index/replay_block.h"
#include "db/store/internal.h"

/* A run of replays that have their postings together. Loaded ones are within bounds: 0 <= first <=
 * last, which is a replay that there can be; bits at most GR_SEGMENT_SHIFT; id from 1 to
 * GR_MAX_SEGMENT. */
typedef struct GrSegment {
    int64_t id, first, last; /* replays */
    unsigned bits;           /* the number of first bits of a key that give the bucket */
    int64_t postings;        /* how many it has */
} GrSegment;

enum {
    GR_SEGMENT_SHIFT = 24, /* a bucket's row is number segment << 24 | bucket */
    GR_REPLAY_GROUPS = GR_REPLAY_GAMES >> GR_GROUP_SHIFT /* groups of games on a replay */
};

/* The highest number of a segment, so that those of its buckets have 64 bits. */
#define GR_MAX_SEGMENT (((int64_t)1 << (62 - GR_SEGMENT_SHIFT)) - 1)

/* In memory as db->cache. */
typedef struct GrReplays {
    GrDbCache cache;
    bool loaded;             /* what follows is what the tables said */
    uint64_t changes;        /* when db->changes was this */
    bool any;                /* there are replays */
    int64_t (*stale)[2];     /* first and last of games that are stale; sorted, apart */
    size_t stales;
    int64_t (*bare)[2];      /* first and last of replays that have no postings; in the same way */
    size_t bares;
    GrSegment *segment;      /* by their first replays */
    size_t segments;
    GrReplayBlock replay;           /* the one read last */
    int64_t stored;          /* the block whose moves were read last, and these; 0: none */
    GrBuffer moves;
    GrReplayer player;       /* for one scan at a time: it takes a while to learn a variant */
    int64_t missing;         /* the one last found missing or damaged, below 0: none */
    bool damaged;            /* something was */
    bool crowded;            /* there are more segments than there can be: none of them counts */
} GrReplays;

/* Makes sure that the replays of db are loaded. */
int gr_replays_load(GrDb *db, GrError *error);

/* The same, from the file, and all that is stale even if there are no replays. */
int gr_replays_load_all(GrDb *db, GrError *error);

/* The replays of db, which have been loaded; valid until it is closed, and true until something is
 * written. */
static inline GrReplays *gr_replays(const GrDb *db) {
    return (GrReplays *)db->cache;
}

/* The last replay that there can be. */
static inline int64_t gr_db_last_replay(const GrDb *db) {
    return gr_replay_block_of(db->most + GR_BLOCK_GAMES);
}

/* The first replay from `number` on that may have games: a block begins less than GR_BLOCK_GAMES
 * before its end. Others need no row, so that gaps between games cost nothing. GR_NO_REPLAY if there
 * is none; below 0: a code. */
int64_t gr_replays_next(GrDb *db, int64_t number, GrError *error);

#define GR_NO_REPLAY INT64_MAX

/* The rules of a variant by its number in the catalog; NULL if they are not known. */
const GrRules *gr_replays_rules(const GrDb *db, uint32_t variant);

/* Is one of the games from `first` to `last` stale? Of loaded replays. */
bool gr_replays_stale(const GrReplays *replays, int64_t first, int64_t last);

/* Makes gr_replays(db)->replay the one of that number, stale or not; its number is another one if
 * it is missing or damaged. */
int gr_replays_open(GrDb *db, int64_t number, GrError *error);

/* Finds what the replays say of a game: *game is set, and valid until the next call; NULL if its
 * block has to be asked. */
int gr_replays_find(GrDb *db, int64_t id, const GrReplayBlockGame **game, GrError *error);

#endif
