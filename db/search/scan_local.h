/* Going through games, from inside. Internal to db/search/scan*.c. */
#ifndef GR_DB_SCAN_LOCAL_H
#define GR_DB_SCAN_LOCAL_H

#include "db/codec/place.h"
#include "db/codec/film.h"
#include "db/index/replays.h"
#include "db/search/facts.h"
#include "db/search/scan.h"
#include "db/search/watch.h"

typedef struct Scanner {
    GrDb *db;
    const GrScan *scan;
    GrGame game;      /* for games that are read before they are played through */
    GrFilmer filmer;
    GrFacts *facts;
    GrPlace start;    /* that most games have of the rules that were asked for last; none yet: no rules */
    GrPosition pos;
    uint32_t variant; /* number of the variant asked for last, and its rules */
    const GrRules *rules;
    bool damaged;
    bool missing;     /* the game at hand is not there */
    int64_t asked;    /* number / 64 of the game after which it was asked whether to stop */
    GrError *error;
} Scanner;

/* scan_game.c: the rules of a variant of the catalog; NULL if this program does not know it. */
const GrRules *scan_rules(Scanner *s, uint32_t variant);

/* A game that cannot be read, and why: 0, or the code of what is no damage. */
int scan_unread(Scanner *s, int64_t id, GrError *why);

/* After the last position that is shown of a game; `on` is what visit said of it. */
int scan_end(Scanner *s, const GrScanGame *game, int on);

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

/* Is there certainly nothing among the texts of a game? */
static inline bool scan_is_bare(const GrBlock *block, uint32_t i) {
    return !block->suspect && !block->column[GR_COL_TEXTS][i];
}

/* scan_block.c: plays through a game as its block has it. */
int scan_block(Scanner *s, int64_t id);

/* scan_film.c: shows a game as a film (GR_FILM_ROWS, GR_FILM_MOVES). False if that cannot be done; else *on is what
 * came of it. */
bool scan_film(Scanner *s, const GrScanGame *game, unsigned what, int *on);

#endif
