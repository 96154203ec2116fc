/* Going through games, from inside. Internal to db/search/scan*.c. */
#ifndef GR_DB_SCAN_LOCAL_H
#define GR_DB_SCAN_LOCAL_H

#include "db/codec/sketch.h"
#include "db/search/facts.h"
#include "db/search/glance.h"
#include "db/search/book_places.h"
#include "db/search/scan.h"
#include "db/search/watch.h"

typedef struct Scanner {
    GrDb *db;
    const GrScan *scan;
    GrGame game;      /* for games that are read before they are played through */
    GrGlance glance;
    GrSketch sketch;
    GrFacts *facts;
    GrBookPlaces *book;
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

/* Is there certainly nothing among the texts of a game? */
static inline bool scan_is_bare(const GrBlock *block, uint32_t i) {
    return !block->suspect && !block->column[GR_COL_TEXTS][i];
}

/* scan_block.c: plays through a game as its block has it. */
int scan_block(Scanner *s, int64_t id);

#endif
