/* What the index has of games besides their positions: results, variants and the values of tags, a column of
 * each for a segment. So a selection is asked without reading heads of blocks, which have all of a game.
 *
 * They are rows of the table posting, behind the buckets: one of facts and one for each tag that a
 * game of the segment has. grimoire-format(5) has the bytes. Internal to db/.
 */
#ifndef GR_DB_VALUES_H
#define GR_DB_VALUES_H

#include "db/index/coverage.h"

/* Segments of more chunks have no columns. */
enum { GR_VALUES_CHUNKS = 1024 };

/* A fact of a game is one of these, or GR_FACT_GAME + its result + 4 * the number of its variant. */
enum { GR_FACT_NONE, GR_FACT_UNKNOWN, GR_FACT_GAME };

typedef struct GrTagValues {
    int64_t first;          /* game */
    uint32_t games;         /* as many follow, whether they are there or not */
    uint8_t *state;         /* of each: its fact, but GR_FACT_GAME for all games; */
    uint32_t *fact;         /* and its fact, if facts were asked for */
    uint32_t *tag;          /* the tags that have a column, in order */
    uint32_t tags;
    uint32_t *check;        /* a checksum for each chunk, of its games as they were indexed */
    uint32_t chunks;
    int64_t id;             /* of the segment */
} GrTagValues;

/* One that is all zero owns nothing. */
void gr_values_free(GrTagValues *values);

/* Reads all but the columns of tags, into one that is all zero or of another segment; gr_values_free gives its
 * memory back in any case. Returns 1; 0 if they are missing or damaged; or a code. Without `facts`, which take longest,
 * values->fact is not to be used. */
int gr_values_open(GrDb *db, const GrSegment *segment, bool facts, GrTagValues *values, GrError *error);

/* What is to be said of the value of a tag: of[0] of no value, of[1] of one that is among the texts, of[n + 1] of
 * number n of the dictionary, and `lost` of numbers that are not below `count` then, which only a damaged dictionary
 * lacks. */
typedef struct GrValueTable {
    uint8_t *of;
    uint32_t count; /* at least 2 */
    uint8_t lost;
} GrValueTable;

static inline uint8_t gr_value_table_at(const GrValueTable *table, uint32_t at) {
    return at < table->count ? table->of[at] : table->lost;
}

/* What the table says of the value of a tag, for each game. Returns 1; 0 if the values are missing or damaged; or a
 * code. */
int gr_values_look_up(GrDb *db, const GrTagValues *values, uint32_t tag, const GrValueTable *of, uint8_t *found,
                      GrError *error);

/* Writes the rows of a segment. In a transaction. */
int gr_values_put(GrDb *db, const GrSegment *segment, GrError *error);

/* Are the games of a chunk of the segment as they were when it was indexed? *values is of that segment. 0, 1 or a
 * code. */
int gr_values_hold(GrDb *db, const GrTagValues *values, int64_t chunk, GrError *error);

/* The segment that has a chunk; NULL: none, or several. */
const GrSegment *gr_values_segment(const GrCoverage *coverage, int64_t chunk);

/* Is the row of the table posting one of these, by its number? */
bool gr_values_have_row(int64_t number);

/* Is that row as it was written? Then 1, and if it is the one of facts *tags is how many others there
 * are; else 0, or GR_ERR_MEMORY. */
int gr_values_sound(int64_t number, GrInput row, uint32_t *tags);

#endif
