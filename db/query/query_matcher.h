/* A matcher from inside. Internal to the query language. */
#ifndef GR_DB_QUERY_MATCHER_H
#define GR_DB_QUERY_MATCHER_H

#include "db/query/query_lines.h"
#include "db/query/query_memo.h"
#include "db/query/query_outlook.h"
#include "db/query/query_sacrifice.h"

/* A way in which an open test may hold. */
typedef struct Watch {
    const Gate *gate, *end;
    const Way *way;
    const QueryMemo *memo; /* of a way of pawns that is not exact; else NULL */
    unsigned test;
} Watch;

struct GrMatcher {
    const GrPlan *plan;
    /* what is known of this game */
    bool *fact;
    GameNumber *number;
    Chance *chance;       /* by test: what it is in the rest of the game */
    bool *seen;           /* by test: did it hold at a ply at which it was asked? */
    const GrFinalCounts *final;
    bool bare;            /* there is no text */
    uint32_t plies;       /* positions of the game */
    uint32_t ply;         /* of the next one */
    bool nothing;         /* it is certain that there is no hit */
    bool over;            /* nothing more has to be shown */
    Slack slack;          /* the outlook stays as it is for so long */
    unsigned *open;       /* the tests that are still open */
    unsigned opens;
    Watch *watch;         /* all their ways, but of those that are asked only if `stir` */
    unsigned watches;
    bool stir;            /* the next position is to be taken in any case */
    bool quiet;           /* the move before left all pieces on the board, and none came */
    GrMove last;          /* the move before; GR_NO_MOVE if there was none */
    PlayedMove played;
    Offers offers;        /* if sacrifices are asked for */
    Moment moment;        /* of the position at hand */
    GrGrounds grounds;    /* of what was said of the one shown last */
    QueryPawns pawns;     /* as they were when a way of pawns was asked last, */
    QueryMemo *memo;      /* and what that came to, by test and way */
    /* room for `room` positions */
    uint32_t room;
    uint64_t **test;      /* by test: plies at which it holds */
    uint64_t *bits;       /* all of them, and those of the tree of times */
    uint32_t *rows;
    uint64_t *keys;
    GrHit *hits;
    QueryLines lines;     /* of a game with variations, if those are asked for */
};

/* query_match.c: takes note of what is certain from `from` on, and which tests are still open. pos is the position
 * before that, if there is one. */
void query_matcher_look(GrMatcher *m, uint32_t from, const GrPosition *pos);

/* Is it certain that there is no hit, whatever comes? */
bool query_matcher_is_futile(const GrMatcher *m);

static inline void query_set_bits(uint64_t *bits, uint32_t first, uint32_t last) {
    for (uint32_t ply = first; ply <= last; ply++)
        bits[ply / 64] |= (uint64_t)1 << ply % 64;
}

#endif
