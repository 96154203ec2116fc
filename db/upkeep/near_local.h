/* What is compared of games that are nearly the same. Internal to db/upkeep. */
#ifndef GR_DB_NEAR_LOCAL_H
#define GR_DB_NEAR_LOCAL_H

#include "db/store/internal.h"
#include "db/upkeep/dedupe_sheet.h"
#include "db/upkeep/name_parts.h"
#include "db/upkeep/near.h"

/* A game. */
typedef struct GrNearSheet {
    int64_t game;
    uint32_t side[2];   /* numbers of the players' names, 0: not known */
    uint32_t round;     /* number of its text, 0: not known */
    uint16_t date[3];   /* year, month and day as they stand, whether there is such a day or not; 0: not known */
    uint8_t result;
    bool annotated, gone;
    bool counted;       /* as one that has comments */
    bool needed;        /* another one goes for it */
    uint32_t plies, knowledge;
} GrNearSheet;

typedef struct GrNearTexts {
    GrIntern names, rounds;
    GrNameParts *parts; /* of names by number */
    size_t cap;
} GrNearTexts;

/* Fills the sheet but for the game's number; false if memory runs out. */
bool gr_near_sheet(GrNearTexts *texts, const GrGame *game, GrNearSheet *sheet);
void gr_near_free_texts(GrNearTexts *texts);

/* May they be one game, by their headers? `common` plies are the same; if that is not known yet, UINT32_MAX, it may
 * be as many as allows most. */
bool gr_near_fit(const GrNearTexts *texts, const GrNearSheet *a, const GrNearSheet *b, uint32_t common);

#endif
