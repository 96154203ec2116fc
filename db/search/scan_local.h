/* A scan from inside. Internal to scan.c and scan_sketch.c. */
#ifndef GR_DB_SCAN_LOCAL_H
#define GR_DB_SCAN_LOCAL_H

#include "db/codec/sketch.h"
#include "db/index/replays.h"
#include "db/search/facts.h"
#include "db/search/glance.h"
#include "db/search/scan.h"

typedef struct Scanner {
    GrDb *db;
    const GrScan *scan;
    GrGame game;      /* for games that are read before they are played through */
    GrGlance glance;
    GrSketch sketch;
    GrFacts *facts;
    GrPosition pos;
    GrPlace usual;    /* the start of most games of these rules */
    uint32_t variant; /* number of the variant asked for last, and its rules */
    const GrRules *rules;
    bool damaged;
    bool missing;     /* the game at hand is not there */
    int64_t asked;    /* number / 64 of the game after which it was asked whether to stop */
    GrError *error;
} Scanner;

/* What replays are played through with; it knows the last variant, so that not every scan learns it anew. */
static inline GrReplayer *scan_player(Scanner *s) {
    return &gr_replays(s->db)->player;
}

/* Sets the player to the start of a game. */
static inline bool scan_start(Scanner *s, const GrScanGame *game) {
    const GrReplayBlock *replay = &gr_replays(s->db)->replay;
    unsigned i = (unsigned)(game->id - gr_replay_block_first(replay->number));
    return gr_replay_block_start(replay, i, game->rules, &s->pos, scan_player(s));
}

/* After the last position that is shown of a game; `on` is what visit said of it. */
static inline int scan_end(Scanner *s, const GrScanGame *game, int on) {
    if (on < 0)
        return on;
    return s->scan->end ? s->scan->end(s->scan->context, game) : 0;
}

/* scan_sketch.c: shows a game as the scan's sight says. False if that cannot be done; else *on is what came of it. */
bool scan_show(Scanner *s, const GrScanGame *game, int *on);

#endif
