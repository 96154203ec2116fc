/* Conditions on games as a whole, asked once for each name in a dictionary and then of columns of numbers, for
 * many games at once. Internal to db/search.
 */
#ifndef GR_DB_SEARCH_FILTER_H
#define GR_DB_SEARCH_FILTER_H

#include "db/codec/limits.h"
#include "db/search/conditions.h"
#include "db/store/internal.h"

/* Verdicts, whose bits are joined: of conditions that must all hold by `and`, of alternatives by `or`. */
enum { GR_OUT = 0, GR_UNSURE = 1, GR_IN = 3 };

/* Verdicts on the values of a tag: of[0] on no value, of[1] on one that is among the texts, of[n + 1] on number n of
 * the dictionary, and `lost` on numbers that are not below `count` then, which only a damaged dictionary lacks. */
typedef struct GrValueTable {
    uint8_t *of;
    uint32_t count; /* at least 2 */
    uint8_t lost;
} GrValueTable;

/* A condition, made ready. */
typedef struct GrFilterTerm {
    const GrCondition *condition; /* of a selection; */
    const QueryNode *fact;        /* or NULL, and this of a query */
    bool flip;
    GrSubject subject;
    char name[2][GR_MAX_NAME + 8]; /* of the tags; of GR_ON_TAG only the first; "": no game has it */
    uint32_t tag[2];               /* their numbers, 0: no game has the tag */
    GrValueTable fits;             /* of a condition on tags: verdicts on their values */
} GrFilterTerm;

/* Conditions, made ready: those of the selection, and behind them the facts of a query in the order of the steps. One
 * that is all zero asks nothing. */
typedef struct GrFilter {
    GrFilterTerm *term;
    size_t count, conditions;
    GrConditionStep *step;
    size_t steps;
    size_t depth;        /* verdicts of each game that are kept at once while they are joined, at most */
    bool damaged;        /* not all of the names that were asked for are known */
} GrFilter;

/* Makes conditions ready. The names that fit have the same numbers for every handle that sees the same state of the
 * database. The conditions and facts must stay until gr_filter_close. */
int gr_filter_open(GrDb *db, const GrConditions *conditions, GrFilter *filter, GrError *error);
void gr_filter_close(GrFilter *filter);

/* Makes the verdicts of one condition on all games at hand. Returns 1; 0 or a code ends it. */
typedef int (*GrFilterTest)(void *context, const GrFilterTerm *term, uint8_t *verdict);

/* Joins what is known of games with the verdicts of the filter on them. `room` has depth * games bytes. 1, or what
 * `judge` returned. */
int gr_filter_test(const GrFilter *filter, GrFilterTest judge, void *context, size_t games, uint8_t *room,
                   uint8_t *verdict);

/* Joins verdicts: with `all` both must hold, else either. */
void gr_filter_join(uint8_t *to, const uint8_t *from, size_t games, bool all);

/* Does the value of a tag fit? */
bool gr_filter_value(const GrFilterTerm *term, const char *value);

/* The verdict of a condition on this; a name by its number in the dictionary. */
uint8_t gr_filter_name(const GrFilterTerm *term, uint32_t name);
uint8_t gr_filter_number(const GrFilterTerm *term, int64_t id);
uint8_t gr_filter_variant(const GrFilterTerm *term, const GrCatalog *catalog, uint32_t variant);
uint8_t gr_filter_result(const GrFilterTerm *term, uint32_t result);
uint8_t gr_filter_plies(const GrFilterTerm *term, uint32_t plies);

/* The verdicts on games by the columns of a condition's tags (GrHeadTag); `second` is not used if it has one alone. */
void gr_filter_tags(const GrFilterTerm *term, const uint32_t *first, const uint32_t *second, size_t games,
                   uint8_t *verdict);

#endif
