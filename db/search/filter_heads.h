/* A filter of games asked of the heads of blocks: of each head the columns that the filter looks at are read, and all
 * its games judged at once. Internal to db/search.
 */
#ifndef GR_DB_SEARCH_FILTER_HEADS_H
#define GR_DB_SEARCH_FILTER_HEADS_H

#include "db/search/filter.h"
#include "db/store/head.h"

typedef struct GrHeads {
    GrDb *db;
    const GrFilter *filter;
    size_t (*column)[2];             /* of each condition: where in the head its tags are */
    uint8_t *room;                   /* for verdicts that are joined, of a block's games */
    GrHead head;                     /* that was read last, */
    uint8_t verdict[GR_BLOCK_GAMES]; /* and the verdicts on its games; deleted ones are out */
} GrHeads;

/* The filter must stay as it is. False if memory runs out; gr_heads_close in any case. One that is all zero can be
 * closed, too. */
bool gr_heads_open(GrHeads *heads, GrDb *db, const GrFilter *filter);
void gr_heads_close(GrHeads *heads);

/* Judges the games of the block that begins with game `first`. Returns 1; 0 if its head is not whole, or what it names
 * is not known: then the block must be read; or a code. */
int gr_heads_judge(GrHeads *heads, int64_t first, GrError *error);

#endif
