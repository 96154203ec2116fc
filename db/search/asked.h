/* Conditions of a selection, asked once for each name in a dictionary and then of columns of numbers, for
 * many games at once. Internal to db/search.
 */
#ifndef GR_DB_ASKED_H
#define GR_DB_ASKED_H

#include "db/search/select.h"
#include "db/store/internal.h"

/* Verdicts, whose bits are joined: of conditions that must all hold by `and`, of alternatives by `or`. */
enum { GR_OUT = 0, GR_UNSURE = 1, GR_IN = 3 };

/* A condition, made ready. */
typedef struct GrAsked {
    const GrCondition *condition;
    uint32_t tag[2];     /* tag numbers, 0: no game has the tag; of GR_ON_TAG only the first */
    uint8_t *fits;       /* of a condition on tags: the verdict by number in the dictionary */
    uint32_t fits_count;
    bool damaged;        /* not all of the dictionary's names are known */
} GrAsked;

/* Makes the conditions ready, one after the other. The names that fit have the same numbers for every handle
 * that sees the same state of the database. gr_asked_close gives them back. */
int gr_asked_open(GrDb *db, const GrSelection *selection, GrAsked **asked, GrError *error);
void gr_asked_close(GrAsked *asked, size_t count);

/* Does the value of a tag fit? */
bool gr_value_fits(const char *value, const GrCondition *condition);

/* The verdict of a condition on this. */
uint8_t gr_asked_number(const GrAsked *asked, int64_t id);
uint8_t gr_asked_variant(const GrAsked *asked, const GrCatalog *catalog, uint32_t variant);
uint8_t gr_asked_result(const GrAsked *asked, uint32_t result);
uint8_t gr_asked_plies(const GrAsked *asked, uint32_t plies);

/* Joins the verdicts of games with that of a condition on tags, by the columns of its tags (GrHeadTag); `second` is
 * not used if it has one alone. */
void gr_asked_judge_tag(const GrAsked *asked, const uint32_t *first, const uint32_t *second, size_t games,
                        uint8_t *verdict);

#endif
