/* Ratings and dates of many games in turn, read from the columns of their blocks; each text is parsed once. Internal to
 * db/.
 */
#ifndef GR_DB_FACTS_H
#define GR_DB_FACTS_H

#include "db/store/head.h"

enum { GR_FACT_WHITE_ELO, GR_FACT_BLACK_ELO, GR_FACT_DATE, GR_FACTS };

/* Kept with the database, since who scans range by range asks for the same values again. */
typedef struct GrFacts {
    GrDbCache cache;
    uint64_t changes;          /* when db->changes was this */
    uint32_t tag[GR_FACTS];    /* in the catalog; 0: no game has it */
    uint32_t *known[GR_FACTS]; /* by the number of the value: what it says, + 1; 0: not parsed yet */
    GrHead head;               /* of the block asked about last, if it is sound; */
    bool sound;
    GrHeadTag column[GR_FACTS];
} GrFacts;

/* Those of db, true until something is written; NULL when memory runs out. */
GrFacts *gr_facts_open(GrDb *db);

/* What the tags of game first + i of a stored block say: by GR_FACT_..., 0 where there is no such tag or no number in
 * it; dates are year * 512 + month * 32 + day. Returns 1; 0 if the texts have to be read for that; or a code. */
int gr_facts_read(GrFacts *facts, GrDb *db, int64_t first, uint32_t i, uint32_t value[GR_FACTS], GrError *error);

/* The same of a row whose block has its texts. 0 or a code. */
int gr_facts_of_row(GrDb *db, const GrRow *row, uint32_t value[GR_FACTS], GrError *error);

/* The same of a game, wherever they are. 0 or a code. */
int gr_facts_of_game(GrFacts *facts, GrDb *db, int64_t id, uint32_t value[GR_FACTS], GrError *error);

#endif
