/* Finding games and positions in a database: by selection, by position, by query, in the order of
 * the games, with as many threads as wanted.
 *
 * What is found is a game with its hits (db/query/run/match.h):
 *
 *   - with a query about plies or sequences, its hits; with a position too, those of them that
 *     begin where the position stands on the board;
 *   - with a position, and perhaps a query about games as a whole: each ply at which it stands;
 *   - otherwise none: the game as such is found.
 *
 * The result does not depend on the number of threads.
 */
#ifndef GR_DB_FIND_H
#define GR_DB_FIND_H

#include "db/evals/judged.h"
#include "db/search/target.h"
#include "db/query/run/match.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* What is read of a game that was found, for showing it. */
typedef enum GrFindRead {
    GR_FIND_NUMBERS,   /* nothing */
    GR_FIND_HEADERS,   /* its header, as gr_db_get_header gives it */
    GR_FIND_GAMES,     /* all of it */
    GR_FIND_POSITIONS  /* that, and the position of each hit */
} GrFindRead;

typedef struct GrFinding {
    int64_t id;
    const GrRules *rules;  /* NULL: unknown */
    const GrHit *hit;
    size_t hits;           /* 0: the game as such */
    GrGame *game;          /* as GrFind.read says, else NULL; may be changed */
    const GrPosition *pos; /* GR_FIND_POSITIONS: after the first ply of the hit, of a game as such
                              the last; NULL if it has none */
} GrFinding;

typedef struct GrFind {
    const GrSelection *selection;
    const GrQuery *query;   /* NULL: none */
    const GrTarget *target; /* NULL: none */
    const GrJudging *judging; /* games are matched and shown with this judgement; NULL: as stored */
    int jobs;               /* threads, this one included; 1 at least */
    uint32_t range;         /* games that a thread takes at a time; 0: as many as is best */
    bool by_game;           /* a game is shown once, not each of its hits */
    uint64_t limit;         /* ends after this number of hits (by_game: games); 0: never */
    GrFindRead read;
    const char *const *tags; /* with GR_FIND_HEADERS: all tags that are wanted (NULL ends the list), as
                                gr_db_get_tags; NULL: all there are */
    void *context;          /* given to the functions */
    /* Writes the nth hit of a game (from 0; a game as such and by_game: only 0) to the end of out.
     * NULL: nothing is shown. Called by all threads, several at a time, but for the hits of a game
     * one by one. */
    void (*show)(void *context, const GrFinding *finding, size_t n, GrBuffer *out);
    /* The other functions are called by the caller's thread alone, in the order of the games.
     * Takes what show has written, of several games at a time; 0 to go on, 1 to end. */
    int (*put)(void *context, const char *bytes, size_t len);
    /* A game that cannot be read, and why; may be NULL. */
    void (*unread)(void *context, int64_t id, const GrError *why);
    /* May be NULL: should it end? `id` of `last` games have been looked at. Asked often. */
    bool (*stop)(void *context, int64_t id, int64_t last);
} GrFind;

typedef struct GrFindCount {
    uint64_t games;     /* that were found */
    uint64_t hits;
    uint64_t unread;    /* games that cannot be read */
    uint64_t shown;     /* what counts towards GrFind.limit */
} GrFindCount;

/* What was found until stop or put ended it has been put; so has the rest where damage hid
 * something (GR_ERR_DAMAGED). *count is always set, to what has been put. */
int gr_find(GrDb *db, const GrFind *find, GrFindCount *count, GrError *error);

/* How many games gr_find finds, as far as that is known before any is read: by what the index has of positions and
 * tags, and by the signatures. */
typedef struct GrFindEstimate {
    uint64_t least, most; /* without damage it finds no fewer and no more; equal: nothing has to be read */
} GrFindEstimate;

int gr_find_estimate(GrDb *db, const GrFind *find, GrFindEstimate *estimate, GrError *error);

/* Puts a comment of its own at the first ply of each hit of finding->game, which is a whole game:
 * `[%hit]`, or `[%hit N]` where the hit goes on to ply N. */
int gr_finding_mark(const GrFinding *finding);

GR_END_DECLS

#endif
