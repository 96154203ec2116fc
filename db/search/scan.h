/* Playing through the main lines of the games of a selection.
 *
 * Several threads can share a scan: each opens the database for itself and takes ranges of games
 * (GrScan.from and to) as they become free. Ranges are best that begin behind a multiple of 512.
 */
#ifndef GR_DB_SCAN_H
#define GR_DB_SCAN_H

#include "db/query/run/match.h"
#include "db/search/select.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* A game that is played through. */
typedef struct GrScanGame {
    int64_t id;
    GrResult result;
    bool partial;
    uint32_t plies;
    const GrRules *rules; /* NULL: unknown; only `begin` sees such games */
    const GrGame *game;   /* a header with the tags of GrScan.tags, and perhaps more, if there are
                             any; else NULL; valid until the next game */
    bool bare;            /* only with GrScan.tags: it has no comments, NAGs or variations */
    uint32_t elo[2]; /* ratings of White and Black, 0: not known; only with GrScan.facts */
    uint32_t date;   /* year * 512 + month * 32 + day, parts not known 0; only with GrScan.facts */
} GrScanGame;

/* What GrScan.begin may return, besides 1: that films of the game are enough, of positions or of moves or (the sum) of
 * both. They are given to GrScan.film; where there are none, positions are shown after all, and `begin` is called for
 * the same game again before. */
enum { GR_SCAN_ROWS = 2, GR_SCAN_MOVES = 4 };
struct GrFilm; /* db/query/run/film.h */

typedef struct GrScan {
    const GrRules *rules; /* games of other variants are passed over; NULL: none are */
    int64_t from, to;     /* only games of these numbers, both included; to 0: to the last */
    const struct GrGameSet *only; /* not NULL: others are passed over (db/index/position_index.h) */
    GrCursor *cursor;     /* not NULL: goes through the games, whatever the selection; who scans range by range keeps
                             one, since opening it asks for every name of a condition's tag */
    const char *const *tags; /* not NULL: these are read of a game beforehand (NULL ends the list),
                             which costs little where they have columns; but not their texts */
    bool facts;           /* ratings and date of each game are wanted, which costs little */
    struct GrWatch *watch; /* not NULL (db/search/watch.h): only positions that fit its target are shown, and a game is
                              over when the target cannot come any more */
    void *context;        /* given to the functions */
    /* May be NULL. Before anything is read of a game: 0 to go on, 1 to pass over it, below 0 to end the
     * scan. */
    int (*known)(void *context, int64_t id);
    /* A game, before its first position; may be NULL. Returns 1 to see its positions, 0 for the
     * next game, GR_SCAN_ROWS and GR_SCAN_MOVES, below 0 to end the scan. */
    int (*begin)(void *context, const GrScanGame *game);
    /* A position of the game, after `ply` plies, and the move that is played in it (GR_NO_MOVE
     * after the last). `pos` is valid during the call. Returns 1 to go on, 0 for the next game,
     * below 0 to end the scan. */
    int (*visit)(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                 GrMove next);
    /* Takes up to 64 positions of a game at a time, in the place of `visit`, if `begin` returned that. False for the
     * next game. */
    bool (*film)(void *context, const struct GrFilm *film);
    /* The game is over, or visit returned 0; may be NULL. 0 to go on, below 0 to end the scan. */
    int (*end)(void *context, const GrScanGame *game);
    /* A game that cannot be read, and why. May be NULL. */
    void (*unread)(void *context, int64_t id, const GrError *why);
    /* May be NULL: should the scan end? Asked every few games. `last` is the highest number. */
    bool (*stop)(void *context, int64_t id, int64_t last);
} GrScan;

/* The selection may be NULL: all games. GR_ERR_DAMAGED if games could not be read: all others have
 * been visited. Fails with what a function returned below 0. */
int gr_scan(GrDb *db, const GrSelection *selection, const GrScan *scan, GrError *error);

GR_END_DECLS

#endif
