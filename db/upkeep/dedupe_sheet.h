/* What dedupe compares of a game, so that it reads each game twice at most. Internal to db/. */
#ifndef GR_DB_DEDUPE_SHEET_H
#define GR_DB_DEDUPE_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "notation/game.h"

/* Tags as they are compared, "" for what is not known. */
enum { GR_SHEET_WHITE, GR_SHEET_BLACK, GR_SHEET_DATE, GR_SHEET_ROUND, GR_SHEET_TAGS };

typedef struct GrSheet {
    int64_t game;
    uint64_t moves;   /* gr_sheet_moves of all moves; of a game of fewer than GR_DEDUPE_PLIES, with all that
                       * identifies it (gr_identity_tags) */
    uint64_t content; /* of all moves, comments and marks, and of text that was not played */
    uint64_t players; /* of both family names, if `known` */
    bool known;       /* both players are */
    bool annotated;   /* something would be lost with the game: comments, variations, text that was not played */
    uint32_t plies, knowledge; /* that much is said by the headers */
    GrResult result;
    const char *tag[GR_SHEET_TAGS];
} GrSheet;

/* The tags are the game's. */
void gr_sheet_of(const GrGame *game, int64_t id, GrSheet *sheet);

/* Is the game so short that only one that is the same in all that identifies a game is its double? So is a game that is
 * kept as text. */
bool gr_sheet_is_short(const GrSheet *sheet);

/* A hash of variant, start position and the first `plies` moves of the main line. If `each` is not NULL it is called
 * after each move from ply `from` to the last but one, with the hash of the moves so far; a code ends it. The hash goes
 * to *hash. */
int gr_sheet_moves(const GrGame *game, uint32_t plies, uint32_t from, int (*each)(void *context, uint64_t hash),
                   void *context, uint64_t *hash);

/* Another hash of this one and a number. */
uint64_t gr_sheet_mix(uint64_t hash, uint64_t number);

/* Does nothing in the headers of two games with the same moves (`beginning`: with moves of which one has only the
 * first) contradict that they are one game? */
bool gr_sheets_fit(const GrSheet *a, const GrSheet *b, bool beginning);

/* Is game a to stay, rather than b? */
bool gr_sheet_stays(const GrSheet *a, const GrSheet *b);

#endif
